package xmlserde_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/internal/pages"
	"github.com/xmlserde/xmlserde/refusal"
)

var packageClause = regexp.MustCompile(`(?m)^package (\w+)\n`)

// writeExamples writes a module with the example of each page, in a folder by
// the page's name, and returns its directory.
func writeExamples(t *testing.T, all []pages.Page) string {
	t.Helper()
	dir := t.TempDir()
	repo, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", fmt.Sprintf("module example.com\n\ngo 1.26.0\n\nrequire %[1]s v0.0.0\n\nreplace %[1]s => %[2]s\n", module, repo))
	for _, p := range all {
		code := p.Example()
		if code == "" {
			continue
		}
		if !packageClause.MatchString(code) {
			code = "package orders\n" + code
		}
		code = strings.ReplaceAll(code, "example.com/", "example.com/"+p.Value+"/")
		clauses := packageClause.FindAllStringSubmatchIndex(code, -1)
		for i, c := range clauses {
			end := len(code)
			if i+1 < len(clauses) {
				end = clauses[i+1][0]
			}
			name := code[c[2]:c[3]]
			write(p.Value+"/"+name+"/"+name+".go", code[c[0]:end])
		}
	}
	return dir
}

// TestPages analyzes the example of each page: it compiles, and has the page's
// code and no other, or is refused for the page's reason alone.
func TestPages(t *testing.T) {
	all, err := pages.Parse(refusal.Source())
	if err != nil {
		t.Fatal(err)
	}
	dir := writeExamples(t, all)
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadSyntax | packages.NeedModule,
		Dir:  dir,
		Env:  append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off"),
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		t.Run(p.Value, func(t *testing.T) {
			i := slices.IndexFunc(pkgs, func(q *packages.Package) bool { return q.PkgPath == "example.com/"+p.Value+"/orders" })
			if i < 0 {
				if without := []string{string(refusal.Abandoned), string(refusal.Namespaces), string(refusal.FlagEnum)}; !slices.Contains(without, p.Value) {
					t.Error("the page has no example")
				}
				return
			}
			for _, err := range pkgs[i].Errors {
				t.Error(err)
			}
			want := p.Value + ": "
			if p.Reason {
				want = ": " + p.Value + ": falls back to encoding/xml"
			}
			messages, _ := analyzePackage(t, pkgs[i], "example.com")
			if len(messages) == 0 {
				t.Error("nothing is reported")
			}
			for _, m := range messages {
				if !strings.Contains(m, want) {
					t.Errorf("reported: %s", m)
				}
			}
		})
	}
}
