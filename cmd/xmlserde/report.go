package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/driver"
	"github.com/xmlserde/xmlserde/internal/sites"
)

var reportCommand = command{
	name:  "report",
	usage: "[-json] [packages]",
	short: "list the calls that bind values to XML, and what runs for each",
	long: `
Report lists the calls that bind values to XML, those in tests included, with

	call	the function: of encoding/xml, of the facade
		` + sites.FacadePath + `, a method, or a
		function that passes its parameter on to one of these
	type	the static type of the bound value
	plan	accepted, refused, or dynamic where the type is an interface or
		a type parameter
	runs	compiled where the call is known to run generated code, else std:
		what a call of the facade finds for a dynamic value shows when it
		runs. Its DecodeElement and EncodeElement run generated code
		within a document that is served by it
	code	the diagnostic that the checker has for the call, if any
	reasons	of a refusal, with the path to each place and what is there

and sums them up: how many sites there are, how many of each plan, how many run
compiled code, at how many sites an //xmlserde:ignore directive stands, for each
reason at how many sites it stands, and of the dynamic sites how many have an
interface and how many a type parameter.

The exit code is 1 if a package could not be looked at.

	-json	print one JSON object with "sites" and "summary"
`,
}

func init() { reportCommand.run = report }

// A finding is what report has to say about one call.
type finding struct {
	Pos     string   `json:"pos"`
	Call    string   `json:"call"`
	Type    string   `json:"type"`
	Plan    string   `json:"plan"`
	Runs    string   `json:"runs"`
	Code    string   `json:"code,omitempty"`
	Reasons []reason `json:"reasons,omitempty"`
	// Ignored reports that a directive suppresses the code's diagnostic.
	Ignored bool `json:"ignored,omitempty"`

	unseen string // of a dynamic site, what keeps its type from being seen
}

// A reason is a refusal as report prints it.
type reason struct {
	Reason string `json:"reason"`
	Path   string `json:"path"`
	Fact   string `json:"fact"`
}

// A summary counts findings.
type summary struct {
	Sites    int `json:"sites"`
	Accepted int `json:"accepted"`
	Refused  int `json:"refused"`
	Dynamic  int `json:"dynamic"`
	Compiled int `json:"compiled"`
	// Ignored counts the sites whose diagnostics directives suppress.
	Ignored int `json:"ignored"`
	// Reasons counts the sites at which each reason stands.
	Reasons map[string]int `json:"reasons"`

	// unseen counts the dynamic sites by what is in the way.
	unseen map[string]int
}

// What a finding's Plan and Runs can be.
const (
	planAccepted = "accepted"
	planRefused  = "refused"
	planDynamic  = "dynamic"

	runsCompiled = "compiled"
	runsStd      = "std"
)

func report(c *call, args []string) int {
	var asJSON bool
	patterns, code, ok := c.parse(args, func(f *flag.FlagSet) {
		f.BoolVar(&asJSON, "json", false, "")
	})
	if !ok {
		return code
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	// Report looks at the module whole, as gen does: each package holds its own code.
	if err := xmlserde.Analyzer.Flags.Set("layout", "module"); err != nil {
		c.errorf("%v", err)
		return exitFound
	}
	pkgs, err := driver.Analyze(c, driver.Options{Tests: true, ZeroFacts: true}, xmlserde.Analyzer, patterns...)
	if err != nil {
		c.errorf("%v", err)
		return exitFound
	}
	if len(pkgs) == 0 {
		c.errorf("no packages match %q", patterns)
		return exitFound
	}
	failed := false
	findings := []finding{}
	for _, p := range pkgs {
		if errs := errorsOf(p); len(errs) > 0 {
			c.problem(problem{p.PkgPath, errs})
			failed = true
		}
		if result, ok := p.Result.(*xmlserde.Result); ok {
			for _, s := range result.Sites {
				findings = append(findings, found(p.Fset, s))
			}
		}
	}
	if asJSON {
		err = printJSON(c, findings)
	} else {
		err = printText(c, findings)
	}
	if err != nil {
		c.errorf("%v", err)
		return exitFound
	}
	if failed {
		return exitFound
	}
	return exitOK
}

// errorsOf returns what is wrong with a package. That generated code does not
// compile is how it shows that it is stale, which its sites say.
func errorsOf(p *driver.Package) []string {
	var errs []string
	for _, e := range p.Errors {
		if e.Kind != packages.TypeError {
			errs = append(errs, relativeText(placed(e)))
		}
	}
	code := compile.NewPackage(compile.Input{Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, Info: p.TypesInfo})
	for _, e := range p.TypeErrors {
		if !code.GeneratedAt(e.Pos) {
			errs = append(errs, relativeText(e.Error()))
		}
	}
	if p.Err != nil {
		errs = append(errs, p.Err.Error())
	}
	return errs
}

// found returns what there is to say of one site.
func found(fset *token.FileSet, s xmlserde.SiteResult) finding {
	f := finding{
		Pos:     place(fset, s.Site.Arg.Pos()),
		Call:    s.Site.Func,
		Type:    types.TypeString(s.Site.Type, (*types.Package).Name),
		Plan:    planAccepted,
		Runs:    runsStd,
		Code:    string(s.Code),
		Ignored: s.Ignored,
	}
	switch {
	case s.Site.Via != nil:
		f.Call = s.Site.Via.FullName()
	case s.Site.Fork, s.Site.Method:
	case s.Site.Std:
		f.Call = "encoding/xml." + s.Site.Func
	default:
		f.Call = "xmlserde/xml." + s.Site.Func
	}
	if s.Compiled {
		f.Runs = runsCompiled
	}
	switch {
	case s.Site.Dynamic:
		f.Plan = planDynamic
		f.unseen = "interface"
		if _, ok := sites.Root(s.Site.Type).(*types.TypeParam); ok {
			f.unseen = "type parameter"
		}
		if s.Site.Value {
			f.unseen = "function value"
		}
	case !s.Verdict.Accepted():
		f.Plan = planRefused
		for _, r := range s.Verdict.Refusals {
			f.Reasons = append(f.Reasons, reason{string(r.Reason), r.GoPath, r.Fact})
		}
	}
	return f
}

// place returns a position as file:line:column, the file relative to the
// current directory if it is below it.
func place(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d:%d", relativePath(p.Filename), p.Line, p.Column)
}

// summarize counts findings.
func summarize(findings []finding) summary {
	sum := summary{Sites: len(findings), Reasons: make(map[string]int), unseen: make(map[string]int)}
	for _, f := range findings {
		switch f.Plan {
		case planAccepted:
			sum.Accepted++
		case planRefused:
			sum.Refused++
		case planDynamic:
			sum.Dynamic++
			sum.unseen[f.unseen]++
		}
		if f.Runs == runsCompiled {
			sum.Compiled++
		}
		if f.Ignored {
			sum.Ignored++
		}
		seen := make(map[string]bool)
		for _, r := range f.Reasons {
			if !seen[r.Reason] {
				seen[r.Reason] = true
				sum.Reasons[r.Reason]++
			}
		}
	}
	return sum
}

func printJSON(c *call, findings []finding) error {
	enc := json.NewEncoder(c.stdout)
	enc.SetIndent("", "\t")
	return enc.Encode(struct {
		Sites   []finding `json:"sites"`
		Summary summary   `json:"summary"`
	}{findings, summarize(findings)})
}

func printText(c *call, findings []finding) error {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%s: %s %s: %s, runs %s", f.Pos, f.Call, f.Type, f.Plan, f.Runs)
		if f.Code != "" {
			fmt.Fprintf(&b, ": %s", f.Code)
		}
		if f.Ignored {
			b.WriteString(", ignored")
		}
		b.WriteByte('\n')
		for _, r := range f.Reasons {
			fmt.Fprintf(&b, "\t%s: %s: %s\n", r.Path, r.Fact, r.Reason)
		}
	}
	sum := summarize(findings)
	fmt.Fprintf(&b, "%s: %d accepted%s, %d refused, %d dynamic; %d run compiled code\n",
		count(sum.Sites, "site"), sum.Accepted, percent(sum.Accepted, sum.Sites), sum.Refused, sum.Dynamic, sum.Compiled)
	if sum.Ignored > 0 {
		fmt.Fprintf(&b, "ignored: %d\n", sum.Ignored)
	}
	if sum.Refused > 0 {
		fmt.Fprintf(&b, "refused: %s\n", counts(sum.Reasons))
	}
	if sum.Dynamic > 0 {
		fmt.Fprintf(&b, "dynamic: %s\n", counts(sum.unseen))
	}
	_, err := c.stdout.Write([]byte(b.String()))
	return err
}

// percent returns " (P %)" for n of total, "" of nothing.
func percent(n, total int) string {
	if total == 0 {
		return ""
	}
	return fmt.Sprintf(" (%.1f %%)", 100*float64(n)/float64(total))
}

// counts returns "2 local-type, 1 interface": what is at most sites first.
func counts(at map[string]int) string {
	names := slices.Collect(maps.Keys(at))
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(at[b], at[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%d %s", at[name], name)
	}
	return strings.Join(names, ", ")
}
