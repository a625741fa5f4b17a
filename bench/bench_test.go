package bench

import (
	"bytes"
	stdxml "encoding/xml"
	"fmt"
	"os"
	"reflect"
	"testing"

	"github.com/xmlserde/xmlserde/xml"
)

// An implementation is one library under the names of the benchmarks, so that
// benchstat compares the same names in two runs.
type implementation struct {
	unmarshal func(data []byte, v any) error
	marshal   func(v any) ([]byte, error)
	// appendTo returns a function that marshals into a buffer that is reused.
	appendTo func() func(v any) (int, error)
}

var implementations = map[string]implementation{
	"std": {
		unmarshal: stdxml.Unmarshal,
		marshal:   stdxml.Marshal,
		appendTo: func() func(v any) (int, error) {
			var buf bytes.Buffer
			return func(v any) (int, error) {
				buf.Reset()
				err := stdxml.NewEncoder(&buf).Encode(v)
				return buf.Len(), err
			}
		},
	},
	"compiled": {
		unmarshal: xml.Unmarshal,
		marshal:   xml.Marshal,
		appendTo: func() func(v any) (int, error) {
			var buf []byte
			return func(v any) (int, error) {
				var err error
				buf, err = xml.MarshalAppend(buf[:0], v)
				return len(buf), err
			}
		},
	},
}

// chosen returns the implementation that XMLSERDE_BENCH names, std or compiled.
func chosen(b *testing.B) implementation {
	name := os.Getenv("XMLSERDE_BENCH")
	if name == "" {
		name = "compiled"
	}
	impl, ok := implementations[name]
	if !ok {
		b.Fatalf("XMLSERDE_BENCH=%s: want std or compiled", name)
	}
	return impl
}

// filled returns the document of s at scale 1 and the value encoding/xml reads
// from it.
func filled(tb testing.TB, s Shape) ([]byte, any) {
	tb.Helper()
	doc := s.Doc(1)
	v := s.New()
	if err := stdxml.Unmarshal(doc, v); err != nil {
		tb.Fatalf("%s: %v", s.Name, err)
	}
	return doc, v
}

func BenchmarkUnmarshal(b *testing.B) {
	impl := chosen(b)
	for _, s := range Shapes() {
		b.Run(s.Name, func(b *testing.B) {
			doc, _ := filled(b, s)
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				if err := impl.unmarshal(doc, s.New()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMarshal(b *testing.B) {
	impl := chosen(b)
	for _, s := range Shapes() {
		b.Run(s.Name, func(b *testing.B) {
			_, v := filled(b, s)
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				out, err := impl.marshal(v)
				if err != nil {
					b.Fatal(err)
				}
				n = len(out)
			}
			b.SetBytes(int64(n))
		})
	}
}

func BenchmarkMarshalAppend(b *testing.B) {
	impl := chosen(b)
	for _, s := range Shapes() {
		b.Run(s.Name, func(b *testing.B) {
			_, v := filled(b, s)
			b.ReportAllocs()
			marshal := impl.appendTo()
			n := 0
			for b.Loop() {
				var err error
				if n, err = marshal(v); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(int64(n))
		})
	}
}

// TestSameAsStd holds both libraries to the same value and the same bytes, at
// two sizes, and makes sure that compiled code was what ran.
func TestSameAsStd(t *testing.T) {
	for _, s := range Shapes() {
		for _, scale := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s/%d", s.Name, scale), func(t *testing.T) {
				doc := s.Doc(scale)
				want, got := s.New(), s.New()
				if err := stdxml.Unmarshal(doc, want); err != nil {
					t.Fatal(err)
				}
				before := xml.Stats()
				if err := xml.Unmarshal(doc, got); err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got, want) {
					t.Error("Unmarshal: another value than encoding/xml's")
				}
				wantOut, err := stdxml.Marshal(want)
				if err != nil {
					t.Fatal(err)
				}
				gotOut, err := xml.Marshal(want)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(gotOut, wantOut) {
					t.Error("Marshal: other bytes than encoding/xml's")
				}
				after := xml.Stats()
				if after.Compiled-before.Compiled != 2 || after.Fallback != before.Fallback {
					t.Errorf("compiled code ran %d of 2 times", after.Compiled-before.Compiled)
				}
			})
		}
	}
}

// TestClone checks the floor that TestUnmarshalBytes measures against.
func TestClone(t *testing.T) {
	for _, s := range Shapes() {
		_, v := filled(t, s)
		if !reflect.DeepEqual(s.Clone(v), v) {
			t.Errorf("%s: the clone differs", s.Name)
		}
	}
}

// TestMarshalAppendAllocs demands that marshaling into a buffer that is large
// enough allocates nothing.
func TestMarshalAppendAllocs(t *testing.T) {
	for _, s := range Shapes() {
		_, v := filled(t, s)
		buf, err := xml.MarshalAppend(nil, v)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		allocs := testing.AllocsPerRun(10, func() {
			buf, _ = xml.MarshalAppend(buf[:0], v)
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations into a reused buffer, want 0", s.Name, allocs)
		}
	}
}

// TestUnmarshalBytes demands that reading a document allocates at most twice
// what a copy of the finished graph does.
func TestUnmarshalBytes(t *testing.T) {
	for _, s := range Shapes() {
		doc, v := filled(t, s)
		floor := Allocated(5, func() { s.Clone(v) })
		got := Allocated(5, func() {
			if err := xml.Unmarshal(doc, s.New()); err != nil {
				t.Fatal(err)
			}
		})
		if got.Bytes > 2*floor.Bytes {
			t.Errorf("%s: Unmarshal allocates %d B, more than twice the %d B of a clone", s.Name, got.Bytes, floor.Bytes)
		}
	}
}
