package generator

import (
	"strconv"

	"github.com/xmlserde/xmlserde/plan"
)

// A target is where a value goes, and where it comes from.
type target struct {
	place place
	field *plan.Field // nil at the root
	// attr is set for attribute i. Otherwise chars is the character data as an
	// expression, or "" for the element whose start tag has just been read.
	attr  bool
	chars string
	// index is the index of the outermost slice element on the way, "" if
	// there is none. undo are the statements that take the elements off again
	// when reading fails.
	index string
	undo  []string
	depth int // of slices
}

// lengths name the lengths of nested slices before an element is added.
var lengths = []string{"n", "m", "k"}

// source returns what the value is read from.
func (t target) source() string {
	switch {
	case t.attr:
		return "s.AttrValue(i)"
	case t.chars != "":
		return t.chars
	}
	return "s"
}

// isElement reports whether the value is an element.
func (t target) isElement() bool { return !t.attr && t.chars == "" }

// position returns where the value stands in the document.
func (t target) position() plan.Position {
	switch {
	case t.attr:
		return plan.InAttr
	case t.field != nil:
		return t.field.Mode.Position()
	}
	return plan.InElement
}

// failure returns the expression that adds the field to err.
func (t target) failure() string {
	if t.field == nil {
		return "err"
	}
	if t.index != "" {
		return "s.FailIndex(err, " + strconv.Quote(t.field.GoPath) + ", " + t.index + ")"
	}
	return "s.Fail(err, " + strconv.Quote(t.field.GoPath) + ")"
}

// failIf prints the statement that returns err on a condition.
func (u *unmarshaler) failIf(condition string, to target) {
	u.P("if ", condition, " {")
	for _, line := range to.undo {
		u.P(line)
	}
	u.P("return ", to.failure())
	u.P("}")
}

// value prints how a value of a node's type is read into a target. Interfaces and
// methods come before all else, and at each level of slices.
func (u *unmarshaler) value(to target, node *plan.Node) {
	pos := to.position()
	at := node.Receiver(pos, plan.Unmarshal)
	method := at.Call(pos, plan.Unmarshal)
	switch {
	case method == plan.UnmarshalXML, at.Kind == plan.Interface && node != at:
		u.failIf("err := s.Decode("+to.place.address()+"); err != nil", to)
	case method != 0:
		u.call(to, node, at, method)
	case node.Kind == plan.Interface:
		u.failIf("err := s.Interface("+to.place.address()+", "+to.place.value()+"); err != nil", to)
	default:
		u.native(to, node)
	}
}

// call prints the call of a method of what is left of node when a pointer is
// followed or not.
func (u *unmarshaler) call(to target, node, at *plan.Node, method plan.MethodSet) {
	place := to.place
	if node != at {
		u.newIfNil(place, node)
		place = place.pointee()
	}
	p := place.receiver(at)
	switch {
	case method == plan.UnmarshalXMLAttr:
		p = "s.UnmarshalAttr(i, " + p + ")"
	case to.attr:
		p = "s.UnmarshalAttrText(i, " + p + ")"
	case to.chars != "":
		p = "s.UnmarshalChars(" + p + ", " + to.chars + ")"
	default:
		p = "s.UnmarshalText(" + p + ")"
	}
	u.failIf("err := "+p+"; err != nil", to)
}

// newIfNil prints the allocation of a pointer that is not set.
func (u *unmarshaler) newIfNil(at place, pointer *plan.Node) {
	u.P("if ", at.value(), " == nil {")
	u.P(at.value(), " = new(", u.typ(pointer.Elem.Type), ")")
	u.P("}")
}

// native is value where no method is called.
func (u *unmarshaler) native(to target, node *plan.Node) {
	switch node.Kind {
	case plan.Bool, plan.Int, plan.Uint, plan.Float, plan.String, plan.Bytes:
		u.P(to.place.value(), " = ", u.simple(to, node))
	case plan.Time:
		u.failIf("err := "+to.source()+".Time("+to.place.address()+"); err != nil", to)
	case plan.Name:
		u.P(to.place.value(), " = s.Name()")
		u.failIf("err := s.Skip(); err != nil", to)
	case plan.Attr:
		u.P(to.place.value(), " = s.Attr(i)")
	case plan.Struct:
		t := u.file.byKey[typeKey(node.Type)]
		u.failIf("err := "+u.file.unmarshalFunc(t)+"(s, "+to.place.address()+"); err != nil", to)
	case plan.Slice:
		u.slice(to, node)
	case plan.Pointer:
		u.newIfNil(to.place, node)
		to.place = to.place.pointee()
		u.native(to, node.Elem)
	default:
		u.invalid(to.field, node)
	}
}

// simple prints how the text of a simple value is read, and returns the value.
func (u *unmarshaler) simple(to target, node *plan.Node) string {
	source := to.source()
	read := func(call string) {
		u.P("x, err := ", source, ".", call)
		u.failIf("err != nil", to)
	}
	bits := "(" + strconv.Itoa(node.Bits) + ")"
	switch node.Kind {
	case plan.Bool:
		read("Bool()")
		return u.convert(node.Type, "bool", "x")
	case plan.Int:
		read("Int" + bits)
		return u.convert(node.Type, "int64", "x")
	case plan.Uint:
		read("Uint" + bits)
		return u.convert(node.Type, "uint64", "x")
	case plan.Float:
		read("Float" + bits)
		return u.convert(node.Type, "float64", "x")
	case plan.String:
		if !to.isElement() {
			return u.typ(node.Type) + "(" + source + ")"
		}
		read("Text()")
		return u.convert(node.Type, "string", "x")
	}
	if !isByte(node.Elem.Type) {
		if to.isElement() {
			read("Chars()")
			source = "x"
		}
		return u.runtime("CopyBytes") + "[" + u.typ(node.Type) + "](" + source + ")"
	}
	if !to.isElement() {
		return source + ".Bytes()"
	}
	read("Bytes()")
	return "x"
}

// slice prints how one more element is read into a slice. A simple value is read
// first and appended then. Any other is read in place: within the capacity
// there may be a stale element, which encoding/xml merges into.
func (u *unmarshaler) slice(to target, node *plan.Node) {
	slice := to.place
	n := length(to.depth)
	extended := u.runtime("Extend") + "(" + slice.value() + ")"
	hint := u.hintFor(to, node)
	if hint != "" {
		extended = u.runtime("ExtendHint") + "(s, " + slice.value() + ", &" + hint + ")"
	}
	kind := node.Elem.Kind
	if called(node.Elem, to.position(), plan.Unmarshal) != 0 {
		kind = plan.Invalid
	}
	switch kind {
	case plan.Bool, plan.Int, plan.Uint, plan.Float, plan.String, plan.Bytes:
		if to.isElement() && to.index == "" {
			to.index = "len(" + slice.value() + ")"
		}
		if to.isElement() || node.Elem.Kind != plan.String && node.Elem.Kind != plan.Bytes {
			grow := slice.value() + " = " + u.std("slices", "Grow") + "(" + slice.value() + ", 1)"
			to.undo = append([]string{grow}, to.undo...)
		}
		x := u.simple(to, node.Elem)
		if hint == "" {
			u.P(slice.value(), " = append(", slice.value(), ", ", x, ")")
			return
		}
		u.P(n, " := len(", slice.value(), ")")
		u.P(slice.value(), " = ", extended)
		u.P(slice.element(n).value(), " = ", x)
		return
	case plan.Attr:
		u.P(slice.value(), " = append(", slice.value(), ", s.Attr(i))")
		return
	}
	u.P(n, " := len(", slice.value(), ")")
	u.P(slice.value(), " = ", extended)
	to.undo = append([]string{slice.value() + " = " + slice.primary() + "[:" + n + "]"}, to.undo...)
	if to.isElement() && to.index == "" {
		to.index = n
	}
	to.depth++
	to.place = slice.element(n)
	u.value(to, node.Elem)
}

// length returns the name for the length of a slice within depth others.
func length(depth int) string {
	if depth < len(lengths) {
		return lengths[depth]
	}
	return lengths[0] + strconv.Itoa(depth)
}
