package runtime

import (
	"reflect"
	"slices"
	"sync"
	"testing"
)

type (
	registeredA struct{}
	registeredB struct{}
	registeredD struct{}
	registeredC struct{ A, b int }
)

type tableSource struct{}

func (tableSource) XMLTable() *Table {
	return &Table{Package: "s", Types: []Type{{New: (*registeredD)(nil), Marshal: marks("d")}}}
}

// The code of a type, by what it appends.
func marks(s string) func(*Encoder, []byte, any) ([]byte, error) {
	return func(_ *Encoder, b []byte, _ any) ([]byte, error) { return append(b, s...), nil }
}

func marked(t *Type) string {
	if t == nil || t.Marshal == nil {
		return ""
	}
	b, _ := t.Marshal(nil, nil, nil)
	return string(b)
}

// clearRegistry empties the registry for the length of a test.
func clearRegistry(t *testing.T) {
	registry.mu.Lock()
	tables, sources, stale := registry.tables, registry.sources, registry.stale
	registry.tables, registry.sources, registry.stale = nil, nil, nil
	registry.merged.Store(nil)
	registry.mu.Unlock()
	t.Cleanup(func() {
		registry.mu.Lock()
		registry.tables, registry.sources, registry.stale = tables, sources, stale
		registry.merged.Store(nil)
		registry.mu.Unlock()
	})
}

func TestLookup(t *testing.T) {
	clearRegistry(t)
	if got := Lookup(reflect.TypeFor[registeredA]()); got != nil {
		t.Fatalf("Lookup in an empty registry = %v", got)
	}
	if got := Lookup(reflect.TypeFor[*string]()); got == nil || got.Unmarshal == nil {
		t.Fatalf("Lookup(*string) = %v", got)
	}
	Register(&Table{Package: "p", Types: []Type{{New: (*registeredA)(nil), Marshal: marks("a")}, {New: (*registeredB)(nil), Marshal: marks("b")}}})
	for typ, want := range map[reflect.Type]string{
		reflect.TypeFor[registeredA]():   "a",
		reflect.TypeFor[*registeredA]():  "a",
		reflect.TypeFor[**registeredA](): "",
		reflect.TypeFor[registeredB]():   "b",
		reflect.TypeFor[registeredC]():   "",
		nil:                              "",
	} {
		if got := marked(Lookup(typ)); got != want {
			t.Errorf("Lookup(%v) = %q, want %q", typ, got, want)
		}
	}
	Register(&Table{Package: "q", Types: []Type{{New: (*registeredC)(nil), Marshal: marks("c")}}})
	if got := marked(Lookup(reflect.TypeFor[registeredC]())); got != "c" {
		t.Errorf("after a later Register: Lookup = %q, want c", got)
	}
	RegisterSource(tableSource{})
	if got := marked(Lookup(reflect.TypeFor[registeredD]())); got != "d" {
		t.Errorf("after RegisterSource: Lookup = %q, want d", got)
	}
	RegisterSource(tableSource{})
	if got := Types("s"); len(got) != 2 {
		t.Errorf("Types(s) = %v, want a type twice", got)
	}
	want := []reflect.Type{reflect.TypeFor[registeredA](), reflect.TypeFor[registeredB]()}
	if got := Types("p"); !slices.Equal(got, want) {
		t.Errorf("Types(p) = %v, want %v", got, want)
	}
	if got := Types("r"); got != nil {
		t.Errorf("Types(r) = %v, want none", got)
	}
}

// TestLookupPrefers registers one type from several packages, in all orders.
func TestLookupPrefers(t *testing.T) {
	own := reflect.TypeFor[registeredA]().PkgPath()
	table := func(pkg string, marshal, unmarshal bool) *Table {
		typ := Type{New: (*registeredA)(nil)}
		if marshal {
			typ.Marshal = marks(pkg)
		}
		if unmarshal {
			typ.Unmarshal = func(*Scanner, any) error { panic(pkg) }
		}
		return &Table{Package: pkg, Types: []Type{typ}}
	}
	for _, test := range []struct {
		tables             []*Table
		marshal, unmarshal string
	}{
		{[]*Table{table("b", true, true), table("a", true, true), table("c", true, true)}, "a", "a"},
		{[]*Table{table("b", true, true), table("a", true, true), table(own, true, true)}, own, own},
		{[]*Table{table("b", true, true), table("a", true, false), table(own, false, false)}, "a", "b"},
		{[]*Table{table("b", true, false), table("a", false, true), table(own, false, true)}, "b", own},
		{[]*Table{table("a", false, false), table(own, false, false)}, "", ""},
	} {
		for range 6 {
			clearRegistry(t)
			n := len(test.tables)
			test.tables[0], test.tables[1], test.tables[n-1] = test.tables[1], test.tables[n-1], test.tables[0]
			for _, table := range test.tables {
				Register(table)
			}
			got := Lookup(reflect.TypeFor[*registeredA]())
			unmarshal := ""
			if got.Unmarshal != nil {
				func() {
					defer func() { unmarshal = recover().(string) }()
					_ = got.Unmarshal(nil, nil)
				}()
			}
			if marked(got) != test.marshal || unmarshal != test.unmarshal {
				t.Errorf("Lookup = %q and %q, want %q and %q", marked(got), unmarshal, test.marshal, test.unmarshal)
			}
		}
	}
}

// TestLookupPairs: what writes a type comes from one table, whole.
func TestLookupPairs(t *testing.T) {
	clearRegistry(t)
	own := reflect.TypeFor[registeredA]().PkgPath()
	element := func(*Encoder, []byte, any, *Start) ([]byte, error) { return nil, nil }
	Register(&Table{Package: "a", Types: []Type{{New: (*registeredA)(nil), Marshal: marks("a"), MarshalElement: element, PointerOnly: true}}})
	Register(&Table{Package: own, Types: []Type{{New: (*registeredA)(nil), Marshal: marks(own)}}})
	Register(&Table{Package: own, Types: []Type{{New: (*registeredB)(nil), MarshalElement: element, PointerOnly: true}}})
	Register(&Table{Package: "a", Types: []Type{{New: (*registeredB)(nil), Marshal: marks("a"), MarshalElement: element}}})
	if got := Lookup(reflect.TypeFor[registeredA]()); marked(got) != own || got.MarshalElement != nil || got.PointerOnly {
		t.Errorf("A: %q, element %t, pointer only %t", marked(got), got.MarshalElement != nil, got.PointerOnly)
	}
	if got := Lookup(reflect.TypeFor[registeredB]()); got.Marshal != nil || got.MarshalElement == nil || !got.PointerOnly {
		t.Errorf("B: %q, element %t, pointer only %t", marked(got), got.MarshalElement != nil, got.PointerOnly)
	}
}

// TestStale looks up types whose code relies on what is not so any more.
func TestStale(t *testing.T) {
	shape := func(add uint64) Shape {
		s := Shape{Type: (*registeredC)(nil)}
		s.Hash = s.hash("") + add
		return s
	}
	table := func(pkg string, contract int, shapes ...Shape) *Table {
		return &Table{Package: pkg, Contract: contract, Types: []Type{
			{New: (*registeredA)(nil), Marshal: marks("a"), Shapes: shapes},
			{New: (*registeredB)(nil), Marshal: marks("b")},
		}}
	}
	for name, test := range map[string]struct {
		tables []*Table
		stale  uint64
		found  string
	}{
		"no shapes":                {[]*Table{table("p", 0)}, 0, "a"},
		"fits":                     {[]*Table{table("p", 0, shape(0), shape(0))}, 0, "a"},
		"changed":                  {[]*Table{table("p", 0, shape(0), shape(1), shape(0))}, 1, ""},
		"two that fit":             {[]*Table{table("p", 2, shape(0)), table("q", 2, shape(0))}, 0, "a"},
		"the preferred is changed": {[]*Table{table("p", 2, shape(1)), table("q", 2, shape(0))}, 1, ""},
		"the other is changed":     {[]*Table{table("p", 2, shape(0)), table("q", 2, shape(1))}, 1, ""},
		"one contract":             {[]*Table{table("p", 0), table("q", 1)}, 0, "a"},
		"two contracts":            {[]*Table{table("p", 1), table("q", 2, shape(0))}, 2, ""},
		"three contracts":          {[]*Table{table("p", 2, shape(0)), table("q", 1), table("r", 2, shape(0))}, 2, ""},
	} {
		clearRegistry(t)
		before := ReadCounters().Stale
		for _, table := range test.tables {
			Register(table)
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for _, typ := range []reflect.Type{reflect.TypeFor[registeredA](), reflect.TypeFor[*registeredA]()} {
					if got := marked(Lookup(typ)); got != test.found {
						t.Errorf("%s: Lookup(%v) = %q, want %q", name, typ, got, test.found)
					}
				}
				Lookup(reflect.TypeFor[*registeredB]())
			})
		}
		wg.Wait()
		Register(&Table{Package: "z"})
		if got := marked(Lookup(reflect.TypeFor[registeredA]())); got != test.found {
			t.Errorf("%s: after a later Register: Lookup = %q, want %q", name, got, test.found)
		}
		if n := ReadCounters().Stale - before; n != test.stale {
			t.Errorf("%s: %d types are counted as stale, want %d", name, n, test.stale)
		}
	}
}

// TestRegistryConcurrent registers and looks up at the same time.
func TestRegistryConcurrent(t *testing.T) {
	clearRegistry(t)
	Register(&Table{Package: "p", Types: []Type{{New: (*registeredA)(nil), Marshal: marks("a")}}})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				if marked(Lookup(reflect.TypeFor[registeredA]())) != "a" {
					t.Error("a registered type is not found")
				}
			}
		})
		wg.Go(func() {
			for range 20 {
				Register(&Table{Package: "q", Types: []Type{{New: (*registeredB)(nil), Marshal: marks("b")}}})
				if marked(Lookup(reflect.TypeFor[registeredB]())) != "b" {
					t.Error("a type is not found after Register")
				}
			}
		})
	}
	wg.Wait()
}

func TestCounters(t *testing.T) {
	before := ReadCounters()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 1000 {
				CountCompiled()
				CountCompiled()
				CountFallback()
				ReadCounters()
			}
			for range 5 {
				CountDisagreement(Disagreement{Type: reflect.TypeFor[registeredA](), Offset: 7, Line: 1, Column: 8})
			}
		})
	}
	wg.Wait()
	after := ReadCounters()
	if c, f := after.Compiled-before.Compiled, after.Fallback-before.Fallback; c != 16000 || f != 8000 {
		t.Errorf("%d compiled and %d fallback are counted, want 16000 and 8000", c, f)
	}
	if d := after.Disagreements - before.Disagreements; d != 40 {
		t.Errorf("%d disagreements are counted, want 40", d)
	}
	if n := len(after.First); n != 16 || after.First[n-1].Offset != 7 {
		t.Errorf("%d disagreements are kept, want 16", n)
	}
}

func BenchmarkLookup(b *testing.B) {
	typ := reflect.TypeFor[registeredA]()
	for b.Loop() {
		Lookup(typ)
	}
}

func BenchmarkCountCompiled(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			CountCompiled()
		}
	})
}
