package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/internal/compile"
)

// A unit is one package to generate for: a package together with its tests,
// or an external test package.
type unit struct {
	*packages.Package
	code *compile.Package
	// asked reports that the package was asked for. Others are loaded because
	// they hold the code of types that it binds.
	asked bool
}

// A problem is a package that cannot be generated for, and why.
type problem struct {
	path string
	errs []string
}

// maxErrors is how many errors of one package are shown.
const maxErrors = 10

// problem tells why a package is left out.
func (c *call) problem(p problem) {
	for i, e := range p.errs {
		if i == maxErrors {
			fmt.Fprintf(c.stderr, "%s: %d errors more\n", p.path, len(p.errs)-i)
			break
		}
		fmt.Fprintf(c.stderr, "%s: %s\n", p.path, e)
	}
}

// A loader loads packages with their generated files blanked.
type loader struct {
	ctx context.Context
	dir string // the current directory if empty
	all bool   // for compile.Input

	// overlay holds blanked generated files by path, and generated the text
	// of the same files by directory and base name.
	overlay   map[string][]byte
	generated map[string]map[string][]byte
	// held are the packages whose files can be written.
	held map[string]bool
}

func newLoader(ctx context.Context, dir string, all bool) *loader {
	return &loader{
		ctx: ctx, dir: dir, all: all,
		overlay:   make(map[string][]byte),
		generated: make(map[string]map[string][]byte),
		held:      make(map[string]bool),
	}
}

const (
	// listMode finds the files of packages and of all that they import.
	listMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
		packages.NeedModule | packages.NeedForTest
	// syntaxMode type-checks the packages named, and what they import from
	// export data.
	syntaxMode = packages.LoadSyntax | packages.NeedModule | packages.NeedForTest
)

func (l *loader) config(mode packages.LoadMode) *packages.Config {
	return &packages.Config{Context: l.ctx, Dir: l.dir, Mode: mode, Tests: true, Overlay: l.overlay}
}

// scan blanks the generated files of the packages that match patterns, and of
// those in the main module that they import.
func (l *loader) scan(patterns []string) error {
	listed, err := packages.Load(l.config(listMode), patterns...)
	if err != nil {
		return driverError(err)
	}
	var failed error
	packages.Visit(listed, nil, func(p *packages.Package) {
		if p.Module == nil || !p.Module.Main {
			return
		}
		l.held[p.PkgPath] = true
		for _, path := range p.GoFiles {
			if err := l.blank(path, p.Name); err != nil {
				failed = errors.Join(failed, err)
			}
		}
	})
	return failed
}

// blank adds the file at path, of a package called name, to the overlay if it
// is a generated one or has a region of generated code.
func (l *loader) blank(path, name string) error {
	if l.overlay[path] != nil {
		return nil
	}
	dir, base := filepath.Split(path)
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !compile.HasRegion(src) && !(strings.HasPrefix(base, compile.FilePrefix) && isOurs(src)) {
		return nil
	}
	blanked, err := compile.Blank(src)
	if err != nil {
		blanked = []byte(compile.Header + "\n\npackage " + name + "\n") // it has lost even that
	}
	dir = filepath.Clean(dir)
	if l.generated[dir] == nil {
		l.generated[dir] = make(map[string][]byte)
	}
	l.overlay[path] = blanked
	l.generated[dir][base] = src
	return nil
}

// load returns the units that match patterns and those that hold the code of
// the types they bind, in the order of their import paths, and the packages
// that cannot be generated for.
func (l *loader) load(patterns []string) ([]*unit, []problem, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	added := patterns
	var asked map[string]bool
	for {
		if err := l.scan(added); err != nil {
			return nil, nil, err
		}
		units, problems, err := l.units(patterns)
		if err != nil {
			return nil, nil, err
		}
		if asked == nil {
			asked = make(map[string]bool)
			for _, u := range units {
				asked[u.PkgPath] = true
			}
		}
		for _, u := range units {
			u.asked = asked[u.PkgPath]
		}
		added = missingOwners(units, patterns)
		if len(added) == 0 {
			return units, problems, nil
		}
		patterns = slices.Concat(patterns, added)
	}
}

// missingOwners returns the packages that hold the code of types that units
// bind, and that are neither among units nor were asked for by their paths.
func missingOwners(units []*unit, asked []string) []string {
	missing := make(map[string]bool)
	for _, u := range units {
		for _, r := range u.code.Wanted() {
			missing[r.Owner] = true
		}
	}
	for _, u := range units {
		delete(missing, u.PkgPath)
	}
	for _, path := range asked {
		delete(missing, path)
	}
	return slices.Sorted(maps.Keys(missing))
}

// units type-checks the packages that match patterns.
func (l *loader) units(patterns []string) ([]*unit, []problem, error) {
	loaded, err := packages.Load(l.config(syntaxMode), patterns...)
	if err != nil {
		return nil, nil, driverError(err)
	}
	// A package with tests comes twice, without them and with them. The
	// variant with tests has all files of the other. If that alone does not
	// type-check, its errors are told and the other is generated for.
	variants := make(map[string][]*packages.Package)
	for _, p := range loaded {
		if p.ForTest == "" && strings.HasSuffix(p.ID, ".test") {
			continue // the main package of a test binary
		}
		variants[p.PkgPath] = append(variants[p.PkgPath], p)
	}
	var units []*unit
	var problems []problem
	for _, path := range slices.Sorted(maps.Keys(variants)) {
		of := variants[path]
		slices.SortFunc(of, func(p, q *packages.Package) int { return strings.Compare(q.ForTest, p.ForTest) })
		if errs := l.errors(of[0]); errs != nil {
			problems = append(problems, problem{path, errs})
		}
		for _, p := range of {
			if l.errors(p) == nil {
				units = append(units, l.unit(p))
				break
			}
		}
	}
	return units, problems, nil
}

func (l *loader) unit(p *packages.Package) *unit {
	return &unit{Package: p, code: compile.NewPackage(compile.Input{
		Fset:      p.Fset,
		Files:     p.Syntax,
		Pkg:       p.Types,
		Info:      p.TypesInfo,
		Generated: l.generated[p.Dir],
		Holds:     func(path string) bool { return l.held[path] },
		All:       l.all,
	})}
}

// errors returns why p cannot be generated for, nil if it can.
func (l *loader) errors(p *packages.Package) []string {
	switch {
	case p.PkgPath == "command-line-arguments":
		return []string{"xmlserde takes packages, not single files"}
	case len(p.Errors) == 0 && (p.Module == nil || !p.Module.Main):
		return []string{"not in the main module: its files are not written"}
	case len(p.Errors) == 0 && !p.IllTyped:
		return nil
	}
	errs := l.ownErrors(p)
	// What is wrong with an import says more than that it cannot be imported.
	packages.Visit(slices.Collect(maps.Values(p.Imports)), nil, func(q *packages.Package) {
		for _, e := range l.ownErrors(q) {
			errs = append(errs, "imports "+q.PkgPath+": "+e)
		}
	})
	if len(errs) == 0 {
		errs = []string{"imports a package that does not type-check"}
	}
	return errs
}

// ownErrors returns the errors in p itself.
func (l *loader) ownErrors(p *packages.Package) []string {
	var errs []string
	for _, e := range p.Errors {
		// The go command repeats what its compiler found, as one text.
		if !strings.HasPrefix(e.Msg, "# ") {
			errs = append(errs, l.relative(placed(e)))
		}
	}
	if len(errs) == 0 && len(p.Errors) > 0 {
		errs = []string{l.relative(placed(p.Errors[0]))}
	}
	return errs
}

// placed returns the text of an error behind its place, if it has one.
func placed(e packages.Error) string {
	if e.Pos == "" || e.Pos == "-" {
		return e.Msg
	}
	return e.Error()
}

// relative shortens the paths below the current directory in an error's text.
func (l *loader) relative(text string) string { return relativeTo(l.dir, text) }

// relativeText shortens the paths below the current directory in a text.
func relativeText(text string) string { return relativeTo("", text) }

func relativeTo(dir, text string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return text
	}
	return strings.ReplaceAll(text, dir+string(filepath.Separator), "")
}

// driverError drops what package packages puts before the text of the go
// command.
func driverError(err error) error {
	if _, text, ok := strings.Cut(err.Error(), ": stderr: "); ok {
		return errors.New(strings.TrimSpace(text))
	}
	return err
}
