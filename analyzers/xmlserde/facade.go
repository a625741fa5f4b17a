package xmlserde

import (
	"go/types"
	"strings"

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/refusal"
)

// facade judges a call of the facade whose type was accepted.
func (r *reporter) facade(f *finding) {
	call := f.call
	if call.Builtin() {
		f.compiled() // the runtime serves it, whatever has been generated
		return
	}
	if call.Called() {
		return // there is nothing to generate
	}
	if p, ok := types.Unalias(call.Type).(*types.Pointer); ok && sites.Root(call.Type) != types.Unalias(p.Elem()) {
		return // the registry knows a type and the pointer to it, not a **Order
	}
	if r.held(call) {
		f.compiled()
		return
	}
	if call.Owner == r.pass.Pkg && r.damaged() {
		return // what the generator would write is not known
	}
	if r.fresh == nil {
		r.fresh = r.freshness()
	}
	file, registered := r.fresh.file(call)
	switch {
	case r.fresh.err != nil && call.Owner == r.pass.Pkg:
		r.abandon(r.fresh.err)
		f.Code = refusal.Abandoned

	case registered && r.fresh.stale[file]:
		f.say(levelError, refusal.Stale, f.name+": "+shownCode(file)+" is stale")

	case registered && r.fresh.err == nil:
		f.compiled()

	case r.foreign(call) && r.holdsOf(homeOf(call)) == nil && !r.factual():
		return // its own package may hold the code

	case r.foreign(call) && r.holdsStale(call):
		f.say(levelError, refusal.Stale, f.name+": the generated code of package "+homeOf(call).Name()+" is stale")

	default:
		f.say(levelError, refusal.Stale, f.name+": no generated code to "+call.Direction.String()+" it")
	}
}

// shownCode returns how the generated code in a file is called.
func shownCode(file string) string {
	if strings.HasPrefix(file, compile.FilePrefix) {
		return file
	}
	return "the generated code in " + file
}

// foreign reports whether another package declares the type of a call.
func (r *reporter) foreign(call compile.Call) bool {
	home := homeOf(call)
	return home != nil && home != r.pass.Pkg
}

// holdsStale reports whether the package that declares the type of a call has stale
// code for it.
func (r *reporter) holdsStale(call compile.Call) bool {
	h := r.holdsOf(homeOf(call))
	return h != nil && h.stale(call.Type)
}

// compiled says that a call is known to run generated code.
func (f *finding) compiled() {
	f.Compiled = true
	f.say(levelInfo, "", f.name+": compiled")
}

// firstLine returns what an error of the generator says, without its code and
// the source that it may show.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return strings.TrimPrefix(line, string(refusal.Abandoned)+": ")
}

// homeOf returns the package that declares the type a call binds, or that of
// the elements of a slice, nil if they have no name.
func homeOf(call compile.Call) *types.Package {
	if named := compile.Declared(call.Type); named != nil {
		return named.Obj().Pkg()
	}
	return nil
}

// damaged reports whether the package has a type error outside its generated
// code. What the generator would write is not known then. An error in generated
// code is what stale code is meant to have.
func (r *reporter) damaged() bool {
	for _, err := range r.pass.TypeErrors {
		if !r.pkg.GeneratedAt(err.Pos) {
			return true
		}
	}
	return false
}

// A freshness compares a package's generated files with what the generator
// would write in their place.
type freshness struct {
	registered []compile.Registration
	stale      map[string]bool // by base name
	err        error
}

func (r *reporter) freshness() *freshness {
	f := &freshness{registered: r.pkg.Registered(), stale: make(map[string]bool)}
	var stale []string
	stale, f.err = r.pkg.Stale()
	for _, name := range stale {
		f.stale[name] = true
	}
	return f
}

// file returns the base name of the generated file that registers the type
// of a call in the call's direction.
func (f *freshness) file(call compile.Call) (string, bool) {
	root := sites.Root(call.Type)
	for _, reg := range f.registered {
		if reg.Wants[call.Direction] && types.Identical(reg.Type, root) {
			return reg.File, true
		}
	}
	return "", false
}
