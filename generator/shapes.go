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

// node collects what the code for values of n in a position relies on. What
// encoding/xml calls is left to its methods, whatever it holds.
func (r *reach) node(n *plan.Node, pos plan.Position, dir plan.Direction) {
	if n == nil {
		return
	}
	for at := n.Receiver(pos, dir); n != at; n = n.Elem {
		r.typ(n.Type, false)
	}
	if n.Call(pos, dir) != 0 {
		t := n.Type
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem() // whose methods it has
		}
		r.typ(t, true)
		return
	}
	r.native(n, pos, dir)
}

// native is node where no method is called.
func (r *reach) native(n *plan.Node, pos plan.Position, dir plan.Direction) {
	r.typ(n.Type, false)
	switch n.Kind {
	case plan.Slice, plan.Array:
		r.node(n.Elem, pos, dir)
	case plan.Bytes, plan.ByteArray, plan.Pointer:
		r.native(n.Elem, pos, dir)
	case plan.Struct:
		r.fields(n, dir)
	}
}

// fields collects what the code for a struct relies on, once for a struct.
func (r *reach) fields(n *plan.Node, dir plan.Direction) {
	if r.seen[dir][n] {
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
		switch {
		case field.Ignored[dir]:
		case field.Mode == plan.ModeComment || field.Mode == plan.ModeInnerXML && dir == plan.Unmarshal:
			r.native(field.Node, plan.InText, dir) // no methods are called
		default:
			r.node(field.Node, field.Mode.Position(), dir)
		}
	}
}
