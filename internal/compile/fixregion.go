package compile

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/xmlserde/xmlserde/generator"
	"github.com/xmlserde/xmlserde/internal/sites"
)

// regions settles the fix with regions: each root goes to the file that is the
// owner of its place.
func (f *fixer) regions() error {
	headed := ""
	for _, e := range f.existing {
		switch {
		case !e.inRegion() && f.req.Move:
			f.fix.Files[e.name] = nil
		case !e.inRegion():
			headed = e.name
		default:
			f.addHolder(e.name, e.where)
		}
	}
	if headed != "" {
		return f.beside(headed)
	}
	f.all = f.roots()
	byTest := f.byTestsAlone(f.all)
	for _, a := range f.all {
		h := f.place(a, byTest)
		switch {
		case h != nil:
			a.root.Wants = both
			h.set.add(a.root)
		case f.req.Move:
			// Code that exists would be lost.
			f.fix.None = noFile + types.TypeString(a.root.Type, (*types.Package).Name)
			return nil
		case a.call != nil && f.runs(a.call):
			f.fix.PerCall[a.call] = noHolder
		}
	}
	f.unswap()
	return f.write()
}

// beside settles the fix of a package that has generated files: the imports, for
// calls whose code is there.
func (f *fixer) beside(headed string) error {
	stale, err := f.Stale()
	if err != nil {
		return err
	}
	registered := f.Registered()
	for _, a := range f.asked {
		if !slices.ContainsFunc(registered, func(r Registration) bool {
			return !slices.Contains(stale, r.File) && covers(r.Root, a.root)
		}) {
			f.fix.PerCall[a.call] = "run xmlserde gen, since " + headed + " holds the code of the package"
		}
	}
	f.holders = nil
	f.unswap()
	return f.write()
}

// covers reports whether r is the type of want in all its directions.
func covers(r, want Root) bool {
	for _, dir := range directions {
		if want.Wants[dir] && !r.Wants[dir] {
			return false
		}
	}
	var set rootSet
	set.add(r)
	return set.index.At(want.Type) != nil
}

// unswap leaves alone the imports of files in which no call has a fix.
func (f *fixer) unswap() {
	for name := range f.swaps {
		if !slices.ContainsFunc(f.Calls(), func(c Call) bool {
			return c.Call != nil && f.fileOf(c.Call.Pos()) == name && f.fix.PerCall[c.Call] == "" &&
				(f.req.Rewrites[c.Call] != nil || swaps(c) && (c.Dynamic || c.Verdict.Accepted())) && !(f.req.Skip != nil && f.req.Skip(c.Call))
		}) {
			delete(f.swaps, name)
		}
	}
}

// byTestsAlone returns the set of the roots that nothing outside tests asks for.
func (f *fixer) byTestsAlone(all []asked) *rootSet {
	var outside, tests rootSet
	for _, a := range all {
		if !a.root.where.test {
			outside.add(a.root)
		}
	}
	for _, a := range all {
		if outside.index.At(a.root.Type) == nil {
			tests.add(a.root)
		}
	}
	return &tests
}

// place returns the holder of a root: the owner of the place of its types or,
// if there is none, of that of the call; nil if that has none either. What tests
// alone ask for is the tests'.
func (f *fixer) place(a asked, byTest *rootSet) *holder {
	at := f.placeOfGraph(a.root)
	if byTest.index.At(a.root.Type) != nil {
		at = at.and(place{test: true})
	}
	if h := f.ownerOf(at); h != nil {
		return h
	}
	if within := a.root.where.and(at); within.same(a.root.where) {
		return f.ownerOf(within)
	}
	return nil
}

func (f *fixer) addHolder(name string, at place) *holder {
	h := &holder{file: name, at: at}
	f.holders = append(f.holders, h)
	return h
}

// ownerOf returns the holder at a place: the file that has the region already, or
// the first by name with a call that will run it. Code may also move to the first
// with any call, or with a type that has code; nil if there is none.
func (f *fixer) ownerOf(at place) *holder {
	if h := f.holderAt(at); h != nil {
		return h
	}
	var running, calling, declaring []string
	for _, a := range f.all {
		if a.call != nil {
			name := f.fileOf(a.call.Pos())
			if f.runs(a.call) {
				running = append(running, name)
			}
			calling = append(calling, name)
		}
		if named := Declared(a.root.Type); named != nil && named.Obj().Pkg() == f.in.Pkg {
			declaring = append(declaring, f.fileOf(named.Obj().Pos()))
		}
	}
	candidates := [][]string{running}
	if f.req.Move {
		candidates = append(candidates, calling, declaring)
	}
	for _, names := range candidates {
		slices.Sort(names)
		for _, name := range names {
			if f.places[name].same(at) && f.uneditable(name) == "" {
				return f.addHolder(name, at)
			}
		}
	}
	return nil
}

// runs reports whether a call runs generated code once its file is fixed.
func (f *fixer) runs(call *ast.CallExpr) bool {
	return f.req.Rewrites[call] != nil || slices.ContainsFunc(f.Calls(), func(c Call) bool {
		return c.Call == call && !c.Method
	})
}

// file returns the edits of one file: its region, if it is a holder, and its
// imports.
func (f *fixer) file(src *source, h *holder) ([]Edit, error) {
	swap := f.swaps[src.name] && src.importsStd()
	if h == nil {
		if !swap {
			return nil, nil
		}
		return src.importEdits(true, nil, nil), nil
	}
	leaving := f.leaving(src)
	var compiled []*Compiled
	for _, r := range h.set.roots {
		if c := f.compiled(r, nil); c != nil {
			c.at = h.at
			compiled = append(compiled, c)
		}
	}
	var out generator.Output
	if len(compiled) > 0 {
		var err error
		if out, err = f.regionOf(src, src.given(swap, leaving), compiled); err != nil {
			return nil, err
		}
	}
	if out.Source == nil && !src.region.pos.IsValid() {
		if !swap {
			return nil, nil
		}
		return src.importEdits(true, nil, nil), nil
	}
	drop := src.unneeded(out.Source)
	var edits []Edit
	if swap || len(out.Imports) > 0 || len(drop) > 0 {
		edits = src.importEdits(swap, out.Imports, drop)
	}
	if out.Source == nil || !src.holds(out.Source) {
		edits = append(edits, src.regionEdit(out.Source))
	}
	return edits, nil
}

// importsStd reports whether the source has an import of encoding/xml to replace.
func (s *source) importsStd() bool {
	return slices.ContainsFunc(s.syntax.Imports, func(spec *ast.ImportSpec) bool {
		return pathOf(spec) == sites.StdPath && (spec.Name == nil || spec.Name.Name != "_")
	})
}

// leaving returns the imports that rewrites of the file's calls take out.
func (f *fixer) leaving(src *source) map[string]bool {
	leaving := make(map[string]bool)
	for call, edits := range f.req.Rewrites {
		if f.fileOf(call.Pos()) != src.name {
			continue
		}
		for _, spec := range src.syntax.Imports {
			pos := src.file.Pos(src.offset(spec.Path.Pos()))
			if slices.ContainsFunc(edits, func(e Edit) bool { return e.Pos <= pos && pos < e.End }) {
				leaving[pathOf(spec)] = true
			}
		}
	}
	return leaving
}

// unneeded returns the imports that only the old region needs.
func (s *source) unneeded(body []byte) map[*ast.ImportSpec]bool {
	drop := make(map[*ast.ImportSpec]bool)
	if !s.region.pos.IsValid() {
		return drop
	}
	now := namesUsed(s.syntax.Decls)
	without := namesUsed(outside(s.syntax))
	next := namesUsedIn(body)
	for _, spec := range s.syntax.Imports {
		names := s.imports[pathOf(spec)]
		if spec.Name != nil {
			names = []string{spec.Name.Name}
		}
		for _, name := range names {
			if now[name] && !without[name] && !next[name] {
				drop[spec] = true
			}
		}
	}
	return drop
}
