package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
	"github.com/xmlserde/xmlserde/internal/driver"
)

const usage = `Xmlserde-vet reports, at every call that binds a Go value to XML, whether the
type behind it can be compiled, and why not.

	xmlserde-vet [flags] [packages]
	go vet -vettool=$(which xmlserde-vet) [flags] [packages]
	go fix -fixtool=$(which xmlserde-vet) [packages]

	-fix	make the calls run compiled code: edit files and write generated ones
	-diff	with -fix, print what would change, and change nothing
	-json	print JSON
	-test=false
		leave out tests
`

// alone runs the analyzer on packages and prints what it says, and reports whether
// that was all that the arguments ask for. Package multichecker does the rest.
func alone(args []string) (code int, done bool) {
	if len(args) == 0 {
		help(os.Stderr)
		return 1, true
	}
	flags := flag.NewFlagSet("xmlserde-vet", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	tests := flags.Bool("test", true, "")
	xmlserde.Analyzer.Flags.VisitAll(func(f *flag.Flag) { flags.Var(f.Value, "xmlserde."+f.Name, f.Usage) })
	if slices.ContainsFunc(args, others) {
		return 0, false
	}
	switch err := flags.Parse(args); {
	case err == flag.ErrHelp:
		help(os.Stdout)
		return 0, true
	case err != nil:
		fmt.Fprintln(os.Stderr, "xmlserde-vet:", err)
		return 2, true
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	pkgs, err := driver.Analyze(ctx, driver.Options{Tests: *tests, ZeroFacts: true}, xmlserde.Analyzer, flags.Args()...)
	if err == nil && len(pkgs) == 0 {
		err = fmt.Errorf("no packages match %q", flags.Args())
	}
	if err != nil {
		return report(err), true
	}
	return tell(pkgs), true
}

// others reports whether an argument is one that package multichecker or the go
// command knows and alone does not.
func others(arg string) bool {
	name, ok := strings.CutPrefix(arg, "-")
	if !ok {
		return arg == "help" || strings.HasSuffix(arg, ".cfg")
	}
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "-"), "=")
	known := []string{"h", "help", "test", "xmlserde.strict", "xmlserde.layout", "xmlserde.packages"}
	return !slices.Contains(known, name)
}

// tell prints what was found out, and returns the exit code: 3 if there is
// something to report, 1 if a package has errors.
func tell(pkgs []*driver.Package) (code int) {
	failed := false
	told := make(map[string]bool)
	for _, p := range pkgs {
		for _, e := range p.Errors {
			failed = true
			if text := e.Error(); !told[text] {
				told[text] = true
				fmt.Fprintln(os.Stderr, text)
			}
		}
		if p.Err != nil {
			failed = true
			fmt.Fprintf(os.Stderr, "xmlserde-vet: %s: %v\n", p.PkgPath, p.Err)
		}
		for _, d := range p.Diagnostics {
			code = 3
			fmt.Fprintf(os.Stderr, "%s: %s\n", p.Fset.Position(d.Pos), d.Message)
		}
	}
	if failed && code == 0 {
		code = 1
	}
	return code
}

// help prints the usage and the flags of the analyzer.
func help(w io.Writer) {
	io.WriteString(w, usage)
	xmlserde.Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "\t-xmlserde.%s %s\n\t\t%s (default %q)\n", f.Name, value, text, f.Value)
	})
	io.WriteString(w, "\nThe codes are explained by \"xmlserde explain CODE\", and all flags listed by\n\"xmlserde-vet help\".\n")
}
