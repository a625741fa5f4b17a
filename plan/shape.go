package plan

import (
	"fmt"
	"go/types"
	"hash/fnv"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// What generated code relies on of a type that no declaration can hold the
// compiler to is written as text, hashed, and compared at run time with the hash of
// the text that package runtime makes of the same type. Its shape.go and this
// file write the same text, in the compiler's own words for types, which are in the
// names of instances that reflection sees.

// ShapeHash returns the hash of t's shape, which package runtime finds for the same
// type. With methods alone it is that of a type that encoding/xml leaves to its
// methods.
func ShapeHash(t types.Type, methodsAlone bool) uint64 {
	h := fnv.New64a()
	h.Write([]byte(ShapeText(t, methodsAlone)))
	return h.Sum64()
}

// ShapeText returns what [ShapeHash] hashes: the name of t, the methods that
// encoding/xml calls, its kind, and the fields of a struct. A field that is neither
// exported nor embedded has no part in XML and is only counted.
func ShapeText(t types.Type, methodsAlone bool) string {
	var s shapeWriter
	t = types.Unalias(t)
	s.typ(t)
	m := MethodsOf(t)
	s.WriteString("\nmethods (" + m.Value.String() + ") *(" + m.Pointer.String() + ")\n")
	u := t.Underlying()
	if methodsAlone {
		if types.IsInterface(t) {
			s.WriteString("interface\n")
		}
		return s.String()
	}
	if fields, ok := u.(*types.Struct); ok {
		s.fields(fields, "", []types.Type{t})
		return s.String()
	}
	s.typ(u)
	s.WriteByte('\n')
	return s.String()
}

type shapeWriter struct{ strings.Builder }

// separate writes what stands before the i-th of a list.
func (s *shapeWriter) separate(i int, first, next string) {
	if i == 0 {
		next = first
	}
	s.WriteString(next)
}

// fields writes a line for each field, and below an embedded struct its fields,
// unless they are being written already.
func (s *shapeWriter) fields(t *types.Struct, indent string, around []types.Type) {
	for i := range t.NumFields() {
		f := t.Field(i)
		s.WriteString(indent)
		if !f.Exported() && !f.Embedded() {
			s.WriteString("-\n")
			continue
		}
		s.WriteString(f.Name())
		if f.Embedded() {
			s.WriteString(" embedded")
		}
		s.WriteByte(' ')
		s.typ(f.Type())
		s.WriteString(" " + strconv.Quote(reflect.StructTag(t.Tag(i)).Get("xml")) + "\n")
		if !f.Embedded() {
			continue
		}
		inner := types.Unalias(f.Type())
		if p, ok := inner.(*types.Pointer); ok {
			inner = types.Unalias(p.Elem())
		}
		fields, ok := inner.Underlying().(*types.Struct)
		if ok && !slices.ContainsFunc(around, func(t types.Type) bool { return types.Identical(t, inner) }) {
			s.fields(fields, indent+"\t", append(slices.Clip(around), inner))
		}
	}
}

// typ writes t as the compiler names it for the linker.
func (s *shapeWriter) typ(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			s.WriteString("unsafe.Pointer")
			return
		}
		s.WriteString(types.Typ[t.Kind()].Name())
	case *types.Named:
		s.WriteString(linkName(t.Obj().Pkg(), t.Obj().Name()))
		s.args(t)
	case *types.Pointer:
		s.WriteByte('*')
		s.typ(t.Elem())
	case *types.Slice:
		s.WriteString("[]")
		s.typ(t.Elem())
	case *types.Array:
		fmt.Fprintf(s, "[%d]", t.Len())
		s.typ(t.Elem())
	case *types.Map:
		s.WriteString("map[")
		s.typ(t.Key())
		s.WriteByte(']')
		s.typ(t.Elem())
	case *types.Chan:
		s.channel(t)
	case *types.Signature:
		s.WriteString("func")
		s.signature(t)
	case *types.Struct:
		s.structType(t)
	case *types.Interface:
		s.interfaceType(t)
	default:
		s.WriteString(t.String())
	}
}

func (s *shapeWriter) args(t *types.Named) {
	if t.TypeArgs().Len() == 0 {
		return
	}
	s.WriteByte('[')
	for i := range t.TypeArgs().Len() {
		s.separate(i, "", ",")
		s.typ(t.TypeArgs().At(i))
	}
	s.WriteByte(']')
}

func (s *shapeWriter) channel(t *types.Chan) {
	elem, _ := types.Unalias(t.Elem()).(*types.Chan)
	switch {
	case t.Dir() == types.RecvOnly:
		s.WriteString("<-chan ")
	case t.Dir() == types.SendOnly:
		s.WriteString("chan<- ")
	case elem != nil && elem.Dir() == types.RecvOnly:
		s.WriteString("chan (")
		s.typ(elem)
		s.WriteByte(')')
		return
	default:
		s.WriteString("chan ")
	}
	s.typ(t.Elem())
}

func (s *shapeWriter) signature(t *types.Signature) {
	s.WriteByte('(')
	for i := range t.Params().Len() {
		s.separate(i, "", ", ")
		param := t.Params().At(i).Type()
		if t.Variadic() && i == t.Params().Len()-1 {
			s.WriteString("...")
			param = param.(*types.Slice).Elem()
		}
		s.typ(param)
	}
	s.WriteByte(')')
	results := t.Results()
	switch results.Len() {
	case 0:
	case 1:
		s.WriteByte(' ')
		s.typ(results.At(0).Type())
	default:
		for i := range results.Len() {
			s.separate(i, " (", ", ")
			s.typ(results.At(i).Type())
		}
		s.WriteByte(')')
	}
}

func (s *shapeWriter) structType(t *types.Struct) {
	s.WriteString("struct {")
	for i := range t.NumFields() {
		f := t.Field(i)
		s.separate(i, " ", "; ")
		switch {
		case !f.Embedded():
			s.member(f)
			s.WriteByte(' ')
		case !s.namesItself(f):
			s.member(f)
			s.WriteString(" = ")
		}
		s.typ(f.Type())
		if tag := t.Tag(i); tag != "" {
			s.WriteString(" " + strconv.Quote(tag))
		}
	}
	if t.NumFields() > 0 {
		s.WriteByte(' ')
	}
	s.WriteByte('}')
}

// namesItself reports whether the name of an embedded field is that of its
// type, which it is not for an alias or an instance.
func (s *shapeWriter) namesItself(f *types.Var) bool {
	t := types.Unalias(f.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok {
		return false
	}
	obj := named.Obj()
	return named.TypeArgs().Len() == 0 && obj.Name() == f.Name() && (obj.Exported() || obj.Pkg() == f.Pkg())
}

func (s *shapeWriter) interfaceType(t *types.Interface) {
	methods := slices.SortedFunc(t.Methods(), func(a, b *types.Func) int {
		switch {
		case a.Exported() && !b.Exported():
			return -1
		case !a.Exported() && b.Exported():
			return 1
		case a.Name() == b.Name():
			return strings.Compare(a.Pkg().Path(), b.Pkg().Path())
		}
		return strings.Compare(a.Name(), b.Name())
	})
	s.WriteString("interface {")
	for i, m := range methods {
		s.separate(i, " ", "; ")
		s.member(m)
		s.signature(m.Signature())
	}
	if len(methods) > 0 {
		s.WriteByte(' ')
	}
	s.WriteByte('}')
}

// member writes the name of a field or method, which has its package to it if
// it is unexported.
func (s *shapeWriter) member(obj types.Object) {
	if obj.Exported() {
		s.WriteString(obj.Name())
		return
	}
	s.WriteString(linkName(obj.Pkg(), obj.Name()))
}

// linkName returns a name behind the path of its package, in which the compiler
// escapes what would confuse the linker.
func linkName(pkg *types.Package, name string) string {
	if pkg == nil {
		return name
	}
	var b strings.Builder
	path := pkg.Path()
	slash := strings.LastIndexByte(path, '/')
	for i := range len(path) {
		c := path[i]
		if c <= ' ' || c == '.' && i > slash || c == '%' || c == '"' || c >= 0x7F {
			fmt.Fprintf(&b, "%%%02x", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String() + "." + name
}
