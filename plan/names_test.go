package plan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// A fakeImporter knows packages made from source.
type fakeImporter map[string]*types.Package

func (f fakeImporter) Import(path string) (*types.Package, error) {
	if pkg := f[path]; pkg != nil {
		return pkg, nil
	}
	return std.Import(path)
}

func (f fakeImporter) check(t *testing.T, path, source string) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: f}).Check(path, fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	f[path] = pkg
	return pkg
}

// TestSpellable asks of the types of a package what another can name, and what it can
// write down.
func TestSpellable(t *testing.T) {
	known := make(fakeImporter)
	known.check(t, "example.com/a/internal/inner", `package inner
type T struct{ A int }
type Alias = struct{ A int }
type Page[X any] struct { Item X }
`)
	known.check(t, "example.com/a", `package a
import "example.com/a/internal/inner"
type (
	Plain     struct{ A int; B []Plain }
	Hidden    struct{ A int; b int }
	hidden    struct{ A int }
	Embeds    struct{ hidden }
	Exported  struct{ Hidden }
	Inner     struct{ A inner.T }
	Alias     = inner.T
	Aliased   struct{ A Alias }
	Unnamed   struct{ inner.Alias }
	UnnamedP  struct{ A struct{ a int } }
	Own       = struct{ A int }
	EmbedsOwn struct{ Own }
	name      string
	Names     []name
	Strings   []string
	Doer      interface{ Do(Plain) (Hidden, error) }
	Closed    interface{ do() }
	Unspoken  interface{ Do(hidden) }
	Page[X any] struct{ Item X }
	Filled    = Page[Plain]
	Full      = Page[hidden]
	Deep      = inner.Page[Plain]
	Func      func(inner.T)
	Count     int
	Pointer   *hidden
)
`)
	pkg := known.check(t, "example.com/b", `package b
import "example.com/a"
type Own struct { a int; A a.Plain }
`)
	for _, test := range []struct {
		pkg, name           string
		nameable, spellable bool
	}{
		{"a", "Plain", true, true},
		{"a", "Hidden", true, false},
		{"a", "hidden", false, true},
		{"a", "Embeds", true, false},
		{"a", "Exported", true, true},
		{"a", "Inner", true, false},
		{"a", "Alias", false, true},
		{"a", "Aliased", true, false},
		{"a", "Unnamed", true, false},
		{"a", "UnnamedP", true, false},
		{"a", "EmbedsOwn", true, true},
		{"a", "Names", true, false},
		{"a", "Strings", true, true},
		{"a", "Doer", true, true},
		{"a", "Closed", true, false},
		{"a", "Unspoken", true, false},
		{"a", "Filled", true, true},
		{"a", "Full", false, false},
		{"a", "Deep", false, true},
		{"a", "Func", true, false},
		{"a", "Count", true, true},
		{"a", "Pointer", true, false},
		{"b", "Own", true, true},
	} {
		typ := known["example.com/"+test.pkg].Scope().Lookup(test.name).Type()
		if got := Nameable(pkg, typ); got != test.nameable {
			t.Errorf("%s.%s: nameable %t", test.pkg, test.name, got)
		}
		if got := Spellable(pkg, typ); got != test.spellable {
			t.Errorf("%s.%s: spellable %t", test.pkg, test.name, got)
		}
	}
}
