package runtime

import (
	"reflect"
	"sync"
	"sync/atomic"
)

// A Type is the compiled code of one type.
type Type struct {
	// New is a nil *T: it names T in a table that is static data.
	New any
	// Marshal appends the document of v, a T or a *T, to b and returns b. It
	// writes nothing for a nil *T. It is nil if T was refused for marshaling.
	Marshal func(e *Encoder, b []byte, v any) ([]byte, error)
	// MarshalElement is Marshal for a value whose element begins as start says.
	// It is nil if T was refused for marshaling, and may be there where Marshal
	// is not: for a T without a name of its own.
	MarshalElement func(e *Encoder, b []byte, v any, start *Start) ([]byte, error)
	// Unmarshal reads the element whose start tag s has just read into v, a
	// *T that is not nil. It is nil if T was refused for unmarshaling.
	Unmarshal func(s *Scanner, v any) error
	// PointerOnly tells that Marshal and MarshalElement must be given a *T:
	// encoding/xml writes a T otherwise, because it cannot call methods of
	// *T on a copy.
	PointerOnly bool
	// Shapes are the types that the code relies on and the compiler cannot hold to
	// what they were when it was generated.
	Shapes []Shape

	unmarshaler bool // *T has an UnmarshalXML method
}

// A Shape is what a type was when code that relies on it was generated.
type Shape struct {
	// Type is a nil *T.
	Type any
	// Hash is the hash of T's name, the methods of T and *T that encoding/xml calls,
	// and what T is declared to be.
	Hash uint64
	// Methods tells that T is left to its methods, and the hash is without what T
	// is declared to be.
	Methods bool
}

// A Table is what one generated file registers.
type Table struct {
	// Package is the import path of the file's package.
	Package string
	// Contract is the contract of the file's code, 0 for the first: see
	// [EnforceVersion].
	Contract int
	// Types are the types compiled in the file, each once.
	Types []Type
}

var registry struct {
	mu     sync.Mutex
	tables []*Table
	// sources lead to more tables.
	sources []any
	// stale are the types that have been counted as stale.
	stale map[reflect.Type]bool
	// merged is nil while a table waits to be merged. The map it points to
	// has T and *T as keys and is never written again.
	merged atomic.Pointer[map[reflect.Type]*entry]
}

// RegisterSource adds the types of one generated file, whose init calls it with a
// value that has a method
//
//	XMLTable() *Table
//
// It only notes the value. The linker sees that nothing calls the method in a
// program that never looks for generated code, and leaves out the method, the
// table and all the code it leads to. That is why source is an any: an interface
// with the method would keep it alive.
//
// Several tables may hold a type. For each direction the table of the package
// that declares the type wins, then the one with the lowest import path. Tables
// that rely on different contracts or shapes leave the type to encoding/xml.
func RegisterSource(source any) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	registry.sources = append(registry.sources, source)
	registry.merged.Store(nil)
}

// allTables returns the tables registered so far. The registry must be locked.
func allTables() []*Table {
	for _, source := range registry.sources {
		registry.tables = append(registry.tables, source.(interface{ XMLTable() *Table }).XMLTable())
	}
	registry.sources = nil
	return registry.tables
}

// Register adds the types of one generated file of the first contract, whose
// init calls it. It only notes the table, which must not be changed afterwards.
func Register(t *Table) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	registry.tables = append(registry.tables, t)
	registry.merged.Store(nil)
}

// Lookup returns the code of T, where t is T or *T: compiled code, or what this
// package has itself for T. It returns nil if there is none, or if a type that
// it relies on is not what it was when the code was generated. It costs one
// lock-free read after the first call for t that follows a [RegisterSource].
func Lookup(t reflect.Type) *Type {
	m := registry.merged.Load()
	if m == nil {
		m = merge()
	}
	e := (*m)[t]
	if e == nil {
		return builtin(t)
	}
	if e.state.Load() == fits {
		return &e.Type
	}
	return e.check()
}

// Types returns the types that the tables of the package with this import path
// hold, in the order of the tables, for tests that go through all of them.
func Types(pkg string) []reflect.Type {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	var types []reflect.Type
	for _, table := range allTables() {
		if table.Package != pkg {
			continue
		}
		for i := range table.Types {
			types = append(types, reflect.TypeOf(table.Types[i].New).Elem())
		}
	}
	return types
}

// A source tells where the code of a type comes from, to decide between two.
type source struct {
	pkg      string
	declared bool // pkg declares the type
}

// before reports whether code from s is preferred to code from o.
func (s source) before(o source) bool {
	if s.declared != o.declared {
		return s.declared
	}
	return s.pkg < o.pkg
}

// An entry is the code of one type, put together from all tables.
type entry struct {
	Type
	typ                reflect.Type
	marshal, unmarshal source
	contract           int
	shapes             []ownedShape
	// state is what is known of the code: unchecked, fits or stale.
	state atomic.Uint32
}

// An ownedShape is a shape as the package with this import path has it.
type ownedShape struct {
	Shape
	pkg string
}

const (
	unchecked uint32 = iota
	fits
	stale
)

// check returns the code of e unless it is stale.
func (e *entry) check() *Type {
	if e.state.Load() == unchecked {
		state := fits
		for _, s := range e.shapes {
			if s.hash(s.pkg) != s.Hash {
				state = stale
			}
		}
		e.state.CompareAndSwap(unchecked, state)
	}
	if e.state.Load() == fits {
		return &e.Type
	}
	registry.mu.Lock()
	defer registry.mu.Unlock()
	if !registry.stale[e.typ] {
		if registry.stale == nil {
			registry.stale = make(map[reflect.Type]bool)
		}
		registry.stale[e.typ] = true
		stats.stale.Add(1)
	}
	return nil
}

// merge builds the map of all tables registered so far.
func merge() *map[reflect.Type]*entry {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	if m := registry.merged.Load(); m != nil {
		return m
	}
	tables := allTables()
	n := 0
	for _, table := range tables {
		n += len(table.Types)
	}
	entries := make([]entry, n)
	m := make(map[reflect.Type]*entry, 2*n)
	for _, table := range tables {
		for i := range table.Types {
			t := &table.Types[i]
			typ := reflect.TypeOf(t.New).Elem()
			e := m[typ]
			if e == nil {
				e, entries = &entries[0], entries[1:]
				e.New, e.typ, e.contract = t.New, typ, table.contract()
				e.state.Store(fits)
				pointer := reflect.PointerTo(typ)
				e.unmarshaler = pointer.Implements(unmarshalerType)
				m[typ], m[pointer] = e, e
			}
			e.add(t, table)
		}
	}
	registry.merged.Store(&m)
	return &m
}

// add merges what a table holds of the type of e.
func (e *entry) add(t *Type, table *Table) {
	from := source{table.Package, e.typ.PkgPath() == table.Package}
	if t.Marshal != nil || t.MarshalElement != nil {
		if e.marshal == (source{}) || from.before(e.marshal) {
			e.Marshal, e.MarshalElement, e.PointerOnly, e.marshal = t.Marshal, t.MarshalElement, t.PointerOnly, from
		}
	}
	if t.Unmarshal != nil && (e.unmarshal == source{} || from.before(e.unmarshal)) {
		e.Unmarshal, e.unmarshal = t.Unmarshal, from
	}
	for _, s := range t.Shapes {
		// Of two that differ one is not what the type is now.
		e.shapes = append(e.shapes, ownedShape{s, table.Package})
	}
	switch {
	case table.contract() != e.contract:
		e.state.Store(stale)
	case len(e.shapes) > 0:
		e.state.CompareAndSwap(fits, unchecked)
	}
}

// contract is the contract of the table's code.
func (t *Table) contract() int { return max(t.Contract, 1) }
