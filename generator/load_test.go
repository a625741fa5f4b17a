package generator_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"
)

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

// An importer knows the packages that test sources import.
type importer map[string]*types.Package

func (i importer) Import(path string) (*types.Package, error) {
	if pkg := i[path]; pkg != nil {
		return pkg, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// imports loads packages, with all they import.
func imports(t testing.TB, paths ...string) importer {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps,
	}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	known := make(importer)
	packages.Visit(pkgs, nil, func(pkg *packages.Package) {
		for _, err := range pkg.Errors {
			t.Fatal(err)
		}
		known[pkg.PkgPath] = pkg.Types
	})
	return known
}

// check type-checks the package at an import path, made of these files.
func (i importer) check(path string, sources ...string) (*types.Package, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for n, source := range sources {
		file, err := parser.ParseFile(fset, fmt.Sprintf("file%d.go", n), source, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return (&types.Config{Importer: i}).Check(path, fset, files, nil)
}
