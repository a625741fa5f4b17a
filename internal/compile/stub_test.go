package compile_test

import (
	"fmt"
	"go/format"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/xmlserde/xmlserde/internal/sites"
)

const runtimePath = "github.com/xmlserde/xmlserde/runtime"

// TestStub compares stub.txtar with what packages runtime and xml export.
func TestStub(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps,
	}, runtimePath, sites.FacadePath, "bytes", "slices", "strconv")
	if err != nil {
		t.Fatal(err)
	}
	stub := stubber{declared: make(map[*types.TypeName]bool), decls: make(map[*types.Package][]string), imports: make(map[*types.Package]map[*types.Package]bool)}
	for _, pkg := range pkgs {
		if !ours(pkg.Types) {
			continue
		}
		scope := pkg.Types.Scope()
		for _, name := range scope.Names() {
			if obj := scope.Lookup(name); obj.Exported() {
				stub.declare(obj)
			}
		}
	}
	for path, names := range printedNames(t) {
		pkg := lookup(pkgs, path)
		if pkg == nil {
			t.Fatalf("package %s is not loaded", path)
		}
		for _, name := range names {
			stub.declare(pkg.Scope().Lookup(name))
		}
	}
	archive := txtar.Archive{Comment: []byte("What packages runtime and xml export, for the type-check of fixes. Written by\ngo test ./internal/compile -run TestStub -update\n\n")}
	byPath := func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) }
	for _, pkg := range slices.SortedFunc(maps.Keys(stub.decls), byPath) {
		var b strings.Builder
		fmt.Fprintf(&b, "package %s\n\n", pkg.Name())
		for _, imported := range slices.SortedFunc(maps.Keys(stub.imports[pkg]), byPath) {
			fmt.Fprintf(&b, "import %s %q\n", stubName(imported), imported.Path())
		}
		for _, decl := range slices.Sorted(slices.Values(stub.decls[pkg])) {
			b.WriteString("\n" + decl + "\n")
		}
		src, err := format.Source([]byte(b.String()))
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		archive.Files = append(archive.Files, txtar.File{Name: pkg.Path(), Data: src})
	}
	got := txtar.Format(&archive)
	if *update {
		if err := os.WriteFile("stub.txtar", got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("stub.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("stub.txtar is not what the packages export; run the test with -update: -want +got:\n%s", diff)
	}
}

// printedNames returns the names of the standard library that package generator
// prints, by import path.
func printedNames(t *testing.T) map[string][]string {
	sources, err := filepath.Glob("../../generator/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatal(sources, err)
	}
	names := make(map[string][]string)
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`std\("([a-z/]+)", "(\w+)"\)`).FindAllSubmatch(text, -1) {
			if path, name := string(m[1]), string(m[2]); !slices.Contains(names[path], name) {
				names[path] = append(names[path], name)
			}
		}
	}
	if len(names) < 3 {
		t.Fatalf("names of %d packages found", len(names))
	}
	return names
}

// lookup returns the package of a path that pkgs are or import.
func lookup(pkgs []*packages.Package, path string) *types.Package {
	var found *types.Package
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if p.PkgPath == path {
			found = p.Types
		}
	})
	return found
}

// A stubber writes the declarations of packages without bodies and unexported
// fields.
type stubber struct {
	declared map[*types.TypeName]bool
	decls    map[*types.Package][]string
	imports  map[*types.Package]map[*types.Package]bool
}

func stubName(pkg *types.Package) string {
	switch pkg.Path() {
	case sites.StdPath:
		return "stdxml"
	case runtimePath:
		return "xmlrt"
	}
	return pkg.Name()
}

// ours reports whether all of a package's exported API is declared.
func ours(pkg *types.Package) bool {
	return pkg.Path() == runtimePath || pkg.Path() == sites.FacadePath
}

func (s *stubber) declare(obj types.Object) {
	pkg := obj.Pkg()
	add := func(format string, args ...any) {
		s.decls[pkg] = append(s.decls[pkg], fmt.Sprintf(format, args...))
	}
	switch obj := obj.(type) {
	case *types.Const:
		typ := s.text(pkg, obj.Type())
		if basic, ok := obj.Type().(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
			typ = ""
		}
		add("const %s %s = %s", obj.Name(), typ, obj.Val().ExactString())
	case *types.Var:
		add("var %s %s", obj.Name(), s.text(pkg, obj.Type()))
	case *types.Func:
		body := ""
		if obj.Signature().TypeParams().Len() > 0 {
			body = " { panic(0) }" // package types wants one
		}
		add("func %s%s%s", obj.Name(), strings.TrimPrefix(s.text(pkg, obj.Type()), "func"), body)
	case *types.TypeName:
		if s.declared[obj] {
			return
		}
		s.declared[obj] = true
		if obj.IsAlias() {
			add("type %s = %s", obj.Name(), s.text(pkg, types.Unalias(obj.Type())))
			return
		}
		named := obj.Type().(*types.Named)
		add("type %s %s", obj.Name(), s.text(pkg, s.underlying(named)))
		if ours(pkg) {
			for m := range named.Methods() {
				if m.Exported() {
					add("func (%s) %s%s", s.text(pkg, m.Signature().Recv().Type()), m.Name(), strings.TrimPrefix(s.text(pkg, m.Type()), "func"))
				}
			}
		}
	}
}

// underlying returns what a type is declared to be, as far as fixes can see it.
func (s *stubber) underlying(t *types.Named) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		var fields []*types.Var
		for f := range u.Fields() {
			if f.Exported() && (ours(t.Obj().Pkg()) || t.Obj().Pkg().Path() == sites.StdPath) {
				fields = append(fields, f)
			}
		}
		return types.NewStruct(fields, nil)
	case *types.Interface:
		if t.Obj().Pkg().Path() == "reflect" {
			return types.NewInterfaceType(nil, nil)
		}
	}
	return t.Underlying()
}

// text returns t as package in has it, and declares the types it is made of.
func (s *stubber) text(in *types.Package, t types.Type) string {
	s.visit(t)
	return types.TypeString(t, func(pkg *types.Package) string {
		if pkg == in {
			return ""
		}
		if s.imports[in] == nil {
			s.imports[in] = make(map[*types.Package]bool)
		}
		s.imports[in][pkg] = true
		return stubName(pkg)
	})
}

func (s *stubber) visit(t types.Type) {
	switch t := t.(type) {
	case *types.Named:
		if t.Obj().Pkg() != nil {
			s.declare(t.Obj())
		}
	case *types.Alias:
		if t.Obj().Pkg() != nil {
			s.declare(t.Obj())
		}
	case *types.Pointer:
		s.visit(t.Elem())
	case *types.Slice:
		s.visit(t.Elem())
	case *types.Array:
		s.visit(t.Elem())
	case *types.Map:
		s.visit(t.Key())
		s.visit(t.Elem())
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				s.visit(v.Type())
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			s.visit(f.Type())
		}
	case *types.Interface:
		for m := range t.Methods() {
			s.visit(m.Type())
		}
	}
}
