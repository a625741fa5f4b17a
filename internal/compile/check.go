package compile

import (
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/txtar"

	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/refusal"
)

// check type-checks the package with the fix and all rewrites. If that has errors
// that the package did not have, there is no fix, or, where they are in a file
// with rewrites, its name is returned. In generated code they are errors of the
// generator.
func (f *fixer) check() (bad string, err error) {
	if f.fix.None != "" {
		f.fix.Edits, f.fix.Files = nil, nil
		return "", nil
	}
	texts, err := f.result()
	if err != nil {
		return "", f.give("it conflicts with another fix")
	}
	if len(texts) == 0 {
		return "", nil
	}
	after, parsed := f.typeErrors(texts)
	if len(after) == 0 {
		return "", nil
	}
	before, _ := f.typeErrors(nil)
	for _, e := range after {
		if slices.ContainsFunc(before, func(b types.Error) bool { return b.Msg == e.Msg }) {
			continue
		}
		name := baseName(e.Fset, e.Pos)
		switch {
		case f.hasRewrites(name) && !inGenerated(parsed, name, e.Pos):
			return name, nil
		case inGenerated(parsed, name, e.Pos):
			return "", fmt.Errorf("%s: package %s: the generated code does not compile: %s", refusal.Abandoned, f.in.Pkg.Path(), e.Msg)
		}
		return "", f.give("the result would not compile: " + e.Msg)
	}
	return "", nil
}

// give gives the fix up.
func (f *fixer) give(reason string) error {
	f.fix.Edits, f.fix.Files, f.fix.None = nil, nil, reason
	return nil
}

// hasRewrites reports whether calls of a file are to be rewritten.
func (f *fixer) hasRewrites(name string) bool {
	for call := range f.req.Rewrites {
		if f.fileOf(call.Pos()) == name {
			return true
		}
	}
	return false
}

// inGenerated reports whether a position in a parsed file is in generated code.
func inGenerated(parsed map[string]*ast.File, name string, pos token.Pos) bool {
	file := parsed[name]
	if file == nil {
		return false
	}
	region, ok := regionIn(file)
	return IsGenerated(file) || ok && region.contains(pos)
}

// result returns the texts of the files that the fix and the rewrites change, nil
// for one that goes.
func (f *fixer) result() (map[string][]byte, error) {
	edits := make(map[string][]Edit)
	for name, list := range f.fix.Edits {
		edits[name] = slices.Clone(list)
	}
	for call, list := range f.req.Rewrites {
		if f.fix.PerCall[call] != "" {
			continue
		}
		name := f.fileOf(call.Pos())
		edits[name] = append(edits[name], list...)
	}
	texts := maps.Clone(f.fix.Files)
	if texts == nil {
		texts = make(map[string][]byte)
	}
	for name, list := range edits {
		src, err := f.source(name)
		if err != nil {
			return nil, err
		}
		if texts[name], err = ApplyEdits(f.in.Fset, name, src.text, list); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// typeErrors type-checks the package with some of its files' texts replaced, or
// removed, and no file blanked. It returns the files that it has parsed.
func (f *fixer) typeErrors(texts map[string][]byte) ([]types.Error, map[string]*ast.File) {
	whole := maps.Clone(texts)
	if whole == nil {
		whole = make(map[string][]byte)
	}
	fset := token.NewFileSet() // that of the driver does not grow
	var files []*ast.File
	for _, file := range f.in.Files {
		name := f.fileOf(file.FileStart)
		if _, changed := whole[name]; changed {
			continue
		}
		if text, blanked := f.in.Generated[name]; blanked {
			whole[name] = text
			continue
		}
		fset.AddExistingFiles(f.in.Fset.File(file.FileStart))
		files = append(files, file)
	}
	var found []types.Error
	parsed := make(map[string]*ast.File)
	for _, name := range slices.Sorted(maps.Keys(whole)) {
		if whole[name] == nil {
			continue
		}
		file, err := parser.ParseFile(fset, name, whole[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			found = append(found, types.Error{Fset: fset, Msg: err.Error()})
		}
		if file != nil {
			parsed[name] = file
			files = append(files, file)
		}
	}
	conf := types.Config{
		GoVersion: f.in.Pkg.GoVersion(),
		Importer:  f.importer(),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) {
				found = append(found, e)
			}
		},
	}
	_, _ = conf.Check(f.in.Pkg.Path(), fset, files, nil)
	return found, parsed
}

//go:embed stub.txtar
var stubText []byte

// runtimePath is the import path of what generated code calls.
const runtimePath = "github.com/xmlserde/xmlserde/runtime"

// stubs are what packages runtime and xml export, and what of the standard
// library they name, by import path, parsed once: a check is made for each package.
var stubs = sync.OnceValue(func() map[string]*ast.File {
	files := make(map[string]*ast.File)
	for _, f := range txtar.Parse(stubText).Files {
		file, err := parser.ParseFile(stubPositions, f.Name, f.Data, parser.SkipObjectResolution)
		if err != nil {
			panic(err) // a test reads it
		}
		files[f.Name] = file
	}
	return files
})

var stubPositions = token.NewFileSet()

// A stubImporter imports what the package that is checked knows and, beside it,
// what generated code needs.
type stubImporter struct {
	direct, known map[string]*types.Package
	made          map[string]*types.Package
}

func (f *fixer) importer() *stubImporter {
	i := &stubImporter{
		direct: make(map[string]*types.Package),
		known:  make(map[string]*types.Package),
		made:   make(map[string]*types.Package),
	}
	for _, p := range f.in.Pkg.Imports() {
		i.direct[p.Path()] = p
	}
	var visit func(*types.Package)
	visit = func(p *types.Package) {
		if i.known[p.Path()] == nil {
			i.known[p.Path()] = p
			for _, q := range p.Imports() {
				visit(q)
			}
		}
	}
	visit(f.in.Pkg)
	return i
}

// Import returns a package. What the checked package imports is complete; of
// another there may be only what its importers' declarations name, and a stub
// has the rest.
func (i *stubImporter) Import(path string) (*types.Package, error) {
	if p := i.direct[path]; p != nil {
		return p, nil
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i.made[path]; p != nil {
		return p, nil
	}
	var parts []*types.Package
	if known := i.known[path]; known != nil {
		parts = append(parts, known)
	}
	if file := stubs()[path]; file != nil {
		stub, err := (&types.Config{Importer: i}).Check(path, stubPositions, []*ast.File{file}, nil)
		if err != nil {
			return nil, err
		}
		if path == runtimePath || path == sites.FacadePath {
			parts = nil // its types belong together
		}
		parts = append(parts, stub)
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("no package %s", path)
	}
	i.made[path] = merged(parts)
	return i.made[path], nil
}

// merged returns a package with the declarations of parts, of the first that has a
// name. It is complete, as package types wants it, whether they are or not.
func merged(parts []*types.Package) *types.Package {
	p := types.NewPackage(parts[0].Path(), parts[0].Name())
	for _, part := range parts {
		for _, name := range part.Scope().Names() {
			p.Scope().Insert(part.Scope().Lookup(name))
		}
	}
	p.MarkComplete()
	return p
}
