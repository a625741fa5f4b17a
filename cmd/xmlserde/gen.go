package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/plan"
)

var genCommand = command{
	name:  "gen",
	usage: "[-all] [-check] [-inline] [-v] [packages]",
	short: "write the code for the types that packages bind to XML",
	long: `
Gen finds the calls that bind values to XML, of encoding/xml and of
` + sites.FacadePath + `, and writes for each type behind
them that can be compiled the functions that do it without reflection. They go
into xmlserde_gen.go in the package that declares the type, or, for a type from
outside the main module, in the package of the call. Types of tests go into
xmlserde_gen_test.go and xmlserde_gen_x_test.go, types from files with a build
constraint into a file with the same constraint.

Gen overwrites no file that does not bear its header. A type that once had code
keeps it as long as it can be compiled: delete the file to start afresh.

	-all	also compile every struct type that has an xml tag, called or not
	-check	write nothing; print a diff for each file that gen would change,
		and exit with 1 if there is one
	-inline	write the code into hand-written files instead, between two marker
		lines, where golangci-lint and others can renew it: into the file
		that has it already, or else the first by name with a call that can
		run it. Without -inline, code in hand-written files becomes files
	-v	print every type, compiled or refused, with reasons, and every file
`,
}

func init() { genCommand.run = gen }

// A generation is one run of gen.
type generation struct {
	*call
	all, check, inline, verbose bool
	// failed is set by whatever makes the exit code 1.
	failed bool
	// generated counts the files that the packages are to have.
	generated int
}

func gen(c *call, args []string) int {
	g := generation{call: c}
	patterns, code, ok := c.parse(args, func(f *flag.FlagSet) {
		f.BoolVar(&g.all, "all", false, "")
		f.BoolVar(&g.check, "check", false, "")
		f.BoolVar(&g.inline, "inline", false, "")
		f.BoolVar(&g.verbose, "v", false, "")
	})
	if !ok {
		return code
	}
	units, problems, err := newLoader(c, "", g.all).load(patterns)
	if err != nil {
		g.fail("%v", err)
		return exitFound
	}
	for _, p := range problems {
		g.problem(p)
		g.failed = true
	}
	if len(units)+len(problems) == 0 {
		g.fail("no packages match %q", patterns)
	}
	g.units(units)
	if g.failed {
		return exitFound
	}
	if g.generated == 0 {
		hint := "; -all also takes the struct types that have an xml tag"
		if g.all {
			hint = ""
		}
		g.errorf("nothing to generate: no call binds a type that can be compiled%s", hint)
	}
	return exitOK
}

// fail reports an error that does not keep gen from going on.
func (g *generation) fail(format string, args ...any) {
	g.errorf(format, args...)
	g.failed = true
}

func (g *generation) units(units []*unit) {
	var wanted []compile.Root
	for _, u := range units {
		wanted = append(wanted, u.code.Wanted()...)
	}
	requirements := newRequirements(g.Context)
	for _, u := range units {
		if g.Err() != nil {
			g.fail("%v", context.Cause(g))
			return
		}
		result, err := u.code.Compile(wanted)
		if err != nil {
			g.fail("%v", err)
			continue
		}
		if g.verbose {
			g.types(result)
		}
		g.generated += len(result.Files)
		if len(result.Files) > 0 {
			advice, met, err := requirements.check(u.Module)
			if err != nil {
				g.fail("%s: %v", u.PkgPath, err)
				continue
			}
			if !met {
				g.fail("%s: %s", u.PkgPath, advice)
				continue
			}
		}
		if g.inline || u.code.HasRegions() {
			g.regions(u, wanted)
		} else {
			g.files(u, result)
		}
	}
	for _, note := range requirements.notes() {
		g.errorf("%s", note)
	}
}

// types prints the types of a result. Where several calls bind a type, what
// they are told is printed once.
func (g *generation) types(result *compile.Result) {
	for _, c := range result.Compiled {
		var how []string
		switch {
		case c.Plans[plan.Marshal] != nil:
			how = append(how, "marshal")
		case c.Element != nil:
			how = append(how, "marshal as an element")
		}
		if c.Plans[plan.Unmarshal] != nil {
			how = append(how, "unmarshal")
		}
		fmt.Fprintf(g.stdout, "%s: compiled: %s\n", typeName(c.Type), strings.Join(how, ", "))
	}
	printed := make(map[string]bool)
	for _, r := range result.Refused {
		for _, reason := range r.Refusals {
			line := fmt.Sprintf("%s: refused: %s: %s", typeName(r.Type), r.Direction, reason)
			if !printed[line] {
				printed[line] = true
				fmt.Fprintln(g.stdout, line)
			}
		}
	}
}

// typeName returns t, without the pointers above it, with packages by their
// names.
func typeName(t types.Type) string {
	return types.TypeString(sites.Root(t), (*types.Package).Name)
}

// files brings the generated files of u up to date, or shows what is stale.
func (g *generation) files(u *unit, result *compile.Result) {
	texts := maps.Clone(result.Files)
	for _, name := range result.Obsolete {
		texts[name] = nil
	}
	changes, _ := g.plan(u, texts, planChange)
	g.make(changes)
}

// regions brings the generated code of u to the layout that is asked for: into
// regions, or out of them.
func (g *generation) regions(u *unit, wanted []compile.Root) {
	req := compile.FixRequest{Layout: compile.Files, Move: true, CodeOnly: true, Others: wanted}
	if g.inline {
		req.Layout = compile.Regions
	}
	fix, err := u.code.Fix(req)
	switch {
	case err != nil:
		g.fail("%v", err)
		return
	case fix.None != "":
		g.fail("%s: %s", u.PkgPath, fix.None)
		return
	}
	texts := make(map[string][]byte)
	for name, edits := range fix.Edits {
		old, err := os.ReadFile(filepath.Join(u.Dir, name))
		if err == nil {
			texts[name], err = compile.ApplyEdits(u.Fset, name, old, edits)
		}
		if err != nil {
			g.fail("%s: %v", u.PkgPath, err)
			return
		}
	}
	// Code that moves is in its new place before it leaves the old one: a package
	// with neither would not be told from one that never had any.
	generated, ok := g.plan(u, fix.Files, planChange)
	written, also := g.plan(u, texts, planEdit)
	if !ok || !also {
		return
	}
	if g.inline {
		g.make(slices.Concat(written, generated))
	} else {
		g.make(slices.Concat(generated, written))
	}
}

// plan returns the changes that give files of u their texts, by name.
func (g *generation) plan(u *unit, texts map[string][]byte, plan func(path string, text []byte) (change, error)) (changes []change, ok bool) {
	ok = true
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		path := filepath.Join(u.Dir, name)
		c, err := plan(path, texts[name])
		if err != nil {
			g.fail("%s: %v", relativePath(path), err)
			ok = false
			continue
		}
		changes = append(changes, c)
	}
	return changes, ok
}

// make carries changes out, or shows them.
func (g *generation) make(changes []change) {
	for _, c := range changes {
		shown := relativePath(c.path)
		if !c.isNone() {
			if g.check {
				g.stdout.Write(c.diff(shown))
				g.failed = true
				continue
			}
			if err := c.make(); err != nil {
				g.fail("%v", err)
				continue
			}
		}
		g.file(c, shown)
	}
}

// file prints what became of a file.
func (g *generation) file(c change, shown string) {
	switch {
	case g.verbose && c.new != nil:
		fmt.Fprintf(g.stdout, "%s: %s: %d lines, %d bytes\n", shown, c.verb(), bytes.Count(c.new, []byte("\n")), len(c.new))
	case g.verbose, !c.isNone() && !g.check:
		fmt.Fprintf(g.stdout, "%s: %s\n", shown, c.verb())
	}
}

// relativePath returns path relative to the current directory if it is below
// it, and path itself otherwise.
func relativePath(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return rel
}
