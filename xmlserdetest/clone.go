package xmlserdetest

import (
	"encoding"
	"reflect"
)

// clone returns a *T with a deep copy of what p, a *T, points to. Slices are
// copied up to their capacity, as the elements beyond the length show when
// Unmarshal appends. Unexported fields are copied as assignment copies them.
func clone(p reflect.Value) reflect.Value {
	c := reflect.New(p.Type().Elem())
	c.Elem().Set(p.Elem())
	unshare(c.Elem())
	return c
}

// unshare replaces everything v refers to by copies.
func unshare(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.CanSet() && !v.IsNil() {
			v.Set(clone(v))
		}
	case reflect.Slice:
		if !v.CanSet() || v.IsNil() {
			return
		}
		full := v.Slice3(0, v.Cap(), v.Cap())
		s := reflect.MakeSlice(v.Type(), v.Cap(), v.Cap())
		reflect.Copy(s, full)
		for i := range s.Len() {
			unshare(s.Index(i))
		}
		v.Set(s.Slice3(0, v.Len(), v.Cap()))
	case reflect.Array:
		for i := range v.Len() {
			unshare(v.Index(i))
		}
	case reflect.Interface:
		if v.CanSet() && !v.IsNil() {
			v.Set(copied(v.Elem()))
		}
	case reflect.Map:
		if v.CanSet() && !v.IsNil() {
			m := reflect.MakeMapWithSize(v.Type(), v.Len())
			for key, value := range v.Seq2() {
				m.SetMapIndex(key, copied(value))
			}
			v.Set(m)
		}
	case reflect.Struct:
		if v.Type() == timeType || v.CanSet() && hides(v.Type()) && retell(v) {
			return
		}
		for i := range v.NumField() {
			unshare(v.Field(i))
		}
	}
}

// copied returns a deep copy of v, which need not be addressable.
func copied(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	unshare(c)
	return c
}

// hides reports whether the struct type t refers to something by a field that
// cannot be set.
func hides(t reflect.Type) bool {
	for i := range t.NumField() {
		if f := t.Field(i); !f.IsExported() {
			switch f.Type.Kind() {
			case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Struct:
				return true
			}
		}
	}
	return false
}

// retell sets v to what its methods make of its text, if that is the same
// value: it is how to copy what hides memory that it writes to.
func retell(v reflect.Value) (done bool) {
	if !readsText(v.Type()) || !reflect.PointerTo(v.Type()).Implements(textMarshaler) {
		return false
	}
	_, _ = apart(func() {
		told, c := reflect.New(v.Type()), reflect.New(v.Type())
		told.Elem().Set(v)
		text, err := told.Interface().(encoding.TextMarshaler).MarshalText()
		if err == nil && c.Interface().(encoding.TextUnmarshaler).UnmarshalText(text) == nil && diff("", v, c.Elem()) == nil {
			v.Set(c.Elem())
			done = true
		}
	})
	return done
}

// truncate sets the length of every slice below v to zero and leaves its
// elements in the capacity, as code that reuses a target does.
func truncate(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			truncate(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			truncate(v.Index(i))
		}
		if v.CanSet() && !v.IsNil() {
			v.Set(v.Slice(0, 0))
		}
	case reflect.Interface:
		if e := v.Elem(); e.IsValid() && e.Kind() == reflect.Pointer {
			truncate(e)
		}
	case reflect.Array:
		for i := range v.Len() {
			truncate(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == timeType {
			return
		}
		for i := range v.NumField() {
			truncate(v.Field(i))
		}
	}
}

// A simplifier makes one of the many ways to make a value a little simpler: it
// visits them all in a fixed order and does the one that skip counts down to.
type simplifier struct {
	skip int
	done bool
}

// simplify does the k-th simplification of v. It reports false if v has no
// more than k.
func simplify(v reflect.Value, k int) bool {
	s := simplifier{skip: k}
	s.visit(v)
	return s.done
}

// offer runs do if it is its turn.
func (s *simplifier) offer(do func()) {
	if s.done {
		return
	}
	if s.skip > 0 {
		s.skip--
		return
	}
	do()
	s.done = true
}

func (s *simplifier) visit(v reflect.Value) {
	if s.done {
		return
	}
	if v.CanSet() && !v.IsZero() {
		s.offer(v.SetZero)
	}
	switch v.Kind() {
	case reflect.String:
		if v.CanSet() {
			s.text(v)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			s.visit(v.Elem())
		}
	case reflect.Interface:
		if e := v.Elem(); e.IsValid() && v.CanSet() {
			c := reflect.New(e.Type()).Elem()
			c.Set(e)
			s.visit(c)
			v.Set(c)
		}
	case reflect.Map:
		for _, key := range keysByText(v) {
			s.offer(func() { v.SetMapIndex(key, reflect.Value{}) })
		}
	case reflect.Slice:
		s.slice(v)
	case reflect.Array:
		for i := range v.Len() {
			s.visit(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == timeType {
			return
		}
		for i := range v.NumField() {
			s.visit(v.Field(i))
		}
	}
}

// text offers to cut the halves and then the single bytes from a string.
func (s *simplifier) text(v reflect.Value) {
	text := v.String()
	n := len(text)
	if n > 2 {
		s.offer(func() { v.SetString(text[n/2:]) })
		s.offer(func() { v.SetString(text[:n/2]) })
	}
	if n > 1 {
		for i := range min(n, 64) {
			s.offer(func() { v.SetString(text[:i] + text[i+1:]) })
		}
	}
}

func (s *simplifier) slice(v reflect.Value) {
	if v.CanSet() && v.Len() > 0 {
		for i := range min(v.Len(), 64) {
			s.offer(func() {
				short := reflect.MakeSlice(v.Type(), 0, v.Len()-1)
				short = reflect.AppendSlice(short, v.Slice(0, i))
				v.Set(reflect.AppendSlice(short, v.Slice(i+1, v.Len())))
			})
		}
	}
	if v.CanSet() && v.Cap() > v.Len() {
		s.offer(func() { v.Set(v.Slice3(0, v.Len(), v.Len())) })
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return
	}
	// Elements beyond the length are part of a reused target.
	full := v.Slice(0, v.Cap())
	for i := range full.Len() {
		s.visit(full.Index(i))
	}
}
