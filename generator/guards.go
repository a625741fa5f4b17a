package generator

import (
	"go/types"
	"slices"
	"strings"

	"github.com/xmlserde/xmlserde/plan"
)

// contractVersion is the contract with package runtime that generated files
// demand: see its MinVersion and MaxVersion.
const contractVersion = 1

// addNamed notes a type whose methods the file depends on.
func (f *file) addNamed(t types.Type) {
	t = types.Unalias(t)
	named, ok := t.(*types.Named)
	if !ok || ofLibrary(named) || slices.ContainsFunc(f.named, func(known types.Type) bool { return types.Identical(known, t) }) {
		return
	}
	if _, ok := named.Underlying().(*types.Pointer); ok {
		return // has no methods and cannot have any
	}
	f.named = append(f.named, t)
}

// addShape notes a struct whose fields the file depends on.
func (f *file) addShape(t types.Type) {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok && ofLibrary(named) {
		return
	}
	if !slices.ContainsFunc(f.shapes, func(known types.Type) bool { return types.Identical(known, t) }) {
		f.shapes = append(f.shapes, t)
	}
}

// ofLibrary reports whether a type is one of those that encoding/xml and the
// plan know by name.
func ofLibrary(t *types.Named) bool {
	pkg := t.Obj().Pkg()
	return pkg != nil && (pkg.Path() == "time" || pkg.Path() == "encoding/xml")
}

// stale ends the lines where the compiler reports a guard that fails.
const stale = " // stale? run: xmlserde gen"

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
		w.P()
		if named, ok := t.(*types.Named); ok {
			w.P("var _ ", speller{f.names}.structType(named.Underlying().(*types.Struct)), " = ", speller{f.names}.named(named), "{}", stale)
		}
		f.printEmbeddedShapes(w, t.Underlying().(*types.Struct))
	}
	for _, t := range f.named {
		f.printMethods(w, t.(*types.Named))
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
			w.P("var _ ", speller{f.names}.structType(unnamed), " = ", speller{f.names}.embedded(alias), "{}", stale)
		}
	}
}

// printMethods prints the guard of a type's methods: in a struct that embeds the
// type beside one of the runtime's, a method that both have is ambiguous, and
// so the struct lacks it.
func (f *file) printMethods(w *writer, t *types.Named) {
	var free []string
	for _, name := range plan.AllMethods.Names() {
		if selected, _, _ := types.LookupFieldOrMethod(t, true, f.pkg, name); selected == nil {
			free = append(free, name)
		}
	}
	embedded := speller{f.names}.named(t)
	if strings.HasPrefix(t.Obj().Name(), "Absent") {
		// The field would be called like the runtime's.
		embedded = f.names.aside(embedded, f.names.stem(t))
	}
	if !types.IsInterface(t) {
		embedded = "*" + embedded
	}
	guards := free
	if len(free) == len(plan.AllMethods.Names()) {
		guards = []string{""}
	}
	for _, guard := range guards {
		no, absent := "No"+guard, "Absent"+guard
		if guard == "" {
			no = "NoMethods"
		}
		w.P()
		w.P("var _ ", w.runtime(no), " = struct {", stale)
		w.P(embedded)
		w.P(w.runtime(absent))
		w.P("}{}")
	}
}
