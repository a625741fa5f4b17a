package compile_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/plan"
)

var update = flag.Bool("update", false, "write the want sections of testdata/*.txtar anew")

// exports finds the export data of what the test packages import.
var exports = sync.OnceValues(func() (map[string]string, error) {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedExportFile | packages.NeedImports | packages.NeedDeps,
	}, sites.StdPath, sites.FacadePath, "github.com/xmlserde/xmlserde/runtime", "strconv", "time", "io", "bytes", "strings")
	files := make(map[string]string)
	packages.Visit(pkgs, nil, func(p *packages.Package) { files[p.PkgPath] = p.ExportFile })
	return files, err
})

// A world type-checks packages that import each other. Every package has a file
// set and types of its own, seen from the importer.
type world struct {
	t    *testing.T
	fset *token.FileSet
	std  types.Importer
	pkgs map[string]*types.Package
	errs []error // type errors
}

func newWorld(t *testing.T) *world {
	files, err := exports()
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	return &world{t: t, fset: fset, pkgs: make(map[string]*types.Package), std: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("no package %s", path)
		}
		return os.Open(files[path])
	})}
}

func (w *world) Import(path string) (*types.Package, error) {
	if p := w.pkgs[path]; p != nil {
		return p, nil
	}
	return w.std.Import(path)
}

// load type-checks a package, type errors and all.
func (w *world) load(path string, sources map[string][]byte) compile.Input {
	w.t.Helper()
	in := compile.Input{
		Fset: w.fset,
		Info: &types.Info{
			Types:      make(map[ast.Expr]types.TypeAndValue),
			Defs:       make(map[*ast.Ident]types.Object),
			Uses:       make(map[*ast.Ident]types.Object),
			Selections: make(map[*ast.SelectorExpr]*types.Selection),
		},
		Holds:    func(path string) bool { return strings.HasPrefix(path, "main/") },
		ReadFile: func(name string) ([]byte, error) { return sources[name], nil },
	}
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		f, err := parser.ParseFile(w.fset, name, sources[name], parser.ParseComments)
		if f == nil {
			w.t.Fatal(err)
		}
		in.Files = append(in.Files, f)
	}
	conf := types.Config{Importer: w, Error: func(err error) { w.errs = append(w.errs, err) }}
	in.Pkg, _ = conf.Check(path, w.fset, in.Files, in.Info)
	w.pkgs[path] = in.Pkg
	return in
}

// TestCompile runs each archive of testdata. Its files are those of package
// main/p and, under directories, of the packages that p imports; the
// comment may begin with "all:". The want section tells what became of it.
func TestCompile(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := runArchive(t, archive)
			if *update {
				i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
				if i < 0 {
					i = len(archive.Files)
					archive.Files = append(archive.Files, txtar.File{Name: "want"})
				}
				archive.Files[i].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			var want string
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func runArchive(t *testing.T, archive *txtar.Archive) string {
	w := newWorld(t)
	sources := make(map[string]map[string][]byte) // by directory
	var order []string
	for _, f := range archive.Files {
		if f.Name == "want" {
			continue
		}
		dir := filepath.ToSlash(filepath.Dir(f.Name))
		if sources[dir] == nil {
			sources[dir] = make(map[string][]byte)
			order = append(order, dir)
		}
		sources[dir][filepath.Base(f.Name)] = f.Data
	}
	for _, dir := range order {
		if dir != "." {
			w.load(dir, sources[dir])
		}
	}
	in := w.load("main/p", sources["."])
	in.All = bytes.HasPrefix(archive.Comment, []byte("all: "))
	pkg := compile.NewPackage(in)
	res, err := pkg.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	w.checkRoundTrip(t, sources["."], in, res)

	var b strings.Builder
	for _, r := range pkg.Wanted() {
		fmt.Fprintf(&b, "wanted: %s%s in %s\n", show(r.Type), wants(r.Wants), r.Owner)
	}
	for _, r := range pkg.Registered() {
		fmt.Fprintf(&b, "registered: %s%s in %s\n", show(r.Type), wants(r.Wants), r.File)
	}
	for _, c := range res.Compiled {
		fmt.Fprintf(&b, "%s: %s%s\n", c.File, show(c.Type), made(c))
	}
	for _, name := range slices.Sorted(maps.Keys(res.Files)) {
		for line := range strings.Lines(string(res.Files[name])) {
			if strings.HasPrefix(line, "//go:build") {
				fmt.Fprintf(&b, "%s: %s", name, line)
			}
		}
	}
	for _, r := range res.Refused {
		fmt.Fprintf(&b, "refused: %s %s:", show(r.Type), r.Direction)
		for _, refused := range r.Refusals {
			fmt.Fprintf(&b, " %s", refused.Reason)
		}
		fmt.Fprintln(&b)
	}
	for _, name := range res.Obsolete {
		fmt.Fprintf(&b, "obsolete: %s\n", name)
	}
	return b.String()
}

func show(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == "main/p" {
			return ""
		}
		return p.Path()
	})
}

// made tells what a type has code for.
func made(c compile.Compiled) string {
	w := wants([2]bool{c.Plans[0] != nil, c.Plans[1] != nil})
	if c.Element != nil && c.Plans[0] == nil {
		w += " element"
	}
	return w
}

func wants(w [2]bool) string {
	var s string
	for _, dir := range []plan.Direction{plan.Marshal, plan.Unmarshal} {
		if w[dir] {
			s += " " + dir.String()
		}
	}
	return s
}

// checkRoundTrip adds the generated files to the package: they compile, they register what
// was compiled, they are not stale, and compiling again gives the same files, whether the driver
// shows them whole or blanked.
func (w *world) checkRoundTrip(t *testing.T, sources map[string][]byte, in compile.Input, res *compile.Result) {
	t.Helper()
	whole, blanked := maps.Clone(sources), maps.Clone(sources)
	for _, name := range res.Obsolete {
		delete(whole, name)
		delete(blanked, name)
	}
	generated := make(map[string][]byte)
	for name, src := range res.Files {
		blank, err := compile.Blank(src)
		if err != nil {
			t.Fatal(err)
		}
		whole[name], blanked[name], generated[name] = src, blank, src
	}
	for _, again := range []struct {
		how       string
		sources   map[string][]byte
		generated map[string][]byte
	}{
		{"whole", whole, nil},
		{"blanked", blanked, generated},
	} {
		w.errs = nil
		next := w.load(in.Pkg.Path(), again.sources)
		next.All, next.Generated = in.All, again.generated
		pkg := compile.NewPackage(next)
		for _, err := range w.errs {
			if file, _, _ := strings.Cut(err.Error(), ":"); res.Files[file] != nil {
				t.Errorf("%s: %v", again.how, err)
			}
		}
		registered := make(map[string][2]bool)
		for _, r := range pkg.Registered() {
			registered[r.File+": "+show(r.Type)] = r.Wants
		}
		for _, c := range res.Compiled {
			key := c.File + ": " + show(c.Type)
			wants, ok := registered[key]
			if !ok {
				t.Errorf("%s: %s is not registered", again.how, key)
			}
			for dir, node := range c.Plans {
				// What another root reaches has code in the other direction too.
				if node != nil && !wants[dir] {
					t.Errorf("%s: %s is not registered to %s", again.how, key, plan.Direction(dir))
				}
			}
			delete(registered, key)
		}
		for key := range registered {
			t.Errorf("%s: %s is registered and was not compiled", again.how, key)
		}
		if stale, err := pkg.Stale(); err != nil || len(stale) > 0 {
			t.Errorf("%s: stale: %v, %v", again.how, stale, err)
		}
		repeated, err := pkg.Compile(nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(res.Files, repeated.Files); diff != "" {
			t.Errorf("%s: compiled again: -first +second:\n%s", again.how, diff)
		}
	}
}

// TestOthers compiles what another package's calls need of a package, in another
// variant of it than the caller has seen.
func TestOthers(t *testing.T) {
	w := newWorld(t)
	sources := map[string][]byte{"q.go": []byte(`package q

type Order struct{ a int }

type Page[T any] struct{ Items []T }
`)}
	w.load("main/q", sources)
	caller := w.load("main/p", map[string][]byte{"p.go": []byte(`package p

import (
	"encoding/xml"

	"main/q"
)

type Mine struct{ A int }

func calls(b []byte) {
	xml.Unmarshal(b, new(q.Order))
	xml.Marshal(q.Page[[]*q.Order]{})
	xml.Marshal(q.Page[Mine]{})
	xml.Marshal(Mine{})
}
`)})
	sources["q_test.go"] = []byte("package q\n")
	variant := w.load("main/q", sources)
	res, err := compile.NewPackage(variant).Compile(compile.NewPackage(caller).Wanted())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range res.Compiled {
		got = append(got, show(c.Type)+wants(c.Wants))
		if named := c.Type.(*types.Named); named.Obj().Pkg() != variant.Pkg {
			t.Errorf("%s is of the variant that the caller has seen", named)
		}
	}
	want := []string{"main/q.Order unmarshal", "main/q.Page[[]*main/q.Order] marshal"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestStale tells what the generator would write anew from what only looks different.
func TestStale(t *testing.T) {
	const header = "// Code generated by xmlserde gen; DO NOT EDIT.\n\n"
	sources := map[string][]byte{"p.go": []byte(`package p

import "encoding/xml"

type Order struct{ A int }

func calls(b []byte) {
	xml.Unmarshal(b, new(Order))
}
`)}
	res, err := compile.NewPackage(newWorld(t).load("main/p", sources)).Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	fresh := string(res.Files["xmlserde_gen.go"])
	for _, test := range []struct {
		name, text string
		stale      bool
	}{
		{"as written", fresh, false},
		{"formatting", strings.ReplaceAll(fresh, "\t", "    ") + "\n\n", false},
		{"a comment", fresh + "\n// A comment.\n", true},
		{"other code", strings.Replace(fresh, "v.A = int(x)", "v.A = -int(x)", 1), true},
		{"cut off", fresh[:len(fresh)/2], true},
		{"no code", header + "package p\n", true},
	} {
		next := maps.Clone(sources)
		next["xmlserde_gen.go"] = []byte(test.text)
		stale, err := compile.NewPackage(newWorld(t).load("main/p", next)).Stale()
		if err != nil {
			t.Fatal(err)
		}
		if got := len(stale) > 0; got != test.stale {
			t.Errorf("%s: stale: %v", test.name, stale)
		}
	}
}

// TestFileText generates a package's main file in several variants of the
// package: its text follows from the types in it, whatever else is compiled.
func TestFileText(t *testing.T) {
	const common = `package p

type Inner struct {
	A int    ` + "`xml:\"a\"`" + `
	C *Inner ` + "`xml:\"-\"`" + `
}

type Order struct{ I []Inner }
`
	const main = `package p

import "encoding/xml"

func calls(b []byte) {
	xml.Unmarshal(b, new(Order))
}
`
	variants := map[string]map[string][]byte{
		"plain": {"a.go": []byte(common), "b.go": []byte(main)},
		"a cycle elsewhere": {"a.go": []byte(common), "b.go": []byte(main), "c_linux.go": []byte(`package p

import "encoding/xml"

type Cycle struct {
	Next *Cycle
	O    Order
}

func callsCycle(b []byte) {
	xml.Unmarshal(b, new(Cycle))
}
`)},
		"names in tests": {"a.go": []byte(common), "b.go": []byte(main), "c_test.go": []byte(`package p

func xmlserdeUnmarshalOrder() {}
`)},
		"names in generated files": {"a.go": []byte(common), "b.go": []byte(main), "xmlserde_gen.go": []byte(`// Code generated by xmlserde gen; DO NOT EDIT.

package p

func xmlserdeUnmarshalOrder() {}
`)},
	}
	var want string
	for name, sources := range variants {
		res, err := compile.NewPackage(newWorld(t).load("main/p", sources)).Compile(nil)
		if err != nil {
			t.Fatal(err)
		}
		got := string(res.Files["xmlserde_gen.go"])
		if got == "" {
			t.Fatalf("%s: no main file", name)
		}
		if want == "" {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: the text of the main file differs:\n%s", name, diff)
		}
	}

	taken := map[string][]byte{"a.go": []byte(common), "b.go": []byte(main + "\nfunc xmlserdeUnmarshalOrder() {}\n")}
	res, err := compile.NewPackage(newWorld(t).load("main/p", taken)).Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(res.Files["xmlserde_gen.go"]), "func xmlserdeUnmarshalOrder(") {
		t.Error("a name that the package declares is declared again")
	}
}
