package plan

import (
	"bytes"
	"encoding"
	"encoding/xml"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// marshalByPlan writes v, of the type behind n, as the plan says. It looks at
// v's type for nothing but its values, so that what it gets wrong the plan does
// not tell. Start and end tags go through encoding/xml's encoder, which makes up
// the prefixes of attributes.
func marshalByPlan(n *Node, v reflect.Value) ([]byte, error) {
	p := &planWriter{}
	p.enc = xml.NewEncoder(&p.out)
	if err := p.element(n, v, nil); err != nil {
		return nil, err
	}
	p.enc.Flush()
	return p.out.Bytes(), nil
}

type planWriter struct {
	out  bytes.Buffer
	enc  *xml.Encoder
	open []xml.Name
}

func (p *planWriter) start(name xml.Name, attrs ...xml.Attr) error {
	p.open = append(p.open, name)
	return p.enc.EncodeToken(xml.StartElement{Name: name, Attr: attrs})
}

func (p *planWriter) end() error {
	name := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	return p.enc.EncodeToken(xml.EndElement{Name: name})
}

func (p *planWriter) raw(b []byte) {
	p.enc.Flush()
	p.out.Write(b)
}

func (q QName) xml() xml.Name { return xml.Name{Space: q.Space, Local: q.Local} }

// element writes v as an element, or as several. f is the field it is in, nil
// at the root.
func (p *planWriter) element(n *Node, v reflect.Value, f *Field) error {
	if f != nil && f.OmitEmpty && isEmpty(v) {
		return nil
	}
	for n.Kind == Pointer {
		if v.IsNil() {
			return nil
		}
		n, v = n.Elem, v.Elem()
	}
	name := xml.Name{Local: n.TypeName()}
	if n.Call(InElement, Marshal) != 0 {
		name.Local = v.Type().Name() // with type arguments
	}
	if f != nil {
		name = f.Name.xml()
	}
	switch n.Call(InElement, Marshal) {
	case MarshalXML:
		return p.enc.EncodeElement(receiver(n, v), xml.StartElement{Name: name})
	case MarshalText:
		if err := p.start(name); err != nil {
			return err
		}
		text, err := receiver(n, v).(encoding.TextMarshaler).MarshalText()
		if err != nil {
			return err
		}
		p.text(text)
		return p.end()
	}
	switch n.Kind {
	case Interface:
		if v.IsNil() {
			return nil
		}
		// What the tests put there has no XMLName, which would count for more.
		return p.enc.EncodeElement(v.Interface(), xml.StartElement{Name: name})
	case Slice, Array:
		for i := range v.Len() {
			if err := p.element(n.Elem, v.Index(i), f); err != nil {
				return err
			}
		}
		return nil
	case Struct:
		return p.structElement(n.Struct, v, f)
	case Time:
		if err := p.start(name); err != nil {
			return err
		}
		text, err := v.Interface().(time.Time).MarshalText()
		if err != nil {
			return err
		}
		p.text(text)
		return p.end()
	}
	if err := p.start(name); err != nil {
		return err
	}
	if n.Kind != Name {
		p.text(simpleText(n, v))
	}
	return p.end()
}

// receiver returns what a method is called on: a pointer to v, or v if it is one.
func receiver(n *Node, v reflect.Value) any {
	if n.Kind == Pointer {
		return v.Interface()
	}
	return v.Addr().Interface()
}

func (p *planWriter) text(b []byte) {
	p.enc.Flush()
	xml.EscapeText(&p.out, b)
}

// simpleText returns the text of a simple value.
func simpleText(n *Node, v reflect.Value) []byte {
	switch n.Kind {
	case Bool:
		return strconv.AppendBool(nil, v.Bool())
	case Int:
		return strconv.AppendInt(nil, v.Int(), 10)
	case Uint:
		return strconv.AppendUint(nil, v.Uint(), 10)
	case Float:
		return strconv.AppendFloat(nil, v.Float(), 'g', -1, n.Bits)
	case String:
		return []byte(v.String())
	case Bytes:
		return v.Bytes()
	case ByteArray:
		var b []byte
		for i := range v.Len() {
			b = append(b, byte(v.Index(i).Uint()))
		}
		return b
	}
	panic(fmt.Sprint("no simple value: ", n.Kind))
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Struct, reflect.Func, reflect.Chan:
		return false
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	}
	return v.IsZero()
}

// follow returns the field at the end of a, or false behind a nil pointer.
func (a Access) follow(v reflect.Value, allocate bool) (reflect.Value, bool) {
	for _, step := range a {
		v = v.FieldByName(step.Name)
		if step.Pointer {
			if v.IsNil() {
				if !allocate {
					return v, false
				}
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
	}
	return v, true
}

func (p *planWriter) structElement(s *StructPlan, v reflect.Value, f *Field) error {
	name := p.elementName(s, v, f)
	var attrs []xml.Attr
	for _, g := range s.Fields {
		if !g.Mode.attribute() {
			continue
		}
		fv, ok := g.Access.follow(v, false)
		if g.OmitEmpty && (!ok || isEmpty(fv)) {
			continue
		}
		var err error
		if attrs, err = appendAttr(attrs, g.Name.xml(), g.Node, fv); err != nil {
			return err
		}
	}
	if s.XMLName != nil && s.XMLName.Name == (QName{}) && name.Space == "" &&
		len(p.open) > 0 && p.open[len(p.open)-1].Space != "" {
		attrs = append(attrs, xml.Attr{Name: xml.Name{Local: "xmlns"}})
	}
	if err := p.start(name, attrs...); err != nil {
		return err
	}
	if err := p.content(s, v); err != nil {
		return err
	}
	return p.end()
}

func (p *planWriter) elementName(s *StructPlan, v reflect.Value, f *Field) xml.Name {
	if s.XMLName.Static() {
		return s.XMLName.Name.xml()
	}
	if s.XMLName != nil && len(s.XMLName.Capture) > 0 {
		captured, _ := s.XMLName.Capture.follow(v, false)
		if name := captured.Interface().(xml.Name); name.Local != "" {
			return name
		}
	}
	if f != nil {
		return f.Name.xml()
	}
	return xml.Name{Local: s.TypeName}
}

func appendAttr(attrs []xml.Attr, name xml.Name, n *Node, v reflect.Value) ([]xml.Attr, error) {
	switch n.Call(InAttr, Marshal) {
	case MarshalXMLAttr:
		a, err := receiver(n, v).(xml.MarshalerAttr).MarshalXMLAttr(name)
		if a.Name.Local != "" {
			attrs = append(attrs, a)
		}
		return attrs, err
	case MarshalText:
		text, err := receiver(n, v).(encoding.TextMarshaler).MarshalText()
		return append(attrs, xml.Attr{Name: name, Value: string(text)}), err
	}
	if n.Kind == Pointer {
		if v.IsNil() {
			return attrs, nil
		}
		n, v = n.Elem, v.Elem()
	}
	switch n.Kind {
	case Attr:
		return append(attrs, v.Interface().(xml.Attr)), nil
	case Time:
		text, err := v.Interface().(time.Time).MarshalText()
		return append(attrs, xml.Attr{Name: name, Value: string(text)}), err
	case Slice:
		for i := range v.Len() {
			var err error
			if attrs, err = appendAttr(attrs, name, n.Elem, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return attrs, nil
	}
	return append(attrs, xml.Attr{Name: name, Value: string(simpleText(n, v))}), nil
}

// content writes all but the attributes, and opens and closes parents.
func (p *planWriter) content(s *StructPlan, v reflect.Value) error {
	var parents []string
	keep := func(want []string) error {
		common := 0
		for common < min(len(want), len(parents)) && want[common] == parents[common] {
			common++
		}
		for len(parents) > common {
			parents = parents[:len(parents)-1]
			if err := p.end(); err != nil {
				return err
			}
		}
		return nil
	}
	for _, f := range s.Fields {
		if f.Mode.attribute() {
			continue
		}
		fv, ok := f.Access.follow(v, false)
		if !ok {
			continue
		}
		if f.Mode != ModeInnerXML {
			if err := keep(f.Parents); err != nil {
				return err
			}
		}
		var err error
		switch f.Mode {
		case ModeCharData, ModeCData:
			err = p.charData(f, fv)
		case ModeComment:
			err = p.comment(simpleText(f.Node, fv))
		case ModeInnerXML:
			err = p.innerXML(f, fv)
		default:
			if fv.Kind() != reflect.Pointer && fv.Kind() != reflect.Interface || !fv.IsNil() {
				for _, parent := range f.Parents[len(parents):] {
					parents = append(slices.Clip(parents), parent)
					if err := p.start(xml.Name{Local: parent}); err != nil {
						return err
					}
				}
			}
			err = p.element(f.Node, fv, f)
		}
		if err != nil {
			return err
		}
	}
	return keep(nil)
}

func (p *planWriter) charData(f *Field, v reflect.Value) error {
	n := f.Node
	called := n.Call(InText, Marshal) != 0
	for n.Kind == Pointer && !called {
		if v.IsNil() {
			return nil
		}
		n, v = n.Elem, v.Elem()
	}
	var text []byte
	switch {
	case called:
		var err error
		if text, err = receiver(n, v).(encoding.TextMarshaler).MarshalText(); err != nil {
			return err
		}
	case n.Kind == Time:
		var err error
		if text, err = v.Interface().(time.Time).MarshalText(); err != nil {
			return err
		}
	case n.Kind == Bytes && !isByteSlice(n.Type):
		return nil
	default:
		text = simpleText(n, v)
	}
	if f.Mode == ModeCharData {
		p.text(text)
	} else if len(text) > 0 {
		p.raw(fmt.Appendf(nil, "<![CDATA[%s]]>", bytes.ReplaceAll(text, []byte("]]>"), []byte("]]]]><![CDATA[>"))))
	}
	return nil
}

func (p *planWriter) comment(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	if strings.Contains(string(text), "--") {
		return errors.New(`xml: comments must not contain "--"`)
	}
	if text[len(text)-1] == '-' {
		text = append(slices.Clip(text), ' ')
	}
	p.raw(fmt.Appendf(nil, "<!--%s-->", text))
	return nil
}

func (p *planWriter) innerXML(f *Field, v reflect.Value) error {
	if !isRaw(f.Node) {
		return p.element(f.Node, v, f)
	}
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.String {
		p.raw([]byte(v.String()))
	} else {
		p.raw(v.Bytes())
	}
	return nil
}
