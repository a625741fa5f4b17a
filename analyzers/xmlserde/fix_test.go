package xmlserde_test

import (
	"go/ast"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
	"github.com/xmlserde/xmlserde/internal/compile"
)

// fixed are the packages of the corpus whose fixes are compared with golden files.
var fixed = []string{
	"fix/sole",
	"fix/several",
	"fix/tests",
	"fix/held",
	"fix/constrained",
	"fix/stale",
	"fix/methods",
	"fix/wrappers",
}

// TestFixes compares what all suggested fixes of a package make of it with golden
// files.
func TestFixes(t *testing.T) {
	for _, name := range fixed {
		t.Run(name, func(t *testing.T) {
			if !*update {
				analysistest.RunWithSuggestedFixes(t, root, xmlserde.Analyzer, corpus+name)
				return
			}
			if name == "fix/held" {
				regenerate(t, name)
			}
			var edits []compile.Edit
			results := analysistest.Run(t, root, xmlserde.Analyzer, corpus+name)
			for _, res := range results {
				for _, d := range res.Diagnostics {
					edits = append(edits, editsOf(d)...)
				}
			}
			for _, res := range results {
				writeGolden(t, res.Pass, edits)
			}
		})
	}
}

// editsOf returns the edits of a diagnostic's fix.
func editsOf(d analysis.Diagnostic) []compile.Edit {
	var edits []compile.Edit
	for _, fix := range d.SuggestedFixes {
		for _, e := range fix.TextEdits {
			edits = append(edits, compile.Edit{Pos: e.Pos, End: e.End, New: e.NewText})
		}
	}
	return edits
}

// writeGolden writes the golden file of each file of a package that edits change.
func writeGolden(t *testing.T, pass *analysis.Pass, edits []compile.Edit) {
	t.Helper()
	for _, file := range pass.Files {
		var own []compile.Edit
		for _, e := range edits {
			if file.FileStart <= e.Pos && e.Pos <= file.FileEnd {
				own = append(own, e)
			}
		}
		path := pass.Fset.File(file.FileStart).Name()
		if len(own) == 0 {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out, err := compile.ApplyEdits(pass.Fset, path, src, own)
		if err != nil {
			t.Fatal(err)
		}
		if out, err = format.Source(out); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+".golden", out, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFixed analyzes the golden files in the place of the files that they are
// made from: they compile, each call that a fix was for runs compiled code, and
// no fix is left.
func TestFixed(t *testing.T) {
	for _, name := range fixed {
		t.Run(name, func(t *testing.T) {
			overlay := make(map[string][]byte)
			dir, err := filepath.Abs(filepath.Join(root, corpus, name))
			if err != nil {
				t.Fatal(err)
			}
			goldens, err := filepath.Glob(filepath.Join(dir, "*.golden"))
			if err != nil || len(goldens) == 0 {
				t.Fatalf("%d golden files: %v", len(goldens), err)
			}
			for _, golden := range goldens {
				text, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				overlay[strings.TrimSuffix(golden, ".golden")] = text
			}
			pkgs, err := packages.Load(&packages.Config{
				Mode: packages.LoadSyntax | packages.NeedForTest, Dir: root, Overlay: overlay, Tests: true,
			}, corpus+name)
			if err != nil {
				t.Fatal(err)
			}
			compiled := 0
			for _, p := range pkgs {
				if strings.HasSuffix(p.PkgPath, ".test") {
					continue
				}
				for _, err := range p.Errors {
					t.Error(err)
				}
				compiled += again(t, p, overlay)
			}
			if compiled == 0 {
				t.Error("no call is compiled")
			}
		})
	}
}

// again analyzes a package that has been fixed, and returns how many of its calls
// run compiled code.
func again(t *testing.T, p *packages.Package, overlay map[string][]byte) int {
	t.Helper()
	pass := &analysis.Pass{
		Analyzer: xmlserde.Analyzer, Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo, TypesSizes: p.TypesSizes,
		Module: &analysis.Module{Path: module},
		ReadFile: func(name string) ([]byte, error) {
			if text, ok := overlay[name]; ok {
				return text, nil
			}
			return os.ReadFile(name)
		},
		Report: func(d analysis.Diagnostic) {
			if len(d.SuggestedFixes) > 0 {
				t.Errorf("%s: still a fix: %s", p.Fset.Position(d.Pos), d.Message)
			}
		},
	}
	result, err := xmlserde.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	compiled := 0
	for _, s := range result.(*xmlserde.Result).Sites {
		if s.Compiled {
			compiled++
		}
	}
	return compiled
}

// TestEditedFiles demands that fixes edit their own file alone, in the usual case,
// and never a generated one.
func TestEditedFiles(t *testing.T) {
	p := load(t, "fix/several")
	pass := &analysis.Pass{
		Analyzer: xmlserde.Analyzer, Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo, TypesSizes: p.TypesSizes,
		Module: &analysis.Module{Path: module}, ReadFile: os.ReadFile,
	}
	fixes := 0
	byFile := make(map[string][]compile.Edit)
	pass.Report = func(d analysis.Diagnostic) {
		if len(d.SuggestedFixes) == 0 {
			return
		}
		fixes++
		name := p.Fset.File(d.Pos).Name()
		edits := editsOf(d)
		for _, e := range edits {
			if other := p.Fset.File(e.Pos).Name(); other != name {
				t.Errorf("%s: a fix edits %s", p.Fset.Position(d.Pos), filepath.Base(other))
			}
		}
		if first, ok := byFile[name]; ok && !slices.EqualFunc(first, edits, func(a, b compile.Edit) bool {
			return a.Pos == b.Pos && a.End == b.End && string(a.New) == string(b.New)
		}) {
			t.Errorf("%s: not the fix of the call above", p.Fset.Position(d.Pos))
		}
		byFile[name] = edits
		if i := slices.IndexFunc(p.Syntax, func(f *ast.File) bool { return f.FileStart <= d.Pos && d.Pos < f.FileEnd }); ast.IsGenerated(p.Syntax[i]) {
			t.Errorf("%s: a fix for a generated file", p.Fset.Position(d.Pos))
		}
	}
	if _, err := xmlserde.Analyzer.Run(pass); err != nil {
		t.Fatal(err)
	}
	if fixes < 4 {
		t.Errorf("%d fixes", fixes)
	}
}
