package corpus

import (
	"bytes"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"math"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
	"github.com/xmlserde/xmlserde/xml"
)

// types returns all types of the corpus, in the order of the generated table.
func types() []reflect.Type { return xmlrt.Types(reflect.TypeFor[Scalars]().PkgPath()) }

// FuzzUnmarshal reads any document into any type, whose target is zero or made
// from bytes, and again into what that gave.
func FuzzUnmarshal(f *testing.F) {
	types := types() // the fuzzing engine chooses by index
	for i, t := range types {
		var doc []byte
		outcome := call(func() (err error) {
			doc, err = stdxml.Marshal(filled(t, []byte("\x01\x05hello\x00\x02<&\x03\x01\x02\x03\x04\x05\x06\x07\x08\x09")).Interface())
			return err
		})
		if outcome == "<nil>: <nil>" {
			f.Add(uint16(i), doc, []byte{})
			f.Add(uint16(i), doc, []byte("\x02\x01\x01\x01\x02ab\x01\x01"))
		}
	}
	f.Fuzz(func(t *testing.T, index uint16, doc, target []byte) {
		typ := types[int(index)%len(types)]
		std, ours := filled(typ, target), filled(typ, target)
		disagreements := xml.Stats().Disagreements
		for range 2 {
			want := call(func() error { return stdxml.Unmarshal(doc, std.Interface()) })
			got := call(func() error { return xml.Unmarshal(doc, ours.Interface()) })
			if want != got {
				t.Fatalf("%v: %q:\nencoding/xml: %s\ncompiled:     %s", typ, doc, want, got)
			}
			if diff := diff(std, ours); diff != "" {
				t.Fatalf("%v: %q:\n%s", typ, doc, diff)
			}
			if n := xml.Stats().Disagreements; n != disagreements {
				t.Fatalf("%v: %q: refused by compiled code alone", typ, doc)
			}
		}
	})
}

// FuzzMarshal writes any value of any type.
func FuzzMarshal(f *testing.F) {
	types := types() // the fuzzing engine chooses by index
	for i := range types {
		f.Add(uint16(i), []byte("\x01\x05hello\x00\x02<&\x03\x01\x02\x03\x04\x05\x06\x07\x08\x09"), "", "")
		f.Add(uint16(i), []byte("\x02\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"), "\n", "\t")
	}
	f.Fuzz(func(t *testing.T, index uint16, data []byte, prefix, indent string) {
		typ := types[int(index)%len(types)]
		p := filled(typ, data)
		for _, v := range []any{p.Interface(), p.Elem().Interface()} {
			var want, got []byte
			check := func(name string, std, ours func() ([]byte, error)) {
				t.Helper()
				wantErr := call(func() (err error) { want, err = std(); return err })
				gotErr := call(func() (err error) { got, err = ours(); return err })
				if wantErr != gotErr || !bytes.Equal(want, got) {
					t.Fatalf("%s(%#v):\nencoding/xml: %q, %s\ncompiled:     %q, %s", name, v, want, wantErr, got, gotErr)
				}
			}
			check("Marshal",
				func() ([]byte, error) { return stdxml.Marshal(v) },
				func() ([]byte, error) { return xml.Marshal(v) })
			check("MarshalIndent",
				func() ([]byte, error) { return stdxml.MarshalIndent(v, prefix, indent) },
				func() ([]byte, error) { return xml.MarshalIndent(v, prefix, indent) })
		}
	})
}

// call tells how a call ended.
func call(f func() error) (outcome string) {
	defer func() {
		if p := recover(); p != nil {
			outcome = fmt.Sprintf("panic: %v", p)
		}
	}()
	err := f()
	outcome = fmt.Sprintf("%T: %v", err, err)
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		outcome += fmt.Sprintf(", %T", inner)
	}
	return outcome
}

// diff compares two targets, NaN equal to NaN.
func diff(want, got reflect.Value) string {
	if reflect.DeepEqual(want.Interface(), got.Interface()) {
		return ""
	}
	return cmp.Diff(want.Interface(), got.Interface(), cmpopts.EquateNaNs(), cmp.Exporter(func(reflect.Type) bool { return true }))
}

// filled returns a new value of a type, made from bytes. Without bytes it is
// zero.
func filled(t reflect.Type, data []byte) reflect.Value {
	p := reflect.New(t)
	(&filler{data: data}).fill(p.Elem(), 0)
	return p
}

// heldTypes are what interfaces may hold in a value made from bytes, beside
// pointers to them.
var heldTypes = sync.OnceValue(func() []reflect.Type {
	return append([]reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[[]byte](), reflect.TypeFor[time.Time](), reflect.TypeFor[[]int](),
		reflect.TypeFor[map[string]int](), reflect.TypeFor[func()](), reflect.TypeFor[[]any](), reflect.TypeFor[**int](), reflect.TypeFor[xml.Name](),
		reflect.TypeFor[Upper](), reflect.TypeFor[Key](), reflect.TypeFor[Dict](), reflect.TypeFor[Shapes](), reflect.TypeFor[Unit](),
	}, types()...)
})

// heldBy returns the types of values that an interface can hold.
func heldBy(t reflect.Type) (held []reflect.Type) {
	for _, h := range heldTypes() {
		for _, h := range []reflect.Type{h, reflect.PointerTo(h)} {
			if h.Implements(t) {
				held = append(held, h)
			}
		}
	}
	return held
}

// A filler makes values from bytes.
type filler struct {
	data []byte
}

// byte takes one byte, 0 at the end.
func (f *filler) byte() byte {
	if len(f.data) == 0 {
		return 0
	}
	b := f.data[0]
	f.data = f.data[1:]
	return b
}

// bytes takes as many bytes as the next one says.
func (f *filler) bytes() []byte {
	n := min(int(f.byte()), len(f.data))
	b := f.data[:n]
	f.data = f.data[n:]
	return b
}

// uint takes up to eight bytes.
func (f *filler) uint() (n uint64) {
	for range f.byte() & 7 {
		n = n<<8 | uint64(f.byte())
	}
	return n
}

func (f *filler) fill(v reflect.Value, depth int) {
	if len(f.data) == 0 || depth > 20 || !v.CanSet() && v.Kind() != reflect.Struct {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.byte()&1 != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(f.uint()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(f.uint())
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(uint32(f.uint()))))
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(f.uint()))
	case reflect.String:
		v.SetString(string(f.bytes()))
	case reflect.Pointer:
		if f.byte() != 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth+1)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			text := f.bytes()
			v.Set(reflect.MakeSlice(v.Type(), len(text), len(text)))
			for i, b := range text {
				v.Index(i).SetUint(uint64(b))
			}
			return
		}
		// The elements beyond the length are stale.
		size := int(f.byte()) & 7
		stale := int(f.byte()) & 3
		v.Set(reflect.MakeSlice(v.Type(), size+stale, size+stale))
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1)
		}
		v.SetLen(size)
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Interface:
		held := heldBy(v.Type())
		if k := int(f.byte()); k > 0 && len(held) > 0 {
			e := reflect.New(held[k%len(held)]).Elem()
			f.fill(e, depth+1)
			v.Set(e)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range f.byte() & 3 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			f.fill(key, depth+1)
			f.fill(value, depth+1)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			zone := time.FixedZone("", int(int16(f.uint())))
			v.Set(reflect.ValueOf(time.Unix(int64(f.uint()), int64(f.byte())*1e6).In(zone)))
			return
		}
		for _, field := range v.Fields() {
			f.fill(field, depth+1)
		}
	}
}
