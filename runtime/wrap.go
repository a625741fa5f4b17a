package runtime

import (
	"encoding/xml"
	"reflect"
	"strconv"
	"sync"
)

// What encoding/xml writes for a field it does not write for the field's value alone:
// a name in an XMLName wins over the field's, but not over that of a start tag. So
// where it matters the value is put into a struct that has this field, and the
// tags of the struct are left out of the document.

// A fieldForm is what encoding/xml must know of an interface field.
type fieldForm struct {
	name              xml.Name
	around, omitEmpty bool // around: the element around is in a namespace
}

// wrappers holds the struct type for each fieldForm. It is bounded by the fields
// in the program's generated code: types that reflection makes are never freed.
var wrappers sync.Map // fieldForm to reflect.Type

// wrapper returns a struct type with the field, and the name of its element.
func (f fieldForm) wrapper() (reflect.Type, xml.Name) {
	tag, name := `xml:"e"`, xml.Name{Local: "e"}
	if f.around {
		tag, name = `xml:"x e"`, xml.Name{Space: "x", Local: "e"}
	}
	if t, ok := wrappers.Load(f); ok {
		return t.(reflect.Type), name
	}
	field := f.name.Local
	if f.name.Space != "" {
		field = f.name.Space + " " + field
	}
	if f.omitEmpty {
		field += ",omitempty"
	}
	t := reflect.StructOf([]reflect.StructField{
		{Name: "XMLName", Type: reflect.TypeFor[xml.Name](), Tag: reflect.StructTag(tag)},
		{Name: "Before", Type: reflect.TypeFor[xml.Marshaler]()},
		{Name: "F", Type: reflect.TypeFor[any](), Tag: reflect.StructTag(`xml:` + strconv.Quote(field))},
		{Name: "Behind", Type: reflect.TypeFor[xml.Marshaler]()},
	})
	wrappers.Store(f, t)
	return t, name
}

// Before and behind are the fields of a wrapper that encoding/xml calls around the
// value, which write nothing. They see to it that the wrapper's tags are
// written without indentation, and so do not change its state.
type (
	before struct{ *margin }
	behind struct{ *margin }
)

// A margin is what is to be known of an Encoder before or behind a value.
type margin struct {
	l              *live
	prefix, indent string // the indentation that is to be on for what follows
	pending        bool
}

// turnOff notes the indentation and turns it off.
func (m *margin) turnOff() {
	m.prefix, m.indent = m.l.state.prefix.String(), m.l.state.indent.String()
	m.l.enc.Indent("", "")
}

func (m *margin) turnOn() { m.l.enc.Indent(m.prefix, m.indent) }

// MarshalXML is called behind the start tag.
func (b before) MarshalXML(*xml.Encoder, xml.StartElement) error {
	b.turnOn()
	return nil
}

// MarshalXML is called before the end tag.
func (b behind) MarshalXML(*xml.Encoder, xml.StartElement) error {
	b.pending = b.l.buf.Buffered() > 0
	b.turnOff()
	return nil
}

// wrap appends what encoding/xml writes for a field that holds v.
func (e *Encoder) wrap(b []byte, v reflect.Value, f fieldForm) ([]byte, error) {
	t, outer := f.wrapper()
	l := e.open()
	if err := l.enter(b); err != nil {
		return b, err
	}
	pending := l.pending
	m := &margin{l: l}
	wrapper := reflect.New(t)
	wrapper.Elem().Field(1).Set(reflect.ValueOf(before{m}))
	wrapper.Elem().Field(2).Set(v)
	wrapper.Elem().Field(3).Set(reflect.ValueOf(behind{m}))

	m.turnOff()
	open, start := l.state.tags.Len(), len(l.out)
	l.skip += len((&Encoder{}).AppendStart(nil, outer)) + len(">")
	l.pinned++
	err := l.enc.Encode(wrapper.Interface())
	l.pinned--
	if err != nil {
		l.pending = l.buf.Buffered() > 0
		b = l.leave(err)
		l.drop(open, 1)
		return b, err
	}
	m.turnOn()
	l.out = l.out[:len(l.out)-len("</e>")]
	if len(l.out) > start {
		pending = m.pending
	}
	l.pending = pending
	return l.leave(nil), nil
}
