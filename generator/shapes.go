package generator

import (
	"fmt"
	"go/types"

	"github.com/xmlserde/xmlserde/plan"
)

// printShapes prints the line of a table's row for the types that its functions
// rely on and no guard reaches, nothing if there are none. The nodes are the plans
// of the row.
func (f *file) printShapes(w *writer, marshal, unmarshal *plan.Node) {
	var r reach
	r.node(marshal, plan.InElement, plan.Marshal)
	r.node(unmarshal, plan.InElement, plan.Unmarshal)
	first := true
	for _, t := range r.named {
		switch {
		case t.typ.Obj().Pkg() == nil || ofLibrary(t.typ) || !plan.Nameable(f.pkg, t.typ):
			continue
		case f.ofGo(t.typ.Obj().Pkg()):
		case t.methodsAlone || plan.Spellable(f.pkg, t.typ):
			continue // a guard has it
		}
		if first {
			w.P("Shapes: []", w.runtime("Shape"), "{")
			first = false
		}
		hash := fmt.Sprintf("0x%016x", plan.ShapeHash(t.typ, t.methodsAlone))
		methods := ""
		if t.methodsAlone {
			methods = ", Methods: true"
		}
		w.P("{Type: (*", speller{f.names}.named(t.typ), ")(nil), Hash: ", hash, methods, "},")
	}
	if !first {
		w.P("},")
	}
}

// A reach collects the named types that the code of a plan relies on, in the
// order in which it meets them.
type reach struct {
	named []*relied
	seen  [2]map[*plan.Node]bool
	known map[string]*relied
}

// A relied is a type that code relies on: on its methods alone, or on what it is
// declared to be as well.
type relied struct {
	typ          *types.Named
	methodsAlone bool
}

func (r *reach) typ(t types.Type, methodsAlone bool) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok {
		return
	}
	key := typeKey(t)
	known := r.known[key]
	if known == nil {
		if r.known == nil {
			r.known = make(map[string]*relied)
		}
		known = &relied{named, true}
		r.known[key] = known
		r.named = append(r.named, known)
	}
	known.methodsAlone = known.methodsAlone && methodsAlone
}

// node collects what the code for n relies on. What encoding/xml calls is left to
// its methods, whatever it holds.
func (r *reach) node(n *plan.Node, pos plan.Position, dir plan.Direction) {
	if n == nil {
		return
	}
	called := n.Kind != plan.Interface && n.Call(pos, dir) != 0
	r.typ(n.Type, called)
	if called {
		return
	}
	if n.Kind == plan.Pointer && pos != plan.InElement {
		r.typ(n.Elem.Type, false) // its methods may not be looked at
	}
	r.node(n.Elem, pos, dir)
	if n.Struct == nil || r.seen[dir][n] {
		return
	}
	if r.seen[dir] == nil {
		r.seen[dir] = make(map[*plan.Node]bool)
	}
	r.seen[dir][n] = true
	for _, t := range n.Struct.Embedded {
		r.typ(t, false)
	}
	for _, t := range n.Struct.Promoting {
		r.typ(t, true)
	}
	for _, field := range n.Struct.Fields {
		if field.Ignored[dir] {
			continue
		}
		if field.Mode == plan.ModeComment {
			r.typ(field.Node.Type, false) // no methods are called
		}
		r.node(field.Node, positionOf(field.Mode), dir)
	}
}

// positionOf returns where a field's value stands in a document.
func positionOf(mode plan.Mode) plan.Position {
	switch mode {
	case plan.ModeAttr, plan.ModeAnyAttr:
		return plan.InAttr
	case plan.ModeCharData, plan.ModeCData:
		return plan.InText
	}
	return plan.InElement
}
