package generator

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/xmlserde/xmlserde/plan"
)

// contractVersion is the contract with package runtime that generated files
// demand: see its MinVersion and MaxVersion.
const contractVersion = 2

// addNamed notes a type whose methods the file depends on, which a pointer
// to it has as well.
func (f *file) addNamed(t types.Type) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || f.unguarded(named) || knows(f.named, t) {
		return
	}
	if _, ok := named.Underlying().(*types.Pointer); ok {
		return // has no methods and cannot have any
	}
	f.named = append(f.named, t)
}

// addShape notes a type of which the file depends on what it is declared to be.
func (f *file) addShape(t types.Type) {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok && (f.unguarded(named) || !plan.Spellable(f.pkg, named)) || knows(f.shapes, t) {
		return
	}
	f.shapes = append(f.shapes, t)
}

func knows(list []types.Type, t types.Type) bool {
	return slices.ContainsFunc(list, func(known types.Type) bool { return types.Identical(known, t) })
}

// unguarded reports whether no guard is printed for a type: it is not compared, or
// it is one of Go's own. Those can differ between the versions of Go that compile a
// file, which would break programs that cannot generate it anew, and so they are
// compared at run time.
func (f *file) unguarded(t *types.Named) bool {
	return f.uncompared(t) || f.ofGo(t.Obj().Pkg())
}

// uncompared reports whether the file takes a type for what it is: it is
// predeclared, or encoding/xml and the plan know it by name, or the file cannot name
// it and knows it as part of the shape of what embeds it.
func (f *file) uncompared(t *types.Named) bool {
	return t.Obj().Pkg() == nil || ofLibrary(t) || !plan.Nameable(f.pkg, t)
}

// ofLibrary reports whether a type is one of those that encoding/xml and the
// plan know by name.
func ofLibrary(t *types.Named) bool {
	pkg := t.Obj().Pkg()
	return pkg != nil && (pkg.Path() == "time" || pkg.Path() == "encoding/xml")
}

// ofGo reports whether pkg is of the standard library, as far as its path
// shows: the file's own module can have a name without a dot as well.
func (f *file) ofGo(pkg *types.Package) bool {
	first, _, _ := strings.Cut(pkg.Path(), "/")
	own, _, _ := strings.Cut(f.pkg.Path(), "/")
	return !strings.Contains(first, ".") && first != own && !f.names.own(pkg)
}

// stale returns the end of the lines where the compiler reports a guard that fails.
func (w *writer) stale() string {
	if w.names.region {
		return " // stale? run: xmlserde gen -inline"
	}
	return " // stale? run: xmlserde gen"
}

// printGuards prints the declarations that no longer compile when the file is
// older than the types it was made for, or does not fit the runtime.
func (f *file) printGuards(w *writer) {
	version := w.runtime("EnforceVersion")
	w.P()
	w.P("// The contract between this file and package runtime.")
	w.P("const (")
	w.P("_ = ", version, "(", contractVersion, " - ", w.runtime("MinVersion"), ")")
	w.P("_ = ", version, "(", w.runtime("MaxVersion"), " - ", contractVersion, ")")
	w.P(")")
	w.P()
	w.P("// A line below does not compile if its type has changed since this file was generated.")
	for _, t := range f.shapes {
		f.printShape(w, t)
	}
	for _, t := range f.named {
		f.printMethods(w, t.(*types.Named))
	}
}

// printShape prints the guard of what a type is declared to be. Assignments
// compare the tags of structs, which conversions do not.
func (f *file) printShape(w *writer, t types.Type) {
	named, ok := t.(*types.Named)
	fields, isStruct := t.Underlying().(*types.Struct)
	switch {
	case ok && isStruct:
		w.P()
		w.P("var _ ", speller{f.names}.structType(fields), " = ", speller{f.names}.named(named), "{}", w.stale())
	case ok:
		w.P()
		w.P("var _ = (*", speller{f.names}.typ(named.Underlying()), ")((*", speller{f.names}.named(named), ")(nil))", w.stale())
	}
	if isStruct {
		f.printEmbeddedShapes(w, fields)
	}
}

// printEmbeddedShapes prints guards for the unnamed structs that t embeds by an
// alias: in the shape of t there is only the alias.
func (f *file) printEmbeddedShapes(w *writer, t *types.Struct) {
	for field := range t.Fields() {
		typ := field.Type()
		if p, ok := typ.(*types.Pointer); ok {
			typ = p.Elem()
		}
		alias, ok := typ.(*types.Alias)
		if !field.Embedded() || !ok {
			continue
		}
		if unnamed, ok := types.Unalias(alias).(*types.Struct); ok {
			w.P("var _ ", speller{f.names}.structType(unnamed), " = ", speller{f.names}.embedded(alias), "{}", w.stale())
		}
	}
}

// A guarded is one of the six methods and how a type may have it.
type guarded struct {
	name string
	// path and iface name the interface that demands the method.
	path, iface string
}

// guardedMethods are the six, in the order of the plan's constants.
var guardedMethods = []guarded{
	{"MarshalXML", "encoding/xml", "Marshaler"},
	{"UnmarshalXML", "encoding/xml", "Unmarshaler"},
	{"MarshalXMLAttr", "encoding/xml", "MarshalerAttr"},
	{"UnmarshalXMLAttr", "encoding/xml", "UnmarshalerAttr"},
	{"MarshalText", "encoding", "TextMarshaler"},
	{"UnmarshalText", "encoding", "TextUnmarshaler"},
}

// printMethods prints the guards of a type's methods. In a struct that embeds
// the type beside one of the runtime's, a method that both have is ambiguous,
// and so the struct lacks it: that is how a method is kept away. A method that is
// there is demanded of the struct, which has those of *T if it embeds a *T, and
// those of T alone if it embeds a T. No declaration can keep a method of *T
// from becoming one of T, but then encoding/xml calls it where it did, and in
// values it was not to be called on, which are not ours.
func (f *file) printMethods(w *writer, t *types.Named) {
	var free, pointer, value []guarded
	methods := plan.MethodsOf(t)
	for i, method := range guardedMethods {
		selected, index, _ := types.LookupFieldOrMethod(t, true, f.pkg, method.name)
		bit := plan.MethodSet(1) << i
		switch {
		case methods.Value&bit != 0:
			value = append(value, method)
		case methods.Pointer&bit != 0:
			pointer = append(pointer, method)
		case selected == nil || len(index) > 1:
			// What is promoted but is not the method, or is there twice, stands
			// deeper than one of the type's own would.
			free = append(free, method)
		default:
			f.printSignature(w, t, selected)
		}
	}
	if types.IsInterface(t) {
		f.printMethodGuard(w, t, "", append(value, pointer...), free)
		return
	}
	// An embedded pointer also shows that the type is no interface.
	if len(pointer)+len(free) == 0 {
		f.printMethodGuard(w, t, "*", value, nil)
	}
	f.printMethodGuard(w, t, "*", pointer, free)
	f.printMethodGuard(w, t, "", value, nil)
}

// printMethodGuard prints a guard for methods that a type has, or a pointer to it
// if star is "*", and for methods that neither has.
func (f *file) printMethodGuard(w *writer, t *types.Named, star string, present, absent []guarded) {
	if len(present)+len(absent) == 0 {
		return
	}
	var demands, embedded []string
	if len(absent) == len(guardedMethods) {
		demands, embedded = []string{w.runtime("NoMethods")}, []string{w.runtime("Absent")}
		absent = nil
	}
	for _, method := range present {
		demands = append(demands, w.std(method.path, method.iface))
	}
	for _, method := range absent {
		demands = append(demands, w.runtime("No"+method.name))
		embedded = append(embedded, w.runtime("Absent"+method.name))
	}
	typ := speller{f.names}.named(t)
	if strings.HasPrefix(t.Obj().Name(), "Absent") {
		// The field would be called like the runtime's.
		typ = f.names.aside(typ, f.names.stem(t))
	}
	w.P()
	if len(demands) == 1 {
		w.P("var _ ", demands[0], " = struct {", w.stale())
	} else {
		w.P("var _ interface {")
		for _, demand := range demands {
			w.P(demand)
		}
		w.P("} = struct {", w.stale())
	}
	w.P(star, typ)
	for _, absent := range embedded {
		w.P(absent)
	}
	w.P("}{}")
}

// printSignature prints the guard of a method that is called like one of the six
// and has another signature: with theirs encoding/xml would call it.
func (f *file) printSignature(w *writer, t *types.Named, selected types.Object) {
	method, ok := selected.(*types.Func)
	if !ok || types.IsInterface(t) || !plan.Spellable(f.pkg, method.Signature()) {
		return // a field, which is in the shape; the shape of an interface has its methods
	}
	typ := speller{f.names}.named(t)
	receiver := types.NewParam(token.NoPos, nil, "", types.NewPointer(t))
	params := append([]*types.Var{receiver}, slices.Collect(method.Signature().Params().Variables())...)
	signature := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), method.Signature().Results(), method.Signature().Variadic())
	w.P()
	w.P("var _ ", speller{f.names}.typ(signature), " = (*", typ, ").", method.Name(), w.stale())
}
