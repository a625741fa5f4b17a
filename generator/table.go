package generator

import (
	"strconv"

	"github.com/xmlserde/xmlserde/plan"
)

// printTable prints the table of the registered types and its registration.
func (f *file) printTable(w *writer) {
	table := f.names.prefix + f.names.declare("Table", "")
	w.P()
	w.P("func init() { ", w.runtime("Register"), "(&", table, ") }")
	w.P()
	w.P("var ", table, " = ", w.runtime("Table"), "{")
	w.P("Package: ", strconv.Quote(f.pkg.Path()), ",")
	w.P("Types: []", w.runtime("Type"), "{")
	for _, t := range f.roots {
		w.P("{")
		w.P("New: (*", t.expr, ")(nil),")
		if t.marshalRoot {
			f.printMarshalRoot(w, t)
		}
		if t.unmarshalRoot {
			w.P("Unmarshal: func(s *", w.runtime("Scanner"), ", v any) error {")
			w.P("return ", f.unmarshalFunc(t), "(s, v.(*", t.expr, "))")
			w.P("},")
		}
		w.P("},")
	}
	w.P("},")
	w.P("}")
}

// printMarshalRoot prints the table's marshal function of a type, which writes
// the name of the root.
func (f *file) printMarshalRoot(w *writer, t *structType) {
	w.P("Marshal: func(e *", w.runtime("Encoder"), ", b []byte, v any) ([]byte, error) {")
	w.P("p := ", w.runtime("Pointer"), "[", t.expr, "](v)")
	w.P("if p == nil {")
	w.P("return b, nil")
	w.P("}")
	name := plan.QName{Local: t.marshal.Struct.TypeName}
	switch {
	case t.ownsName():
		w.P("return ", f.marshalFunc(t), "(e, b, p, ", w.nameValue(name), ", false)")
	default:
		if t.marshal.Struct.XMLName.Static() {
			name = t.marshal.Struct.XMLName.Name
		}
		args := "(e, append(b, " + literal(startTag(name)) + "...), p"
		if t.resets() {
			args += ", false"
		}
		if t.inSpace {
			args += ", false"
		}
		w.P("b, err := ", f.marshalFunc(t), args, ")")
		w.P("if err != nil {")
		w.P("return b, err")
		w.P("}")
		w.P("return append(b, ", literal("</"+name.Local+">"), "...), nil")
	}
	w.P("},")
}
