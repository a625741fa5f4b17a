package runtime

import (
	"encoding/xml"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

// builtinValues are values of the types that are built in, and of pointers to them.
var builtinValues = []any{
	"", "a<b", true, false, 0, -1, int8(-128), int16(300), int32(-5), int64(math.MinInt64),
	uint(7), uint8(255), uint16(9), uint32(1 << 31), uint64(math.MaxUint64), uintptr(3),
	float32(0.1), 0.1, math.NaN(), math.Inf(-1), []byte("<x>"), []byte(nil), []byte{},
	time.Time{}, time.Date(2024, 2, 29, 1, 2, 3, 4, time.UTC), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC),
	new(string), new(int), new(float32), &[]byte{'x'}, &time.Time{}, (*string)(nil), (*[]byte)(nil), (*time.Time)(nil),
}

func TestBuiltinMarshal(t *testing.T) {
	for _, v := range builtinValues {
		typ := builtin(reflect.TypeOf(v))
		if typ == nil {
			t.Fatalf("%T is not built in", v)
		}
		got, err := Marshal(typ.Marshal, v)
		want, wantErr := xml.Marshal(v)
		if string(got) != string(want) || !sameError(err, wantErr) {
			t.Errorf("%T %v: %q, %v, want %q, %v", v, v, got, err, want, wantErr)
		}
		for _, start := range []xml.StartElement{
			{Name: xml.Name{Local: "a"}},
			{Name: xml.Name{Space: "u<", Local: "a"}, Attr: []xml.Attr{{Name: xml.Name{Space: "u:x", Local: "b"}, Value: "c"}, {}}},
		} {
			got, err := Marshal(func(e *Encoder, b []byte, v any) ([]byte, error) {
				return typ.MarshalElement(e, b, v, &Start{Name: start.Name, Attr: start.Attr, Forced: true})
			}, v)
			var out strings.Builder
			wantErr := xml.NewEncoder(&out).EncodeElement(v, start)
			if !sameError(err, wantErr) || err == nil && string(got) != out.String() {
				t.Errorf("%T %v in %v: %q, %v, want %q, %v", v, v, start, got, err, out.String(), wantErr)
			}
		}
	}
}

func sameError(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Error() == b.Error() && reflect.TypeOf(a) == reflect.TypeOf(b)
}

func TestBuiltinUnmarshal(t *testing.T) {
	documents := []string{"<a></a>", "<a/>", "<a>1</a>", "<a> 2 <b>3</b></a>", "<a>x&lt;</a>", "<a>true</a>", "<a>300</a>", "<a>-1.5e3</a>",
		"<a>2024-02-29T01:02:03Z</a>", "<a>2024-02-30T01:02:03Z</a>", `<a b="1"><!--c-->4<![CDATA[5]]></a>`}
	seen := make(map[reflect.Type]bool)
	for _, v := range builtinValues {
		typ := reflect.TypeOf(v)
		if typ.Kind() == reflect.Pointer || seen[typ] {
			continue
		}
		seen[typ] = true
		for _, document := range documents {
			for _, old := range []reflect.Value{reflect.Zero(typ), reflect.ValueOf(v)} {
				got, want := reflect.New(typ), reflect.New(typ)
				got.Elem().Set(old)
				want.Elem().Set(old)
				s := NewScanner([]byte(document))
				if err := s.Root(); err != nil {
					t.Fatal(err)
				}
				err := builtin(typ).Unmarshal(s, got.Interface())
				wantErr := xml.Unmarshal([]byte(document), want.Interface())
				g, w := got.Elem().Interface(), want.Elem().Interface()
				nan := old.CanFloat() && g != g && w != w
				if !sameError(err, wantErr) || !nan && !reflect.DeepEqual(g, w) {
					t.Errorf("%v from %s: %#v, %v, want %#v, %v", typ, document, g, err, w, wantErr)
				}
			}
		}
	}
}
