package generator

import (
	"slices"
	"strconv"

	"github.com/xmlserde/xmlserde/plan"
)

// content prints how the fields that are no attributes are written. Those behind
// the same embedded pointers, where they are neighbours, share one test.
func (m *marshaler) content(fields []*plan.Field) {
	m.parents.prepare(m, fields)
	for _, group := range m.parents.groups(fields) {
		conditions := notNil(group[0].Access)
		if len(conditions) == 0 {
			for _, field := range group {
				m.field(field)
			}
			continue
		}
		before := m.parents.enter(group)
		m.when(conditions, func() {
			for _, field := range group {
				m.field(field)
			}
			m.parents.leave(before)
		})
		m.parents.join(before)
	}
	m.parents.closeAll()
}

// field prints how one field is written, and the open and close of its parents.
func (m *marshaler) field(field *plan.Field) {
	at := fieldPlace(field.Access)
	switch field.Mode {
	case plan.ModeCharData, plan.ModeCData:
		m.parents.closeAll()
		m.charData(field, at)
	case plan.ModeComment:
		m.parents.closeAll()
		m.comment(field, at)
	case plan.ModeInnerXML:
		m.innerXML(field, at)
	default:
		m.parents.open(field, func(known string) {
			m.element(field, at, field.Node, known)
		})
	}
}

// element prints how the elements for a value are written. known is a condition
// that holds already, or "". Emptiness is looked at before pointers are followed,
// and again for every element of a slice.
func (m *marshaler) element(field *plan.Field, at place, node *plan.Node, known string) {
	if field.OmitEmpty && alwaysEmpty(node) {
		return
	}
	var conditions []string
	if field.OmitEmpty {
		conditions = notEmpty(at, node)
	}
	for node.Kind == plan.Pointer {
		conditions = with(conditions, at.value()+" != nil")
		at, node = at.pointee(), node.Elem
	}
	conditions = slices.DeleteFunc(conditions, func(condition string) bool { return condition == known })
	m.when(conditions, func() {
		switch node.Call(plan.InElement, plan.Marshal) {
		case plan.MarshalXML:
			m.check("e.EncodeElement(b, " + at.address() + ", " + m.nameValue(field.Name) + ")")
		case plan.MarshalText:
			m.textElement(field, func() { m.check(m.runtime("AppendMarshalText") + "(b, " + at.address() + ")") })
		default:
			m.nativeElement(field, at, node)
		}
	})
}

// nativeElement is element where pointers and methods are done with.
func (m *marshaler) nativeElement(field *plan.Field, at place, node *plan.Node) {
	switch node.Kind {
	case plan.Slice, plan.Array:
		m.loop(at, node, plan.InElement, func(element place) {
			m.element(field, element, node.Elem, "")
			if spills(node.Elem) {
				m.check("e.Spill(b)")
			}
		})
	case plan.Struct:
		m.structElement(field, at, node)
	case plan.Interface:
		method := "e.Interface"
		if field.OmitEmpty {
			method += "OmitEmpty" // which counts for the elements of a slice in it as well
		}
		m.check(method + "(b, " + at.value() + ", " + m.nameValue(field.Name) + ", " + m.around(field) + ")")
	case plan.Name:
		m.textElement(field, func() {})
	default:
		m.textElement(field, func() { m.simple(field, at, node) })
	}
}

// textElement prints an element with the text that value appends.
func (m *marshaler) textElement(field *plan.Field, value func()) {
	m.text(startTag(field.Name) + ">")
	value()
	m.text("</" + field.Name.Local + ">")
}

// alwaysEmpty reports whether omitempty leaves nothing of a value, as it is an
// array without elements or leads to such arrays through slices alone.
func alwaysEmpty(node *plan.Node) bool {
	if isNothing(node) {
		return true
	}
	list := node.Kind == plan.Array || node.Kind == plan.Slice
	return list && node.Call(plan.InElement, plan.Marshal) == 0 && alwaysEmpty(node.Elem)
}

// spills reports whether the elements of a slice may be long.
func spills(node *plan.Node) bool {
	node = node.Receiver(plan.InElement, plan.Marshal)
	switch node.Call(plan.InElement, plan.Marshal) {
	case plan.MarshalXML:
		return true
	case plan.MarshalText:
		return false
	}
	return node.Kind == plan.Struct || node.Kind == plan.Interface
}

// structElement prints the call that writes a struct.
func (m *marshaler) structElement(field *plan.Field, at place, node *plan.Node) {
	t := m.file.byKey[typeKey(node.Type)]
	if !t.ownsName() {
		name := field.Name
		if node.Struct.XMLName.Static() {
			name = node.Struct.XMLName.Name
		}
		around := "false"
		if t.resets() && name.Space == "" {
			around = m.around(field)
		}
		m.text(startTag(name))
		m.check(m.file.marshalFunc(t) + "(e, b, " + at.address() + t.flags(around, strconv.FormatBool(name.Space != "")) + ")")
		m.text("</" + name.Local + ">")
		return
	}
	body := func() {
		m.P("name := ", at.field(node.Struct.XMLName.Capture))
		m.P("if name.Local == \"\" {")
		m.P("name = ", m.nameValue(field.Name))
		m.P("}")
		around := m.around(field)
		if around != "false" {
			around += ` && name.Space == ""`
		}
		m.P("b = e.AppendStart(b, name)")
		m.check(m.file.marshalFunc(t) + "(e, b, " + at.address() + t.flags(around, `name.Space != ""`) + ")")
		m.P("b = e.AppendEnd(b, name)")
	}
	if m.blocks > 0 {
		body()
		return
	}
	m.P("{")
	m.block(body)
}

// nameValue returns a static name as an xml.Name.
func (w *writer) nameValue(name plan.QName) string {
	value := w.std("encoding/xml", "Name") + "{"
	if name.Space != "" {
		value += "Space: " + strconv.Quote(name.Space) + ", "
	}
	return value + "Local: " + strconv.Quote(name.Local) + "}"
}

// around returns whether the element around a field's is in a namespace.
func (m *marshaler) around(field *plan.Field) string {
	own := m.ownSpace()
	switch {
	case own == "false" || !m.parents.mayBeClosed():
		return "false"
	case m.parents.mayBeOpen():
		return "open == 0 && " + own
	}
	return own
}

// ownSpace returns whether the struct's own element is in a namespace.
func (m *marshaler) ownSpace() string {
	if m.t.inSpace {
		return "inSpace"
	}
	return "false"
}

// charData prints how a chardata or cdata field is written. encoding/xml writes
// nothing for what is neither simple nor exactly a []byte.
func (m *marshaler) charData(field *plan.Field, at place) {
	node := field.Node
	cdata := field.Mode == plan.ModeCData
	if called(node, plan.InText, plan.Marshal) != 0 {
		appended := "AppendMarshalText"
		if cdata {
			appended = "AppendMarshalCData"
		}
		m.check(m.runtime(appended) + "(b, " + at.receiver(node) + ")")
		return
	}
	var conditions []string
	pointers := 0
	for node.Kind == plan.Pointer {
		conditions = with(conditions, at.value()+" != nil")
		at, node = at.pointee(), node.Elem
		pointers++
	}
	switch node.Kind {
	case plan.Bool, plan.Int, plan.Uint, plan.Float:
		m.when(conditions, func() { m.charDataValue(field, at, node) })
	case plan.Time:
		// Behind two pointers it has no MarshalText that encoding/xml sees.
		if pointers < 2 {
			m.when(conditions, func() { m.charDataValue(field, at, node) })
		}
	case plan.String:
		m.when(conditions, func() {
			if cdata {
				m.P("b = ", m.runtime("AppendCData"), "(b, ", basic(node, "string", at), ")")
				return
			}
			m.simple(field, at, node)
		})
	case plan.Bytes:
		if !exactBytes(node) {
			return
		}
		m.when(conditions, func() {
			if cdata {
				m.P("b = ", m.runtime("AppendCDataBytes"), "(b, ", at.value(), ")")
				return
			}
			m.simple(field, at, node)
		})
	}
}

// charDataValue prints a value whose text is never empty and needs no escapes.
func (m *marshaler) charDataValue(field *plan.Field, at place, node *plan.Node) {
	if field.Mode != plan.ModeCData {
		m.simple(field, at, node)
		return
	}
	m.text("<![CDATA[")
	m.simple(field, at, node)
	m.text("]]>")
}

// exactBytes reports whether a node's type is []byte itself.
func exactBytes(node *plan.Node) bool {
	return typeKey(node.Type) == "[]byte" || typeKey(node.Type) == "[]uint8"
}

// comment prints how a comment field is written.
func (m *marshaler) comment(field *plan.Field, at place) {
	switch node := field.Node; node.Kind {
	case plan.String:
		m.check(m.runtime("AppendComment") + "(b, " + basic(node, "string", at) + ")")
	case plan.Bytes:
		m.check(m.runtime("AppendCommentBytes") + "(b, " + m.bytes(at, node) + ")")
	default:
		m.invalid(field, node)
	}
}

// innerXML prints how an innerxml field is written: raw if it is exactly a
// string or a []byte, and any other type as an ordinary element. Neither
// closes parents that are open.
func (m *marshaler) innerXML(field *plan.Field, at place) {
	target, node := at, field.Node
	var conditions []string
	for node.Kind == plan.Pointer {
		conditions = with(conditions, target.value()+" != nil")
		target, node = target.pointee(), node.Elem
	}
	switch {
	case typeKey(node.Type) == "string":
		m.when(conditions, func() { m.P("b = e.AppendRaw(b, ", target.value(), ")") })
	case exactBytes(node):
		m.when(conditions, func() { m.P("b = e.AppendRawBytes(b, ", target.value(), ")") })
	default:
		m.element(field, at, field.Node, "")
	}
}
