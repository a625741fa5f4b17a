// Package xmlserde is the analyzer that says, at every call that binds a Go
// value to XML, whether the type behind it can be compiled, and why not.
//
// It decides nothing itself: package sites finds the calls, package plan
// answers for their types, and package compile knows what the generated files
// should be. This package turns the answers into diagnostics. It needs no facts
// and reads no files beyond the package's syntax, so every driver gives the same
// answer; what it cannot know without facts, such as whether a dependency holds
// generated code, it does not speak of.
package xmlserde

import (
	"go/ast"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/rewrite"
	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/plan"
	"github.com/xmlserde/xmlserde/refusal"
)

const doc = `report calls of encoding/xml that can be compiled, and why others cannot

At every direct call of Marshal, MarshalIndent, Unmarshal, Encode,
EncodeElement, Decode and DecodeElement, of encoding/xml or of the xmlserde
facade, and of the facade's MarshalAppend, MarshalWrite, UnmarshalRead and its
functions EncodeElement and DecodeElement, the analyzer walks the static type of
the bound value and reports one of:

	XMLSERDE001 the type falls back to encoding/xml, with each reason and where it lies
	XMLSERDE002 the generator failed on the package, which is a bug of xmlserde
	XMLSERDE003 the type can be compiled and the call is one of encoding/xml
	XMLSERDE004 the type is an interface or a type parameter
	XMLSERDE005 the generated code of the package is missing or out of date
	XMLSERDE006 the type can be compiled and a method of encoding/xml binds it, or a detour

A call of the facade that runs up-to-date generated code is reported with
-xmlserde.strict=info only.`

const page = "https://github.com/xmlserde/xmlserde/blob/main/diagnostics.md"

// Analyzer reports the verdict on every call that binds a value to XML. Its
// result is a *[Result].
var Analyzer = &analysis.Analyzer{
	Name:             "xmlserde",
	Doc:              doc,
	URL:              page,
	Run:              run,
	RunDespiteErrors: true,
	FactTypes:        []analysis.Fact{new(Holds), new(Wrapper)},
	ResultType:       reflect.TypeFor[*Result](),
}

// A Result is what the analyzer found out about a package.
type Result struct {
	// Sites holds what there is to say of each site, reported or not, in source
	// order.
	Sites []SiteResult
	// Ignored is how many sites have a diagnostic that a directive suppresses.
	Ignored int
	// Fix is what would make the calls of the package run compiled code, nil if
	// there is nothing to do or it is not known. The suggested fixes are made of
	// it. The files of layouts other than region are here alone.
	Fix *compile.Fix
}

// A SiteResult is what the analyzer found out about one site.
type SiteResult struct {
	Site sites.Site
	// Verdict is the plan's answer, the zero Verdict for a dynamic site.
	Verdict plan.Verdict
	// Code is the diagnostic that applies to the site, "" if none does.
	Code refusal.Code
	// Compiled reports that the call is known to run generated code.
	Compiled bool
	// Ignored reports that a directive suppresses the diagnostic.
	Ignored bool
}

func run(pass *analysis.Pass) (any, error) {
	pkg := compile.NewPackage(compile.Input{
		Fset:     pass.Fset,
		Files:    pass.Files,
		Pkg:      pass.Pkg,
		Info:     pass.TypesInfo,
		ReadFile: pass.ReadFile,
		Holds:    holds(pass.Module),
		Sites:    finder(pass),
	})
	r := &reporter{pass: pass, pkg: pkg, result: new(Result)}
	if isXML(pass.Pkg.Path()) {
		r.exportHolds()
		return r.result, nil // its own calls are how it works
	}
	for _, call := range pkg.Calls() {
		r.findings = append(r.findings, r.judge(call))
	}
	r.suppress()
	r.fix()
	r.exportHolds()
	r.exportWrappers()
	r.finish()
	return r.result, nil
}

// holds returns which packages hold the code of their own types: those of
// the module m. It returns nil where the driver does not know the module.
func holds(m *analysis.Module) func(path string) bool {
	if m == nil || m.Path == "" {
		return nil
	}
	return func(path string) bool {
		return path == m.Path || strings.HasPrefix(path, m.Path+"/")
	}
}

// A reporter reports the calls of one package.
type reporter struct {
	pass     *analysis.Pass
	pkg      *compile.Package
	fresh    *freshness // nil until the first call that needs it
	findings []*finding
	result   *Result

	abandoned   bool      // has been reported
	silentFiles *[]string // see silent
}

// A finding is what there is to say at one site. What is suppressed, and what a
// fix would be, is known when all sites of the package have been judged.
type finding struct {
	call compile.Call
	SiteResult
	// name is the type's, as texts have it.
	name string
	at   level
	// texts are what the messages say behind the code, none if nothing is to be
	// said.
	texts []string
	// apart reports that no fix is for the site: it is in a generated file, calls a
	// fork or a wrapper of another module, or golangci-lint is told to be silent.
	apart   bool
	rewrite *rewrite.Rewrite // nil if there is none
	fixes   []analysis.SuggestedFix
}

// say adds a message under a code.
func (f *finding) say(at level, code refusal.Code, text string) {
	f.at, f.Code = at, code
	f.texts = append(f.texts, text)
}

// add adds to what a finding says.
func (f *finding) add(text string) { f.texts[len(f.texts)-1] += text }

// abandon reports, once, that the generator failed on the package.
func (r *reporter) abandon(err error) {
	if r.abandoned || levelError < least {
		return
	}
	r.abandoned = true
	pos := r.pass.Files[0].Name
	r.pass.Report(diagnostic(pos, refusal.Abandoned, r.pass.Pkg.Name()+": "+firstLine(err)))
}

// finish reports the findings and completes the result.
func (r *reporter) finish() {
	for _, f := range r.findings {
		if !f.Ignored {
			r.report(f)
		} else if len(f.texts) > 0 {
			r.result.Ignored++
		}
		r.result.Sites = append(r.result.Sites, f.SiteResult)
	}
}

// report reports what a finding has to say at its site's argument.
func (r *reporter) report(f *finding) {
	if f.at < least {
		return
	}
	for _, text := range f.texts {
		d := diagnostic(f.Site.Arg, f.Code, text)
		d.SuggestedFixes = f.fixes
		r.pass.Report(d)
	}
}

// diagnostic returns the diagnostic for a text under a code, at a node. Without
// a code it is good news.
func diagnostic(at ast.Node, code refusal.Code, text string) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: "compiled", Message: "xmlserde: " + text}
	if code != "" {
		d.Category = string(code)
		d.Message = string(code) + ": " + text
		d.URL = page + "#" + strings.ToLower(string(code))
	}
	return d
}
