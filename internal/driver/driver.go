// Package driver runs analyzers over packages that it loads itself.
//
// It differs from x/tools' own standalone driver in one thing: an analyzer with
// facts does not make it load the whole program from source. Facts go between the
// packages it was asked for and those of the main module that they import. Other
// dependencies have none, which analyzers here must bear under any driver.
package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/objectpath"
)

// Options say what is loaded. The zero Options take the current directory and no
// tests.
type Options struct {
	// Dir is the directory that patterns are relative to, "" for the current one.
	Dir string
	// Tests adds the test files of packages, and external test packages.
	Tests bool
	// ZeroFacts says that a package which was analyzed, and has exported no fact of a
	// type about itself, has the zero one. An analyzer can tell it from a package that
	// was not analyzed by that.
	ZeroFacts bool
	// Env is the environment of the go command, nil for that of the process.
	Env []string
}

// A Package is a package that was asked for, and what an analyzer said of it. A
// package with tests is here once, with them.
type Package struct {
	*packages.Package
	// Diagnostics are in source order, each once.
	Diagnostics []analysis.Diagnostic
	// Result is the analyzer's, nil if Err is not.
	Result any
	// Err tells that the analyzer failed, or that it was not run because the
	// package has errors.
	Err error
}

// Analyze runs an analyzer, and those it requires, over the packages that match
// patterns, and returns them in the order of their import paths. Packages are
// analyzed at the same time, each behind those it imports. The error is that of
// loading as a whole; a package that could not be loaded has its own Errors.
func Analyze(ctx context.Context, opts Options, a *analysis.Analyzer, patterns ...string) ([]*Package, error) {
	loaded, err := load(ctx, opts, patterns)
	if err != nil {
		return nil, err
	}
	asked := make(map[string]bool)
	for _, p := range loaded {
		asked[p.PkgPath] = true
	}
	if more := imported(loaded); len(more) > 0 {
		if loaded, err = load(ctx, opts, slices.Concat(patterns, more)); err != nil {
			return nil, err
		}
	}
	run := run{ctx: ctx, zero: opts.ZeroFacts, facts: make(map[factKey]analysis.Fact)}
	run.start(a, loaded)
	var pkgs []*Package
	for _, p := range loaded {
		u := run.units[p.PkgPath]
		<-u.done
		if !asked[p.PkgPath] {
			continue
		}
		act := u.actions[a]
		slices.SortStableFunc(act.diagnostics, func(x, y analysis.Diagnostic) int { return inSource(p.Fset, x.Pos, y.Pos) })
		same := func(x, y analysis.Diagnostic) bool { return x.Pos == y.Pos && x.Message == y.Message }
		p.Errors = slices.DeleteFunc(p.Errors, repeated)
		pkgs = append(pkgs, &Package{
			Package:     p,
			Diagnostics: slices.CompactFunc(act.diagnostics, same),
			Result:      act.result,
			Err:         act.err,
		})
	}
	return pkgs, nil
}

// inSource orders places by file, line and column. Files are parsed at the same
// time, and their places numbered as it happens.
func inSource(fset *token.FileSet, x, y token.Pos) int {
	p, q := fset.Position(x), fset.Position(y)
	return cmp.Or(strings.Compare(p.Filename, q.Filename), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// repeated reports whether an error is what the go command's compiler found, which
// the type-checker has said already.
func repeated(e packages.Error) bool { return strings.HasPrefix(e.Msg, "# ") }

// load returns the packages that match patterns by import path, those with tests
// with them.
func load(ctx context.Context, opts Options, patterns []string) ([]*packages.Package, error) {
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Dir: opts.Dir, Env: opts.Env, Tests: opts.Tests,
		Mode: packages.LoadSyntax | packages.NeedModule | packages.NeedForTest,
	}, patterns...)
	if err != nil {
		if _, text, ok := strings.Cut(err.Error(), ": stderr: "); ok {
			err = errors.New(strings.TrimSpace(text))
		}
		return nil, err
	}
	byPath := make(map[string]*packages.Package)
	for _, p := range loaded {
		if p.ForTest == "" && strings.HasSuffix(p.ID, ".test") {
			continue // the main package of a test binary
		}
		if have := byPath[p.PkgPath]; have == nil || have.ForTest == "" && p.ForTest != "" {
			byPath[p.PkgPath] = p
		}
	}
	pkgs := make([]*packages.Package, 0, len(byPath))
	for _, p := range byPath {
		pkgs = append(pkgs, p)
	}
	slices.SortFunc(pkgs, func(p, q *packages.Package) int { return strings.Compare(p.PkgPath, q.PkgPath) })
	return pkgs, nil
}

// imported returns the packages of the main module that loaded import and that are
// not among them.
func imported(loaded []*packages.Package) []string {
	in, main := make(map[string]bool), make(map[string]bool)
	for _, p := range loaded {
		in[p.PkgPath] = true
		if p.Module != nil && p.Module.Main {
			main[p.Module.Path] = true
		}
	}
	of := func(path string) bool {
		for m := range main {
			if path == m || strings.HasPrefix(path, m+"/") {
				return true
			}
		}
		return false
	}
	var more []string
	for _, p := range loaded {
		for path := range p.Imports {
			if !in[path] && of(path) {
				in[path] = true
				more = append(more, path)
			}
		}
	}
	slices.Sort(more)
	return more
}

// A run is one call of Analyze.
type run struct {
	ctx   context.Context
	zero  bool             // Options.ZeroFacts
	units map[string]*unit // by import path

	lock  sync.Mutex
	facts map[factKey]analysis.Fact
}

// A unit is one package of a run.
type unit struct {
	*packages.Package
	actions map[*analysis.Analyzer]*action
	done    chan struct{} // closed when all of its actions have ended
}

// An action is what became of one analyzer on one package.
type action struct {
	diagnostics []analysis.Diagnostic
	result      any
	err         error
}

// A factKey finds a fact. The same object has another identity in each package that
// imports it, but one path.
type factKey struct {
	analyzer *analysis.Analyzer
	pkg      string
	object   objectpath.Path // "" of a package
	fact     reflect.Type
}

// start starts the analysis of all packages.
func (r *run) start(a *analysis.Analyzer, pkgs []*packages.Package) {
	r.units = make(map[string]*unit)
	for _, p := range pkgs {
		r.units[p.PkgPath] = &unit{p, make(map[*analysis.Analyzer]*action), make(chan struct{})}
	}
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	started, launched := make(map[*unit]bool), make(map[*unit]bool)
	var start func(u *unit)
	start = func(u *unit) {
		started[u] = true
		var before []*unit
		for path := range u.Imports {
			dep := r.units[path]
			if dep == nil {
				continue
			}
			if !started[dep] {
				start(dep)
			}
			if launched[dep] { // otherwise the packages are broken, and import each other
				before = append(before, dep)
			}
		}
		launched[u] = true
		go func() {
			defer close(u.done)
			for _, dep := range before {
				<-dep.done
			}
			free <- struct{}{}
			defer func() { <-free }()
			r.act(a, u)
		}()
	}
	for _, p := range pkgs {
		if u := r.units[p.PkgPath]; !started[u] {
			start(u)
		}
	}
}

// act runs an analyzer on a package, behind those it requires.
func (r *run) act(a *analysis.Analyzer, u *unit) *action {
	if act := u.actions[a]; act != nil {
		return act
	}
	act := new(action)
	u.actions[a] = act
	switch {
	case r.ctx.Err() != nil:
		act.err = context.Cause(r.ctx)
		return act
	case u.Types == nil || u.TypesInfo == nil || len(u.Syntax) == 0:
		return act // nothing was loaded, which the package's errors say
	case u.IllTyped && !a.RunDespiteErrors:
		act.err = errors.New("not analyzed: the package has errors")
		return act
	}
	results := make(map[*analysis.Analyzer]any)
	for _, req := range a.Requires {
		of := r.act(req, u)
		if of.err != nil {
			act.err = fmt.Errorf("%s: %w", req.Name, of.err)
			return act
		}
		results[req] = of.result
	}
	pass := r.pass(a, u, act)
	pass.ResultOf = results
	act.result, act.err = guarded(a, pass)
	return act
}

// guarded runs an analyzer. A panic becomes an error.
func guarded(a *analysis.Analyzer, pass *analysis.Pass) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: %s: internal error: %v\n%s", a.Name, pass.Pkg.Path(), p, debug.Stack())
		}
	}()
	return a.Run(pass)
}

func (r *run) pass(a *analysis.Analyzer, u *unit, act *action) *analysis.Pass {
	pass := &analysis.Pass{
		Analyzer:     a,
		Fset:         u.Fset,
		Files:        u.Syntax,
		OtherFiles:   u.OtherFiles,
		IgnoredFiles: u.IgnoredFiles,
		Pkg:          u.Types,
		TypesInfo:    u.TypesInfo,
		TypesSizes:   u.TypesSizes,
		TypeErrors:   u.TypeErrors,
		Module:       module(u.Module),
		Report:       func(d analysis.Diagnostic) { act.diagnostics = append(act.diagnostics, d) },
		ReadFile:     os.ReadFile,
	}
	pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
		have := r.fact(factKey{a, pkg.Path(), "", reflect.TypeOf(fact)}, fact)
		return have || r.zero && r.units[pkg.Path()] != nil
	}
	pass.ExportPackageFact = func(fact analysis.Fact) {
		r.note(factKey{a, u.Types.Path(), "", reflect.TypeOf(fact)}, fact)
	}
	pass.ImportObjectFact = func(obj types.Object, fact analysis.Fact) bool {
		key, ok := objectKey(a, obj, fact)
		return ok && r.fact(key, fact)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		if key, ok := objectKey(a, obj, fact); ok {
			r.note(key, fact)
		}
	}
	pass.AllPackageFacts = func() []analysis.PackageFact { return nil }
	pass.AllObjectFacts = func() []analysis.ObjectFact { return nil }
	return pass
}

// objectKey returns the key of an object's fact. An object that other packages
// cannot reach has none.
func objectKey(a *analysis.Analyzer, obj types.Object, fact analysis.Fact) (factKey, bool) {
	if obj == nil || obj.Pkg() == nil {
		return factKey{}, false
	}
	path, err := objectpath.For(obj)
	return factKey{a, obj.Pkg().Path(), path, reflect.TypeOf(fact)}, err == nil
}

// fact sets fact to the one under a key, and reports whether there is one.
func (r *run) fact(key factKey, fact analysis.Fact) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	have, ok := r.facts[key]
	if ok {
		reflect.ValueOf(fact).Elem().Set(reflect.ValueOf(have).Elem())
	}
	return ok
}

func (r *run) note(key factKey, fact analysis.Fact) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.facts[key] = fact
}

func module(m *packages.Module) *analysis.Module {
	if m == nil {
		return nil
	}
	return &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
}
