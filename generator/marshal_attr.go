package generator

import (
	"strconv"

	"github.com/xmlserde/xmlserde/plan"
)

// isAttr reports whether a field is an attribute.
func isAttr(field *plan.Field) bool {
	return field.Mode == plan.ModeAttr || field.Mode == plan.ModeAnyAttr
}

// declaresPrefix reports whether an attribute field may need a prefix, whose
// scope is the element.
func declaresPrefix(field *plan.Field) bool {
	if !isAttr(field) {
		return false
	}
	node := field.Node
	for node.Kind == plan.Pointer || node.Kind == plan.Slice {
		if node.Call(plan.InAttr, plan.Marshal) != 0 {
			break
		}
		node = node.Elem
	}
	return field.Name.Space != "" || node.Kind == plan.Attr || node.Call(plan.InAttr, plan.Marshal) == plan.MarshalXMLAttr
}

// attribute prints how an attribute field is written.
func (m *marshaler) attribute(field *plan.Field) {
	at := fieldPlace(field.Access)
	conditions := notNil(field.Access)
	if field.OmitEmpty {
		if isNothing(field.Node) {
			return
		}
		conditions = append(conditions, notEmpty(at, field.Node)...)
	}
	m.attributeValue(field, at, field.Node, conditions)
}

// attributeValue prints how the attributes for a value are written, under
// conditions: one for a simple value, one an element for a slice.
func (m *marshaler) attributeValue(field *plan.Field, at place, node *plan.Node, conditions []string) {
	if method := called(node, plan.InAttr, plan.Marshal); method != 0 {
		m.when(conditions, func() {
			if method == plan.MarshalXMLAttr {
				m.check("e.AppendMarshalAttr(b, " + at.receiver(node) + ", " + m.nameValue(field.Name) + ")")
				return
			}
			m.attributeText(field, func() { m.check(m.runtime("AppendMarshalText") + "(b, " + at.receiver(node) + ")") })
		})
		return
	}
	if node.Kind == plan.Pointer {
		conditions = with(conditions, at.value()+" != nil")
		at, node = at.pointee(), node.Elem
	}
	m.when(conditions, func() {
		switch node.Kind {
		case plan.Slice:
			m.loop(at, node, plan.InAttr, func(element place) { m.attributeValue(field, element, node.Elem, nil) })
		case plan.Attr:
			m.P("b = e.AppendAttrValue(b, ", at.value(), ")")
		default:
			m.attributeText(field, func() { m.simple(field, at, node) })
		}
	})
}

// attributeText prints an attribute with the text that value appends.
func (m *marshaler) attributeText(field *plan.Field, value func()) {
	if field.Name.Space != "" {
		m.P("b = e.AppendAttr(b, ", strconv.Quote(field.Name.Space), ", ", strconv.Quote(field.Name.Local), ")")
	} else {
		m.text(" " + field.Name.Local + `="`)
	}
	value()
	m.text(`"`)
}
