package plan

import (
	"encoding"
	"encoding/xml"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// unmarshalByPlan reads the first element of data into v, of the type behind n,
// as the plan says. The tokens come from encoding/xml.
func unmarshalByPlan(n *Node, data []byte, v reflect.Value) error {
	r := &planReader{Decoder: xml.NewDecoder(strings.NewReader(string(data))), data: data}
	for {
		tok, err := r.Token()
		if err != nil {
			return err
		}
		if start, ok := tok.(xml.StartElement); ok {
			return r.element(n, v, start)
		}
	}
}

type planReader struct {
	*xml.Decoder
	data []byte
}

func (r *planReader) element(n *Node, v reflect.Value, start xml.StartElement) error {
	field := v
	if n.Kind == Pointer {
		n, v = n.Elem, pointed(v)
	}
	call := n.Call(InElement, Unmarshal)
	switch {
	case call == UnmarshalXML || n.Kind == Interface:
		return r.DecodeElement(field.Addr().Interface(), &start)
	case call == UnmarshalText:
		text, err := r.text()
		if err != nil {
			return err
		}
		return receiver(n, v).(encoding.TextUnmarshaler).UnmarshalText(text)
	}
	switch n.Kind {
	case Slice:
		return appended(v, func(e reflect.Value) error { return r.element(n.Elem, e, start) })
	case Struct:
		return r.structElement(n.Struct, v, start)
	case Name:
		v.Set(reflect.ValueOf(start.Name))
		return r.Skip()
	}
	text, err := r.text()
	if err != nil {
		return err
	}
	return setText(n, v, text)
}

// pointed returns what v points to, a new value if it is nil.
func pointed(v reflect.Value) reflect.Value {
	if v.IsNil() {
		v.Set(reflect.New(v.Type().Elem()))
	}
	return v.Elem()
}

// appended reads into one more element of the slice v, which is gone on errors.
func appended(v reflect.Value, read func(reflect.Value) error) error {
	n := v.Len()
	v.Grow(1)
	v.SetLen(n + 1)
	err := read(v.Index(n))
	if err != nil {
		v.SetLen(n)
	}
	return err
}

// text reads to the end of an element and returns its own character data.
func (r *planReader) text() ([]byte, error) {
	var text []byte
	for depth := 1; depth > 0; {
		tok, err := r.Token()
		if err != nil {
			return nil, err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 1 {
				text = append(text, tok...)
			}
		}
	}
	return text, nil
}

// setText stores text in v, a simple value or time.Time below at most one pointer.
func setText(n *Node, v reflect.Value, text []byte) error {
	if n.Kind == Pointer {
		n, v = n.Elem, pointed(v)
	}
	trimmed := strings.TrimSpace(string(text))
	var err error
	switch n.Kind {
	case String:
		v.SetString(string(text))
	case Bytes:
		v.SetBytes(append([]byte{}, text...))
	case Time:
		return v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText(text)
	case Bool, Int, Uint, Float:
		if len(text) == 0 {
			v.SetZero()
			return nil
		}
		err = setNumber(n, v, trimmed)
	default:
		panic(fmt.Sprint("no simple value: ", n.Kind))
	}
	return err
}

func setNumber(n *Node, v reflect.Value, text string) error {
	switch n.Kind {
	case Bool:
		x, err := strconv.ParseBool(text)
		if err == nil {
			v.SetBool(x)
		}
		return err
	case Int:
		x, err := strconv.ParseInt(text, 10, n.Bits)
		if err == nil {
			v.SetInt(x)
		}
		return err
	case Uint:
		x, err := strconv.ParseUint(text, 10, n.Bits)
		if err == nil {
			v.SetUint(x)
		}
		return err
	default:
		x, err := strconv.ParseFloat(text, n.Bits)
		if err == nil {
			v.SetFloat(x)
		}
		return err
	}
}

// expect compares the start tag with the name in XMLName's tag.
func (s *StructPlan) expect(name xml.Name) error {
	if s.XMLName == nil {
		return nil
	}
	want := s.XMLName.Name
	if want.Local != "" && want.Local != name.Local {
		return xml.UnmarshalError(fmt.Sprintf("expected element type <%s> but have <%s>", want.Local, name.Local))
	}
	if want.Space != "" && want.Space != name.Space {
		have := name.Space
		if have == "" {
			have = "no name space"
		}
		return xml.UnmarshalError(fmt.Sprintf("expected element <%s> in name space %s but have %s", want.Local, want.Space, have))
	}
	return nil
}

func (s *StructPlan) structField(modes ...Mode) *Field {
	for _, f := range s.Fields {
		if slices.Contains(modes, f.Mode) && !f.Ignored[Unmarshal] {
			return f
		}
	}
	return nil
}

func (r *planReader) structElement(s *StructPlan, v reflect.Value, start xml.StartElement) error {
	inner := r.InputOffset()
	if err := s.expect(start.Name); err != nil {
		return err
	}
	if s.XMLName != nil && len(s.XMLName.Capture) > 0 {
		name, _ := s.XMLName.Capture.follow(v, true)
		name.Set(reflect.ValueOf(start.Name))
	}
	if err := s.setAttrs(v, start.Attr); err != nil {
		return err
	}

	text := s.structField(ModeCharData, ModeCData)
	comment, raw, rest := s.structField(ModeComment), s.structField(ModeInnerXML), s.structField(ModeAny)
	for _, f := range []*Field{text, comment, raw, rest} {
		if f != nil {
			f.Access.follow(v, true)
		}
	}
	var textData, commentData []byte
	for {
		before := r.InputOffset()
		tok, err := r.Token()
		if err != nil {
			return err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if err := r.child(s.Elements, rest, v, tok); err != nil {
				return err
			}
			continue
		case xml.CharData:
			textData = append(textData, tok...)
			continue
		case xml.Comment:
			commentData = append(commentData, tok...)
			continue
		case xml.EndElement:
		default:
			continue
		}
		if text != nil {
			fv, _ := text.Access.follow(v, true)
			if text.Node.Call(InText, Unmarshal) != 0 {
				err = receiver(text.Node, fv).(encoding.TextUnmarshaler).UnmarshalText(textData)
			} else {
				err = setText(text.Node, fv, textData)
			}
			if err != nil {
				return err
			}
		}
		setRaw(comment, v, commentData)
		setRaw(raw, v, r.data[inner:before])
		return nil
	}
}

func setRaw(f *Field, v reflect.Value, b []byte) {
	if f == nil {
		return
	}
	fv, _ := f.Access.follow(v, true)
	if f.Node.Kind == String {
		fv.SetString(string(b))
	} else {
		fv.Set(reflect.ValueOf(append([]byte(nil), b...)))
	}
}

// child reads a child element as the level says, or as rest's, or not at all.
func (r *planReader) child(l *Level, rest *Field, v reflect.Value, start xml.StartElement) error {
	if l != nil {
		for _, c := range l.Cases {
			if c.Name.Local != start.Name.Local || c.Name.Space != "" && c.Name.Space != start.Name.Space {
				continue
			}
			if c.Field != nil {
				fv, _ := c.Field.Access.follow(v, true)
				return r.element(c.Field.Node, fv, start)
			}
			return r.children(c.Into, v)
		}
	}
	if rest == nil {
		return r.Skip()
	}
	fv, _ := rest.Access.follow(v, true)
	return r.element(rest.Node, fv, start)
}

func (r *planReader) children(l *Level, v reflect.Value) error {
	for {
		tok, err := r.Token()
		if err != nil {
			return err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if err := r.child(l, nil, v, tok); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

func (s *StructPlan) setAttrs(v reflect.Value, attrs []xml.Attr) error {
	for _, a := range attrs {
		matched := false
		for _, f := range s.Fields {
			if f.Mode != ModeAttr {
				continue
			}
			fv, _ := f.Access.follow(v, true)
			if f.Name.Local != a.Name.Local || f.Name.Space != "" && f.Name.Space != a.Name.Space {
				continue
			}
			matched = true
			if err := setAttr(f.Node, fv, a); err != nil {
				return err
			}
		}
		if f := s.structField(ModeAnyAttr); f != nil && !matched {
			fv, _ := f.Access.follow(v, true)
			if err := setAttr(f.Node, fv, a); err != nil {
				return err
			}
		}
	}
	return nil
}

func setAttr(n *Node, v reflect.Value, a xml.Attr) error {
	if n.Kind == Pointer {
		n, v = n.Elem, pointed(v)
	}
	switch n.Call(InAttr, Unmarshal) {
	case UnmarshalXMLAttr:
		return receiver(n, v).(xml.UnmarshalerAttr).UnmarshalXMLAttr(a)
	case UnmarshalText:
		return receiver(n, v).(encoding.TextUnmarshaler).UnmarshalText([]byte(a.Value))
	}
	switch n.Kind {
	case Slice:
		return appended(v, func(e reflect.Value) error { return setAttr(n.Elem, e, a) })
	case Attr:
		v.Set(reflect.ValueOf(a))
		return nil
	}
	return setText(n, v, []byte(a.Value))
}
