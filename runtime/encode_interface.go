package runtime

import (
	"encoding/xml"
	"reflect"
	"sync"
)

// Interface appends the elements of what an interface field with the given name
// holds, nothing if it is nil or a nil pointer. around tells that the element around
// is in a namespace. Compiled code writes what it holds if there is some for its
// type, otherwise encoding/xml does.
func (e *Encoder) Interface(b []byte, held any, name xml.Name, around bool) ([]byte, error) {
	return e.field(b, held, fieldForm{name, around, false})
}

// InterfaceOmitEmpty is [Encoder.Interface] for a field with omitempty, which
// acts on the elements of a slice or array that the field holds as well.
func (e *Encoder) InterfaceOmitEmpty(b []byte, held any, name xml.Name, around bool) ([]byte, error) {
	return e.field(b, held, fieldForm{name, around, true})
}

func (e *Encoder) field(b []byte, held any, f fieldForm) ([]byte, error) {
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
		return e.EncodeElement(b, held, f.name)
	}
	if f.omitEmpty && (p.Kind() == reflect.Slice || p.Kind() == reflect.Array) {
		return e.wrap(b, v, f)
	}
	if t, held := Source(held); t != nil && t.MarshalElement != nil {
		n := len(e.starts)
		e.starts = append(e.starts, Start{Name: f.name, Around: f.around})
		b, err := t.MarshalElement(e, b, held, &e.starts[n])
		e.starts = e.starts[:n]
		return b, err
	}
	if !selfNamed(v.Type()) {
		return e.EncodeElement(b, held, f.name)
	}
	return e.wrap(b, v, f)
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

// selfNames is bounded by the types of the program: generated code looks them up.
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
