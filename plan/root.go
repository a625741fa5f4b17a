package plan

import (
	"go/types"
	"strings"

	"github.com/xmlserde/xmlserde/refusal"
)

// root walks the graph of t, the type that a call passes, and returns the node
// below its pointers. The element of a named root has its name from a start tag.
func (w *walk) root(t types.Type, named bool) *Node {
	t = types.Unalias(t)
	pointers := 0
	for {
		p, ok := t.(*types.Pointer)
		if !ok {
			break
		}
		t = types.Unalias(p.Elem())
		pointers++
	}
	path := rootPath(t)
	n := w.b.node(t)
	called := n.Call(InElement, w.dir) != 0
	if r := w.b.unnameable(t, called); r != nil {
		w.refuse(path, r.Reason, r.Fact)
		if r.Reason == refusal.LocalType {
			w.inside(n, path)
		}
		return n
	}
	switch {
	case n.is(Interface):
		w.refuse(path, refusal.Interface, n.refused.Fact)
	case n.is(Name, Pointer): // a pointer type with a name
		w.refuse(path, refusal.RootKind, w.b.typeString(t)+" at the root")
	case w.dir == Unmarshal:
		if pointers > 2 {
			w.refuse(path, refusal.PointerDepth, strings.Repeat("*", pointers)+w.b.typeString(t))
		}
		w.unmarshalElement(n, path)
	default:
		w.names(n, named, path)
		w.marshalElement(n, path)
		if pointers == 0 {
			c := copies{differs: w.refuseCopy, seen: make(map[*Node]bool)}
			c.visit(n, InElement, path)
		}
	}
	return n
}

// names refuses what has no name at the root n, or in the slices there, unless a
// start tag names it. It refuses an interface there in any case: whether a name
// that what it holds has of its own counts is another matter than in a field.
func (w *walk) names(n *Node, named bool, path *goPath) {
	for n = n.pointed(); n.Call(InElement, Marshal) == 0 && n.is(Slice, Array); n = n.Elem.pointed() {
		path = path.element()
	}
	switch {
	case n.Kind == Interface:
		w.refuse(path, refusal.Interface, n.refused.Fact)
	case named || n.TypeName() != "" || n.Kind == Invalid && n.Call(InElement, Marshal) == 0:
	case n.Kind != Struct:
		w.refuse(path, refusal.RootKind, w.b.typeString(n.Type)+" has no name")
	case n.Call(InElement, Marshal) != 0:
		w.refuse(path, refusal.RootKind, "unnamed struct with "+n.Call(InElement, Marshal).String())
	case !n.Struct.XMLName.Static():
		w.refuse(path, refusal.RootKind, "unnamed struct without a name in XMLName")
	}
}

// TypeName returns the name of n's type, without type arguments, "" if it has
// none. It names the element of a value at the root that no XMLName names. A
// method that is called there is given the type arguments as well.
func (n *Node) TypeName() string {
	switch t := n.Type.(type) {
	case *types.Named:
		return t.Obj().Name()
	case *types.Basic:
		return types.Typ[t.Kind()].Name() // uint8 for byte
	}
	return ""
}

// Builtin reports whether t is a type whose values runtime writes and reads by
// itself: a simple predeclared type, []byte, or time.Time.
func Builtin(t types.Type) bool {
	t = types.Unalias(t)
	if basic, ok := t.(*types.Basic); ok {
		const simple = types.IsBoolean | types.IsInteger | types.IsFloat | types.IsString
		return basic.Info()&simple != 0 && basic.Info()&types.IsUntyped == 0
	}
	return isByteSlice(t) || isTime(t)
}

// PointerOnly reports whether writing a copy of a T, n's type, differs from writing
// what a *T points to: somewhere in it, not behind a pointer or in a slice,
// encoding/xml calls a method of a pointer, which it does not on a copy.
func (n *Node) PointerOnly() bool {
	found := false
	c := copies{differs: func(*goPath, *Node, MethodSet) { found = true }, seen: make(map[*Node]bool)}
	c.visit(n, InElement, new(goPath))
	return found
}

// copies goes through what is in a value itself and calls differs for each place
// where encoding/xml calls another method, or none, if the value is not addressable.
type copies struct {
	differs func(path *goPath, n *Node, addressable MethodSet)
	seen    map[*Node]bool // structs
}

func (c *copies) visit(n *Node, pos Position, path *goPath) {
	if call := n.Call(pos, Marshal); call != 0 {
		if n.Methods.Value.first(pos, Marshal) != call {
			c.differs(path, n, call)
		}
		return
	}
	switch {
	case n.Kind == Array:
		c.visit(n.Elem, pos, path.element())
	case n.Kind == Struct && pos == InElement && !c.seen[n]:
		c.seen[n] = true
		for _, f := range n.Struct.Fields {
			if f.Mode != ModeComment && !f.Access.behindPointer() {
				c.visit(f.Node, f.Mode.Position(), &goPath{path, "." + f.GoPath})
			}
		}
	}
}

// Position returns where the value of a field of the mode stands, as far as
// methods are looked for. It means nothing for the modes whose values
// encoding/xml takes as they are: comments, and inner XML when it reads.
func (m Mode) Position() Position {
	switch m {
	case ModeAttr, ModeAnyAttr:
		return InAttr
	case ModeCharData, ModeCData:
		return InText
	}
	return InElement
}

func (w *walk) refuseCopy(path *goPath, n *Node, call MethodSet) {
	t := w.b.typeString(n.Type)
	w.refuse(path, refusal.CustomMarshaler, "type "+t+" has "+call.String()+" on *"+t+", which is not called on a copy")
}
