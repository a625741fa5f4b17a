package sites_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/internal/sites"
)

// load loads a package of the corpus from source.
func load(t *testing.T, path string) *packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, path)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != 1 || len(pkgs[0].Syntax) == 0 {
		t.Fatalf("%s: loaded %d packages", path, len(pkgs))
	}
	return pkgs[0]
}

// TestFind compares the sites found in the corpus with its comments, line by line.
func TestFind(t *testing.T) {
	pkg := load(t, "../../testdata/src/sites")
	for _, err := range pkg.Errors {
		t.Fatal(err)
	}
	want := make(map[int]string)
	for _, f := range pkg.Syntax {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if text, ok := strings.CutPrefix(c.Text, "// site: "); ok {
					want[pkg.Fset.Position(c.Pos()).Line] = text
				}
			}
		}
	}
	if len(want) < 40 {
		t.Fatalf("the corpus has %d sites", len(want))
	}
	got := make(map[int]string)
	for _, s := range sites.Find(pkg.TypesInfo, pkg.Syntax) {
		got[pkg.Fset.Position(s.Call.Pos()).Line] += describe(pkg.Types, s)
		if s.Arg.Pos() < s.Call.Lparen || s.Arg.End() > s.Call.Rparen {
			t.Errorf("%s: the argument is not in the call", pkg.Fset.Position(s.Call.Pos()))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sites by line (-want +got):\n%s", diff)
	}
}

// describe returns a site as the comments in the corpus write it.
func describe(pkg *types.Package, s sites.Site) string {
	text := fmt.Sprintf("%s %s %s", s.Func, types.TypeString(s.Type, func(p *types.Package) string {
		if p == pkg {
			return ""
		}
		return p.Name()
	}), s.Direction)
	if s.Std {
		text += " std"
	} else {
		text += " facade"
	}
	if s.Method {
		text += " method"
	}
	if s.Element {
		text += " element"
	}
	if s.Dynamic {
		text += " dynamic"
	}
	return text
}

// TestWithoutTypes finds nothing, and survives, where little has a type.
func TestWithoutTypes(t *testing.T) {
	pkg := load(t, "../../testdata/src/sites")
	infos := map[string]*types.Info{
		"nothing": {Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}},
		"names":   {Types: map[ast.Expr]types.TypeAndValue{}, Uses: pkg.TypesInfo.Uses},
		"types":   {Types: pkg.TypesInfo.Types, Uses: map[*ast.Ident]types.Object{}},
	}
	for name, info := range infos {
		for _, s := range sites.Find(info, pkg.Syntax) {
			// An identifier has a type by its name alone.
			if _, ok := ast.Unparen(s.Arg).(*ast.Ident); !ok || name != "names" {
				t.Errorf("%s: a site at %s", name, pkg.Fset.Position(s.Arg.Pos()))
			}
		}
	}
}

// TestTables compares the tables of calls with the packages: what takes an any
// is a site, and nothing else is. A function that encoding/xml gains fails here.
func TestTables(t *testing.T) {
	// Functions with a parameter of type any that bind no value.
	unbound := map[string]bool{}
	for _, path := range []string{sites.StdPath, sites.FacadePath} {
		pkg := load(t, path)
		found := make(map[string]bool)
		check := func(fn *types.Func, shown string) {
			params := fn.Signature().Params()
			takes := false
			for v := range params.Variables() {
				if i, ok := types.Unalias(v.Type()).(*types.Interface); ok && i.Empty() {
					takes = true
				}
			}
			if known := sites.Known(fn); known != (takes && !unbound[shown]) {
				t.Errorf("%s.%s: in the tables: %t, takes an any: %t", path, shown, known, takes)
			} else if known {
				found[shown] = true
			}
		}
		for _, name := range pkg.Types.Scope().Names() {
			if !ast.IsExported(name) {
				continue
			}
			switch obj := pkg.Types.Scope().Lookup(name).(type) {
			case *types.Func:
				check(obj, name)
			case *types.TypeName:
				if named, ok := types.Unalias(obj.Type()).(*types.Named); ok {
					for m := range named.Methods() {
						if m.Exported() {
							check(m, name+"."+m.Name())
						}
					}
				}
			}
		}
		if len(found) < 7 {
			t.Errorf("%s: only %v in the tables", path, found)
		}
	}
}
