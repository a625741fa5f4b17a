package plan

import (
	"go/types"

	"github.com/xmlserde/xmlserde/refusal"
)

// field checks a field that has a part in XML in the walk's direction.
func (w *walk) field(f *Field, path *goPath) {
	v := f.path.last()
	if !v.Exported() {
		// Embedded, and no struct: encoding/xml takes it for a field but cannot
		// set it, nor call its methods.
		reason := refusal.UnsupportedType
		if w.dir == Unmarshal {
			reason = refusal.Panics
		}
		w.refuseRole(path, reason, "unexported embedded field", v.Type())
		return
	}
	if r := w.b.unnameable(v.Type(), false); r != nil {
		w.refuse(path, r.Reason, r.Fact)
		if r.Reason == refusal.LocalType {
			w.inside(f.Node, path)
		}
		return
	}
	for _, h := range f.path[:len(f.path)-1] {
		if !h.Exported() && !w.b.own(h.Pkg()) {
			w.refuse(path, refusal.ForeignShape, "behind the unexported field "+h.Name()+" of package "+h.Pkg().Name())
			return
		}
	}
	if w.dir == Marshal {
		w.marshalField(f, path)
	} else {
		w.unmarshalField(f, path)
	}
}

func (w *walk) marshalField(f *Field, path *goPath) {
	before := len(w.refusals)
	switch f.Mode {
	case ModeElement, ModeAny:
		w.marshalElement(f.Node, path)
	case ModeAttr, ModeAnyAttr:
		w.marshalAttr(f, f.Node, path)
	case ModeCharData, ModeCData:
		w.marshalText(f.Node, path)
		return
	case ModeComment:
		if !f.Node.is(String, Bytes) {
			w.refuseRole(path, reasonOf(f.Node), "comment", f.Node.Type)
		}
		return
	case ModeInnerXML:
		if isRaw(f.Node) {
			return
		}
		// What is not raw is an element, but for an interface that holds it.
		if n := f.Node.pointed(); n.Kind == Interface {
			w.refuse(path, n.refused.Reason, n.refused.Fact)
		} else {
			w.marshalElement(n, path)
		}
	}
	if len(w.refusals) > before {
		return
	}
	for _, name := range append(f.Parents, f.Name.Local) {
		if oddName(name) {
			w.refuseName(path, name)
			return
		}
	}
}

func (w *walk) unmarshalField(f *Field, path *goPath) {
	switch f.Mode {
	case ModeElement, ModeAny:
		w.unmarshalElement(f.Node, path)
	case ModeAttr, ModeAnyAttr:
		w.unmarshalAttr(f.Node, path)
	case ModeCharData, ModeCData:
		w.unmarshalText(f.Node, path)
	case ModeComment:
		w.unmarshalRaw(f.Node, "comment", path)
	case ModeInnerXML:
		w.unmarshalRaw(f.Node, "innerxml", path)
	}
}

// unmarshalRaw: encoding/xml sets any string, and any slice to a []byte, which
// panics if the slice is of another type of elements.
func (w *walk) unmarshalRaw(n *Node, role string, path *goPath) {
	switch {
	case n.Kind == String || types.Identical(n.Type.Underlying(), byteSlice):
	case n.is(Bytes, Slice):
		w.refuseRole(path, refusal.Panics, role, n.Type)
	default:
		w.refuseRole(path, reasonOf(n), role, n.Type)
	}
}

// isRaw reports whether an innerxml field of n is written as it stands: only a
// string or []byte itself is, below any pointers.
func isRaw(n *Node) bool {
	n = n.pointed()
	return types.Identical(n.Type, types.Typ[types.String]) || types.Identical(n.Type, byteSlice)
}

// pointed returns what n is below all pointers.
func (n *Node) pointed() *Node {
	for n.Kind == Pointer {
		n = n.Elem
	}
	return n
}

// pointsToTime reports whether n is *time.Time, which has time.Time's methods.
// A named pointer type has none.
func (n *Node) pointsToTime() bool {
	_, unnamed := n.Type.(*types.Pointer)
	return unnamed && n.Kind == Pointer && n.Elem.Kind == Time
}

// reasonOf returns why n cannot be served where it is not a simple value.
func reasonOf(n *Node) refusal.Reason {
	switch {
	case n.refused != nil:
		return n.refused.Reason
	case n.is(Array, ByteArray):
		return refusal.Array
	}
	return refusal.UnsupportedType
}

// marshalElement: encoding/xml follows all pointers and writes an element for
// what it finds, or one for each element of a slice or array.
func (w *walk) marshalElement(n *Node, path *goPath) {
	n = n.Receiver(InElement, Marshal)
	if !w.called(n, InElement, path) {
		w.element(n, path)
	}
}

// unmarshalElement: encoding/xml allocates one pointer, at the field and again
// at each level of slices.
func (w *walk) unmarshalElement(n *Node, path *goPath) {
	t := n.Type
	n = n.Receiver(InElement, Unmarshal)
	if w.called(n, InElement, path) {
		return
	}
	switch n.Kind {
	case Pointer:
		w.refuseType(path, refusal.PointerDepth, t)
		w.inside(n, path)
	case Array, ByteArray:
		w.refuseType(path, refusal.Array, n.Type)
		w.inside(n, path)
	default:
		w.element(n, path)
	}
}

// called reports whether encoding/xml calls a method of n in the position, which
// ends the walk there. A struct without a name is part of the shape around it, so
// the package must be able to write down what is in it.
func (w *walk) called(n *Node, pos Position, path *goPath) bool {
	if n.Call(pos, w.dir) == 0 {
		return false
	}
	if r := w.b.unnameable(n.Type, true); r != nil {
		w.refuse(path, r.Reason, r.Fact)
	}
	return true
}

// element checks an element whose pointers and methods are done with.
func (w *walk) element(n *Node, path *goPath) {
	switch n.Kind {
	case Invalid:
		w.refuse(path, n.refused.Reason, n.refused.Fact)
	case Struct:
		w.structFields(n, path)
	case Slice, Array:
		if w.dir == Marshal {
			w.marshalElement(n.Elem, path.element())
		} else {
			w.unmarshalElement(n.Elem, path.element())
		}
	case ByteArray:
		w.byteArray(n, path)
	}
}

// byteArray: encoding/xml copies the bytes of an array that is not addressable,
// as in a struct that a call passes by value, and panics if they are of a type
// of their own.
func (w *walk) byteArray(n *Node, path *goPath) {
	if !types.Identical(n.Elem.Type, types.Typ[types.Uint8]) {
		w.refuseType(path, refusal.Panics, n.Type)
	}
}

// marshalAttr: encoding/xml follows one pointer, at the field and again at each
// level of slices. The methods it looks for are those of the pointer, which it
// calls even if it is nil.
func (w *walk) marshalAttr(f *Field, n *Node, path *goPath) {
	mayBeNil := n != f.Node || !f.OmitEmpty // slice elements are not checked
	switch {
	case n == f.Node && !f.OmitEmpty && f.Access.behindPointer():
		w.refuse(path, refusal.Panics, "attribute behind an embedded pointer")
		return
	case w.called(n, InAttr, path):
		return
	case n.pointsToTime():
		if mayBeNil {
			w.refuse(path, refusal.Panics, "*time.Time in an attribute can be nil")
		}
		return
	}
	t, pointer := n.Type, n.Kind == Pointer
	if pointer {
		n = n.Elem
	}
	switch n.Kind {
	case Pointer:
		w.refuseType(path, refusal.PointerDepth, t)
	case Invalid, Interface:
		w.refuse(path, n.refused.Reason, n.refused.Fact)
	case Slice:
		w.marshalAttr(f, n.Elem, path.element())
	case ByteArray:
		w.byteArray(n, path)
	case Struct, Name, Array:
		w.refuseRole(path, reasonOf(n), "attribute", n.Type)
	case Time:
		if pointer { // of a named type, without time.Time's methods
			w.refuseRole(path, refusal.UnsupportedType, "attribute", t)
		}
	}
}

// behindPointer reports whether a goes through an embedded pointer.
func (a Access) behindPointer() bool {
	for _, step := range a {
		if step.Pointer {
			return true
		}
	}
	return false
}

// unmarshalAttr: encoding/xml allocates one pointer before it looks for methods,
// at the field and again at each level of slices, and one more before it sets a
// simple value.
func (w *walk) unmarshalAttr(n *Node, path *goPath) {
	t := n.Type
	n = n.Receiver(InAttr, Unmarshal)
	if w.called(n, InAttr, path) {
		return
	}
	switch n.Kind {
	case Pointer:
		switch {
		case n.pointsToTime():
			w.refuseRole(path, refusal.Panics, "attribute", t)
		case n.Elem.Kind == Slice:
			w.refuseRole(path, refusal.Panics, "attribute", t)
		case !n.Elem.simple():
			w.refuseType(path, refusal.PointerDepth, t)
		}
	case Invalid, Interface:
		w.refuse(path, n.refused.Reason, n.refused.Fact)
	case Slice:
		w.unmarshalAttr(n.Elem, path.element())
	case Struct, Name, Array, ByteArray:
		w.refuseRole(path, reasonOf(n), "attribute", n.Type)
	}
}

// simple reports whether text can be stored in n as it stands.
func (n *Node) simple() bool { return n.is(Bool, Int, Uint, Float, String, Bytes) }

// marshalText: encoding/xml looks for methods of the field itself, then follows
// all pointers and writes simple values; others it passes over in silence.
func (w *walk) marshalText(n *Node, path *goPath) {
	if w.called(n, InText, path) || n.Kind == Time {
		return
	}
	if n.pointsToTime() {
		w.refuse(path, refusal.Panics, "*time.Time in character data can be nil")
		return
	}
	n = n.pointed()
	if !n.simple() {
		w.refuseRole(path, reasonOf(n), "character data", n.Type)
	}
}

// unmarshalText: encoding/xml looks for methods of the field itself, then
// allocates one pointer and stores simple values.
func (w *walk) unmarshalText(n *Node, path *goPath) {
	if w.called(n, InText, path) || n.Kind == Time {
		return
	}
	if n.pointsToTime() {
		w.refuse(path, refusal.Panics, "*time.Time in character data can be nil")
		return
	}
	t := n.Type
	if n.Kind == Pointer {
		n = n.Elem
	}
	switch {
	case n.simple():
	case n.Kind == Pointer:
		w.refuseType(path, refusal.PointerDepth, t)
	case n.Kind == Slice:
		w.refuseRole(path, refusal.Panics, "character data", n.Type)
	default:
		w.refuseRole(path, reasonOf(n), "character data", n.Type)
	}
}
