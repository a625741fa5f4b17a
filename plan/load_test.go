package plan

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// std imports packages of the standard library, each once.
var std = importer.Default()

// corpusPackage returns the package of corpus_test.go and calls_corpus_test.go as
// go/types sees it.
var corpusPackage = sync.OnceValues(func() (*types.Package, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range []string{"corpus_test.go", "calls_corpus_test.go"} {
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	conf := types.Config{Importer: std}
	return conf.Check(reflect.TypeFor[leaf]().PkgPath(), fset, files, nil)
})

// twin returns the type of go/types that rt is, which must be a type that the
// corpus declares.
func twin(t testing.TB, rt reflect.Type) types.Type {
	t.Helper()
	pkg, err := corpusPackage()
	if err != nil {
		t.Fatal(err)
	}
	expr := strings.ReplaceAll(rt.String(), pkg.Path()+".", "")
	expr = strings.ReplaceAll(expr, "plan.", "")
	tv, err := types.Eval(token.NewFileSet(), pkg, token.NoPos, expr)
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	return tv.Type
}
