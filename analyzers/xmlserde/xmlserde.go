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
	"fmt"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/xmlserde/xmlserde/internal/compile"
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
	ResultType:       reflect.TypeFor[*Result](),
}

// least is the least level that is reported.
var least = levelWarning

func init() {
	Analyzer.Flags.Var(&least, "strict", "least `level` to report: info adds the calls that are compiled, "+
		"warning is every call that is not, error is missing and stale code alone")
}

// A Result is what the analyzer found out about a package.
type Result struct {
	// Sites holds what there is to say of each site, reported or not, in source
	// order.
	Sites []SiteResult
	// Ignored is how many sites have a diagnostic that a directive suppresses.
	Ignored int
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
		Fset:  pass.Fset,
		Files: pass.Files,
		Pkg:   pass.Pkg,
		Info:  pass.TypesInfo,
		Holds: holds(pass.Module),
	})
	r := reporter{pass: pass, pkg: pkg}
	res := new(Result)
	for _, call := range pkg.Calls() {
		res.Sites = append(res.Sites, r.judge(call))
	}
	return res, nil
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
	pass  *analysis.Pass
	pkg   *compile.Package
	fresh *freshness // nil until the first call that needs it
}

// judge reports what is to be said of one call.
func (r *reporter) judge(call compile.Call) SiteResult {
	res := SiteResult{Site: call.Site, Verdict: call.Verdict}
	name := typeString(sites.Root(call.Type))
	switch {
	case call.Dynamic:
		res.Code = refusal.Dynamic
		r.report(call, levelWarning, res.Code, name+": the type behind this argument is not visible here")

	case !call.Verdict.Accepted():
		if r.unknown(call) {
			break
		}
		res.Code = refusal.FallsBack
		r.refused(call, name)

	case call.Method:
		res.Code = refusal.Method
		r.report(call, levelWarning, res.Code, name+": "+call.Func+" runs encoding/xml")

	case call.Std:
		res.Code = refusal.Compilable
		r.report(call, levelWarning, res.Code, name+": can be compiled")

	default:
		r.facade(call, name, &res)
	}
	return res
}

// unknown reports whether the refusals of a call may not be the whole truth:
// the type's own package, unlike this one, could have compiled it, and whether
// it has is not visible here.
func (r *reporter) unknown(call compile.Call) bool {
	home := homeOf(call)
	if call.Owner != r.pass.Pkg || home == nil || home == r.pass.Pkg {
		return false
	}
	if call.Std && r.pass.Module != nil {
		return false // it is another module's, and this call runs encoding/xml
	}
	return compile.Judge(plan.NewBuilder(home), call.Site).Accepted()
}

// maxRefusals is how many refusals are listed at one call.
const maxRefusals = 8

// refused reports the refusals of a call, each text once.
func (r *reporter) refused(call compile.Call, name string) {
	var messages []string
	seen := make(map[string]bool)
	for _, refused := range call.Verdict.Refusals {
		if m := refused.Message(); !seen[m] {
			seen[m] = true
			messages = append(messages, m)
		}
	}
	for i, m := range messages {
		if i == maxRefusals {
			r.report(call, levelWarning, refusal.FallsBack, fmt.Sprintf("%s: %d more: falls back to encoding/xml", name, len(messages)-i))
			break
		}
		r.report(call, levelWarning, refusal.FallsBack, strings.TrimPrefix(m, string(refusal.FallsBack)+": "))
	}
}

// report reports text, which names the type, under a code at a call's argument.
func (r *reporter) report(call compile.Call, at level, code refusal.Code, text string) {
	if at < least {
		return
	}
	r.pass.Report(analysis.Diagnostic{
		Pos:      call.Arg.Pos(),
		End:      call.Arg.End(),
		Category: string(code),
		Message:  string(code) + ": " + text,
		URL:      page + "#" + strings.ToLower(string(code)),
	})
}

// typeString returns t as messages name it, the way Go paths begin: types by
// their package's name, an unnamed struct by that word.
func typeString(t types.Type) string {
	if _, ok := t.(*types.Struct); ok {
		return "struct"
	}
	return types.TypeString(t, (*types.Package).Name)
}
