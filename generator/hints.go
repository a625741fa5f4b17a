package generator

import (
	"slices"
	"strconv"
	"strings"

	"github.com/xmlserde/xmlserde/plan"
)

// A hint is a slice field whose length in documents read so far is remembered,
// so that the next document's slice gets its capacity at once.
type hint struct {
	field *plan.Field
	name  string
}

// findHints prints the variable for the hints of a struct.
//
// A struct whose elements nest without bound has none: when it was long once,
// every level of a deep document would get the capacity before the first one
// ends and the hint learns better.
func (u *unmarshaler) findHints() {
	if u.t.unmarshal.Recursive {
		return
	}
	used := make(map[string]bool)
	for _, field := range u.fields {
		element := field.Mode == plan.ModeElement || field.Mode == plan.ModeAny
		if !element || field.Node.Kind != plan.Slice || len(notNil(field.Access)) > 0 ||
			called(field.Node, plan.InElement, plan.Unmarshal) != 0 {
			continue
		}
		stem := u.file.names.words(field.GoPath)
		name := stem
		for i := 2; used[name]; i++ {
			name = stem + strconv.Itoa(i)
		}
		used[name] = true
		u.hinted = append(u.hinted, hint{field, name})
	}
	if len(u.hinted) == 0 {
		return
	}
	names := make([]string, len(u.hinted))
	for i, h := range u.hinted {
		names[i] = h.name
	}
	u.P()
	u.P("// ", u.file.hints(u.t), " remembers how long the slices of ", u.t.describe(), " become.")
	u.P("var ", u.file.hints(u.t), " struct {")
	u.P(strings.Join(names, ", "), " ", u.runtime("Hint"))
	u.P("}")
}

// hintFor returns the hint for a slice that is about to grow, "" for none.
func (u *unmarshaler) hintFor(to target, node *plan.Node) string {
	i := slices.IndexFunc(u.hinted, func(h hint) bool {
		return h.field == to.field && node == to.field.Node && to.isElement() && to.depth == 0
	})
	if i < 0 {
		return ""
	}
	return u.file.hints(u.t) + "." + u.hinted[i].name
}

// learn prints what the hints learn at the end of an element.
func (u *unmarshaler) learn() {
	for _, h := range u.hinted {
		u.P(u.file.hints(u.t), ".", h.name, ".Learn(len(", fieldPlace(h.field.Access).value(), "), s.Offset()-start)")
	}
}
