package xmlserdetest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxFormat is the length in bytes after which a formatted value is cut.
const maxFormat = 8 << 10

// format returns v in Go syntax. Zero and unexported fields are left out, and
// pointers to values that are no composites are written as a call of new.
func format(v reflect.Value) string {
	f := formatter{}
	f.value(v)
	s := f.String()
	if len(s) > maxFormat {
		s = s[:maxFormat] + fmt.Sprintf("... (%d bytes more)", len(s)-maxFormat)
	}
	return s
}

type formatter struct{ strings.Builder }

func (f *formatter) value(v reflect.Value) {
	if f.Len() > maxFormat {
		return
	}
	if !v.IsValid() {
		f.WriteString("nil")
		return
	}
	t := v.Type()
	switch v.Kind() {
	case reflect.Pointer:
		switch {
		case v.IsNil():
			f.WriteString("nil")
		case isComposite(t.Elem()):
			f.WriteByte('&')
			f.value(v.Elem())
		default:
			f.WriteString("new(")
			f.typed(v.Elem())
			f.WriteByte(')')
		}
	case reflect.Interface:
		if v.IsNil() {
			f.WriteString("nil")
			return
		}
		f.held(v.Elem())
	case reflect.Map:
		f.entries(v)
	case reflect.Func, reflect.Chan:
		fmt.Fprintf(f, "%s(", v.Type())
		if v.IsNil() {
			f.WriteString("nil)")
			return
		}
		f.WriteString("...)")
	case reflect.Struct:
		f.structure(v)
	case reflect.Slice:
		if v.IsNil() {
			f.WriteString("nil")
			return
		}
		if t.Elem().Kind() == reflect.Uint8 {
			fmt.Fprintf(f, "%s(%q)", t, v.Bytes())
			return
		}
		f.elements(v)
		if isStale(v) {
			f.WriteString("/* and in its capacity ")
			f.elements(v.Slice(v.Len(), v.Cap()))
			f.WriteString(" */")
		}
	case reflect.Array:
		f.elements(v)
	case reflect.String:
		f.WriteString(strconv.Quote(v.String()))
	default:
		fmt.Fprintf(f, "%v", v)
	}
}

// typed writes a value with its type, if its literal alone would have another.
func (f *formatter) typed(v reflect.Value) {
	switch v.Type() {
	case reflect.TypeFor[string](), reflect.TypeFor[bool](), reflect.TypeFor[int]():
		f.value(v)
	default:
		switch v.Kind() {
		case reflect.Pointer, reflect.Func, reflect.Chan:
			f.value(v)
			return
		case reflect.Slice, reflect.Map:
			if v.IsNil() {
				break
			}
			f.value(v)
			return
		case reflect.Struct, reflect.Array:
			f.value(v)
			return
		}
		fmt.Fprintf(f, "%s(", v.Type())
		f.value(v)
		f.WriteByte(')')
	}
}

// held writes what an interface holds.
func (f *formatter) held(v reflect.Value) {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		fmt.Fprintf(f, "(%s)(nil)", v.Type())
		return
	}
	f.typed(v)
}

func (f *formatter) entries(v reflect.Value) {
	if v.IsNil() {
		f.WriteString("nil")
		return
	}
	f.WriteString(v.Type().String())
	f.WriteByte('{')
	for i, key := range keysByText(v) {
		if i > 0 {
			f.WriteString(", ")
		}
		f.value(key)
		f.WriteString(": ")
		f.value(v.MapIndex(key))
	}
	f.WriteByte('}')
}

// keysByText returns the keys of a map in an order that is always the same.
func keysByText(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(format(a), format(b)) })
	return keys
}

func (f *formatter) structure(v reflect.Value) {
	t := v.Type()
	if t == timeType && v.CanInterface() {
		fmt.Fprintf(f, "%#v", v.Interface().(time.Time))
		return
	}
	f.WriteString(t.String())
	f.WriteByte('{')
	first := true
	for i := range v.NumField() {
		field := t.Field(i)
		if v.Field(i).IsZero() || !field.IsExported() && !field.Anonymous {
			continue
		}
		if !first {
			f.WriteString(", ")
		}
		first = false
		f.WriteString(field.Name)
		f.WriteString(": ")
		f.value(v.Field(i))
	}
	f.WriteByte('}')
}

func (f *formatter) elements(v reflect.Value) {
	f.WriteString(v.Type().String())
	f.WriteByte('{')
	for i := range v.Len() {
		if i > 0 {
			f.WriteString(", ")
		}
		f.value(v.Index(i))
	}
	f.WriteByte('}')
}

func isComposite(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map:
		return true
	}
	return false
}

// isStale reports whether the slice v has elements between its length and its
// capacity that are not zero.
func isStale(v reflect.Value) bool {
	full := v.Slice(0, v.Cap())
	for i := v.Len(); i < full.Len(); i++ {
		if !full.Index(i).IsZero() {
			return true
		}
	}
	return false
}
