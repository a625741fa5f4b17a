package runtime

import (
	"encoding/xml"
	"io"
	"reflect"
	"sync"
)

// A printer shows the state of an xml.Encoder that cannot be learnt by writing
// tokens without changing it. These are unexported fields, which reflection may
// read; that they are what they are taken for is tried at first use.
type printer struct {
	prefix, indent         reflect.Value // strings, as Indent has set them
	depth                  reflect.Value // int, of elements begun while indenting
	indentedIn, putNewline reflect.Value // bools, see indenter
	tags                   reflect.Value // []xml.Name, the open elements
}

// printerFields are the indices of the fields of printer, in its order.
var printerFields [6][]int

// of makes p show the state of enc.
func (p *printer) of(enc *xml.Encoder) {
	v := reflect.ValueOf(enc).Elem()
	for i, field := range [...]*reflect.Value{
		&p.prefix, &p.indent, &p.depth, &p.indentedIn, &p.putNewline, &p.tags,
	} {
		*field = v.FieldByIndex(printerFields[i])
	}
}

// indents reports whether indentation is on.
func (p *printer) indents() bool { return p.prefix.Len() > 0 || p.indent.Len() > 0 }

// inSpace reports whether the innermost open element is in a namespace. The
// mark that encoding/xml puts down before it calls a method is not.
func (p *printer) inSpace() bool {
	n := p.tags.Len()
	return n > 0 && p.tags.Index(n-1).Field(0).Len() > 0
}

// tag returns the name of an open element, which is empty for a mark.
func (p *printer) tag(i int) xml.Name {
	name := p.tags.Index(i)
	return xml.Name{Space: name.Field(0).String(), Local: name.Field(1).String()}
}

// printerRules finds the fields that a printer shows, and reports whether the
// running encoding/xml has them and its methods are called as call does.
var printerRules = sync.OnceValue(func() bool {
	typ := reflect.TypeFor[xml.Encoder]()
	outer, ok := typ.FieldByName("p")
	if !ok || outer.Type.Kind() != reflect.Struct {
		return false
	}
	for i, want := range [...]struct {
		name string
		typ  reflect.Type
	}{
		{"prefix", reflect.TypeFor[string]()},
		{"indent", reflect.TypeFor[string]()},
		{"depth", reflect.TypeFor[int]()},
		{"indentedIn", reflect.TypeFor[bool]()},
		{"putNewline", reflect.TypeFor[bool]()},
		{"tags", reflect.TypeFor[[]xml.Name]()},
	} {
		field, ok := outer.Type.FieldByName(want.name)
		if !ok || field.Type != want.typ || len(field.Index) != 1 {
			return false
		}
		printerFields[i] = []int{outer.Index[0], field.Index[0]}
	}
	enc := xml.NewEncoder(io.Discard)
	var p printer
	p.of(enc)
	shows := func(prefix, indent string, depth int, indentedIn, putNewline bool, tags int, inSpace bool) bool {
		return p.prefix.String() == prefix && p.indent.String() == indent && p.depth.Int() == int64(depth) &&
			p.indentedIn.Bool() == indentedIn && p.putNewline.Bool() == putNewline &&
			p.tags.Len() == tags && p.inSpace() == inSpace
	}
	outerTag := xml.StartElement{Name: xml.Name{Space: "s", Local: "l"}}
	innerTag := xml.StartElement{Name: xml.Name{Local: "l"}}
	if !callRules() || !shows("", "", 0, false, false, 0, false) || enc.EncodeToken(outerTag) != nil ||
		!shows("", "", 0, false, false, 1, true) {
		return false
	}
	enc.Indent("p", "i")
	return enc.EncodeToken(innerTag) == nil && shows("p", "i", 1, true, true, 2, false) &&
		enc.EncodeToken(innerTag.End()) == nil && shows("p", "i", 0, false, true, 1, true) &&
		enc.EncodeToken(outerTag.End()) == nil && shows("p", "i", -1, false, true, 0, false)
})
