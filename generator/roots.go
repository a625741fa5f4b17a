package generator

import (
	"errors"
	"fmt"
	"go/types"

	"github.com/xmlserde/xmlserde/plan"
)

// A rootType is a type that the file registers.
type rootType struct {
	typ types.Type
	// expr spells the type, and stem ends the names of its functions.
	expr, stem string
	// The plans it is registered for, as in Root.
	marshal, element, unmarshal *plan.Node
	delegator
}

// merged returns sorted roots with those of one type made one.
func merged(roots []Root) []Root {
	var all []Root
	for _, root := range roots {
		if root.Element == nil {
			root.Element = root.Marshal
		}
		if n := len(all); n == 0 || typeKey(all[n-1].Type) != typeKey(root.Type) {
			all = append(all, root)
			continue
		}
		last := &all[len(all)-1]
		for _, plans := range [][2]**plan.Node{
			{&last.Marshal, &root.Marshal}, {&last.Element, &root.Element}, {&last.Unmarshal, &root.Unmarshal},
		} {
			if *plans[0] == nil {
				*plans[0] = *plans[1]
			}
		}
	}
	return all
}

// addRoot registers a root and collects what it reaches.
func (f *file) addRoot(root Root) error {
	if root.Element == nil && root.Unmarshal == nil {
		return errors.New("no plan for either direction")
	}
	r := &rootType{typ: types.Unalias(root.Type), marshal: root.Marshal, element: root.Element, unmarshal: root.Unmarshal}
	for direction, node := range []*plan.Node{plan.Marshal: r.element, plan.Unmarshal: r.unmarshal} {
		if node == nil {
			continue
		}
		if typeKey(node.Type) != typeKey(root.Type) {
			return fmt.Errorf("the plan is that of %s", typeKey(node.Type))
		}
		walkRoot(node, plan.Direction(direction), collector{f, plan.Direction(direction), &r.delegator, nil})
	}
	if t := f.byKey[typeKey(root.Type)]; t != nil {
		r.expr, r.stem = t.expr, t.stem
	} else {
		r.expr = speller{f.names}.typ(r.typ)
		if r.ownMarshal() || r.ownUnmarshal() {
			r.stem = f.names.declare(f.names.stem(r.typ), "Marshal", "Unmarshal")
		}
	}
	f.roots = append(f.roots, r)
	return nil
}

// A form is what the code of a root is like in one direction.
type form uint8

const (
	noForm     form = iota
	structForm      // the function of the struct does it
	calledForm      // a method does it
	otherForm       // a function does it that is the root's alone
)

// formOf returns the form of a root with a plan.
func formOf(node *plan.Node, direction plan.Direction) form {
	switch {
	case node == nil:
		return noForm
	case node.Call(plan.InElement, direction) != 0:
		return calledForm
	case node.Kind == plan.Struct:
		return structForm
	}
	return otherForm
}

func (r *rootType) ownMarshal() bool   { return formOf(r.element, plan.Marshal) == otherForm }
func (r *rootType) ownUnmarshal() bool { return formOf(r.unmarshal, plan.Unmarshal) == otherForm }

// leaf returns the node of the elements that a root is written as, below slices,
// arrays and pointers.
func (r *rootType) leaf() *plan.Node {
	node := r.element
	for node.Call(plan.InElement, plan.Marshal) == 0 && (node.Kind == plan.Pointer || node.Kind == plan.Slice || node.Kind == plan.Array) {
		node = node.Elem
	}
	return node
}

// calls reports whether the elements of the root name themselves and are written
// by methods: then encoding/xml writes each of them as it would write a root.
func (r *rootType) calls() bool { return r.leaf().Call(plan.InElement, plan.Marshal) != 0 }

// printRoot prints the functions of a root that no struct has.
func (f *file) printRoot(w *writer, r *rootType) error {
	if r.ownUnmarshal() {
		f.functions++
		u := &unmarshaler{writer: w, file: f, allocated: make(map[string]bool)}
		name := f.names.prefix + "Unmarshal" + r.stem
		w.P()
		w.P("// ", name, " reads the element whose start tag s has just read.")
		w.P("func ", name, "(s *", w.runtime("Scanner"), ", v *", r.expr, ") error {")
		u.value(target{place: place{expr: "v", pointer: true}}, r.unmarshal)
		w.P("return nil")
		w.P("}")
		if u.err != nil {
			return u.err
		}
	}
	if !r.ownMarshal() || r.calls() && r.marshal == nil {
		return nil
	}
	f.functions++
	m := &marshaler{writer: &writer{names: f.names}, file: f}
	m.root(r)
	name := f.names.prefix + "Marshal" + r.stem
	w.P()
	start := ""
	if r.calls() {
		w.P("// ", name, " appends v's elements.")
	} else {
		w.P("// ", name, " appends v's elements, which begin as start says.")
		start = ", start *" + w.runtime("Start")
	}
	w.P("func ", name, "(e *", w.runtime("Encoder"), ", b []byte, v *", r.expr, start, ") ([]byte, error) {")
	m.printTo(w)
	return m.err
}

// root prints the statements of the function that writes a root which is no
// struct.
func (m *marshaler) root(r *rootType) {
	m.P("if v == nil {")
	m.P("return b, nil")
	m.P("}")
	m.delegate(r.delegates || r.calls())
	if !r.calls() {
		m.P("var element ", m.runtime("Element"))
	}
	m.rootValue(place{expr: "v", pointer: true}, r.element)
	m.result()
}

// delegate prints the announcement that values may be handed to encoding/xml, if
// they may.
func (w *writer) delegate(delegates bool) {
	if delegates {
		w.returnIf("err := e.Delegate()", "b, err")
	}
}

// rootValue prints how the elements for a value at the root are written.
func (m *marshaler) rootValue(at place, node *plan.Node) {
	var conditions []string
	for node.Kind == plan.Pointer {
		conditions = with(conditions, at.value()+" != nil")
		at, node = at.pointee(), node.Elem
	}
	m.when(conditions, func() {
		if node.Call(plan.InElement, plan.Marshal) != 0 {
			m.check("e.Encode(b, " + at.address() + ")")
			return
		}
		if node.Kind == plan.Slice || node.Kind == plan.Array {
			m.loop(at, node, plan.InElement, func(element place) {
				m.rootValue(element, node.Elem)
				if spills(node.Elem) {
					m.check("e.Spill(b)")
				}
			})
			return
		}
		m.fails = true
		m.P("b, element = e.Begin(b, start, ", m.ownName(at, node), ", ", literal(node.TypeName()), ")")
		if node.Kind == plan.Struct {
			t := m.file.byKey[typeKey(node.Type)]
			m.P("b, err = ", m.file.marshalFunc(t), "(e, b, ", at.address(), t.startFlags(), ")")
			m.check("e.End(b, element, err)")
			return
		}
		m.text(">")
		if node.Kind != plan.Name {
			m.simple(nil, at, node)
		}
		m.check("e.End(b, element, nil)")
	})
}

// startFlags is flags where a start says how the element begins.
func (t *structType) startFlags() string {
	return t.flags(`start.Around && element.Name.Space == ""`, `element.Name.Space != ""`)
}

// ownName returns the name that the XMLName of a value gives it.
func (w *writer) ownName(at place, node *plan.Node) string {
	if node.Kind == plan.Struct && node.Struct.XMLName != nil {
		switch name := node.Struct.XMLName; {
		case name.Static():
			return w.nameValue(name.Name)
		case len(name.Capture) > 0:
			return at.field(name.Capture)
		}
	}
	return w.std("encoding/xml", "Name") + "{}"
}
