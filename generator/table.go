package generator

import (
	"strconv"

	"github.com/xmlserde/xmlserde/plan"
)

// printTable prints the table of the registered types and its registration.
func (f *file) printTable(w *writer) {
	table := f.names.prefix + f.names.declare("Table", "")
	source := f.names.prefix + f.names.declare("Source", "")
	w.P()
	w.P("func init() { ", w.runtime("RegisterSource"), "(", source, "{}) }")
	w.P()
	w.P("// ", source, " leads to the table by a method. The linker leaves it out, and with it the")
	w.P("// code below, where a program never looks for a table.")
	w.P("type ", source, " struct{}")
	w.P()
	w.P("func (", source, ") XMLTable() *", w.runtime("Table"), " { return &", table, " }")
	w.P()
	w.P("var ", table, " = ", w.runtime("Table"), "{")
	w.P("Package: ", strconv.Quote(f.pkg.Path()), ",")
	w.P("Contract: ", contractVersion, ",")
	w.P("Types: []", w.runtime("Type"), "{")
	for _, r := range f.roots {
		w.P("{")
		w.P("New: (*", r.expr, ")(nil),")
		f.printMarshalRow(w, r)
		f.printUnmarshalRow(w, r)
		if r.element != nil && r.element.PointerOnly() {
			w.P("PointerOnly: true,")
		}
		f.printShapes(w, r.element, r.unmarshal)
		w.P("},")
	}
	w.P("},")
	w.P("}")
}

// printUnmarshalRow prints the table's unmarshal function of a type.
func (f *file) printUnmarshalRow(w *writer, r *rootType) {
	if r.unmarshal == nil {
		return
	}
	w.P("Unmarshal: func(s *", w.runtime("Scanner"), ", v any) error {")
	switch formOf(r.unmarshal, plan.Unmarshal) {
	case calledForm:
		if r.unmarshal.Call(plan.InElement, plan.Unmarshal) == plan.UnmarshalXML {
			w.P("return s.Decode(v)")
		} else {
			w.P("return s.UnmarshalText(v.(*", r.expr, "))")
		}
	default:
		w.P("return ", f.names.prefix, "Unmarshal", r.stem, "(s, v.(*", r.expr, "))")
	}
	w.P("},")
}

// printMarshalRow prints the table's marshal functions of a type.
func (f *file) printMarshalRow(w *writer, r *rootType) {
	marshal := func(body func()) {
		if r.marshal != nil {
			w.P("Marshal: func(e *", w.runtime("Encoder"), ", b []byte, v any) ([]byte, error) {")
			body()
			w.P("},")
		}
	}
	element := func(body func()) {
		w.P("MarshalElement: func(e *", w.runtime("Encoder"), ", b []byte, v any, start *", w.runtime("Start"), ") ([]byte, error) {")
		body()
		w.P("},")
	}
	p := w.runtime("Pointer") + "[" + r.expr + "](v)"
	if r.element != nil && r.element.PointerOnly() {
		p = "v.(*" + r.expr + ")"
	}
	switch formOf(r.element, plan.Marshal) {
	case structForm:
		t := f.byKey[typeKey(r.typ)]
		marshal(func() { f.printMarshalRoot(w, r, t, p) })
		element(func() { f.printMarshalElement(w, r, t, p) })
	case calledForm:
		// Where a start tag is given it is encoding/xml's as a whole.
		marshal(func() {
			w.delegate(true)
			w.P("return e.Encode(b, v)")
		})
	case otherForm:
		name := f.names.prefix + "Marshal" + r.stem
		if r.calls() {
			marshal(func() { w.P("return ", name, "(e, b, ", p, ")") })
			return
		}
		marshal(func() { w.P("return ", name, "(e, b, ", p, ", &", w.runtime("Start"), "{})") })
		element(func() { w.P("return ", name, "(e, b, ", p, ", start)") })
	}
}

// printValue prints p as the *T that is to be written.
func (f *file) printValue(w *writer, r *rootType, p string) {
	w.delegate(r.delegates)
	w.P("p := ", p)
	w.P("if p == nil {")
	w.P("return b, nil")
	w.P("}")
}

// printMarshalRoot prints the body of a struct's marshal function in the table,
// which writes the name of the root.
func (f *file) printMarshalRoot(w *writer, r *rootType, t *structType, p string) {
	f.printValue(w, r, p)
	if t.ownsName() {
		f.printBegun(w, t, "&"+w.runtime("Start")+"{}", t.flags("false", `element.Name.Space != ""`))
		return
	}
	name := plan.QName{Local: t.marshal.Struct.TypeName}
	if t.marshal.Struct.XMLName.Static() {
		name = t.marshal.Struct.XMLName.Name
	}
	args := "(e, append(b, " + literal(startTag(name)) + "...), p" + t.flags("false", strconv.FormatBool(name.Space != ""))
	w.P("b, err := ", f.marshalFunc(t), args, ")")
	w.returnErr()
	w.P("return append(b, ", literal("</"+name.Local+">"), "...), nil")
}

// printMarshalElement prints the body of the function that writes a struct with a
// given start.
func (f *file) printMarshalElement(w *writer, r *rootType, t *structType, p string) {
	f.printValue(w, r, p)
	f.printBegun(w, t, "start", t.startFlags())
}

// printBegun prints how the struct p points to is written where its name is only
// known at run time.
func (f *file) printBegun(w *writer, t *structType, start, flags string) {
	own := w.ownName(place{expr: "p", pointer: true}, t.marshal)
	w.P("b, element := e.Begin(b, ", start, ", ", own, ", ", literal(t.marshal.Struct.TypeName), ")")
	w.P("b, err := ", f.marshalFunc(t), "(e, b, p", flags, ")")
	w.P("return e.End(b, element, err)")
}

func (w *writer) returnErr() {
	w.P("if err != nil {")
	w.P("return b, err")
	w.P("}")
}
