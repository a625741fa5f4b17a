package generator

import (
	"encoding/xml"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/xmlserde/xmlserde/plan"
)

// A marshaler prints the function that writes one struct, or the elements of a
// root that is none.
//
// A struct's function writes attributes, the '>' and the content; its caller
// writes the name before it and the end tag behind, both of which are constants
// mostly.
type marshaler struct {
	*writer
	file *file
	t    *structType // nil for a root that is no struct
	// pending is constant text not yet printed: neighbours become one append.
	pending strings.Builder
	// parents tracks the open elements of "a>b" tags.
	parents parentTracker
	fails   bool // the body assigns err
	depth   int  // of loops over slices
	blocks  int  // that are open in the function
	err     error
}

// printMarshal prints the marshal function of t.
func printMarshal(f *file, w *writer, t *structType) error {
	m := &marshaler{writer: &writer{names: f.names}, file: f, t: t}
	m.body()
	name := f.marshalFunc(t)
	w.P()
	w.P("// ", name, " appends v's attributes, the '>' and v's content to the start of a tag.")
	params := ", b []byte, v *" + t.expr
	if t.resets() {
		w.P("// around reports that the element has no namespace and the one around it has.")
		params += ", around bool"
	}
	if t.inSpace {
		w.P("// inSpace reports that the element itself is in a namespace.")
		params += ", inSpace bool"
	}
	w.P("func ", name, "(e *", w.runtime("Encoder"), params, ") ([]byte, error) {")
	m.printTo(w)
	return m.err
}

// printTo prints the collected body, and the end of the function.
func (m *marshaler) printTo(w *writer) {
	if m.fails {
		w.P("var err error")
	}
	w.buf.Write(m.buf.Bytes())
	w.P("}")
}

// ownsName reports whether t's elements get their names at run time.
func (t *structType) ownsName() bool {
	name := t.marshal.Struct.XMLName
	return name != nil && !name.Static() && len(name.Capture) > 0
}

// resets reports whether an element of t may have to leave the namespace around
// it: encoding/xml then writes xmlns="", but only for a struct with an XMLName
// field that has no tag.
func (t *structType) resets() bool {
	name := t.marshal.Struct.XMLName
	return name != nil && !name.Static()
}

// flags returns the last arguments for t's function: whether the element leaves a
// namespace, and whether it is in one itself.
func (t *structType) flags(around, inSpace string) string {
	var args string
	if t.resets() {
		args = ", " + around
	}
	if t.inSpace {
		args += ", " + inSpace
	}
	return args
}

// settleSpaces finds the structs whose functions must be told whether their own
// element is in a namespace, because a child may have to leave it.
func (f *file) settleSpaces() {
	for _, t := range f.structs {
		t.inSpace = t.marshal != nil && slices.ContainsFunc(t.marshal.Struct.Fields, func(field *plan.Field) bool {
			if field.Mode.Position() != plan.InElement || len(field.Parents) > 0 {
				return false
			}
			node := field.Node
			for called(node, plan.InElement, plan.Marshal) == 0 {
				switch node.Kind {
				case plan.Pointer, plan.Slice, plan.Array:
					node = node.Elem
					continue
				case plan.Interface:
					return true
				case plan.Struct:
					return f.byKey[typeKey(node.Type)].resets()
				}
				break
			}
			return false
		})
	}
}

// text adds constant text.
func (m *marshaler) text(s string) { m.pending.WriteString(s) }

// P prints the pending text and then a line.
func (m *marshaler) P(args ...any) {
	if text := m.pending.String(); text != "" {
		m.pending.Reset()
		m.writer.P("b = append(b, ", appended(text), ")")
	}
	m.writer.P(args...)
}

// appended returns constant text as the last argument of an append.
func appended(text string) string {
	if len(text) == 1 {
		return strconv.QuoteRuneToASCII(rune(text[0]))
	}
	return literal(text) + "..."
}

// check prints an assignment to b and err, and the return on an error.
func (m *marshaler) check(call string) {
	m.fails = true
	m.P("if b, err = ", call, "; err != nil {")
	m.P("return b, err")
	m.P("}")
}

// body prints the statements of the function.
func (m *marshaler) body() {
	fields := m.t.marshal.Struct.Fields
	scoped := slices.ContainsFunc(fields, declaresPrefix)
	if scoped {
		m.P("mark := e.Mark()")
	}
	for _, field := range fields {
		if isAttr(field) {
			m.attribute(field)
		}
	}
	if m.t.resets() {
		m.P("if around {")
		m.text(` xmlns=""`)
		m.P("}")
	}
	m.text(">")
	m.content(slices.DeleteFunc(slices.Clone(fields), isAttr))
	if scoped {
		m.P("e.Release(mark)")
	}
	m.result()
}

// result prints the return of what is appended.
func (m *marshaler) result() {
	if text := m.pending.String(); text != "" {
		m.pending.Reset()
		m.P("return append(b, ", appended(text), "), nil")
		return
	}
	m.P("return b, nil")
}

// when prints what body prints under conditions.
func (m *marshaler) when(conditions []string, body func()) {
	if len(conditions) == 0 {
		body()
		return
	}
	m.P("if ", strings.Join(conditions, " && "), " {")
	m.block(body)
}

// block prints what is in a block that has been opened, and its end.
func (m *marshaler) block(body func()) {
	m.blocks++
	body()
	m.P("}")
	m.blocks--
}

// with returns conditions and one more, unless it is there.
func with(conditions []string, condition string) []string {
	if slices.Contains(conditions, condition) {
		return conditions
	}
	return append(slices.Clip(conditions), condition)
}

// notNil returns the conditions under which the embedded pointers on an access
// can be followed.
func notNil(access plan.Access) []string {
	exprs, _ := pointers(access)
	for i := range exprs {
		exprs[i] += " != nil"
	}
	return exprs
}

// notEmpty returns the conditions under which omitempty leaves a value: none for
// the kinds that are never empty.
func notEmpty(at place, node *plan.Node) []string {
	switch node.Kind {
	case plan.Bool:
		return []string{at.value()}
	case plan.Int, plan.Uint, plan.Float:
		return []string{at.value() + " != 0"}
	case plan.String:
		return []string{at.value() + ` != ""`}
	case plan.Bytes, plan.Slice:
		return []string{"len(" + at.value() + ") != 0"}
	case plan.Pointer:
		return []string{at.value() + " != nil"}
	}
	if _, ok := node.Type.Underlying().(*types.Map); ok {
		return []string{"len(" + at.value() + ") != 0"}
	}
	return nil
}

// isNothing reports whether a node is an array without elements, which is always
// empty.
func isNothing(node *plan.Node) bool {
	array, ok := node.Type.Underlying().(*types.Array)
	return ok && array.Len() == 0
}

// loop prints a loop over the slice or array at a place. Where methods of the
// elements are called they must be addressable.
func (m *marshaler) loop(at place, node *plan.Node, pos plan.Position, body func(element place)) {
	byValue := m.depth == 0 && node.Kind == plan.Slice && (node.Elem.Kind == plan.Pointer || called(node.Elem, pos, plan.Marshal) == 0)
	switch node.Elem.Kind {
	case plan.Struct, plan.Slice, plan.Array, plan.ByteArray:
		byValue = false
	case plan.Name:
		m.P("for range ", at.value(), " {")
		m.block(func() { body(place{}) })
		return
	}
	if byValue {
		m.P("for _, x := range ", at.value(), " {")
		m.block(func() { body(place{expr: "x"}) })
		return
	}
	i := indexes[m.depth%len(indexes)]
	if m.depth >= len(indexes) {
		i += strconv.Itoa(m.depth)
	}
	m.depth++
	m.P("for ", i, " := range ", at.value(), " {")
	m.block(func() { body(at.element(i)) })
	m.depth--
}

// indexes name the indexes of nested loops.
var indexes = []string{"i", "j", "k"}

// simple prints how the text of a simple value is appended.
func (m *marshaler) simple(field *plan.Field, at place, node *plan.Node) {
	switch node.Kind {
	case plan.Bool:
		m.P("b = ", m.std("strconv", "AppendBool"), "(b, ", basic(node, "bool", at), ")")
	case plan.Int:
		m.P("b = ", m.std("strconv", "AppendInt"), "(b, ", basic(node, "int64", at), ", 10)")
	case plan.Uint:
		m.P("b = ", m.std("strconv", "AppendUint"), "(b, ", basic(node, "uint64", at), ", 10)")
	case plan.Float:
		m.P("b = ", m.runtime("AppendFloat"), "(b, ", basic(node, "float64", at), ", ", node.Bits, ")")
	case plan.String:
		m.P("b = ", m.runtime("AppendText"), "(b, ", basic(node, "string", at), ")")
	case plan.Bytes, plan.ByteArray:
		m.P("b = ", m.runtime("AppendTextBytes"), "(b, ", m.bytes(at, node), ")")
	case plan.Time:
		m.check(m.runtime("AppendTime") + "(b, " + at.value() + ")")
	default:
		m.invalid(field, node)
	}
}

// basic returns the value at a place as one of a basic type.
func basic(node *plan.Node, want string, at place) string {
	if node.Type.String() == want {
		return at.value()
	}
	return want + "(" + at.value() + ")"
}

// bytes returns the value of a Bytes or ByteArray node as a []byte.
func (m *marshaler) bytes(at place, node *plan.Node) string {
	operand := at.value()
	if node.Kind == plan.ByteArray {
		operand = at.primary() + "[:]"
	}
	if isByte(node.Elem.Type) {
		return operand
	}
	return m.runtime("BytesOf") + "(" + operand + ")"
}

// startTag returns the start tag of a static name without its '>'.
func startTag(name plan.QName) string {
	if name.Space == "" {
		return "<" + name.Local
	}
	var space strings.Builder
	// A strings.Builder does not fail.
	_ = xml.EscapeText(&space, []byte(name.Space))
	return "<" + name.Local + ` xmlns="` + space.String() + `"`
}

// invalid notes a node that should not have come here.
func (m *marshaler) invalid(field *plan.Field, node *plan.Node) {
	m.err = fmt.Errorf("%s: no way to write a %s, kind %d", fieldOrRoot(field), node.Type, node.Kind)
}

// fieldOrRoot names a field, nil for the root, in an error.
func fieldOrRoot(field *plan.Field) string {
	if field == nil {
		return "root"
	}
	return "field " + field.GoPath
}
