package runtime

import (
	"bytes"
	"encoding/xml"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Interface appends the elements of what an interface field with the given name
// holds, nothing if it is nil or a nil pointer. around tells that the element around
// is in a namespace. Compiled code writes what it holds if there is some for its
// type, otherwise encoding/xml does.
func (e *Encoder) Interface(b []byte, held any, name xml.Name, around bool) ([]byte, error) {
	return e.held(b, held, wrapping{name, around, false})
}

// InterfaceOmitEmpty is [Encoder.Interface] for a field with omitempty, which
// acts on the elements of a slice or array that the field holds as well.
func (e *Encoder) InterfaceOmitEmpty(b []byte, held any, name xml.Name, around bool) ([]byte, error) {
	return e.held(b, held, wrapping{name, around, true})
}

func (e *Encoder) held(b []byte, held any, w wrapping) ([]byte, error) {
	if held == nil {
		return b, nil
	}
	v := reflect.ValueOf(held)
	p := v
	for ; p.Kind() == reflect.Pointer || p.Kind() == reflect.Interface; p = p.Elem() {
		if p.IsNil() {
			return b, nil
		}
	}
	if _, ok := held.(xml.Marshaler); ok {
		return e.EncodeElement(b, held, w.name)
	}
	if w.omitEmpty && (p.Kind() == reflect.Slice || p.Kind() == reflect.Array) {
		return e.wrap(b, v, w)
	}
	if t, held := Source(held); t != nil && t.MarshalElement != nil {
		if _, ok := held.(xml.Marshaler); ok {
			return e.EncodeElement(b, held, w.name)
		}
		n := len(e.starts)
		e.starts = append(e.starts, Start{Name: w.name, Around: w.around})
		b, err := t.MarshalElement(e, b, held, &e.starts[n])
		e.starts = e.starts[:n]
		return b, err
	}
	if !selfNamed(v.Type()) {
		return e.EncodeElement(b, held, w.name)
	}
	return e.wrap(b, v, w)
}

// selfNamed reports whether what encoding/xml writes for a field of type t may
// begin otherwise than with the field's name, because t is or leads to a
// struct with an XMLName.
func selfNamed(t reflect.Type) bool {
	if known, ok := selfNames.Load(t); ok {
		return known.(bool)
	}
	elem := t
	// A type may be made of itself, without anything else.
	for range 100 {
		switch elem.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			elem = elem.Elem()
			continue
		}
		break
	}
	named := false
	switch elem.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Slice, reflect.Array:
		named = true
	case reflect.Struct:
		named = hasXMLName(elem, nil)
	}
	selfNames.Store(t, named)
	return named
}

var selfNames sync.Map // reflect.Type to bool

// hasXMLName reports whether t or a struct embedded in it has a field XMLName.
func hasXMLName(t reflect.Type, above []reflect.Type) bool {
	for _, a := range above {
		if a == t {
			return false
		}
	}
	above = append(above, t)
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "XMLName" {
			return true
		}
		if f.Anonymous {
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() == reflect.Struct && hasXMLName(inner, above) {
				return true
			}
		}
	}
	return false
}

// A wrapping tells how encoding/xml is made to take a value for what a field holds.
type wrapping struct {
	name              xml.Name
	around, omitEmpty bool
}

// wrappers holds the struct type of each wrapping: an element with the one
// field.
var wrappers sync.Map // wrapping to reflect.Type

// wrapper returns a struct type for w, and the name of its element. Its last
// field is called behind the value.
func (w wrapping) wrapper() (reflect.Type, xml.Name) {
	tag, name := `xml:"e"`, xml.Name{Local: "e"}
	if w.around {
		tag, name = `xml:"x e"`, xml.Name{Space: "x", Local: "e"}
	}
	if t, ok := wrappers.Load(w); ok {
		return t.(reflect.Type), name
	}
	field := w.name.Local
	if w.name.Space != "" {
		field = w.name.Space + " " + field
	}
	if w.omitEmpty {
		field += ",omitempty"
	}
	t := reflect.StructOf([]reflect.StructField{
		{Name: "XMLName", Type: reflect.TypeFor[xml.Name](), Tag: reflect.StructTag(tag)},
		{Name: "F", Type: reflect.TypeFor[any](), Tag: reflect.StructTag(`xml:` + strconv.Quote(field))},
		{Name: "G", Type: reflect.TypeFor[xml.Marshaler]()},
	})
	wrappers.Store(w, t)
	return t, name
}

// wrap appends what encoding/xml writes for a field that holds v: the
// content of a struct that has this field alone.
func (e *Encoder) wrap(b []byte, v reflect.Value, how wrapping) ([]byte, error) {
	t, outer := how.wrapper()
	wrapper := reflect.New(t)
	wrapper.Elem().Field(1).Set(v)

	l := e.open()
	if err := l.enter(b); err != nil {
		return b, err
	}
	wrapper.Elem().Field(2).Set(reflect.ValueOf(wrapped{l}))
	open, pending := l.state.tags.Len(), l.pending
	w := l.wrap(outer)
	l.held++
	err := l.enc.Encode(wrapper.Interface())
	l.held--
	if err == nil {
		w.strip(pending)
		return l.leave(nil), nil
	}
	if w.plain {
		l.enc.Indent(w.in.prefix, w.in.indent)
	}
	l.pending = l.buf.Buffered() > 0
	b = l.leave(err)
	l.drop(open, 1)
	return b, err
}

// wrapped is the last field of a wrapper, which writes nothing.
type wrapped struct{ l *live }

func (w wrapped) MarshalXML(*xml.Encoder, xml.StartElement) error {
	w.l.pending = w.l.buf.Buffered() > 0
	return nil
}

// A wrap is an element of which only the content belongs to the document.
type wrap struct {
	l     *live
	start int      // of the content
	line  string   // what indentation puts before its tags
	in    indenter // the state to go on from
	plain bool     // indentation is off meanwhile
}

// wrap makes ready for an element with this name, the start tag of which is
// skipped. Where there is indentation it is written at one level less. Where
// that has put down nothing yet, the element must not make the start: its
// content is indented afterwards.
func (l *live) wrap(name xml.Name) wrap {
	w := wrap{l: l, start: len(l.out), in: l.indenter}
	tag := (&Encoder{}).AppendStart(nil, name)
	l.skip += len(tag) + len(">")
	switch {
	case !l.indenting:
	case !w.in.begun:
		w.plain = true
		l.enc.Indent("", "")
	default:
		l.indenter.depth--
		l.steer()
		w.line = l.indenter.prefix + strings.Repeat(l.indenter.indent, max(0, l.indenter.depth))
		l.skip += len("\n") + len(w.line)
	}
	return w
}

// strip removes the end tag, and leaves all else as the content alone would have
// after what was pending before it.
func (w *wrap) strip(pending bool) {
	l := w.l
	line, lined := bytes.CutSuffix(l.out, []byte("\n"+w.line+wrapperEnd))
	l.out = bytes.TrimSuffix(l.out, []byte(wrapperEnd))
	if len(l.out) == w.start {
		l.pending = pending
	}
	if !l.indenting {
		return
	}
	if w.plain {
		l.enc.Indent(w.in.prefix, w.in.indent)
		l.indenter, l.from = w.in, w.start
		l.out = l.indented(l.out)
	} else {
		l.indenter = w.in
		if lined {
			l.out = line
			l.indenter.leaf = false
		}
	}
	l.steer()
}

const wrapperEnd = "</e>"
