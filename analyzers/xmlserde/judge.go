package xmlserde

import (
	"fmt"
	"go/types"
	"strings"

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
	switch {
	case call.Dynamic:
		f.say(levelWarning, refusal.Dynamic, f.name+": the type behind this argument is not visible here")

	case !call.Verdict.Accepted():
		r.refused(f)

	case call.Method && call.Called():
		// The method of the type's own is called in any case.

	case call.Method:
		f.say(levelWarning, refusal.Method, f.name+": "+call.Func+" runs encoding/xml")

	case call.Std:
		f.say(levelWarning, refusal.Compilable, f.name+": can be compiled")

	default:
		r.facade(f)
	}
	return f
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
