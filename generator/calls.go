package generator

import "github.com/xmlserde/xmlserde/plan"

// called returns the method that encoding/xml calls when it meets a value of node,
// 0 if none.
func called(node *plan.Node, pos plan.Position, direction plan.Direction) plan.MethodSet {
	return node.Receiver(pos, direction).Call(pos, direction)
}

// receiver returns the operand whose methods are called for the value of node at
// a place: a pointer to the value, or the value itself if that is a pointer, nil or
// not.
func (p place) receiver(node *plan.Node) string {
	if node.Kind == plan.Pointer {
		return p.value()
	}
	return p.address()
}

// A delegator is code that may hand values to encoding/xml while it marshals.
type delegator struct {
	delegates bool
	// users are the code that runs this code.
	users []*delegator
}

// settleDelegators has everything that runs code that delegates delegate.
func (f *file) settleDelegators() {
	var visit func(d *delegator)
	visit = func(d *delegator) {
		for _, user := range d.users {
			if !user.delegates {
				user.delegates = true
				visit(user)
			}
		}
	}
	for _, t := range f.structs {
		if t.delegates {
			visit(&t.delegator)
		}
	}
}
