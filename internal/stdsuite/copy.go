package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// leftOut are the tests that are not copied, with the function that is all they
// try: encoding/xml does not export it, and the drop-in has none like it.
var leftOut = map[string]string{
	"TestIsInCharacterRange": "isInCharacterRange",
	"TestIsValidDirective":   "isValidDirective",
	"TestProcInstEncoding":   "procInst",
}

//go:embed shim.txt
var shim []byte

// copySuite makes folder a module that depends on the repository at tree, with
// the test files, the shim and the names of encoding/xml.
func copySuite(folder, tree string, elements bool) error {
	if err := writeModule(folder, tree); err != nil {
		return err
	}
	if err := writeFile(folder, "suite_shim_test.go", shim); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", stdPath, "*_test.go"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("no tests of %s in %s", stdPath, build.Default.GOROOT)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if src, err = rewrite(filepath.Base(name), src, elements); err != nil {
			return err
		}
		if err := writeFile(folder, filepath.Base(name), src); err != nil {
			return err
		}
	}
	return writeNames(folder, elements)
}

func writeModule(folder, tree string) error {
	sums, err := os.ReadFile(filepath.Join(tree, "go.sum"))
	if err != nil {
		return err
	}
	if err := writeFile(folder, "go.sum", sums); err != nil {
		return err
	}
	// The language of the tests is that of the Go they come with.
	language := strings.TrimPrefix(runtime.Version(), "go")
	if parts := strings.SplitN(language, ".", 3); len(parts) == 3 {
		language = parts[0] + "." + parts[1]
	}
	return writeFile(folder, "go.mod", fmt.Appendf(nil, "module %s\n\ngo %s\n\nrequire %s v0.0.0\n\nreplace %[3]s => %s\n",
		suitePath, language, modulePath, strconv.Quote(tree)))
}

// An edit replaces what is between two places of a file.
type edit struct {
	from, to token.Pos
	text     string
}

// rewrite returns a test file as the copy has it: without the tests that are
// left out, and with encoding/xml imported from the copy.
func rewrite(name string, src []byte, elements bool) ([]byte, error) {
	src, err := apply(name, src, func(f *ast.File) []edit {
		var edits []edit
		prefix := "" // of what the drop-in exports
		for _, spec := range f.Imports {
			if spec.Path.Value == strconv.Quote(stdPath) {
				prefix = "xml."
				edits = append(edits, edit{spec.Path.Pos(), spec.Path.End(), strconv.Quote(suitePath)})
			}
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if _, out := leftOut[fn.Name.Name]; out && fn.Recv == nil {
				edits = append(edits, edit{fn.Pos(), fn.End(), ""})
				continue
			}
			edits = append(edits, inside(fn, prefix, elements)...)
		}
		return edits
	})
	if err != nil {
		return nil, err
	}
	return apply(name, src, unused)
}

// inside returns the edits in a function.
func inside(fn *ast.FuncDecl, prefix string, elements bool) []edit {
	var edits []edit
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			// TestClose looks at a field of the encoder, to log it.
			if call, ok := n.X.(*ast.CallExpr); ok && len(call.Args) == 1 && types.ExprString(call.Args[0]) == "enc.p.closed" {
				edits = append(edits, edit{n.Pos(), n.End(), ""})
			}
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if elements && ok && len(n.Args) == 2 && (sel.Sel.Name == "DecodeElement" || sel.Sel.Name == "EncodeElement") {
				call := prefix + sel.Sel.Name + "(" + types.ExprString(sel.X) + ", "
				edits = append(edits, edit{n.Pos(), n.Args[0].Pos(), call})
			}
		}
		return true
	})
	return edits
}

// unused returns the edits that blank imports without a use, which tests that
// are left out have had.
func unused(f *ast.File) []edit {
	used := make(map[string]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	var edits []edit
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if spec.Name == nil && !used[path[strings.LastIndex(path, "/")+1:]] {
			edits = append(edits, edit{spec.Pos(), spec.Pos(), "_ "})
		}
	}
	return edits
}

// apply returns a file with the edits that find finds in it.
func apply(name string, src []byte, find func(*ast.File) []edit) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	edits := find(f)
	slices.SortFunc(edits, func(a, b edit) int { return int(a.from - b.from) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(src[at:fset.Position(e.from).Offset])
		out.WriteString(e.text)
		at = fset.Position(e.to).Offset
	}
	out.Write(src[at:])
	return out.Bytes(), nil
}

// writeNames writes the file that gives the package the names of encoding/xml,
// but for the functions that the shim wraps. They are the drop-in's.
func writeNames(folder string, elements bool) error {
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps,
		Dir:  folder,
	}, stdPath, facadePath)
	if err != nil {
		return err
	}
	scopes := make(map[string]*types.Scope)
	for _, p := range loaded {
		for _, e := range p.Errors {
			return e
		}
		scopes[p.PkgPath] = p.Types.Scope()
	}
	wrapped, err := wrappedNames()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "package xml\n\nimport facade %q\n\n", facadePath)
	for _, name := range scopes[stdPath].Names() {
		if !token.IsExported(name) || wrapped[name] {
			continue
		}
		switch obj := scopes[facadePath].Lookup(name).(type) {
		case nil:
			return fmt.Errorf("%s has no %s", facadePath, name)
		case *types.TypeName:
			fmt.Fprintf(&b, "type %s = facade.%[1]s\n", name)
		case *types.Const:
			fmt.Fprintf(&b, "const %s = facade.%[1]s\n", name)
		case *types.Var, *types.Func:
			fmt.Fprintf(&b, "var %s = facade.%[1]s\n", name)
		default:
			return fmt.Errorf("%v", obj)
		}
	}
	fmt.Fprintf(&b, "const suiteElements = %t\n", elements)
	if elements {
		b.WriteString("var DecodeElement = facade.DecodeElement\nvar EncodeElement = facade.EncodeElement\n")
	}
	src, err := format.Source(b.Bytes())
	if err != nil {
		return err
	}
	return writeFile(folder, "names.go", src)
}

// wrappedNames returns the names of the functions in the shim.
func wrappedNames() (map[string]bool, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "shim.go", shim, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	names := make(map[string]bool)
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil {
			names[fn.Name.Name] = true
		}
	}
	return names, nil
}
