package xmlserde

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/plan"
)

// Wrapper is a fact of a function: it passes parameters on to calls that bind them,
// so that its own calls do.
type Wrapper struct {
	sites.Wrapper
}

// AFact marks a fact.
func (*Wrapper) AFact() {}

// String returns the fact as tests write it.
func (w *Wrapper) String() string {
	words := make([]string, 0, len(w.Bindings))
	for _, b := range w.Bindings {
		words = append(words, b.Func)
	}
	return fmt.Sprintf("wraps[%s]", strings.Join(words, ", "))
}

// finder returns what finds the sites of a package: it knows the wrappers of the
// packages that this one imports, where facts are to be had.
func finder(pass *analysis.Pass) sites.Finder {
	return sites.Finder{
		Wrappers: func(fn *types.Func) *sites.Wrapper {
			w := new(Wrapper)
			if fn.Pkg() == pass.Pkg || pass.ImportObjectFact == nil || !pass.ImportObjectFact(fn, w) {
				return nil
			}
			return &w.Wrapper
		},
		Forks: forks,
	}
}

// exportWrappers exports the wrappers that other packages can call.
func (r *reporter) exportWrappers() {
	if r.pass.ExportObjectFact == nil {
		return
	}
	for fn, w := range r.pkg.Wrappers() {
		if fn.Exported() && r.pass.Fset.File(fn.Pos()) != nil && !strings.HasSuffix(r.fileOf(fn), "_test.go") {
			r.pass.ExportObjectFact(fn, &Wrapper{*w})
		}
	}
}

// Holds is a fact of a package: for which types it has generated code.
type Holds struct {
	Types []Held
}

// A Held is a type that has generated code.
type Held struct {
	// Type is the type without pointers above it, packages by their paths.
	Type string
	// Wants tells the directions, indexed by [plan.Direction].
	Wants [2]bool
	// Offered reports that the package has the code when its fixes are applied, and
	// not yet. Calls elsewhere can be fixed at the same time.
	Offered bool
	// Stale reports that the code is not what the generator would write.
	Stale bool
}

// AFact marks a fact.
func (*Holds) AFact() {}

// String returns the fact as tests write it.
func (h *Holds) String() string {
	var words []string
	for _, t := range h.Types {
		word := t.Type
		for _, dir := range []plan.Direction{plan.Marshal, plan.Unmarshal} {
			if t.Wants[dir] {
				word += " " + dir.String()
			}
		}
		if t.Offered {
			word += " offered"
		}
		if t.Stale {
			word += " stale"
		}
		words = append(words, word)
	}
	return fmt.Sprintf("holds[%s]", strings.Join(words, ", "))
}

// NewHolds returns what the generated code among the registrations of a package
// is for.
func NewHolds(registered []compile.Registration) *Holds {
	h := new(Holds)
	for _, reg := range registered {
		h.Types = append(h.Types, Held{Type: typePath(reg.Type), Wants: reg.Wants})
	}
	return h
}

// typePath returns t with packages by their paths.
func typePath(t types.Type) string { return types.TypeString(t, nil) }

// has reports whether code for a type is held in a direction, or is offered too.
func (h *Holds) has(t types.Type, dir plan.Direction, offered bool) bool {
	path := typePath(sites.Root(t))
	return slices.ContainsFunc(h.Types, func(held Held) bool {
		return held.Wants[dir] && held.Type == path && (offered || !held.Offered) && !held.Stale
	})
}

// stale reports whether there is code for a type, and is not what it should be.
func (h *Holds) stale(t types.Type) bool {
	path := typePath(sites.Root(t))
	return slices.ContainsFunc(h.Types, func(held Held) bool { return held.Type == path && held.Stale })
}

// exportHolds exports what the package holds, if that is anything. The packages
// by which sites are found have the fact in any case: see factual. Drivers of our own,
// which look at some packages alone, give an empty one for those.
func (r *reporter) exportHolds() {
	if r.pass.ExportPackageFact == nil {
		return
	}
	h := new(Holds)
	if registered := r.pkg.Registered(); len(registered) > 0 {
		if r.fresh == nil {
			r.fresh = r.freshness()
		}
		h = NewHolds(registered)
		for i, reg := range registered {
			h.Types[i].Stale = r.fresh.stale[reg.File]
		}
	}
	for _, f := range r.findings {
		if root := sites.Root(f.call.Type); f.fixes != nil && f.call.Owner == r.pass.Pkg && !f.call.Builtin() && !r.isTest(f) {
			both := [2]bool{plan.Marshal: true, plan.Unmarshal: true} // as regions do
			if !h.has(root, f.call.Direction, true) {
				h.Types = append(h.Types, Held{Type: typePath(root), Wants: both, Offered: true})
			}
		}
	}
	if len(h.Types) > 0 || isXML(r.pass.Pkg.Path()) {
		r.pass.ExportPackageFact(h)
	}
}

// isXML reports whether the functions of a package are what is looked for.
func isXML(path string) bool {
	return path == sites.StdPath || path == sites.FacadePath || slices.Contains(forks, path)
}

// factual reports whether facts about imports are there to be had: a package
// without one then holds nothing.
func (r *reporter) factual() bool {
	return slices.ContainsFunc(r.pass.Pkg.Imports(), func(p *types.Package) bool {
		return isXML(p.Path()) && r.holdsOf(p) != nil
	})
}

// holdsOf returns what another package is known to hold, nil if nothing is known.
func (r *reporter) holdsOf(pkg *types.Package) *Holds {
	h := new(Holds)
	if r.pass.ImportPackageFact == nil || !r.pass.ImportPackageFact(pkg, h) {
		return nil
	}
	return h
}

// isTest reports whether a finding is in a test, which nobody imports.
func (r *reporter) isTest(f *finding) bool {
	return strings.HasSuffix(r.fileOf(f.Site.Arg), "_test.go")
}

// heldElsewhere reports whether the package that declares t is known to hold code
// for it, or that it offers to, if that counts.
func (r *reporter) heldElsewhere(t types.Type, dir plan.Direction, offered bool) bool {
	named := compile.Declared(t)
	if named == nil || named.Obj().Pkg() == nil || named.Obj().Pkg() == r.pass.Pkg {
		return false
	}
	h := r.holdsOf(named.Obj().Pkg())
	return h != nil && h.has(t, dir, offered)
}

// held is heldElsewhere for the type and direction of a call.
func (r *reporter) held(call compile.Call) bool {
	return r.heldElsewhere(sites.Root(call.Type), call.Direction, false)
}
