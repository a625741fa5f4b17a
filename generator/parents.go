package generator

import (
	"slices"
	"strconv"
	"strings"

	"github.com/xmlserde/xmlserde/plan"
)

// A parentTracker prints the tags of the parents in "a>b" tags. A field closes
// the open parents it does not share and opens those it lacks, which is known
// when the code is printed, except that a nil pointer opens nothing and a nil
// embedded pointer passes its fields over. Then the variable open tells at run
// time what is open.
type parentTracker struct {
	m *marshaler
	// paths are the ways to be within parents, from the outermost one; a
	// state is an index, and 0 is to be in none.
	paths [][]string
	// states are the possible states here, in order. With more than one, open
	// holds the actual one.
	states []int
	// known is the value of open, -1 if that is not known.
	known int
}

// prepare finds the states of a struct, and declares open if it is needed.
func (p *parentTracker) prepare(m *marshaler, fields []*plan.Field) {
	*p = parentTracker{m: m, paths: [][]string{nil}, states: []int{0}}
	for _, field := range fields {
		for i := range field.Parents {
			if path := field.Parents[:i+1]; !slices.ContainsFunc(p.paths, func(known []string) bool { return slices.Equal(known, path) }) {
				p.paths = append(p.paths, path)
			}
		}
	}
	states, dynamic := p.states, false
	for _, group := range p.groups(fields) {
		inside := states
		for _, field := range group {
			inside = p.after(field, inside)
			dynamic = dynamic || len(inside) > 1
		}
		if len(notNil(group[0].Access)) > 0 {
			inside = union(states, inside)
		}
		states = inside
		dynamic = dynamic || len(states) > 1
	}
	if !dynamic {
		return
	}
	names := make([]string, 0, len(p.paths)-1)
	for i, path := range p.paths[1:] {
		names = append(names, strconv.Itoa(i+1)+" for "+strings.Join(path, ">"))
	}
	m.P("open := 0 // the innermost open parent: ", strings.Join(names, ", "))
}

// groups splits fields where the embedded pointers on their accesses change.
func (p *parentTracker) groups(fields []*plan.Field) [][]*plan.Field {
	var groups [][]*plan.Field
	for i, field := range fields {
		if i == 0 || !slices.Equal(notNil(field.Access), notNil(fields[i-1].Access)) {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], field)
	}
	return groups
}

// mayBeOpen and mayBeClosed report what can be the case here.
func (p *parentTracker) mayBeOpen() bool   { return len(p.states) > 1 || p.states[0] != 0 }
func (p *parentTracker) mayBeClosed() bool { return p.states[0] == 0 }

// within returns the state of being within exactly these parents.
func (p *parentTracker) within(parents []string) int {
	return slices.IndexFunc(p.paths, func(path []string) bool { return slices.Equal(path, parents) })
}

// shared returns the state that closing the parents not in a field's leads to.
func (p *parentTracker) shared(state int, field *plan.Field) int {
	n := common(p.paths[state], field.Parents)
	return p.within(field.Parents[:n])
}

// common returns the length of the longest common prefix.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// opensIfSet reports whether a field opens its parents only if it is not nil.
func opensIfSet(field *plan.Field) bool {
	return (field.Node.Kind == plan.Pointer || field.Node.Kind == plan.Interface) && len(field.Parents) > 0
}

// after returns the possible states behind a field.
func (p *parentTracker) after(field *plan.Field, states []int) []int {
	switch field.Mode {
	case plan.ModeInnerXML:
		return states
	case plan.ModeCharData, plan.ModeCData, plan.ModeComment:
		return []int{0}
	}
	after := []int{p.within(field.Parents)}
	if opensIfSet(field) {
		for _, state := range states {
			after = union(after, []int{p.shared(state, field)})
		}
	}
	return after
}

// union returns the states in a or b, in order.
func union(a, b []int) []int {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// open prints what comes before an element field, and then body. known is a
// condition that the code around body has tested, or "".
func (p *parentTracker) open(field *plan.Field, body func(known string)) {
	inside := p.within(field.Parents)
	if !opensIfSet(field) {
		p.move(func(int) int { return inside })
		body("")
		return
	}
	p.move(func(state int) int { return p.shared(state, field) })
	if len(p.states) == 1 && p.states[0] == inside {
		body("")
		return
	}
	p.sync()
	outside := p.states
	condition := fieldPlace(field.Access).value() + " != nil"
	p.m.P("if ", condition, " {")
	if len(outside) == 1 {
		p.states = []int{inside}
		p.sync()
		p.m.text(p.tags(outside[0], inside))
	} else {
		p.move(func(int) int { return inside })
		p.sync()
	}
	body(condition)
	p.m.P("}")
	p.states = union(outside, p.states)
	p.known = -1
}

// closeAll prints the end tags of all parents that are open.
func (p *parentTracker) closeAll() { p.move(func(int) int { return 0 }) }

// sync sets open where the state is known and what follows will need it.
func (p *parentTracker) sync() {
	if len(p.states) == 1 && p.known != p.states[0] {
		p.known = p.states[0]
		p.m.P("open = ", p.known)
	}
}

// A move is what to do in some of the possible states.
type move struct {
	from []int
	tags string
	to   int
}

// move prints the tags that lead from each possible state to the next.
func (p *parentTracker) move(next func(state int) int) {
	var moves []move
	var after []int
	for _, state := range p.states {
		to := next(state)
		tags := p.tags(state, to)
		after = union(after, []int{to})
		i := slices.IndexFunc(moves, func(m move) bool { return m.tags == tags && m.to == to })
		if i < 0 {
			i = len(moves)
			moves = append(moves, move{tags: tags, to: to})
		}
		moves[i].from = append(moves[i].from, state)
	}
	defer func() { p.states = after }()
	if len(p.states) == 1 {
		p.m.text(moves[0].tags)
		return
	}
	p.known = -1
	if len(moves) == 1 {
		p.m.text(moves[0].tags)
		return
	}
	assign := func(m move) bool { return len(after) > 1 && !slices.Equal(m.from, []int{m.to}) }
	moves = slices.DeleteFunc(moves, func(m move) bool { return m.tags == "" && !assign(m) })
	print := func(m move) {
		p.m.text(m.tags)
		if assign(m) {
			p.m.P("open = ", m.to)
		}
	}
	switch {
	case len(moves) == 0:
		return
	case len(moves) == 1 && len(moves[0].from) == 1:
		p.m.P("if open == ", moves[0].from[0], " {")
		print(moves[0])
		p.m.P("}")
		return
	}
	p.m.P("switch open {")
	for _, m := range moves {
		states := make([]string, len(m.from))
		for i, state := range m.from {
			states[i] = strconv.Itoa(state)
		}
		p.m.P("case ", strings.Join(states, ", "), ":")
		print(m)
	}
	p.m.P("}")
}

// tags returns the end and start tags on the way from one state to another.
func (p *parentTracker) tags(from, to int) string {
	a, b := p.paths[from], p.paths[to]
	n := common(a, b)
	var tags strings.Builder
	for _, name := range slices.Backward(a[n:]) {
		tags.WriteString("</" + name + ">")
	}
	for _, name := range b[n:] {
		tags.WriteString("<" + name + ">")
	}
	return tags.String()
}

// A crossing is what was known before a group of fields that may be passed over.
type crossing struct {
	states []int
	known  int
	open   bool // open is needed behind the group
}

// enter prepares for a group of fields behind embedded pointers.
func (p *parentTracker) enter(group []*plan.Field) crossing {
	inside := p.states
	for _, field := range group {
		inside = p.after(field, inside)
	}
	before := crossing{states: p.states, open: len(union(p.states, inside)) > 1}
	if before.open {
		p.sync()
	}
	before.known = p.known
	return before
}

// leave ends the group itself.
func (p *parentTracker) leave(before crossing) {
	if before.open {
		p.sync()
	}
}

// join continues behind the group, whether it was passed over or not.
func (p *parentTracker) join(before crossing) {
	p.states = union(before.states, p.states)
	if p.known != before.known {
		p.known = -1
	}
}
