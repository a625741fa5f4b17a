package xmlserde

import (
	"fmt"
	"go/ast"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/xmlserde/xmlserde/refusal"
)

// TestRefused says each thing once, eight at most, and counts what it leaves out.
func TestRefused(t *testing.T) {
	var got []string
	r := reporter{pass: &analysis.Pass{Report: func(d analysis.Diagnostic) { got = append(got, d.Message) }}}
	f := &finding{name: "p.T"}
	f.Site.Arg = ast.NewIdent("v")
	var want []string
	for i := range 11 {
		refused := refusal.Refusal{Reason: refusal.Array, GoPath: "p.T.F", Fact: fmt.Sprintf("[%d]int", i)}
		f.Verdict.Refusals = append(f.Verdict.Refusals, refused, refused)
		if i < 8 {
			want = append(want, refused.Message())
		}
	}
	want = append(want, "XMLSERDE001: p.T: 3 more: falls back to encoding/xml")
	f.refusals()
	r.report(f)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
