package runtime

import (
	"encoding/xml"
	"reflect"
)

// Target returns the compiled code that reads into v, for [Scanner.Into]. v is a
// *T that is not nil or, as encoding/xml follows one more pointer, a **T. It
// returns nil if encoding/xml must read into v, or say why it cannot.
func Target(v any) *Type {
	typ := reflect.TypeOf(v)
	t := Lookup(typ)
	if t == nil && typ != nil && typ.Kind() == reflect.Pointer && typ.Elem().Kind() == reflect.Pointer {
		t = Lookup(typ.Elem())
	}
	if t == nil || t.Unmarshal == nil || typ.Kind() != reflect.Pointer || reflect.ValueOf(v).IsNil() {
		return nil
	}
	return t
}

// Into reads the element whose start tag has just been read into v, with the
// code that [Target] has returned for it. Behind a **T a nil *T becomes a new one.
func (s *Scanner) Into(t *Type, v any) error {
	if p := reflect.ValueOf(v).Elem(); p.Kind() == reflect.Pointer {
		if p.IsNil() {
			p.Set(reflect.New(p.Type().Elem()))
		}
		v = p.Interface()
	}
	return t.Unmarshal(s, v)
}

// below is [Target] in a document that compiled code reads already. There the
// code of a type with an UnmarshalXML method is of no use: it would have the
// decoder call that method, as whoever asks can.
func below(v any) *Type {
	if t := Target(v); t != nil && !t.unmarshaler {
		return t
	}
	return nil
}

var unmarshalerType = reflect.TypeFor[xml.Unmarshaler]()
