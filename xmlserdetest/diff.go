package xmlserdetest

import (
	"fmt"
	"math"
	"reflect"

	"github.com/xmlserde/xmlserde/xml"
)

// A difference is the first place where two values differ.
type difference struct {
	path      string
	want, got string
	// valid tells that encoding/xml returned without an error.
	valid bool
}

// diff compares two values of one type deeply, unexported fields included. Nil
// and empty slices differ, NaN equals NaN, and zero differs from minus zero.
// It returns nil if the values are equal. Of the decoders and encoders that
// methods keep it compares whether there are any.
func diff(path string, want, got reflect.Value) *difference {
	return (&differ{seen: make(map[[2]uintptr]bool)}).diff(path, want, got)
}

var (
	decoderType = reflect.TypeFor[*xml.Decoder]()
	encoderType = reflect.TypeFor[*xml.Encoder]()
)

// A differ compares values that may lead back to themselves.
type differ struct {
	// seen are the pairs of pointers whose comparison has begun.
	seen map[[2]uintptr]bool
}

func (c *differ) diff(path string, want, got reflect.Value) *difference {
	differ := func() *difference {
		return &difference{path: path, want: format(want), got: format(got)}
	}
	if want.IsValid() != got.IsValid() || want.IsValid() && want.Type() != got.Type() {
		return differ()
	}
	if !want.IsValid() {
		return nil
	}
	switch want.Kind() {
	case reflect.Pointer:
		if want.UnsafePointer() == got.UnsafePointer() {
			return nil
		}
		if want.IsNil() || got.IsNil() {
			return differ()
		}
		pair := [2]uintptr{want.Pointer(), got.Pointer()}
		if c.seen[pair] || want.Type() == decoderType || want.Type() == encoderType {
			return nil
		}
		c.seen[pair] = true
		return c.diff(path, want.Elem(), got.Elem())
	case reflect.Interface:
		if want.IsNil() || got.IsNil() {
			if want.IsNil() && got.IsNil() {
				return nil
			}
			return differ()
		}
		return c.diff(path, want.Elem(), got.Elem())
	case reflect.Struct:
		for i := range want.NumField() {
			if d := c.diff(path+"."+want.Type().Field(i).Name, want.Field(i), got.Field(i)); d != nil {
				return d
			}
		}
		return nil
	case reflect.Slice, reflect.Array:
		if want.Kind() == reflect.Slice && want.IsNil() != got.IsNil() || want.Len() != got.Len() {
			return differ()
		}
		for i := range want.Len() {
			if d := c.diff(fmt.Sprintf("%s[%d]", path, i), want.Index(i), got.Index(i)); d != nil {
				return d
			}
		}
		return nil
	case reflect.Map:
		if want.IsNil() != got.IsNil() || want.Len() != got.Len() {
			return differ()
		}
		for _, k := range want.MapKeys() {
			if d := c.diff(fmt.Sprintf("%s[%s]", path, format(k)), want.MapIndex(k), got.MapIndex(k)); d != nil {
				return d
			}
		}
		return nil
	case reflect.Float32, reflect.Float64:
		if !sameFloat(want.Float(), got.Float()) {
			return differ()
		}
		return nil
	case reflect.Complex64, reflect.Complex128:
		a, b := want.Complex(), got.Complex()
		if !sameFloat(real(a), real(b)) || !sameFloat(imag(a), imag(b)) {
			return differ()
		}
		return nil
	case reflect.Chan:
		// A method may make its own.
		if want.IsNil() != got.IsNil() || want.Cap() != got.Cap() || want.Len() != got.Len() {
			return differ()
		}
		return nil
	case reflect.UnsafePointer, reflect.Func:
		if want.Pointer() != got.Pointer() {
			return differ()
		}
		return nil
	default:
		if !want.Equal(got) {
			return differ()
		}
		return nil
	}
}

// sameFloat reports whether a and b are the same, or are both NaN.
func sameFloat(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}
