package generator

import (
	"go/types"

	"github.com/xmlserde/xmlserde/plan"
)

// A reliance is what code relies on of a type.
type reliance uint8

const (
	onMethods reliance = 1 << iota // those that encoding/xml calls
	onShape                        // what the type is declared to be
)

// A visitor is told what the code for values of a plan is made of.
type visitor interface {
	// relies is called for each type that the code relies on.
	relies(t types.Type, on reliance)
	// delegates is called where the code hands a value to encoding/xml that is to
	// be written.
	delegates()
	// enter is called for each struct, which is the value of a field, nil at the
	// root, or in it. It returns the visitor of the struct's fields, nil to leave
	// them out.
	enter(n *plan.Node, field *plan.Field) visitor
}

// A walk goes through a plan, in the order of its fields.
type walk struct {
	visitor
	direction plan.Direction
	field     *plan.Field // nil at the root
}

// walkRoot goes through the plan of a root.
func walkRoot(n *plan.Node, direction plan.Direction, v visitor) {
	walk{visitor: v, direction: direction}.node(n, plan.InElement)
}

// node goes through the code for values of n in a position. What encoding/xml
// calls is left to its methods, whatever it holds.
func (w walk) node(n *plan.Node, pos plan.Position) {
	for at := n.Receiver(pos, w.direction); n != at; n = n.Elem {
		w.relies(n.Type, onMethods|onShape)
	}
	method := n.Call(pos, w.direction)
	if method == 0 {
		w.native(n, pos)
		return
	}
	t := n.Type
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem() // whose methods it has
	}
	w.relies(t, onMethods)
	if method == plan.MarshalXML {
		w.delegates()
	}
}

// native is node where no method is called.
func (w walk) native(n *plan.Node, pos plan.Position) {
	w.relies(n.Type, onMethods|onShape)
	switch n.Kind {
	case plan.Bytes, plan.ByteArray, plan.Pointer:
		w.native(n.Elem, pos)
	case plan.Slice, plan.Array:
		w.node(n.Elem, pos)
	case plan.Interface:
		if w.direction == plan.Marshal {
			w.delegates()
		}
	case plan.Struct:
		if inside := w.enter(n, w.field); inside != nil {
			walk{visitor: inside, direction: w.direction}.fields(n)
		}
	}
}

// fields goes through a struct.
func (w walk) fields(n *plan.Node) {
	for _, t := range n.Struct.Embedded {
		w.relies(t, onShape)
	}
	for _, t := range n.Struct.Promoting {
		w.relies(t, onMethods)
	}
	for _, field := range n.Struct.Fields {
		w.field = field
		switch {
		case field.Ignored[w.direction]:
		case field.Mode == plan.ModeComment || field.Mode == plan.ModeInnerXML && w.direction == plan.Unmarshal:
			w.native(field.Node, plan.InText) // no methods are looked for
		default:
			w.node(field.Node, field.Mode.Position())
		}
	}
}
