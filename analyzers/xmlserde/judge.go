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
		if !r.unknown(call) {
			f.refused()
		}

	case call.Method:
		f.say(levelWarning, refusal.Method, f.name+": "+call.Func+" runs encoding/xml")

	case call.Std:
		f.say(levelWarning, refusal.Compilable, f.name+": can be compiled")

	default:
		r.facade(f)
	}
	return f
}

// unknown reports whether the refusals of a call may not be the whole truth:
// the type's own package, unlike this one, could have compiled it, and whether
// it has is not visible here.
func (r *reporter) unknown(call compile.Call) bool {
	home := homeOf(call)
	if call.Owner != r.pass.Pkg || home == nil || home == r.pass.Pkg {
		return false
	}
	if call.Std && r.pass.Module != nil {
		return false // it is another module's, and this call runs encoding/xml
	}
	return compile.Judge(plan.NewBuilder(home), call.Site).Accepted()
}

// maxRefusals is how many refusals are listed at one call.
const maxRefusals = 8

// refused says the refusals of a call, each text once.
func (f *finding) refused() {
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
