package xmlserde

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/plan"
	"github.com/xmlserde/xmlserde/refusal"
)

// judge returns what is to be said of one call.
func (r *reporter) judge(call compile.Call) *finding {
	f := &finding{
		call:       call,
		SiteResult: SiteResult{Site: call.Site, Verdict: call.Verdict},
		name:       typeString(sites.Root(call.Type)),
	}
	f.apart = call.Fork
	switch {
	case call.Value:
		f.say(levelWarning, refusal.Dynamic, call.Func+": used as a value, whose calls are not visible here")

	case call.Dynamic:
		f.say(levelWarning, refusal.Dynamic, f.name+": the type behind this argument is not visible here")

	case !call.Verdict.Accepted():
		r.refused(f)

	case call.Method && call.Called():
		// The method of the type's own is called in any case.

	case call.Method, call.Std && r.outOfReach(call.Via):
		f.apart = r.outOfReach(call.Via)
		f.say(levelWarning, refusal.Method, f.name+": "+r.shownFunc(call)+" runs "+r.library(call))

	case call.Fork:
		f.say(levelWarning, refusal.Compilable, f.name+": can be compiled; "+call.Func+" runs "+r.library(call))

	case call.Std && call.Via != nil:
		f.say(levelWarning, refusal.Compilable, f.name+": can be compiled; "+r.shownFunc(call)+" runs "+r.library(call))

	case call.Std:
		f.say(levelWarning, refusal.Compilable, f.name+": can be compiled")

	default:
		r.facade(f)
	}
	return f
}

// outOfReach reports whether a wrapper is of another module, so that what it runs is
// not for this one to say.
func (r *reporter) outOfReach(via *types.Func) bool {
	if via == nil || via.Pkg() == r.pass.Pkg {
		return false
	}
	ours := holds(r.pass.Module)
	return ours != nil && !ours(via.Pkg().Path())
}

// shownFunc returns the function that a call calls, as messages have it.
func (r *reporter) shownFunc(call compile.Call) string {
	if call.Via == nil {
		return call.Func
	}
	name := call.Via.Name()
	if recv := call.Via.Signature().Recv(); recv != nil {
		return "(" + typeString(recv.Type()) + ")." + name
	}
	if call.Via.Pkg() != r.pass.Pkg {
		return call.Via.Pkg().Name() + "." + name
	}
	return name
}

// library returns what a call runs: encoding/xml, or a fork by its path.
func (r *reporter) library(call compile.Call) string {
	if fn := typeutil.StaticCallee(r.pass.TypesInfo, call.Call); call.Fork && fn != nil && fn.Pkg() != nil {
		return fn.Pkg().Path()
	}
	return sites.StdPath
}

// refused judges a call whose type this package cannot compile.
func (r *reporter) refused(f *finding) {
	call, home := f.call, homeOf(f.call)
	if call.Owner == r.pass.Pkg && home != nil && home != r.pass.Pkg {
		// The type's own package may be able to, and what it holds is used.
		verdict := compile.Judge(plan.NewBuilder(home), call.Site)
		switch own := verdict.Accepted(); {
		case own && !call.Std && r.held(call):
			f.Verdict = verdict
			f.compiled()
			return
		case own && (!call.Std || r.pass.Module == nil) && !r.factual():
			return // whether it does is not visible here
		}
	}
	f.refusals()
}

// maxRefusals is how many refusals are listed at one call.
const maxRefusals = 8

// refusals says the refusals of a call, each text once.
func (f *finding) refusals() {
	var messages []string
	seen := make(map[string]bool)
	for _, refused := range f.Verdict.Refusals {
		if m := refused.Message(); !seen[m] {
			seen[m] = true
			messages = append(messages, m)
		}
	}
	for i, m := range messages {
		if i == maxRefusals {
			f.say(levelWarning, refusal.FallsBack, fmt.Sprintf("%s: %d more: falls back to encoding/xml", f.name, len(messages)-i))
			break
		}
		f.say(levelWarning, refusal.FallsBack, strings.TrimPrefix(m, string(refusal.FallsBack)+": "))
	}
}

// typeString returns t as messages name it, the way Go paths begin: types by
// their package's name, an unnamed struct by that word.
func typeString(t types.Type) string {
	if _, ok := t.(*types.Struct); ok {
		return "struct"
	}
	return types.TypeString(t, (*types.Package).Name)
}
