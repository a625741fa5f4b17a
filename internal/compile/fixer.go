package compile

import (
	"go/ast"
	"maps"
	"slices"

	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/plan"
)

// Fix returns what makes the package's calls run generated code. The result of
// all of it together type-checks where the package did before.
//
// An error is a failure of the generator on an accepted plan ([refusal.Abandoned]).
func (p *Package) Fix(req FixRequest) (*Fix, error) {
	var dropped []*ast.CallExpr
	for {
		f := &fixer{
			Package: p, req: req,
			fix:   &Fix{Edits: make(map[string][]Edit), Files: make(map[string][]byte), PerCall: make(map[*ast.CallExpr]string)},
			swaps: make(map[string]bool),
		}
		if err := f.settle(); err != nil {
			return nil, err
		}
		bad, err := f.check()
		if err != nil {
			return nil, err
		}
		// A file whose rewrites are at fault goes without them.
		kept := maps.Clone(req.Rewrites)
		maps.DeleteFunc(kept, func(call *ast.CallExpr, _ []Edit) bool { return p.fileOf(call.Pos()) == bad })
		if bad == "" || len(kept) == len(req.Rewrites) {
			for _, call := range dropped {
				f.fix.PerCall[call] = illTyped
			}
			return f.fix, nil
		}
		for call := range req.Rewrites {
			if kept[call] == nil {
				dropped = append(dropped, call)
			}
		}
		req.Rewrites = kept
	}
}

// A fixer settles one [Fix].
type fixer struct {
	*Package
	req FixRequest
	fix *Fix
	// swaps are the files that are to import the facade.
	swaps map[string]bool
	// asked are the roots that code is needed for, with the calls that ask.
	asked []asked
	// all are these and what else needs code.
	all []asked
	// holders are where code is and is to be, in the order they were found.
	holders []*holder
}

// An asked is a root that a call asks for, or code that exists (call is nil).
type asked struct {
	root Root
	call *ast.CallExpr
}

// A holder is a file that holds generated code.
type holder struct {
	file string
	at   place
	set  rootSet
}

// Reasons why there is no fix.
const (
	usesCgo     = "its file uses cgo"
	foreignFile = "its file is generated"
	noFile      = "no file of the package can hold the code of "
	noHolder    = "no file of the package can hold its code"
	illTyped    = "the rewritten call would not compile"
	elsewhere   = "the code of its type belongs to package "
	openRegion  = "the end of the generated code is missing in "
)

// settle fills the fix, which is not checked yet.
func (f *fixer) settle() error {
	if name := f.damagedRegion(); name != "" {
		f.fix.None = openRegion + name
		return nil
	}
	for _, c := range f.Calls() {
		f.call(c)
	}
	if f.req.Layout == Files {
		return f.files()
	}
	return f.regions()
}

// damagedRegion returns the name of a file with the first marker of a region alone.
func (f *fixer) damagedRegion() string {
	for _, file := range f.written {
		if _, ok := regionIn(file); ok {
			continue
		}
		for _, group := range file.Comments {
			if slices.ContainsFunc(group.List, func(c *ast.Comment) bool { return c.Text == RegionBegin }) {
				return f.fileOf(file.FileStart)
			}
		}
	}
	return ""
}

// uneditable says why a file cannot be edited, "" if it can.
func (p *Package) uneditable(name string) string {
	for _, file := range p.written {
		if p.fileOf(file.FileStart) != name {
			continue
		}
		if _, cgo := sourceName(p.in.Fset, file); cgo {
			return usesCgo
		}
		if slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool { return pathOf(spec) == "C" }) {
			return usesCgo
		}
		if ast.IsGenerated(file) {
			return foreignFile
		}
		if _, err := p.source(name); err != nil {
			return "its file cannot be read"
		}
		return ""
	}
	return "its file is not among those of the package"
}

// call settles what one call needs.
func (f *fixer) call(c Call) {
	if c.Call == nil || c.Fork || f.req.Skip != nil && f.req.Skip(c.Call) {
		return // what a fork does, nothing of ours does
	}
	name := f.fileOf(c.Call.Pos())
	rewritten := f.req.Rewrites[c.Call] != nil
	swap := !f.req.CodeOnly && (rewritten || swaps(c))
	if !c.Dynamic && !c.Verdict.Accepted() || c.Dynamic && !swap {
		return
	}
	if reason := f.uneditable(name); reason != "" {
		f.fix.PerCall[c.Call] = reason
		// Whole files can hold the code of a call that runs it already.
		if f.req.Layout == Regions || swap {
			return
		}
	}
	if !c.Dynamic && !c.Builtin() && (f.req.CodeOnly || !c.Called()) {
		root, reason := f.root(c)
		if reason != "" {
			f.fix.PerCall[c.Call] = reason
			return
		}
		if root != nil {
			f.asked = append(f.asked, asked{*root, c.Call})
		}
	}
	if swap {
		f.swaps[name] = true
	}
}

// swaps reports whether the call is one that runs generated code when its file
// imports the facade in place of encoding/xml.
func swaps(c Call) bool {
	return c.Std && !c.Method && !c.Fork && c.Via == nil && (!c.Dynamic || c.Wrapped)
}

// root returns what the call needs in this package, nil for nothing, or why
// there can be no code.
func (f *fixer) root(c Call) (*Root, string) {
	root := Root{
		Type:  sites.Root(c.Type),
		Owner: f.in.Pkg.Path(),
		Pos:   c.Arg.Pos(),
		where: f.places[f.fileOf(c.Call.Pos())],
	}
	root.Wants[c.Direction] = true
	if c.Owner == f.in.Pkg {
		return &root, ""
	}
	switch {
	case f.req.Held != nil && f.req.Held(root.Type, c.Direction), !f.req.Here:
		return nil, ""
	case Judge(f.builder(f.in.Pkg), c.Site).Accepted():
		return &root, ""
	}
	return nil, elsewhere + c.Owner.Path()
}

// roots returns the roots of asked, of those that are needed by others, of what
// exists and, with Input.All, of the declared types.
func (f *fixer) roots() []asked {
	all := slices.Clone(f.asked)
	for _, r := range f.req.Others {
		if r.Owner == f.in.Pkg.Path() {
			if t := localize(r.Type, f.in.Pkg); t != nil {
				all = append(all, asked{root: Root{Type: t, Owner: r.Owner, Wants: r.Wants}})
			}
		}
	}
	for _, r := range f.Registered() {
		all = append(all, asked{root: r.Root})
	}
	if f.in.All {
		for _, r := range f.tagged() {
			all = append(all, asked{root: r})
		}
	}
	return all
}

// files settles the fix with generated files. A region stays what it is, and has
// the code of what is where it is, unless code is to move.
func (f *fixer) files() error {
	for _, e := range f.existing {
		if e.inRegion() && !f.req.Move {
			f.addHolder(e.name, e.where)
		}
	}
	var rest rootSet
	for _, a := range f.roots() {
		at := f.placeOfGraph(a.root)
		if h := f.holderAt(at); h != nil {
			h.set.add(a.root)
		} else {
			rest.add(a.root)
		}
	}
	res, err := f.Generate(rest.roots)
	if err != nil {
		return err
	}
	f.fix.Files = res.Files
	for _, name := range res.Obsolete {
		f.fix.Files[name] = nil
	}
	for _, e := range f.existing {
		if e.inRegion() && f.req.Move {
			f.addHolder(e.name, e.where) // of nothing
		}
	}
	return f.write()
}

// holder returns the holder of a name, or nil.
func (f *fixer) holder(name string) *holder {
	return f.find(func(h *holder) bool { return h.file == name })
}

// holderAt returns the holder at a place, or nil.
func (f *fixer) holderAt(at place) *holder {
	return f.find(func(h *holder) bool { return h.at.same(at) })
}

func (f *fixer) find(is func(*holder) bool) *holder {
	if i := slices.IndexFunc(f.holders, is); i >= 0 {
		return f.holders[i]
	}
	return nil
}

// same reports whether p and q are one place.
func (p place) same(q place) bool {
	if p.test != q.test || (p.expr == nil) != (q.expr == nil) {
		return false
	}
	return p.expr == nil || p.expr.String() == q.expr.String()
}

// write makes the edits: the region of each holder, and the imports of each file.
func (f *fixer) write() error {
	touched := maps.Clone(f.swaps)
	for _, h := range f.holders {
		touched[h.file] = true
	}
	for _, name := range slices.Sorted(maps.Keys(touched)) {
		src, err := f.source(name)
		if err != nil {
			f.fix.None = "a file cannot be read"
			return nil
		}
		edits, err := f.file(src, f.holder(name))
		if err != nil {
			return err
		}
		if len(edits) > 0 {
			f.fix.Edits[name] = edits
		}
	}
	return nil
}

// both is the directions of a root that a region holds. The passes of a driver
// over a package without its tests and with them must agree on the region, and the
// tests may need another direction.
var both = [2]bool{plan.Marshal: true, plan.Unmarshal: true}
