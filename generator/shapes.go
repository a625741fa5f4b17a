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
	r := reach{known: make(map[string]*relied)}
	for direction, node := range []*plan.Node{plan.Marshal: marshal, plan.Unmarshal: unmarshal} {
		if node != nil {
			r.seen = make(map[*plan.Node]bool)
			walkRoot(node, plan.Direction(direction), &r)
		}
	}
	first := true
	for _, t := range r.named {
		switch {
		case f.uncompared(t.typ):
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
	known map[string]*relied
	seen  map[*plan.Node]bool // structs, in one direction
}

// A relied is a type that code relies on: on its methods alone, or on what it is
// declared to be as well.
type relied struct {
	typ          *types.Named
	methodsAlone bool
}

func (r *reach) relies(t types.Type, on reliance) {
	t = types.Unalias(t)
	named, ok := t.(*types.Named)
	if !ok {
		return
	}
	key := typeKey(t)
	known := r.known[key]
	if known == nil {
		known = &relied{named, true}
		r.known[key] = known
		r.named = append(r.named, known)
	}
	known.methodsAlone = known.methodsAlone && on == onMethods
}

func (r *reach) delegates() {}

func (r *reach) enter(n *plan.Node, _ *plan.Field) visitor {
	if r.seen[n] {
		return nil
	}
	r.seen[n] = true
	return r
}
