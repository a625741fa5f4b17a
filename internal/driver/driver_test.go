package driver_test

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/xmlserde/xmlserde/internal/driver"
)

// Depth is a fact of a package: how many packages it stands on. Marked is one of
// functions called Mark.
type (
	Depth  struct{ N int }
	Marked struct{ By string }
	// Nothing is never exported.
	Nothing struct{}
)

func (*Depth) AFact()   {}
func (*Marked) AFact()  {}
func (*Nothing) AFact() {}

// names is an analyzer that others require.
var names = &analysis.Analyzer{
	Name: "names", Doc: "names",
	Run:              func(pass *analysis.Pass) (any, error) { return pass.Pkg.Name(), nil },
	RunDespiteErrors: true,
	ResultType:       reflect.TypeFor[string](),
}

var depth = &analysis.Analyzer{
	Name: "depth", Doc: "depth",
	Requires:         []*analysis.Analyzer{names},
	FactTypes:        []analysis.Fact{new(Depth), new(Marked), new(Nothing)},
	ResultType:       reflect.TypeFor[int](),
	RunDespiteErrors: true,
	Run: func(pass *analysis.Pass) (any, error) {
		n := 0
		for _, p := range pass.Pkg.Imports() {
			d := new(Depth)
			if pass.ImportPackageFact(p, d) {
				n = max(n, d.N+1)
			}
		}
		pass.ExportPackageFact(&Depth{n})
		for _, f := range pass.Files {
			ast.Inspect(f, func(node ast.Node) bool {
				id, ok := node.(*ast.Ident)
				if !ok {
					return true
				}
				fn, ok := pass.TypesInfo.Uses[id].(*types.Func)
				m := new(Marked)
				if ok && pass.ImportObjectFact(fn, m) {
					pass.Reportf(id.Pos(), "%s, marked by %s", pass.ResultOf[names], m.By)
					pass.Reportf(id.Pos(), "%s, marked by %s", pass.ResultOf[names], m.By)
				}
				return true
			})
		}
		for _, p := range pass.Pkg.Imports() {
			if pass.ImportPackageFact(p, new(Nothing)) {
				pass.Reportf(pass.Files[0].Name.Pos(), "%s: nothing", p.Path())
			}
		}
		if mark := pass.Pkg.Scope().Lookup("Mark"); mark != nil {
			pass.ExportObjectFact(mark, &Marked{pass.Pkg.Name()})
		}
		if pass.Pkg.Name() == "wild" {
			panic("wild")
		}
		return n, nil
	},
}

const module = `
-- go.mod --
module example.com/m

go 1.26
-- a/a.go --
package a

func Mark() {}
-- b/b.go --
package b

import "example.com/m/a"

func Mark() { a.Mark() }
-- b/b_test.go --
package b

import "example.com/m/a"

func unused() { a.Mark() }
-- b/x_test.go --
package b_test

import "example.com/m/b"

func unused() { b.Mark() }
-- c/c.go --
package c

import "example.com/m/b"

func unused() { b.Mark(); undefined() }
-- d/d.go --
package d

import _ "example.com/m/e"
-- e/e.go --
package e

import _ "example.com/m/d"
-- wild/wild.go --
package wild
`

func write(t *testing.T) string {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(module)).Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestAnalyze runs an analyzer with facts and requirements over packages that
// import one another, have tests, do not type-check, or are in a circle.
func TestAnalyze(t *testing.T) {
	dir := write(t)
	for _, test := range []struct {
		name     string
		opts     driver.Options
		patterns []string
		want     []string
	}{
		{"all", driver.Options{Tests: true}, []string{"./a", "./b", "./c"}, []string{
			"example.com/m/a: depth 0",
			"example.com/m/b: depth 1",
			"b.go:5:17: b, marked by a",
			"b_test.go:5:19: b, marked by a",
			"example.com/m/b_test: depth 2",
			"x_test.go:5:19: b_test, marked by b",
			"example.com/m/c: depth 2, 1 errors",
			"c.go:5:19: c, marked by b",
		}},
		// What a package of the module imports is looked at, and not told.
		{"one", driver.Options{}, []string{"./b"}, []string{
			"example.com/m/b: depth 1",
			"b.go:5:17: b, marked by a",
		}},
		{"zero", driver.Options{ZeroFacts: true}, []string{"./b"}, []string{
			"example.com/m/b: depth 1",
			"b.go:1:9: example.com/m/a: nothing",
			"b.go:5:17: b, marked by a",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			opts := test.opts
			opts.Dir = dir
			pkgs, err := driver.Analyze(context.Background(), opts, depth, test.patterns...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, told(pkgs)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func told(pkgs []*driver.Package) []string {
	var lines []string
	for _, p := range pkgs {
		line := fmt.Sprintf("%s: depth %v", p.PkgPath, p.Result)
		if n := len(p.Errors); n > 0 {
			line += fmt.Sprintf(", %d errors", n)
		}
		lines = append(lines, line)
		for _, d := range p.Diagnostics {
			pos := p.Fset.Position(d.Pos)
			lines = append(lines, fmt.Sprintf("%s:%d:%d: %s", filepath.Base(pos.Filename), pos.Line, pos.Column, d.Message))
		}
	}
	return lines
}

// TestBroken ends where packages import each other, where an analyzer panics, and
// where nobody waits any longer.
func TestBroken(t *testing.T) {
	opts := driver.Options{Dir: write(t), Tests: true}
	pkgs, err := driver.Analyze(context.Background(), opts, depth, "./d", "./e")
	if err != nil || len(pkgs) != 2 || len(pkgs[0].Errors)+len(pkgs[1].Errors) == 0 {
		t.Errorf("a circle: %d packages, %v", len(pkgs), err)
	}
	pkgs, err = driver.Analyze(context.Background(), opts, depth, "./wild")
	if err != nil || len(pkgs) != 1 || pkgs[0].Err == nil || !strings.Contains(pkgs[0].Err.Error(), "internal error: wild") {
		t.Errorf("a panic: %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("enough"))
	if _, err = driver.Analyze(ctx, opts, depth, "./a"); err == nil {
		t.Error("no error where nobody waits")
	}
	if _, err = driver.Analyze(context.Background(), opts, depth, "./nowhere"); err != nil {
		t.Errorf("a folder that is not there: %v", err)
	}
}
