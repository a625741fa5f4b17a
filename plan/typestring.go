package plan

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// canonical returns a spelling of t that identical types share: aliases resolved
// at every depth, byte written uint8, packages by their path. Types declared in
// different functions can share one as well.
func canonical(t types.Type) string {
	var b strings.Builder
	writeType(&b, t)
	return b.String()
}

func writeType(b *strings.Builder, t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		b.WriteString(types.Typ[t.Kind()].Name())
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil {
			b.WriteString(pkg.Path() + ".")
		}
		b.WriteString(t.Obj().Name())
		for arg := range t.TypeArgs().Types() {
			b.WriteByte('[')
			writeType(b, arg)
			b.WriteByte(']')
		}
	case *types.TypeParam:
		b.WriteString(t.Obj().Name())
	case *types.Pointer:
		b.WriteByte('*')
		writeType(b, t.Elem())
	case *types.Slice:
		b.WriteString("[]")
		writeType(b, t.Elem())
	case *types.Array:
		fmt.Fprintf(b, "[%d]", t.Len())
		writeType(b, t.Elem())
	case *types.Map:
		b.WriteString("map[")
		writeType(b, t.Key())
		b.WriteByte(']')
		writeType(b, t.Elem())
	case *types.Chan:
		b.WriteString([...]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan "}[t.Dir()])
		writeType(b, t.Elem())
	case *types.Signature:
		b.WriteString("func")
		writeSignature(b, t)
	case *types.Struct:
		writeStruct(b, t)
	case *types.Interface:
		writeInterface(b, t)
	default:
		b.WriteString(t.String())
	}
}

func writeSignature(b *strings.Builder, s *types.Signature) {
	fmt.Fprintf(b, "(%t", s.Variadic())
	for v := range s.Params().Variables() {
		b.WriteByte(' ')
		writeType(b, v.Type())
	}
	b.WriteByte(')')
	for v := range s.Results().Variables() {
		b.WriteByte(' ')
		writeType(b, v.Type())
	}
}

// writeName writes the name of a field or method, which has its package to it
// if it is unexported.
func writeName(b *strings.Builder, obj types.Object) {
	if !obj.Exported() && obj.Pkg() != nil {
		b.WriteString(obj.Pkg().Path() + ".")
	}
	b.WriteString(obj.Name())
}

func writeStruct(b *strings.Builder, s *types.Struct) {
	b.WriteString("struct{")
	for i := range s.NumFields() {
		f := s.Field(i)
		if f.Embedded() {
			b.WriteString("embedded ")
		}
		writeName(b, f)
		b.WriteByte(' ')
		writeType(b, f.Type())
		if tag := s.Tag(i); tag != "" {
			fmt.Fprintf(b, " %q", tag)
		}
		b.WriteByte(';')
	}
	b.WriteByte('}')
}

func writeInterface(b *strings.Builder, t *types.Interface) {
	methods := slices.SortedFunc(t.Methods(), func(m, n *types.Func) int { return strings.Compare(m.Id(), n.Id()) })
	b.WriteString("interface{")
	for _, m := range methods {
		writeName(b, m)
		writeSignature(b, m.Signature())
		b.WriteByte(';')
	}
	b.WriteByte('}')
}
