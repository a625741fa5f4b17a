package generator_test

import (
	"flag"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/xmlserde/xmlserde/generator"
	"github.com/xmlserde/xmlserde/plan"
)

var update = flag.Bool("update", false, "rewrite generated files")

// roots returns the types of a package that can be registered: those it
// declares, and what its aliases and the variables of an unnamed type stand for.
func roots(pkg *types.Package) []generator.Root {
	builder := plan.NewBuilder(pkg)
	var roots []generator.Root
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		typ := types.Unalias(obj.Type())
		named, ok := typ.(*types.Named)
		if ok && named.TypeParams().Len() > named.TypeArgs().Len() || plan.Builtin(typ) {
			continue
		}
		_, isType := obj.(*types.TypeName)
		_, isVar := obj.(*types.Var)
		if !isType && (ok || !isVar) {
			continue
		}
		pointer := types.NewPointer(typ)
		root := generator.Root{
			Type:      typ,
			Marshal:   builder.Build(pointer, plan.Marshal).Plan,
			Element:   builder.BuildElement(pointer, plan.Marshal).Plan,
			Unmarshal: builder.Build(pointer, plan.Unmarshal).Plan,
		}
		if root.Element != nil || root.Unmarshal != nil {
			roots = append(roots, root)
		}
	}
	return roots
}

// TestCorpus generates the corpus anew and compares with the file checked in.
func TestCorpus(t *testing.T) {
	const dir = "../internal/corpus"
	pkg := load(t, dir)
	out, err := generator.File(generator.Request{Package: pkg, Roots: roots(pkg)})
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
