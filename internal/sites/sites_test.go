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
	if s.Via != nil {
		text += " via " + s.Via.Name()
	}
	return text
}

// TestWrappers compares the sites of functions that pass parameters on, and of
// functions used as values, with the comments of another corpus.
func TestWrappers(t *testing.T) {
	pkg := load(t, "../../testdata/src/wrappers")
	for _, err := range pkg.Errors {
		t.Fatal(err)
	}
	want, got := make(map[int]string), make(map[int]string)
	for _, f := range pkg.Syntax {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if text, ok := strings.CutPrefix(c.Text, "// site: "); ok {
					want[pkg.Fset.Position(c.Pos()).Line] = text
				}
			}
		}
	}
	known := func(fn *types.Func) *sites.Wrapper {
		if fn.Pkg().Path() == "log" && fn.Name() == "Print" { // stands for a wrapper of another package
			return &sites.Wrapper{Bindings: []sites.Binding{{Param: 0, Std: true, Func: "Marshal"}}}
		}
		return nil
	}
	found, wrappers := sites.Finder{Wrappers: known, Forks: []string{"encoding/json"}}.Find(pkg.TypesInfo, pkg.Syntax)
	for _, s := range found {
		text := describe(pkg.Types, s)
		for _, mark := range []struct {
			set  bool
			text string
		}{{s.Wrapped, " wrapped"}, {s.Value, " value"}, {s.Fork, " fork"}} {
			if mark.set {
				text += mark.text
			}
		}
		line := pkg.Fset.Position(s.Arg.Pos()).Line
		if got[line] != "" {
			text = "; " + text
		}
		got[line] += text
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sites by line (-want +got):\n%s", diff)
	}
	if len(wrappers) != 10 {
		t.Errorf("%d wrappers", len(wrappers))
	}
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
			if s.Value {
				continue // names alone tell which function it is
			}
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
