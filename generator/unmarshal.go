package generator

import (
	"fmt"
	"maps"
	"strconv"

	"github.com/xmlserde/xmlserde/plan"
)

// An unmarshaler prints the function that reads one struct. The statements are
// in the order in which encoding/xml does the same, so that a target is the
// same after an error too.
type unmarshaler struct {
	*writer
	file   *file
	t      *structType
	fields []*plan.Field
	// charData, comment, inner, any and anyAttr are the fields for what no name
	// matches: the first of each mode, nil without one.
	charData, comment, inner, any, anyAttr *plan.Field
	// hinted are the slice fields whose lengths are remembered.
	hinted []hint
	// allocated are the embedded pointers known not to be nil.
	allocated map[string]bool
	err       error
}

// printUnmarshal prints the unmarshal function of t.
func printUnmarshal(f *file, w *writer, t *structType) error {
	u := &unmarshaler{writer: w, file: f, t: t, fields: t.unmarshal.Struct.Fields, allocated: make(map[string]bool)}
	for _, field := range u.fields {
		switch field.Mode {
		case plan.ModeCharData, plan.ModeCData:
			first(&u.charData, field)
		case plan.ModeComment:
			first(&u.comment, field)
		case plan.ModeInnerXML:
			first(&u.inner, field)
		case plan.ModeAny:
			first(&u.any, field)
		case plan.ModeAnyAttr:
			first(&u.anyAttr, field)
		}
	}
	u.findHints()
	w.P()
	w.P("// ", f.unmarshalFunc(t), " reads the element whose start tag s has just read.")
	w.P("func ", f.unmarshalFunc(t), "(s *", w.runtime("Scanner"), ", v *", t.expr, ") error {")
	if len(u.hinted) > 0 {
		w.P("start := s.Offset()")
	}
	u.name()
	u.attributes()
	u.content()
	w.P("}")
	return u.err
}

// first sets *role to field unless an earlier field has it.
func first(role **plan.Field, field *plan.Field) {
	if *role == nil {
		*role = field
	}
}

// name prints the check and the capture of the element's name.
func (u *unmarshaler) name() {
	name := u.t.unmarshal.Struct.XMLName
	if name.Static() {
		u.returnIf("err := s.Expect("+strconv.Quote(name.Name.Space)+", "+strconv.Quote(name.Name.Local)+")", "err")
	}
	if name != nil && len(name.Capture) > 0 {
		u.allocate(name.Capture)
		u.P(fieldPlace(name.Capture).value(), " = s.Name()")
	}
}

// attributes prints the loop over the attributes.
func (u *unmarshaler) attributes() {
	var fields []*plan.Field
	embedded, spaces := false, false
	for _, field := range u.fields {
		if field.Mode != plan.ModeAttr {
			continue
		}
		fields = append(fields, field)
		spaces = spaces || field.Name.Space != ""
		exprs, _ := pointers(field.Access)
		embedded = embedded || len(exprs) > 0
	}
	if len(fields) == 0 && u.anyAttr == nil {
		return
	}
	outer := u.allocated
	u.allocated = maps.Clone(outer)
	if all := u.anyAttr; len(fields) == 0 && isAttrs(all.Node) && len(notNil(all.Access)) == 0 {
		to := fieldPlace(all.Access).value()
		u.P(to, " = ", u.std("slices", "Grow"), "(", to, ", s.Attrs())")
	}
	u.P("for i := range s.Attrs() {")
	switch {
	case len(fields) == 0:
		u.restOfAttributes()
	case embedded || spaces && u.anyAttr != nil:
		u.attributesInTurn(fields)
	default:
		u.attributesByName(fields)
	}
	u.P("}")
	u.allocated = outer
}

// isAttrs reports whether a node is a slice of xml.Attr that is read as such.
func isAttrs(node *plan.Node) bool {
	return node.Kind == plan.Slice && node.Elem.Kind == plan.Attr && called(node, plan.InAttr, plan.Unmarshal) == 0
}

// restOfAttributes prints what happens to an attribute that no field names.
func (u *unmarshaler) restOfAttributes() {
	u.allocate(u.anyAttr.Access)
	u.attribute(u.anyAttr)
}

// attributesInTurn prints one test a field. The first attribute of an element,
// whatever its name, allocates the embedded pointers on the way to each field.
func (u *unmarshaler) attributesInTurn(fields []*plan.Field) {
	if u.anyAttr != nil {
		u.P("handled := false")
	}
	for _, field := range fields {
		u.allocate(field.Access)
		test := "string(s.AttrLocal(i)) == " + strconv.Quote(field.Name.Local)
		if field.Name.Space != "" {
			test += " && s.AttrSpaceIs(i, " + strconv.Quote(field.Name.Space) + ")"
		}
		u.P("if ", test, " {")
		u.attribute(field)
		if u.anyAttr != nil {
			u.P("handled = true")
		}
		u.P("}")
	}
	if u.anyAttr != nil {
		u.P("if !handled {")
		u.restOfAttributes()
		u.P("}")
	}
}

// attributesByName prints a switch over the local names. Every field whose name
// and namespace match takes the attribute.
func (u *unmarshaler) attributesByName(fields []*plan.Field) {
	u.P("switch string(s.AttrLocal(i)) {")
	for _, group := range byLocal(fields, func(field *plan.Field) string { return field.Name.Local }) {
		u.P("case ", strconv.Quote(group[0].Name.Local), ":")
		for _, field := range group {
			switch {
			case field.Name.Space != "":
				u.P("if s.AttrSpaceIs(i, ", strconv.Quote(field.Name.Space), ") {")
				u.attribute(field)
				u.P("}")
			case len(group) > 1:
				u.P("{")
				u.attribute(field)
				u.P("}")
			default:
				u.attribute(field)
			}
		}
	}
	if u.anyAttr != nil {
		u.P("default:")
		u.restOfAttributes()
	}
	u.P("}")
}

// attribute prints how a field takes attribute i.
func (u *unmarshaler) attribute(field *plan.Field) {
	u.value(target{place: fieldPlace(field.Access), field: field, attr: true}, field.Node)
}

// content prints the loop over the children, and what is set at the end tag.
func (u *unmarshaler) content() {
	for _, field := range u.fields {
		if field == u.charData || field == u.comment || field == u.any || field == u.inner {
			u.allocate(field.Access)
		}
	}
	if u.inner != nil {
		u.P("mark := s.InnerMark()")
	}
	elements := u.t.unmarshal.Struct.Elements
	children := u.any != nil || elements != nil && len(elements.Cases) > 0
	switch {
	case u.takesComments() || u.charData != nil && children:
		u.mixedContent(elements, children)
	case u.charData != nil:
		u.text()
	case children:
		u.P("for s.Child() {")
		u.level(elements, u.any)
		u.P("}")
		if u.inner == nil && len(u.hinted) == 0 {
			u.P("return s.Err()")
			return
		}
		u.returnIf("err := s.Err()", "err")
	case u.inner == nil:
		u.P("return s.Skip()")
		return
	default:
		u.skip()
	}
	if u.takesComments() {
		u.P(u.commentValue())
	}
	if u.inner != nil {
		u.innerXML()
	}
	u.learn()
	u.P("return nil")
}

// mixedContent prints the loop over children, character data and comments.
func (u *unmarshaler) mixedContent(elements *plan.Level, children bool) {
	if u.charData != nil {
		u.P("var text ", u.runtime("Content"))
	}
	if u.takesComments() {
		u.P("var comment ", u.runtime("Content"))
	}
	u.P("for event := s.Next(); event != ", u.runtime("EndTag"), "; event = s.Next() {")
	u.P("switch event {")
	u.P("case ", u.runtime("StartTag"), ":")
	if children {
		u.level(elements, u.any)
	} else {
		u.skip()
	}
	if u.charData != nil {
		u.P("case ", u.runtime("CharData"), ":")
		u.P("text.AddCharData(s)")
	}
	if u.takesComments() {
		u.P("case ", u.runtime("Comment"), ":")
		u.P("comment.AddComment(s)")
	}
	u.P("case ", u.runtime("Failed"), ":")
	u.P("return s.Err()")
	u.P("}")
	u.P("}")
	if u.charData != nil {
		u.value(target{place: fieldPlace(u.charData.Access), field: u.charData, chars: "text.Chars()"}, u.charData.Node)
	}
}

// text prints how the whole content becomes the chardata field's value. A
// pointer is allocated at the end only, before the text is understood.
func (u *unmarshaler) text() {
	to := target{place: fieldPlace(u.charData.Access), field: u.charData}
	if u.charData.Node.Kind == plan.Pointer && called(u.charData.Node, plan.InText, plan.Unmarshal) == 0 {
		u.P("text, err := s.Chars()")
		u.failIf("err != nil", to)
		to.chars = "text"
	}
	u.value(to, u.charData.Node)
}

// takesComments reports whether a comment field has an effect: encoding/xml
// ignores comments into anything but text.
func (u *unmarshaler) takesComments() bool {
	return u.comment != nil && (u.comment.Node.Kind == plan.String || u.comment.Node.Kind == plan.Bytes)
}

// commentValue returns the assignment of the comments of an element.
func (u *unmarshaler) commentValue() string {
	to := fieldPlace(u.comment.Access).value()
	if u.comment.Node.Kind == plan.String {
		return to + " = " + u.typ(u.comment.Node.Type) + "(comment.Chars())"
	}
	return to + " = append([]byte(nil), comment.Chars()...)"
}

// innerXML prints the assignment of an element's raw content.
func (u *unmarshaler) innerXML() {
	to := fieldPlace(u.inner.Access).value()
	switch u.inner.Node.Kind {
	case plan.String:
		u.P(to, " = ", u.typ(u.inner.Node.Type), "(s.Inner(mark))")
	case plan.Bytes:
		u.P(to, " = ", u.std("bytes", "Clone"), "(s.Inner(mark))")
	default:
		u.P("s.Inner(mark)")
	}
}

// skip prints the statement that consumes an element nobody wants.
func (u *unmarshaler) skip() {
	u.returnIf("err := s.Skip()", "err")
}

// allocate prints the allocation of the embedded pointers on an access, except
// those known to be set.
func (u *unmarshaler) allocate(access plan.Access) {
	exprs, elems := pointers(access)
	for i, expr := range exprs {
		if u.allocated[expr] {
			continue
		}
		u.allocated[expr] = true
		u.P("if ", expr, " == nil {")
		u.P(expr, " = new(", u.typ(elems[i]), ")")
		u.P("}")
	}
}

// invalid notes a node that should not have come here.
func (u *unmarshaler) invalid(field *plan.Field, node *plan.Node) {
	u.err = fmt.Errorf("%s: no way to read a %s, kind %d", fieldOrRoot(field), node.Type, node.Kind)
}
