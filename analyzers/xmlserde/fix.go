package xmlserde

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/require"
	"github.com/xmlserde/xmlserde/internal/rewrite"
	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/plan"
	"github.com/xmlserde/xmlserde/refusal"
)

// titles are what fixes are called, by code. A fix that rewrites a call has the
// name of what it calls.
var titles = map[refusal.Code]string{
	refusal.Compilable: "Run compiled code",
	refusal.Dynamic:    "Import the facade, which finds compiled code",
	refusal.Stale:      "Write the generated code",
	refusal.Method:     "Run compiled code",
}

// fix settles what would make the calls of the package run compiled code, and
// offers it with the findings that it is for.
//
// All findings of a file get the same edits of its imports and of the generated
// code in it, so that a driver that applies all fixes sees one change many times. A
// fix does not reach into other files where it can be avoided: some drivers drop
// such edits.
func (r *reporter) fix() {
	rewrites := r.rewrites()
	if !slices.ContainsFunc(r.findings, r.fixable) {
		return
	}
	if advice := require.Advice(r.dir()); advice != "" {
		for _, f := range r.findings {
			if r.fixable(f) && f.Code != refusal.Dynamic {
				f.add("; " + advice)
			}
		}
		return
	}
	req := compile.FixRequest{
		Skip:     r.skips(),
		Rewrites: rewrites,
	}
	if writes == layoutRegion {
		req.Layout = compile.Regions
	}
	if writes != layoutModule {
		req.Here = true
		req.Held = func(t types.Type, dir plan.Direction) bool { return r.heldElsewhere(t, dir, true) }
	}
	fix, err := r.pkg.Fix(req)
	if err != nil {
		r.abandon(err)
		return
	}
	r.result.Fix = fix
	for _, f := range r.findings {
		if !r.fixable(f) {
			continue
		}
		why := fix.None
		if why == "" && f.call.Call != nil {
			why = fix.PerCall[f.call.Call]
		}
		if why != "" {
			if f.Code != refusal.Dynamic {
				f.add("; " + why)
			}
			continue
		}
		r.offer(f, fix)
	}
}

// rewrites finds what the method calls of the package can become, and says of the
// others why not.
func (r *reporter) rewrites() map[*ast.CallExpr][]compile.Edit {
	edits := make(map[*ast.CallExpr][]compile.Edit)
	for _, file := range r.pass.Files {
		var found []sites.Site
		for _, f := range r.findings {
			if f.Code == refusal.Method && f.call.Via == nil && !f.call.Fork && in(file, f.Site.Arg.Pos()) {
				found = append(found, f.Site)
			}
		}
		if len(found) == 0 {
			continue
		}
		calls := rewrite.Calls(rewrite.Input{Fset: r.pass.Fset, Pkg: r.pass.Pkg, Info: r.pass.TypesInfo, File: file}, found)
		for _, f := range r.findings {
			switch w, ok := calls[f.call.Call]; {
			case !ok || f.Code != refusal.Method || f.call.Via != nil:
			case w.Why != "":
				f.add(": " + w.Why)
			default:
				f.rewrite = &w
				if !f.skipped() {
					edits[f.call.Call] = w.Edits
				}
			}
		}
	}
	return edits
}

// fixable reports whether a fix can be for a finding.
func (r *reporter) fixable(f *finding) bool {
	if f.skipped() || len(f.texts) == 0 {
		return false
	}
	switch f.Code {
	case refusal.Compilable:
		return true
	case refusal.Stale:
		return true
	case refusal.Dynamic:
		return f.call.Wrapped && f.call.Std && !f.call.Method && f.call.Via == nil
	case refusal.Method:
		return f.rewrite != nil
	}
	return false
}

// offer gives a finding the edits of its file.
func (r *reporter) offer(f *finding, fix *compile.Fix) {
	name := r.fileOf(f.Site.Arg)
	edits := slices.Clone(fix.Edits[name])
	title := titles[f.Code]
	if f.rewrite != nil {
		edits = append(edits, f.rewrite.Edits...)
		title = "Call " + f.rewrite.To
	}
	for _, other := range r.silent(fix) {
		edits = append(edits, fix.Edits[other]...)
	}
	if len(edits) == 0 {
		return // what there is to do is in other files
	}
	text := make([]analysis.TextEdit, len(edits))
	for i, e := range edits {
		text[i] = analysis.TextEdit{Pos: e.Pos, End: e.End, NewText: e.New}
	}
	f.fixes = []analysis.SuggestedFix{{Message: title, TextEdits: text}}
}

// silent returns the files with edits and without a finding that offers them:
// that with the generated code, when what it has come to lack is bound elsewhere.
func (r *reporter) silent(fix *compile.Fix) []string {
	if r.silentFiles != nil {
		return *r.silentFiles
	}
	names := []string{}
	for name := range fix.Edits {
		if !slices.ContainsFunc(r.findings, func(f *finding) bool {
			return r.fixable(f) && r.fileOf(f.Site.Arg) == name
		}) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	r.silentFiles = &names
	return names
}

// skips returns which calls take no part in a fix.
func (r *reporter) skips() func(*ast.CallExpr) bool {
	skip := make(map[*ast.CallExpr]bool)
	for _, f := range r.findings {
		if f.skipped() && f.call.Call != nil {
			skip[f.call.Call] = true
		}
	}
	return func(call *ast.CallExpr) bool { return skip[call] }
}

// dir returns the directory of the package.
func (r *reporter) dir() string {
	for _, file := range r.pass.Files {
		if f := r.pass.Fset.File(file.FileStart); f != nil {
			return filepath.Dir(f.Name())
		}
	}
	return ""
}

// fileOf returns the base name of the file that a node is in.
func (r *reporter) fileOf(n interface{ Pos() token.Pos }) string {
	if file := r.pass.Fset.File(n.Pos()); file != nil {
		return filepath.Base(file.Name())
	}
	return ""
}
