package generator

import (
	"maps"
	"strconv"

	"github.com/xmlserde/xmlserde/plan"
)

// level prints what happens to a child element, whose start tag has just been
// read: the field that takes it, or rest, or, if that is nil, nothing.
//
// Without rest, or without namespaces, a child that matches nothing meets the
// end of its case or the default. With both it must fall out of its case to
// rest, and so every case that took the child continues the loop instead.
func (u *unmarshaler) level(level *plan.Level, rest *plan.Field) {
	var groups [][]plan.Case
	if level != nil {
		groups = u.groups(level, rest)
	}
	if len(groups) == 0 {
		u.rest(rest)
		return
	}
	spaces := false
	for _, group := range groups {
		spaces = spaces || group[0].Name.Space != ""
	}
	fallOut := spaces && rest != nil
	u.P("switch string(s.Local()) {")
	for _, group := range groups {
		u.P("case ", strconv.Quote(group[0].Name.Local), ":")
		u.group(group, fallOut)
	}
	if fallOut {
		u.P("}")
		u.rest(rest)
		return
	}
	u.P("default:")
	u.rest(rest)
	u.P("}")
}

// groups returns the cases of a level by local name, without those that can
// never be reached. The case of rest's own name is left out where whatever
// gets past it is rest's as well.
func (u *unmarshaler) groups(level *plan.Level, rest *plan.Field) [][]plan.Case {
	var groups [][]plan.Case
	for _, group := range byLocal(level.Cases, func(c plan.Case) string { return c.Name.Local }) {
		var kept []plan.Case
		seen := make(map[string]bool)
		for _, c := range group {
			if !seen[c.Name.Space] {
				kept = append(kept, c)
			}
			seen[c.Name.Space] = true
			if c.Name.Space == "" {
				break
			}
		}
		if last := len(kept) - 1; rest != nil && kept[last].Field == rest {
			kept = kept[:last]
		}
		if len(kept) > 0 {
			groups = append(groups, kept)
		}
	}
	return groups
}

// group prints the cases of one local name. A child in none of their namespaces
// falls out to what follows, or is skipped.
func (u *unmarshaler) group(group []plan.Case, fallOut bool) {
	last := group[len(group)-1]
	if len(group) == 1 && last.Name.Space == "" {
		u.match(last)
		if fallOut {
			u.P("continue")
		}
		return
	}
	if fallOut {
		for _, c := range group {
			if c.Name.Space == "" {
				u.match(c)
				u.P("continue")
				return
			}
			u.P("if s.SpaceIs(", strconv.Quote(c.Name.Space), ") {")
			u.match(c)
			u.P("continue")
			u.P("}")
		}
		return
	}
	for i, c := range group {
		switch {
		case i == 0:
			u.P("if s.SpaceIs(", strconv.Quote(c.Name.Space), ") {")
		case c.Name.Space != "":
			u.P("} else if s.SpaceIs(", strconv.Quote(c.Name.Space), ") {")
		default:
			u.P("} else {")
		}
		u.match(c)
	}
	if last.Name.Space != "" {
		u.P("} else if err := s.Skip(); err != nil {")
		u.P("return err")
	}
	u.P("}")
}

// match prints what happens to a child that matches a case.
func (u *unmarshaler) match(c plan.Case) {
	if c.Into == nil {
		u.child(c.Field)
		return
	}
	u.P("for s.Child() {")
	u.level(c.Into, nil)
	u.P("}")
	u.returnIf("err := s.Err()", "err")
}

// rest prints what happens to a child that matches no case.
func (u *unmarshaler) rest(field *plan.Field) {
	if field == nil {
		u.skip()
		return
	}
	u.child(field)
}

// child prints how a field takes a child element.
func (u *unmarshaler) child(field *plan.Field) {
	outer := u.allocated
	u.allocated = maps.Clone(outer)
	u.allocate(field.Access)
	u.allocated = outer
	to := target{place: fieldPlace(field.Access), field: field}
	if u.t.unmarshal.Recursive {
		u.P("if err := s.TooDeep(); err != nil {")
		u.P("return ", to.failure())
		u.P("}")
	}
	u.value(to, field.Node)
}

// byLocal groups a list by local name, each group where its first member
// stands.
func byLocal[T any](list []T, local func(T) string) [][]T {
	var groups [][]T
	at := make(map[string]int)
	for _, x := range list {
		i, ok := at[local(x)]
		if !ok {
			i = len(groups)
			at[local(x)] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], x)
	}
	return groups
}
