package plan

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/xmlserde/xmlserde/refusal"
)

// A walk collects the refusals of one type in one direction.
type walk struct {
	b        *Builder
	dir      Direction
	seen     map[*Node]bool // structs
	refusals []refusal.Refusal
}

func (w *walk) refuse(path *goPath, reason refusal.Reason, fact string) {
	w.refusals = append(w.refusals, refusal.Refusal{Reason: reason, GoPath: path.String(), Fact: fact})
}

// refuseType refuses with the type itself as the fact.
func (w *walk) refuseType(path *goPath, reason refusal.Reason, t types.Type) {
	w.refuse(path, reason, w.b.typeString(t))
}

// refuseRole refuses a type that encoding/xml does not serve in a position.
func (w *walk) refuseRole(path *goPath, reason refusal.Reason, role string, t types.Type) {
	w.refuse(path, reason, role+" of type "+w.b.typeString(t))
}

// A goPath leads from a root type to a place. Its text is made where something
// is refused: most places are not, and paths are long in graphs of many types.
type goPath struct {
	up   *goPath // nil for the root
	step string
}

// rootPath returns the path of a root.
func rootPath(t types.Type) *goPath {
	if _, ok := t.(*types.Struct); ok {
		return &goPath{step: "struct"}
	}
	return &goPath{step: types.TypeString(t, (*types.Package).Name)}
}

// element returns the path of the elements of a slice or array.
func (p *goPath) element() *goPath { return &goPath{p, "[]"} }

// String returns the path as refusals have it: "orders.Order.Lines[].Tags".
func (p *goPath) String() string {
	var steps []string
	for ; p != nil; p = p.up {
		steps = append(steps, p.step)
	}
	slices.Reverse(steps)
	return strings.Join(steps, "")
}

// inside walks the struct below n, if there is one that is not left to its own
// methods, and passes over the rest.
func (w *walk) inside(n *Node, path *goPath) {
	for n.Elem != nil && n.Call(InElement, w.dir) == 0 {
		if n.is(Slice, Array) {
			path = path.element()
		}
		n = n.Elem
	}
	if n.Kind == Struct && n.Call(InElement, w.dir) == 0 {
		w.structFields(n, path)
	}
}

// structFields walks the fields of the struct n, once.
func (w *walk) structFields(n *Node, path *goPath) {
	if w.seen[n] || w.b.accepted[w.dir][n] {
		return
	}
	w.seen[n] = true
	outer := w.refusals
	var places []place
	// at runs f for the field at the end of the route and keeps what it refuses.
	at := func(r route, f func(path *goPath)) {
		w.refusals = nil
		f(&goPath{path, "." + r.String()})
		if len(w.refusals) > 0 {
			places = append(places, place{r, w.refusals})
		}
	}

	s := n.Struct
	for _, p := range s.layout.problems {
		at(p.path, func(path *goPath) { w.refuse(path, p.reason, p.fact) })
	}
	if s.layout.name != nil {
		w.nameOf(n, at)
	}
	w.embedded(s, at)
	active := make(map[*types.Var]bool)
	for _, f := range s.Fields {
		if !f.Ignored[w.dir] {
			active[f.path.last()] = true
			at(f.path, func(path *goPath) { w.field(f, path) })
		}
	}
	if _, named := n.Type.(*types.Named); !named || !n.Foreign {
		w.shapes(n.Type.Underlying().(*types.Struct), nil, active, at)
	}

	slices.SortStableFunc(places, func(a, b place) int { return a.route.compare(b.route) })
	w.refusals = outer
	for _, p := range places {
		w.refusals = append(w.refusals, p.refusals...)
	}
}

// A place is a field of a struct with all that is refused there and below.
type place struct {
	route    route
	refusals []refusal.Refusal
}

type visit func(r route, f func(path *goPath))

// nameOf checks the XMLName of n: the field that has its index in n, which is
// another one where an embedded struct declares it.
func (w *walk) nameOf(n *Node, at visit) {
	x := n.Struct.XMLName
	s := n.Type.Underlying().(*types.Struct)
	i := n.Struct.layout.name.index
	if w.dir == Marshal && x.Static() {
		v := s.Field(min(i, s.NumFields()-1))
		if oddName(x.Name.Local) {
			at(route{{v, i}}, func(path *goPath) { w.refuseName(path, x.Name.Local) })
		}
		return // its value is not looked at
	}
	if i >= s.NumFields() {
		last := s.NumFields() - 1
		at(route{{s.Field(last), last}}, func(path *goPath) {
			w.refuse(path, refusal.Panics, "XMLName of an embedded struct is past the last field")
		})
		return
	}
	v := s.Field(i)
	_, dynamic := v.Type().Underlying().(*types.Interface)
	switch {
	case !v.Exported():
		at(route{{v, i}}, func(path *goPath) {
			w.refuse(path, refusal.Panics, "unexported field in the place of an embedded struct's XMLName")
		})
	case dynamic:
		at(route{{v, i}}, func(path *goPath) { w.refuseType(path, refusal.Interface, v.Type()) })
	}
}

// embedded checks the embedded structs themselves, each once.
func (w *walk) embedded(s *StructPlan, at visit) {
	var refused []route
	for _, f := range s.Fields {
		if w.dir == Marshal || f.Ignored[Unmarshal] {
			continue
		}
		for i := range len(f.path) - 1 {
			r := f.path[:i+1]
			if !f.Access[i].Pointer || r.last().Exported() ||
				slices.ContainsFunc(refused, func(o route) bool { return o.compare(r) == 0 }) {
				continue
			}
			refused = append(refused, r)
			at(r, func(path *goPath) {
				w.refuse(path, refusal.Panics, "unexported embedded pointer "+w.b.typeString(r.last().Type())+" cannot be set")
			})
		}
	}
}

// shapes checks what the guards of the struct's shape must spell: the types of
// the fields that have no part in XML, and all of embedded structs.
func (w *walk) shapes(s *types.Struct, to route, active map[*types.Var]bool, at visit) {
	for i := range s.NumFields() {
		v := s.Field(i)
		r := append(slices.Clip(to), hop{v, i})
		if active[v] || onRoute(to, v.Type()) {
			continue
		}
		if u := w.b.unnameable(v.Type(), true); u != nil {
			at(r, func(path *goPath) { w.refuse(path, u.Reason, u.Fact) })
			continue
		}
		inner, ok := embeddedStruct(v)
		if !ok || isXMLName(inner) || reflect.StructTag(s.Tag(i)).Get("xml") == "-" {
			continue
		}
		if w.b.spellable(inner) { // what is not is compared at run time
			w.shapes(inner.Underlying().(*types.Struct), r, active, at)
		}
	}
}

// onRoute reports whether the route already goes through a field of type t.
func onRoute(r route, t types.Type) bool {
	return slices.ContainsFunc(r, func(h hop) bool { return types.Identical(h.Type(), t) })
}

func (w *walk) refuseName(path *goPath, name string) {
	w.refuse(path, refusal.InvalidTag, fmt.Sprintf("name %q cannot be read back", name))
}

// oddName reports whether the name of an element or attribute would not be read
// back as one: encoding/xml writes any name as it stands.
func oddName(name string) bool {
	return name == "" || strings.ContainsAny(name, `<>/!?"'&`) || strings.ContainsFunc(name, unicode.IsSpace)
}
