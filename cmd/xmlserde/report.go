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

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/directive"
	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/refusal"
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
	units, problems, err := newLoader(c, "", false).load(patterns)
	if err != nil {
		c.errorf("%v", err)
		return exitFound
	}
	for _, p := range problems {
		c.problem(p)
	}
	if len(units)+len(problems) == 0 {
		c.errorf("no packages match %q", patterns)
		return exitFound
	}
	findings := survey{units: units}.findings()
	if asJSON {
		err = printJSON(c, findings)
	} else {
		err = printText(c, findings)
	}
	if err != nil {
		c.errorf("%v", err)
		return exitFound
	}
	if len(problems) > 0 {
		return exitFound
	}
	return exitOK
}

// A survey finds out about the calls in units.
type survey struct {
	units []*unit
	// codes holds what is known of the generated code of packages, by path.
	codes map[string]*unitCode
}

// A unitCode is the generated code of one package.
type unitCode struct {
	registered []compile.Registration
	stale      []string // base names
	err        error    // of the generator
}

// findings returns what there is to say about each call, by package and place.
func (s survey) findings() []finding {
	s.codes = make(map[string]*unitCode)
	findings := []finding{}
	for _, u := range s.units {
		if !u.asked {
			continue
		}
		ignored := ignoring(u)
		for _, c := range u.code.Calls() {
			f := s.finding(u, c)
			f.Ignored = f.Code != "" && ignored(c.Arg.Pos(), refusal.Code(f.Code))
			findings = append(findings, f)
		}
	}
	return findings
}

// ignoring returns what tells whether a directive in u suppresses a code at a
// place.
func ignoring(u *unit) func(token.Pos, refusal.Code) bool {
	files := make(map[*token.File]directive.Directives)
	for _, f := range u.Syntax {
		files[u.Fset.File(f.FileStart)] = directive.Of(u.Fset, f)
	}
	return func(pos token.Pos, code refusal.Code) bool {
		_, ignored := files[u.Fset.File(pos)].Ignored(pos, code)
		return ignored
	}
}

func (s survey) finding(u *unit, c compile.Call) finding {
	f := finding{
		Pos:  place(u.Fset, c.Arg.Pos()),
		Call: c.Func,
		Type: types.TypeString(c.Type, (*types.Package).Name),
		Plan: planAccepted,
		Runs: runsStd,
	}
	switch {
	case c.Via != nil:
		f.Call = c.Via.FullName()
	case !c.Method && c.Std:
		f.Call = "encoding/xml." + c.Func
	case !c.Method:
		f.Call = "xmlserde/xml." + c.Func
	}
	switch {
	case c.Dynamic:
		f.Plan = planDynamic
		f.unseen = "interface"
		if _, ok := sites.Root(c.Type).(*types.TypeParam); ok {
			f.unseen = "type parameter"
		}
		f.Code = string(refusal.Dynamic)
	case !c.Verdict.Accepted():
		f.Plan = planRefused
		f.Code = string(refusal.FallsBack)
		for _, r := range c.Verdict.Refusals {
			f.Reasons = append(f.Reasons, reason{string(r.Reason), r.GoPath, r.Fact})
		}
	case c.Method && c.Called():
		// The method of the type's own is called in any case.
	case c.Method:
		f.Code = string(refusal.Method)
	case c.Std:
		f.Code = string(refusal.Compilable)
	case c.Called():
	default:
		code := s.registration(c)
		f.Code = string(code)
		if code == "" {
			f.Runs = runsCompiled
		}
	}
	return f
}

// registration returns why an accepted call of the facade does not run
// generated code, "" if it does.
func (s survey) registration(c compile.Call) refusal.Code {
	if c.Builtin() {
		return ""
	}
	code := s.code(c.Owner.Path())
	if code.err != nil {
		return refusal.Abandoned
	}
	root := sites.Root(c.Type)
	for _, reg := range code.registered {
		// The owner of the type may be known from export data here.
		if reg.Wants[c.Direction] && sameType(reg.Type, root) && !slices.Contains(code.stale, reg.File) {
			return ""
		}
	}
	return refusal.Stale
}

// sameType reports whether a and b are one type, whichever variants of its
// package they were found in.
func sameType(a, b types.Type) bool {
	return types.Identical(a, b) || types.TypeString(a, nil) == types.TypeString(b, nil)
}

// code returns the generated code of a package, none if it is not among the
// units.
func (s survey) code(path string) *unitCode {
	if code := s.codes[path]; code != nil {
		return code
	}
	code := new(unitCode)
	s.codes[path] = code
	for _, u := range s.units {
		if u.PkgPath == path {
			code.registered = u.code.Registered()
			code.stale, code.err = u.code.Stale()
		}
	}
	return code
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
