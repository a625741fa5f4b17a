package xmlserde_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/xmlserde/xmlserde"

// An importRule says what the packages under a path of this module may import.
type importRule struct {
	// under is a package's path, or a prefix that ends in a slash.
	under string
	// module lists what may be imported of this module, in the same form.
	module []string
	// other lists the modules outside the standard library.
	other []string
	// syntax allows go/ast and its kin beside go/types.
	syntax bool
}

const xtools = "golang.org/x/tools/"

// importRules are the layers, from the leaves up. The first that a package is
// under applies to it.
var importRules = []importRule{
	{under: "", module: nil},
	{under: "refusal"},
	{under: "plan", module: []string{"refusal"}},
	{under: "generator", module: []string{"plan", "refusal"}, syntax: true},
	{under: "runtime"},
	{under: "xml", module: []string{"runtime"}},
	{under: "xmlserdetest", module: []string{"runtime", "xml"}},
	{under: "internal/pages", syntax: true},
	{under: "internal/docgen", module: []string{"internal/pages"}},
	{under: "internal/editor"},
	{under: "internal/require", other: []string{"golang.org/x/mod/"}},
	{under: "internal/driver", other: []string{xtools}, syntax: true},
	{under: "internal/stdsuite", module: []string{"plan"}, other: []string{xtools}, syntax: true},
	{under: "internal/corpus", module: []string{"runtime", "xml", "internal/corpus/"}},
	{under: "internal/corpus/", module: []string{"runtime", "xml", "internal/corpus/"}},
	{under: "internal/sites", module: []string{"plan", "refusal"}, other: []string{xtools}, syntax: true},
	{under: "internal/directive", module: []string{"refusal"}, syntax: true},
	{under: "internal/edit", syntax: true},
	{under: "internal/rewrite", module: []string{"internal/sites", "internal/edit"}, other: []string{xtools}, syntax: true},
	{under: "internal/compile", module: []string{"internal/sites", "internal/edit", "generator", "plan", "refusal"}, other: []string{xtools}, syntax: true},
	{under: "analyzers/", module: []string{"internal/", "generator", "plan", "refusal"}, other: []string{xtools}, syntax: true},
	{under: "gclplugin", module: []string{"analyzers/"}, other: []string{xtools, "github.com/golangci/plugin-module-register/"}},
	{under: "cmd/xmlserde-vet", module: []string{"analyzers/", "internal/"}, other: []string{xtools}, syntax: true},
	{under: "cmd/xmlserde", module: []string{"analyzers/", "internal/", "generator", "plan", "refusal", "xmlserdetest"}, other: []string{xtools, "github.com/rogpeppe/go-internal/"}, syntax: true},
	{under: "examples/", module: []string{"runtime", "xml"}},
}

// matches reports whether the path of a package is named by one of names.
func matches(names []string, pkg string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return pkg == name || strings.HasSuffix(name, "/") && strings.HasPrefix(pkg, name)
	})
}

// A listedPackage is what the test asks of go list.
type listedPackage struct {
	ImportPath string
	Imports    []string
}

func TestImports(t *testing.T) {
	out := command(t, "go", "list", "-json=ImportPath,Imports", "./...")
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p listedPackage
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		at := slices.IndexFunc(importRules, func(r importRule) bool { return matches([]string{r.under}, name) })
		if at < 0 {
			t.Errorf("%s has no rule in importRules", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			if !importRules[at].allows(imported) {
				t.Errorf("%s imports %s, which its layer may not", p.ImportPath, imported)
			}
		}
	}
}

func (r importRule) allows(imported string) bool {
	if name, ok := strings.CutPrefix(imported, module+"/"); ok {
		return matches(r.module, name)
	}
	first, _, _ := strings.Cut(imported, "/")
	switch {
	case strings.Contains(first, "."):
		return matches(r.other, imported)
	case imported == "unsafe" || imported == "C":
		return false
	case imported == "go/types" || imported == "go/token":
		return r.syntax || r.under == "plan"
	case first == "go":
		return r.syntax
	}
	return true
}

// TestGoMod demands that go.mod and go.sum hold what the code needs and no
// more, here and in bench.
func TestGoMod(t *testing.T) {
	for _, dir := range []string{".", "bench"} {
		out, err := exec.Command("go", "-C", dir, "mod", "tidy", "-diff").CombinedOutput()
		if err == nil {
			continue
		}
		if unreachable := regexp.MustCompile(`dial tcp|no such host|GOPROXY=off`).Find(out); unreachable != nil {
			t.Skipf("go mod tidy has to reach a module proxy: %s", unreachable)
		}
		t.Errorf("%s: go mod tidy would change go.mod or go.sum:\n%s", dir, out)
	}
}

// TestGeneratedFiles demands that the generated files of the examples are what
// the generator writes today. diagnostics.md has its test in internal/docgen,
// internal/corpus in generator, bench its own. Of examples/legacy nothing is
// compiled: it shows what the checker says.
func TestGeneratedFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs cmd/xmlserde")
	}
	out, err := exec.Command("go", "run", "./cmd/xmlserde", "gen", "-check",
		"./examples/feed", "./examples/s3listing", "./examples/soapcall").CombinedOutput()
	if err != nil {
		t.Errorf("xmlserde gen -check: %v\n%s", err, out)
	}
}

func TestGofmt(t *testing.T) {
	for _, name := range tracked(t, ".go") {
		src := read(t, name)
		formatted, err := format.Source(src)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !bytes.Equal(formatted, src) {
			t.Errorf("%s is not gofmt'd", name)
		}
	}
}

// forbidden are texts that no tracked file may hold.
var forbidden = []struct {
	what    string
	pattern *regexp.Regexp
}{
	{"a path of some machine", regexp.MustCompile(`(^|[^\w.\-/])/(work|root|home|Users)/[\w.]`)},
	{"the host of a package registry", regexp.MustCompile(`proxy\.golang\.org|sum\.golang\.org|registry\.npmjs`)},
	{"a word for unfinished work", regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b|[Uu]nimplemented|not implemented|\bfor now\b`)},
}

func TestForbiddenWords(t *testing.T) {
	for _, name := range tracked(t, "") {
		if name == "repo_test.go" || strings.HasSuffix(name, "go.sum") || strings.Contains(name, "testdata/fuzz/") {
			continue
		}
		for i, line := range bytes.Split(read(t, name), []byte("\n")) {
			for _, f := range forbidden {
				if found := f.pattern.Find(line); found != nil {
					t.Errorf("%s:%d holds %s: %q", name, i+1, f.what, found)
				}
			}
		}
	}
}

// maxLines is how long a hand-written file may be, tests aside.
const maxLines = 900

func TestFileSize(t *testing.T) {
	for _, name := range tracked(t, ".go") {
		src := read(t, name)
		if strings.HasSuffix(name, "_test.go") || bytes.HasPrefix(src, []byte("// Code generated ")) {
			continue
		}
		if n := bytes.Count(src, []byte("\n")); n > maxLines {
			t.Errorf("%s has %d lines, more than %d", name, n, maxLines)
		}
	}
}

// TestDocComments demands a doc comment on every exported name of the
// packages that people import, and a package comment.
func TestDocComments(t *testing.T) {
	for _, dir := range []string{".", "refusal", "plan", "generator", "runtime", "xml", "xmlserdetest", "analyzers/xmlserde"} {
		fset := token.NewFileSet()
		hasDoc := false
		for _, name := range tracked(t, ".go") {
			if path.Dir(name) != dir || strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
			if err != nil {
				t.Error(err)
				continue
			}
			hasDoc = hasDoc || file.Doc != nil
			for _, decl := range file.Decls {
				for _, name := range undocumented(decl) {
					t.Errorf("%s: %s has no doc comment", fset.Position(name.Pos()), name.Name)
				}
			}
		}
		if !hasDoc {
			t.Errorf("%s has no package comment", dir)
		}
	}
}

// hooks are the methods that encoding/xml calls. What they mean is said there.
var hooks = map[string]bool{
	"MarshalXML": true, "MarshalXMLAttr": true, "MarshalText": true,
	"UnmarshalXML": true, "UnmarshalXMLAttr": true, "UnmarshalText": true,
}

// undocumented returns the exported names that a declaration declares without
// a comment on the name or on its group. A constant of an enumeration may leave
// it to its type, or to the constant above it.
func undocumented(decl ast.Decl) []*ast.Ident {
	var names []*ast.Ident
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d)) && !hooks[d.Name.Name]) {
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		above := d.Doc != nil
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
					names = append(names, s.Name)
				}
			case *ast.ValueSpec:
				above = above || s.Doc != nil || s.Comment != nil || d.Tok == token.CONST && s.Type != nil
				for _, name := range s.Names {
					if name.IsExported() && !above {
						names = append(names, name)
					}
				}
			}
		}
	}
	return names
}

// receiver returns the name of a method's receiver type.
func receiver(d *ast.FuncDecl) string {
	for expr := d.Recv.List[0].Type; ; {
		switch t := expr.(type) {
		case *ast.StarExpr:
			expr = t.X
		case *ast.IndexExpr:
			expr = t.X
		case *ast.IndexListExpr:
			expr = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// command runs a command in the root of the repository and returns its
// standard output.
func command(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, exit.Stderr)
		}
		t.Fatal(err)
	}
	return out
}

// tracked returns the files that git knows, or is about to, whose names end in
// suffix. Packages under testdata are somebody's input and not counted as Go.
func tracked(t *testing.T, suffix string) []string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	if _, err := os.Stat(".git"); errors.Is(err, fs.ErrNotExist) {
		t.Skip("this is not a git checkout")
	}
	var names []string
	for name := range strings.SplitSeq(strings.TrimSuffix(string(command(t, "git", "ls-files", "-z")), "\x00"), "\x00") {
		if suffix == ".go" && strings.Contains("/"+name, "/testdata/") || !strings.HasSuffix(name, suffix) {
			continue
		}
		if _, err := os.Lstat(filepath.FromSlash(name)); err == nil {
			names = append(names, name)
		}
	}
	return names
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
