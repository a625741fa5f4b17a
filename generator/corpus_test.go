package generator_test

import (
	"flag"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/generator"
	"github.com/xmlserde/xmlserde/plan"
)

var update = flag.Bool("update", false, "rewrite generated files")

// load returns the package in a folder, type-checked with its generated file
// blanked.
func load(t testing.TB, dir string) *types.Package {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode:    packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps,
		Dir:     abs,
		Overlay: map[string][]byte{filepath.Join(abs, "xmlserde_gen.go"): []byte("package " + filepath.Base(abs) + "\n")},
	}, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range pkgs[0].Errors {
		t.Fatal(err)
	}
	return pkgs[0].Types
}

// roots returns the types of a package that can be registered: its structs, and
// what its aliases and the variables of an unnamed type stand for.
func roots(t testing.TB, pkg *types.Package) []generator.Root {
	t.Helper()
	builder := plan.NewBuilder(pkg)
	var roots []generator.Root
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		typ := types.Unalias(obj.Type())
		if named, ok := typ.(*types.Named); ok && named.TypeParams().Len() > named.TypeArgs().Len() {
			continue
		}
		_, isType := obj.(*types.TypeName)
		_, unnamed := typ.(*types.Struct)
		if _, ok := typ.Underlying().(*types.Struct); !ok || !isType && !unnamed {
			continue
		}
		marshal := builder.Build(typ, plan.Marshal)
		unmarshal := builder.Build(typ, plan.Unmarshal)
		for _, r := range append(marshal.Refusals, unmarshal.Refusals...) {
			t.Logf("%s", r)
		}
		if marshal.Accepted() || unmarshal.Accepted() {
			roots = append(roots, generator.Root{Type: typ, Marshal: marshal.Plan, Unmarshal: unmarshal.Plan})
		}
	}
	return roots
}

// TestCorpus generates the corpus anew and compares with the file checked in.
func TestCorpus(t *testing.T) {
	const dir = "../internal/corpus"
	pkg := load(t, dir)
	out, err := generator.File(generator.Request{Package: pkg, Roots: roots(t, pkg)})
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join(dir, "xmlserde_gen.go")
	if *update {
		if err := os.WriteFile(golden, out.Source, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(out.Source)); diff != "" {
		t.Errorf("stale; run: go test ./generator -run Corpus -update\n%s", diff)
	}
	t.Logf("%d types, %d functions, %d bytes", out.Types, out.Functions, len(out.Source))
}
