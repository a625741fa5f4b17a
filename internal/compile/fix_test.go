package compile_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/xmlserde/xmlserde/internal/compile"
)

// A fixCase is an archive of testdata/fix: the files of package main/p and, under
// directories, of packages that p imports. The words of the comment's last line say
// how to ask: "files" for that layout, "move", "here", "unformatted" if the
// files are not gofmt'd, "crlf" and "no-newline" to change the files first,
// "external" for an external test package.
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
	path := "main/p"
	if c.has("external") {
		path = "main/p_test"
	}
	in := w.load(path, shown)
	if blank {
		in.Generated = generated
		for _, err := range w.errs {
			t.Errorf("blanked: %v", err)
		}
	}
	return w, in, compile.NewPackage(in)
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
			fix, err := pkg.Fix(req)
			if err != nil {
				t.Fatal(err)
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

func text(files map[string][]byte) map[string]string {
	texts := make(map[string]string)
	for name, src := range files {
		texts[name] = string(src)
	}
	return texts
}
