package compile_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/txtar"

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/plan"
)

// A fixCase is an archive of testdata/fix: the files of package main/p and, under
// directories, of packages that p imports. The words of the comment's last line say
// how to ask: "files" for that layout, "move", "here", "unformatted" if the
// files are not gofmt'd, "crlf" and "no-newline" to change the files first,
// "external" for an external test package, "broken" if the package has type errors,
// "exported" to see imports as a driver without their sources does.
type fixCase struct {
	words   []string
	files   map[string]map[string][]byte // by directory
	order   []string
	archive *txtar.Archive
}

func (c fixCase) has(word string) bool { return slices.Contains(c.words, word) }

func readFixCase(t *testing.T, name string) fixCase {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(archive.Comment)), "\n")
	c := fixCase{words: strings.Fields(lines[len(lines)-1]), files: make(map[string]map[string][]byte), archive: archive}
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "want") {
			continue
		}
		dir, base := filepath.ToSlash(filepath.Dir(f.Name)), filepath.Base(f.Name)
		if c.files[dir] == nil {
			c.files[dir] = make(map[string][]byte)
			c.order = append(c.order, dir)
		}
		text := f.Data
		if c.has("no-newline") {
			text = bytes.TrimRight(text, "\n")
		}
		if c.has("crlf") {
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		c.files[dir][base] = text
	}
	return c
}

// load type-checks the case with the files of p given, those that hold generated code
// blanked if blank is set.
func (c fixCase) load(t *testing.T, files map[string][]byte, blank bool) (*world, compile.Input, *compile.Package) {
	w := newWorld(t)
	for _, dir := range c.order {
		if dir != "." {
			w.load(dir, c.files[dir])
			if c.has("exported") {
				w.pkgs[dir] = exported(t, w, w.pkgs[dir])
			}
		}
	}
	shown, generated := maps.Clone(files), make(map[string][]byte)
	if blank {
		for name, text := range files {
			if bytes.HasPrefix(text, []byte(compile.Header)) || compile.HasRegion(text) {
				blanked, err := compile.Blank(text)
				if err != nil {
					t.Fatal(err)
				}
				shown[name], generated[name] = blanked, text
			}
		}
	}
	w.errs = nil
	var forks []string
	if c.has("fork") {
		forks = []string{"main/fork"}
	}
	path := "main/p"
	if c.has("external") {
		path = "main/p_test"
	}
	in := w.load(path, shown)
	if blank {
		in.Generated = generated
		if !c.has("broken") && len(w.errs) > 0 {
			t.Errorf("blanked: %v", w.errs)
		}
	}
	in.Sites.Forks = forks
	return w, in, compile.NewPackage(in)
}

// exported returns a package as its export data has it: what it imports is there as
// far as its declarations name it.
func exported(t *testing.T, w *world, pkg *types.Package) *types.Package {
	var b bytes.Buffer
	if err := gcexportdata.Write(&b, w.fset, pkg); err != nil {
		t.Fatal(err)
	}
	pkg, err := gcexportdata.Read(&b, w.fset, make(map[string]*types.Package), pkg.Path())
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

func (c fixCase) request() compile.FixRequest {
	req := compile.FixRequest{Layout: compile.Regions, Move: c.has("move"), Here: c.has("here")}
	if c.has("files") {
		req.Layout = compile.Files
	}
	return req
}

// skip passes over calls with the comment "skip" on their line.
func skip(in compile.Input) func(*ast.CallExpr) bool {
	lines := make(map[string]bool)
	at := func(n ast.Node) string {
		pos := in.Fset.Position(n.Pos())
		return fmt.Sprint(pos.Filename, ":", pos.Line)
	}
	for _, f := range in.Files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if c.Text == "// skip" {
					lines[at(c)] = true
				}
			}
		}
	}
	return func(call *ast.CallExpr) bool { return lines[at(call)] }
}

// apply returns the files after a fix.
func apply(t *testing.T, in compile.Input, files map[string][]byte, fix *compile.Fix) map[string][]byte {
	t.Helper()
	files = maps.Clone(files)
	for name, edits := range fix.Edits {
		text, err := compile.ApplyEdits(in.Fset, name, files[name], edits)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = text
	}
	for name, text := range fix.Files {
		if text == nil {
			delete(files, name)
		} else {
			files[name] = text
		}
	}
	return files
}

// TestFix compares what becomes of each archive of testdata/fix. The result
// compiles, is gofmt'd, and asking again, whatever a driver blanks, changes nothing.
func TestFix(t *testing.T) {
	names, err := filepath.Glob("testdata/fix/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			c := readFixCase(t, name)
			_, in, pkg := c.load(t, c.files["."], c.has("blank"))
			req := c.request()
			req.Skip = skip(in)
			req.Rewrites = rewrites(in)
			fix, err := pkg.Fix(req)
			if err != nil {
				t.Fatal(err)
			}
			if fix.Edits != nil {
				for call, edits := range req.Rewrites {
					if name := in.Fset.Position(call.Pos()).Filename; fix.PerCall[call] == "" {
						fix.Edits[name] = append(fix.Edits[name], edits...)
					}
				}
			}
			after := apply(t, in, c.files["."], fix)
			c.checkAgain(t, after)
			got := &txtar.Archive{Comment: c.archive.Comment}
			for _, f := range c.archive.Files {
				if !strings.HasPrefix(f.Name, "want") {
					got.Files = append(got.Files, f)
				}
			}
			got.Files = append(got.Files, c.show(in, pkg, fix, after)...)
			if *update {
				if err := os.WriteFile(name, txtar.Format(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(txtar.Format(got))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// show returns what has changed: the files, with regions shortened, and why calls
// have no fix.
func (c fixCase) show(in compile.Input, pkg *compile.Package, fix *compile.Fix, after map[string][]byte) []txtar.File {
	var files []txtar.File
	var b strings.Builder
	if fix.None != "" {
		fmt.Fprintf(&b, "none: %s\n", fix.None)
	}
	for _, call := range pkg.Calls() {
		if reason := fix.PerCall[call.Call]; reason != "" {
			pos := in.Fset.Position(call.Call.Pos())
			fmt.Fprintf(&b, "%s:%d: %s\n", pos.Filename, pos.Line, reason)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fix.Files)) {
		if fix.Files[name] == nil {
			fmt.Fprintf(&b, "%s: removed\n", name)
		}
	}
	if b.Len() > 0 {
		files = append(files, txtar.File{Name: "want", Data: []byte(b.String())})
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if !bytes.Equal(after[name], c.files["."][name]) {
			files = append(files, txtar.File{Name: "want/" + name, Data: shorten(after[name])})
		}
	}
	return files
}

// shorten leaves of generated code the registered types.
func shorten(text []byte) []byte {
	var b bytes.Buffer
	inside := bytes.HasPrefix(text, []byte(compile.Header))
	for line := range bytes.Lines(text) {
		trimmed := strings.TrimRight(string(line), "\r\n")
		if trimmed == compile.RegionEnd {
			inside = false
		}
		_, row, ok := strings.Cut(trimmed, "New: (*")
		switch {
		case !inside || strings.HasPrefix(trimmed, "package ") || strings.HasPrefix(trimmed, "//go:build"):
			b.WriteString(strings.ReplaceAll(string(line), "\r", "<CR>"))
		case ok:
			typ, _, _ := strings.Cut(row, ")(nil)")
			fmt.Fprintf(&b, "... %s\n", typ)
		case strings.HasPrefix(trimmed, "\t\t\tUnmarshal:"), strings.HasPrefix(trimmed, "\t\t\tMarshal:"):
			fmt.Fprintf(&b, "... %s\n", strings.TrimSpace(strings.SplitN(trimmed, ":", 2)[0]))
		}
		if trimmed == compile.RegionBegin {
			inside = true
		}
	}
	return b.Bytes()
}

// checkAgain looks at the files after a fix.
func (c fixCase) checkAgain(t *testing.T, after map[string][]byte) {
	t.Helper()
	for _, blank := range []bool{false, true} {
		w, in, pkg := c.load(t, after, blank)
		if !c.has("broken") && len(w.errs) > 0 {
			for _, name := range slices.Sorted(maps.Keys(after)) {
				t.Logf("%s:\n%s", name, after[name])
			}
			t.Fatal(w.errs)
		}
		req := c.request()
		req.Skip = skip(in)
		fix, err := pkg.Fix(req)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text(after), text(apply(t, in, after, fix))); diff != "" || len(fix.Edits) > 0 {
			t.Errorf("asked again (blanked: %t) there are %d files to edit: %s", blank, len(fix.Edits), diff)
		}
		if !c.has("stale") {
			if stale, err := pkg.Stale(); err != nil || len(stale) > 0 {
				t.Errorf("blanked: %t: stale: %v, %v", blank, stale, err)
			}
		}
	}
	if c.has("unformatted") {
		return
	}
	for name, src := range after {
		src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
		formatted, err := format.Source(src)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if diff := cmp.Diff(string(formatted), string(src)); diff != "" && !c.has("no-newline") {
			t.Errorf("%s is not gofmt'd: %s", name, diff)
		}
	}
}

// loadAlone type-checks a package of these files.
func loadAlone(t *testing.T, files map[string][]byte, blank bool) (*world, compile.Input, *compile.Package) {
	t.Helper()
	return fixCase{files: map[string]map[string][]byte{".": files}}.load(t, files, blank)
}

// fixed returns the files after the fix that regions get.
func fixed(t *testing.T, files map[string][]byte) map[string][]byte {
	t.Helper()
	w, in, pkg := loadAlone(t, files, true)
	fix, err := pkg.Fix(compile.FixRequest{Layout: compile.Regions})
	if err != nil || fix.None != "" || len(w.errs) > 0 {
		t.Fatal(err, fix, w.errs)
	}
	return apply(t, in, files, fix)
}

const fixSource = `package p

import "encoding/xml"

type Order struct {
	N int
}

func read(b []byte, o *Order) error { return xml.Unmarshal(b, o) }
`

// TestFixVariants fixes a package without its tests and with them: what becomes
// of the files that both have is the same.
func TestFixVariants(t *testing.T) {
	plain := map[string][]byte{"a.go": []byte(fixSource), "b.go": []byte(strings.NewReplacer("Order", "Other", "read", "readOther").Replace(fixSource))}
	tested := maps.Clone(plain)
	tested["a_test.go"] = []byte(`package p

import "encoding/xml"

type inTest struct{ O Order }

func writes() {
	xml.Marshal(Order{})
	xml.Marshal(inTest{})
}
`)
	for range 2 { // the second time with code in them
		a, b := fixed(t, plain), fixed(t, tested)
		if !compile.HasRegion(a["a.go"]) || compile.HasRegion(a["b.go"]) || !compile.HasRegion(b["a_test.go"]) {
			t.Fatal("the files with code are not those expected")
		}
		for name := range plain {
			if diff := cmp.Diff(string(a[name]), string(b[name])); diff != "" {
				t.Errorf("%s: -without +with tests: %s", name, diff)
			}
		}
		plain, tested = a, b
	}
}

// TestFixRenews changes a package that has a region.
func TestFixRenews(t *testing.T) {
	start := fixed(t, map[string][]byte{"b.go": []byte(fixSource)})
	with := func(name, text string) map[string][]byte {
		files := maps.Clone(start)
		files[name] = []byte(text)
		return files
	}
	replaced := func(old, new string) map[string][]byte {
		return with("b.go", strings.Replace(string(start["b.go"]), old, new, 1))
	}
	for _, test := range []struct {
		name  string
		files map[string][]byte
		// stale says that the code does not fit any longer; it may compile.
		stale, changed bool
		has, lacks     string // b.go
	}{
		{"nothing", start, false, false, "", ""},
		{"a field that needs other imports", replaced("N int", "S string"), true, true, "v.S", "strconv"},
		{"formatting", replaced("Contract: 2,", "Contract:    2,"), false, false, "", ""},
		{"code behind it", with("b.go", string(start["b.go"])+"\nfunc last() {}\n"), false, false, "", ""},
		{"another name for an import", with("b.go", strings.NewReplacer("\t\"strconv\"", "\tconv \"strconv\"", "strconv.", "conv.").Replace(string(start["b.go"]))), false, false, "", ""},
		{"a call in a file before it", with("a.go", "package p\n\nimport \"encoding/xml\"\n\ntype First struct{ A []bool }\n\nfunc first(f *First) { xml.Marshal(f) }\n"), false, true, "(*First)", ""},
		{"edited by hand", replaced("append(b, `</N>`...)", "b"), true, true, "append(b, `</N>`...)", ""},
		{"no call any longer", replaced("return xml.Unmarshal(b, o)", "return xml.EscapeText(nil, b)"), false, false, "", ""},
		{"no type any longer", replaced("type Order struct {\n\tN int\n}\n\nfunc read(b []byte, o *Order) error { return xml.Unmarshal(b, o) }", "var _ = xml.Header"), true, true, "xml.Header", "strconv"},
	} {
		_, _, pkg := loadAlone(t, test.files, true)
		stale, err := pkg.Stale()
		if err != nil || len(stale) > 0 != test.stale {
			t.Errorf("%s: stale: %v, %v", test.name, stale, err)
		}
		after := fixed(t, test.files)
		got := string(after["b.go"])
		if changed := got != string(test.files["b.go"]); changed != test.changed {
			t.Errorf("%s: changed: %t\n%s", test.name, changed, got)
		}
		if !strings.Contains(got, test.has) || test.lacks != "" && strings.Contains(got, test.lacks) {
			t.Errorf("%s: it is to have %q and not %q:\n%s", test.name, test.has, test.lacks, got)
		}
		if strings.Count(got, compile.RegionBegin) > 1 || compile.HasRegion(after["a.go"]) {
			t.Errorf("%s: the code is in several places", test.name)
		}
		w, _, _ := loadAlone(t, after, false)
		if len(w.errs) > 0 {
			t.Errorf("%s: %v", test.name, w.errs)
		}
		if diff := cmp.Diff(text(after), text(fixed(t, after))); diff != "" {
			t.Errorf("%s: fixed again: %s", test.name, diff)
		}
	}
}

// TestFixHeld asks for types of other packages that hold their code.
func TestFixHeld(t *testing.T) {
	c := readFixCase(t, "testdata/fix/others.txtar")
	for _, held := range []bool{false, true} {
		_, in, pkg := c.load(t, c.files["."], false)
		req := c.request()
		req.Held = func(typ types.Type, dir plan.Direction) bool {
			return held && dir == plan.Unmarshal && show(typ) == "main/q.Order"
		}
		fix, err := pkg.Fix(req)
		if err != nil {
			t.Fatal(err)
		}
		after := apply(t, in, c.files["."], fix)["a.go"]
		if compile.HasRegion(after) == held || !bytes.Contains(after, []byte("xmlserde/xml")) {
			t.Errorf("held: %t:\n%s", held, after)
		}
	}
}

// TestFixGivesUp has files that are not what was parsed, and regions without an end.
func TestFixGivesUp(t *testing.T) {
	files := map[string][]byte{"a.go": []byte(fixSource)}
	_, in, _ := loadAlone(t, files, false)
	in.ReadFile = func(string) ([]byte, error) { return []byte(fixSource + "// more\n"), nil }
	pkg := compile.NewPackage(in)
	fix, err := pkg.Fix(compile.FixRequest{Layout: compile.Regions})
	if err != nil || len(fix.Edits) > 0 || fix.PerCall[pkg.Calls()[0].Call] == "" {
		t.Errorf("a file that has changed: %v, %v", fix, err)
	}

	files["a.go"] = []byte(fixSource + "\n" + compile.RegionBegin + "\n")
	_, _, pkg = loadAlone(t, files, false)
	fix, err = pkg.Fix(compile.FixRequest{Layout: compile.Regions})
	if want := "the end of the generated code is missing in a.go"; err != nil || len(fix.Edits) > 0 || fix.None != want {
		t.Errorf("a region without an end: %v, %v", fix, err)
	}
}

// rewrites are what the comments "// rewrite: TEXT" make of the calls on their lines,
// a comma in TEXT apart from the rest for an import that is to go.
func rewrites(in compile.Input) map[*ast.CallExpr][]compile.Edit {
	edits := make(map[*ast.CallExpr][]compile.Edit)
	for _, f := range in.Files {
		texts := make(map[int]string)
		for _, group := range f.Comments {
			for _, c := range group.List {
				if text, ok := strings.CutPrefix(c.Text, "// rewrite: "); ok {
					texts[in.Fset.Position(c.Pos()).Line] = text
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			text, ok := texts[in.Fset.Position(call.Pos()).Line]
			if !ok {
				return true
			}
			text, drop, _ := strings.Cut(text, " without ")
			edits[call] = []compile.Edit{{Pos: call.Pos(), End: call.End(), New: []byte(text)}}
			for _, spec := range f.Imports {
				if drop != "" && spec.Path.Value == drop {
					edits[call] = append(edits[call], compile.Edit{Pos: spec.Pos() - 1, End: spec.End() + 1})
				}
			}
			return false
		})
	}
	return edits
}

func text(files map[string][]byte) map[string]string {
	texts := make(map[string]string)
	for name, src := range files {
		texts[name] = string(src)
	}
	return texts
}
