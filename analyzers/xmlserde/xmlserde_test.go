package xmlserde_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/refusal"
)

// The corpus is part of this module: its packages are named by directory, and
// import the real facade.
const (
	root   = "../.."
	corpus = "./testdata/src/"
	module = "github.com/xmlserde/xmlserde"
)

var update = flag.Bool("update", false, "generate the corpus' fresh files anew")

// TestAnalyzer compares the diagnostics with the want comments of the corpus.
func TestAnalyzer(t *testing.T) {
	if *update {
		regenerate(t, "facade")
		regenerate(t, "elsewhere/held")
	}
	setFlag(t, "layout", "file")
	analysistest.Run(t, root, xmlserde.Analyzer,
		corpus+"verdicts",
		corpus+"reasons",
		corpus+"many",
		corpus+"dynamic",
		corpus+"elsewhere",
		corpus+"variants",
		corpus+"facade",
		corpus+"unregistered",
		corpus+"stale",
		corpus+"broken",
		corpus+"ignored",
		corpus+"fix/stays",
	)
}

// setFlag sets a flag of the analyzer for one test.
func setFlag(t *testing.T, name, value string) {
	t.Helper()
	f := xmlserde.Analyzer.Flags.Lookup(name)
	old := f.Value.String()
	if err := f.Value.Set(value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Value.Set(old) })
}

var loaded = make(map[string]*packages.Package)

// load loads a package of the corpus, type errors and all.
func load(t *testing.T, name string) *packages.Package {
	t.Helper()
	if p := loaded[name]; p != nil {
		return p
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: root}, corpus+name)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != 1 || len(pkgs[0].Syntax) == 0 {
		t.Fatalf("%s: loaded %d packages", name, len(pkgs))
	}
	loaded[name] = pkgs[0]
	return pkgs[0]
}

// regenerate writes a package's generated files anew, for the roots that they
// hold already.
func regenerate(t *testing.T, name string) {
	t.Helper()
	p := load(t, name)
	pkg := compile.NewPackage(compile.Input{Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, Info: p.TypesInfo})
	var roots []compile.Root
	for _, r := range pkg.Registered() {
		roots = append(roots, r.Root)
	}
	res, err := pkg.Generate(roots)
	if err != nil {
		t.Fatal(err)
	}
	for file, src := range res.Files {
		if err := os.WriteFile(filepath.Join(root, corpus, name, file), src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// analyze runs the analyzer over a package of the corpus in a driver that
// offers it nothing but syntax and types, like Bazel's nogo, and the module's name if that
// is not empty.
func analyze(t *testing.T, name, module string) (messages []string, results []xmlserde.SiteResult) {
	t.Helper()
	return analyzePackage(t, load(t, name), module)
}

// analyzePackage is analyze for a package that has been loaded.
func analyzePackage(t *testing.T, p *packages.Package, module string) (messages []string, results []xmlserde.SiteResult) {
	t.Helper()
	pass := &analysis.Pass{
		Analyzer:   xmlserde.Analyzer,
		Fset:       p.Fset,
		Files:      p.Syntax,
		Pkg:        p.Types,
		TypesInfo:  p.TypesInfo,
		TypesSizes: p.TypesSizes,
		TypeErrors: p.TypeErrors,
		Report: func(d analysis.Diagnostic) {
			pos := p.Fset.Position(d.Pos)
			messages = append(messages, fmt.Sprintf("%d: %s", pos.Line, d.Message))
			if code := refusal.Code(d.Category); d.Category != "compiled" && d.Category != "directive" && d.URL != page(code) {
				t.Errorf("%s: %s: URL %q", pos, d.Category, d.URL)
			}
			if !d.End.IsValid() || len(d.SuggestedFixes) > 1 || len(d.Related) > 0 {
				t.Errorf("%s: %+v", pos, d)
			}
		},
	}
	if module != "" {
		pass.Module = &analysis.Module{Path: module}
	}
	result, err := xmlserde.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return messages, result.(*xmlserde.Result).Sites
}

func page(code refusal.Code) string {
	pages := map[refusal.Code]string{
		refusal.FallsBack:  "xmlserde001",
		refusal.Abandoned:  "xmlserde002",
		refusal.Compilable: "xmlserde003",
		refusal.Dynamic:    "xmlserde004",
		refusal.Stale:      "xmlserde005",
		refusal.Method:     "xmlserde006",
	}
	return "https://github.com/xmlserde/xmlserde/blob/main/diagnostics.md#" + pages[code]
}

// TestBareDriver compares a driver that knows the module with one that does
// not, and reads no files: the second says less, and nothing else.
func TestBareDriver(t *testing.T) {
	for name, silent := range map[string]int{
		"verdicts": 0, "reasons": 0, "many": 0, "dynamic": 0, "elsewhere": 1, "facade": 0, "stale": 0, "broken": 0,
	} {
		full, _ := analyze(t, name, module)
		bare, _ := analyze(t, name, "")
		if len(full) == 0 || len(full)-len(bare) != silent {
			t.Errorf("%s: %d diagnostics, %d without the module", name, len(full), len(bare))
		}
		for _, m := range bare {
			if !slices.Contains(full, m) {
				t.Errorf("%s: only without the module: %s", name, m)
			}
		}
	}
}

// TestStrict reports more or less by the flag, with the same verdicts.
func TestStrict(t *testing.T) {
	setFlag(t, "layout", "file")
	defer xmlserde.Analyzer.Flags.Set("strict", "warning")
	want := map[string][]string{
		"error": {
			"38: XMLSERDE005: facade.OneWay: no generated code to marshal it",
			"39: XMLSERDE005: facade.Line: no generated code to marshal it",
			"40: XMLSERDE005: facade.Page[int]: no generated code to unmarshal it",
			"53: XMLSERDE005: facade.OneWay: no generated code to marshal it",
		},
		"warning": {
			"38: XMLSERDE005: facade.OneWay: no generated code to marshal it",
			"39: XMLSERDE005: facade.Line: no generated code to marshal it",
			"40: XMLSERDE005: facade.Page[int]: no generated code to unmarshal it",
			"43: XMLSERDE001: facade.Bag.M: map[string]int: unsupported-collection: falls back to encoding/xml",
			"44: XMLSERDE006: facade.Order: (*Decoder).Decode runs encoding/xml",
			"47: XMLSERDE006: facade.OneWay: (*Encoder).Encode runs encoding/xml",
			"53: XMLSERDE005: facade.OneWay: no generated code to marshal it",
			"54: XMLSERDE006: facade.Order: (*Decoder).DecodeElement runs encoding/xml: it is in no UnmarshalXML method",
		},
		"info": {
			"30: xmlserde: facade.Order: compiled",
			"31: xmlserde: facade.Order: compiled",
			"32: xmlserde: facade.Order: compiled",
			"33: xmlserde: facade.Order: compiled",
			"34: xmlserde: facade.Order: compiled",
			"35: xmlserde: facade.Order: compiled",
			"36: xmlserde: facade.Page[facade.Line]: compiled",
			"37: xmlserde: facade.OneWay: compiled",
			"38: XMLSERDE005: facade.OneWay: no generated code to marshal it",
			"39: XMLSERDE005: facade.Line: no generated code to marshal it",
			"40: XMLSERDE005: facade.Page[int]: no generated code to unmarshal it",
			"41: xmlserde: image.Point: compiled",
			"43: XMLSERDE001: facade.Bag.M: map[string]int: unsupported-collection: falls back to encoding/xml",
			"44: XMLSERDE006: facade.Order: (*Decoder).Decode runs encoding/xml",
			"47: XMLSERDE006: facade.OneWay: (*Encoder).Encode runs encoding/xml",
			"51: xmlserde: facade.Order: compiled",
			"52: xmlserde: facade.Order: compiled",
			"53: XMLSERDE005: facade.OneWay: no generated code to marshal it",
			"54: XMLSERDE006: facade.Order: (*Decoder).DecodeElement runs encoding/xml: it is in no UnmarshalXML method",
			"57: xmlserde: string: compiled",
			"58: xmlserde: float64: compiled",
		},
	}
	var codes []refusal.Code
	for name, messages := range want {
		if err := xmlserde.Analyzer.Flags.Set("strict", name); err != nil {
			t.Fatal(err)
		}
		got, results := analyze(t, "facade", module)
		if diff := cmp.Diff(messages, got); diff != "" {
			t.Errorf("strict=%s: -want +got:\n%s", name, diff)
		}
		var found []refusal.Code
		for _, r := range results {
			found = append(found, r.Code)
			if r.Compiled && (r.Code != "" || r.Site.Std || !r.Verdict.Accepted()) {
				t.Errorf("compiled and %q, std %t, accepted %t", r.Code, r.Site.Std, r.Verdict.Accepted())
			}
		}
		if codes != nil && !slices.Equal(codes, found) {
			t.Errorf("strict=%s changed verdicts from %q to %q", name, codes, found)
		}
		codes = found
	}
	if err := xmlserde.Analyzer.Flags.Set("strict", "loud"); err == nil {
		t.Error("strict=loud is taken")
	}
}

// TestResult has one result for each site, reported or not, in source order.
func TestResult(t *testing.T) {
	_, results := analyze(t, "dynamic", module)
	var got []string
	for _, r := range results {
		got = append(got, fmt.Sprintf("%s std=%t dynamic=%t accepted=%t %s", r.Site.Func, r.Site.Std, r.Site.Dynamic, r.Verdict.Accepted(), r.Code))
	}
	want := []string{
		"Marshal std=true dynamic=true accepted=false XMLSERDE004",
		"Unmarshal std=true dynamic=true accepted=false XMLSERDE004",
		"Unmarshal std=true dynamic=true accepted=false XMLSERDE004",
		"Marshal std=true dynamic=true accepted=false XMLSERDE004",
		"Marshal std=true dynamic=true accepted=false XMLSERDE004",
		"Unmarshal std=true dynamic=true accepted=false XMLSERDE004",
		"Marshal std=true dynamic=true accepted=false XMLSERDE004",
		"Marshal std=false dynamic=true accepted=false XMLSERDE004",
		"(*Decoder).Decode std=true dynamic=true accepted=false XMLSERDE004",
		"Marshal std=true dynamic=false accepted=true XMLSERDE003",
		"Unmarshal std=true dynamic=true accepted=false XMLSERDE004",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestIgnored counts what directives suppress.
func TestIgnored(t *testing.T) {
	_, sites := analyze(t, "ignored", module)
	ignored := 0
	for _, s := range sites {
		if s.Ignored {
			ignored++
		}
	}
	if ignored != 4 {
		t.Errorf("%d sites are ignored", ignored)
	}
}

// TestForks takes the functions of another package for encoding/xml's, and never
// changes their import.
func TestForks(t *testing.T) {
	setFlag(t, "packages", module+"/testdata/src/forks/fork, example.com/none")
	for _, res := range analysistest.Run(t, root, xmlserde.Analyzer, corpus+"forks") {
		for _, d := range res.Diagnostics {
			if len(d.SuggestedFixes) > 0 {
				t.Errorf("a fix: %s", d.Message)
			}
		}
	}
}
