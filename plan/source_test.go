package plan

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// A program is packages that are checked from source, by import path.
type program map[string]*types.Package

// Import returns a package of the program or of the standard library.
func (p program) Import(path string) (*types.Package, error) {
	if pkg, ok := p[path]; ok {
		return pkg, nil
	}
	return std.Import(path)
}

// check adds the package of one file to the program. The packages it imports
// are in it already.
func (p program) check(t testing.TB, path, src string) (*types.Package, *ast.File, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path+".go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue),
		Defs:  make(map[*ast.Ident]types.Object),
	}
	pkg, err := (&types.Config{Importer: p}).Check(path, fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	p[path] = pkg
	return pkg, file, info
}

// A site is a call of Marshal or Unmarshal.
type site struct {
	typ types.Type
	dir Direction
}

func sites(file *ast.File, info *types.Info) []site {
	var list []site
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch types.ExprString(call.Fun) {
		case "xml.Marshal":
			list = append(list, site{info.TypeOf(call.Args[0]), Marshal})
		case "xml.Unmarshal":
			list = append(list, site{info.TypeOf(call.Args[1]), Unmarshal})
		}
		return true
	})
	return list
}

// String returns the verdict as a golden file has it.
func (v Verdict) String() string {
	if v.Accepted() {
		return Dump(v.Plan)
	}
	s := ""
	for _, r := range v.Refusals {
		s += fmt.Sprintln(r)
	}
	return s
}
