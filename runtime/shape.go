package runtime

import (
	"encoding"
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// What generated code relies on of a type that no declaration can hold the
// compiler to is written as text, hashed, and compared with the hash of the text
// that package plan made of the same type when the code was generated. Its shape.go
// and this file write the same text, in the compiler's own words for types,
// which are in the names of instances that reflection sees.

// hash returns the hash that s has now. Pkg is the import path that stands for
// package main, whose types reflection knows by no other.
func (s Shape) hash(pkg string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(shapeText(reflect.TypeOf(s.Type).Elem(), s.Methods, pkg)))
	return h.Sum64()
}

func shapeText(t reflect.Type, methodsAlone bool, pkg string) string {
	s := shapeWriter{main: pkg}
	s.typ(t)
	s.methods(t)
	if methodsAlone {
		if t.Kind() == reflect.Interface {
			s.WriteString("interface\n")
		}
		return s.String()
	}
	if t.Kind() == reflect.Struct {
		s.fields(t, "", []reflect.Type{t})
		return s.String()
	}
	s.underlying(t)
	s.WriteByte('\n')
	return s.String()
}

type shapeWriter struct {
	strings.Builder
	main string
}

// xmlMethods are the methods that encoding/xml calls, in the order of package
// plan's constants.
var xmlMethods = [...]struct {
	name string
	is   reflect.Type
}{
	{"MarshalXML", reflect.TypeFor[xml.Marshaler]()},
	{"UnmarshalXML", reflect.TypeFor[xml.Unmarshaler]()},
	{"MarshalXMLAttr", reflect.TypeFor[xml.MarshalerAttr]()},
	{"UnmarshalXMLAttr", reflect.TypeFor[xml.UnmarshalerAttr]()},
	{"MarshalText", reflect.TypeFor[encoding.TextMarshaler]()},
	{"UnmarshalText", reflect.TypeFor[encoding.TextUnmarshaler]()},
}

func (s *shapeWriter) methods(t reflect.Type) {
	var value, pointer []string
	for _, method := range xmlMethods {
		if t.Implements(method.is) {
			value = append(value, method.name)
		}
		if t.Implements(method.is) || reflect.PointerTo(t).Implements(method.is) {
			pointer = append(pointer, method.name)
		}
	}
	s.WriteString("\nmethods (" + strings.Join(value, ",") + ") *(" + strings.Join(pointer, ",") + ")\n")
}

// fields writes a line for each field, and below an embedded struct its fields,
// unless they are being written already.
func (s *shapeWriter) fields(t reflect.Type, indent string, around []reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		s.WriteString(indent)
		if !f.IsExported() && !f.Anonymous {
			s.WriteString("-\n")
			continue
		}
		s.WriteString(f.Name)
		if f.Anonymous {
			s.WriteString(" embedded")
		}
		s.WriteByte(' ')
		s.typ(f.Type)
		s.WriteString(" " + strconv.Quote(f.Tag.Get("xml")) + "\n")
		if !f.Anonymous {
			continue
		}
		inner := f.Type
		if inner.Kind() == reflect.Pointer && inner.Name() == "" {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && !slices.Contains(around, inner) {
			s.fields(inner, indent+"\t", append(slices.Clip(around), inner))
		}
	}
}

// typ writes t as the compiler names it for the linker.
func (s *shapeWriter) typ(t reflect.Type) {
	if t.Name() == "" {
		s.underlying(t)
		return
	}
	s.WriteString(s.linkName(t.PkgPath(), s.args(t.Name())))
}

// underlying is typ for a type without regard to its name.
func (s *shapeWriter) underlying(t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer:
		s.WriteByte('*')
		s.typ(t.Elem())
	case reflect.Slice:
		s.WriteString("[]")
		s.typ(t.Elem())
	case reflect.Array:
		fmt.Fprintf(s, "[%d]", t.Len())
		s.typ(t.Elem())
	case reflect.Map:
		s.WriteString("map[")
		s.typ(t.Key())
		s.WriteByte(']')
		s.typ(t.Elem())
	case reflect.Chan:
		s.channel(t)
	case reflect.Func:
		s.WriteString("func")
		s.signature(t)
	case reflect.Struct:
		s.structType(t)
	case reflect.Interface:
		s.interfaceType(t)
	case reflect.UnsafePointer:
		s.WriteString("unsafe.Pointer")
	default:
		s.WriteString(t.Kind().String())
	}
}

func (s *shapeWriter) channel(t reflect.Type) {
	elem := t.Elem()
	switch {
	case t.ChanDir() == reflect.RecvDir:
		s.WriteString("<-chan ")
	case t.ChanDir() == reflect.SendDir:
		s.WriteString("chan<- ")
	case elem.Name() == "" && elem.Kind() == reflect.Chan && elem.ChanDir() == reflect.RecvDir:
		s.WriteString("chan (")
		s.typ(elem)
		s.WriteByte(')')
		return
	default:
		s.WriteString("chan ")
	}
	s.typ(elem)
}

func (s *shapeWriter) signature(t reflect.Type) {
	s.WriteByte('(')
	for i := range t.NumIn() {
		s.separate(i, "", ", ")
		param := t.In(i)
		if t.IsVariadic() && i == t.NumIn()-1 {
			s.WriteString("...")
			param = param.Elem()
		}
		s.typ(param)
	}
	s.WriteByte(')')
	switch t.NumOut() {
	case 0:
	case 1:
		s.WriteByte(' ')
		s.typ(t.Out(0))
	default:
		for i := range t.NumOut() {
			s.separate(i, " (", ", ")
			s.typ(t.Out(i))
		}
		s.WriteByte(')')
	}
}

func (s *shapeWriter) structType(t reflect.Type) {
	s.WriteString("struct {")
	for i := range t.NumField() {
		f := t.Field(i)
		s.separate(i, " ", "; ")
		switch {
		case !f.Anonymous:
			s.WriteString(s.linkName(f.PkgPath, f.Name) + " ")
		case !namesItself(f):
			s.WriteString(s.linkName(f.PkgPath, f.Name) + " = ")
		}
		s.typ(f.Type)
		if f.Tag != "" {
			s.WriteString(" " + strconv.Quote(string(f.Tag)))
		}
	}
	if t.NumField() > 0 {
		s.WriteByte(' ')
	}
	s.WriteByte('}')
}

// namesItself reports whether the name of an embedded field is that of its
// type, which it is not for an alias or an instance.
func namesItself(f reflect.StructField) bool {
	t := f.Type
	if t.Name() == "" && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Name() == f.Name && (f.IsExported() || t.PkgPath() == f.PkgPath)
}

// interfaceType relies on the order of an interface's methods in reflection,
// which is the linker's.
func (s *shapeWriter) interfaceType(t reflect.Type) {
	s.WriteString("interface {")
	for i := range t.NumMethod() {
		m := t.Method(i)
		s.separate(i, " ", "; ")
		s.WriteString(s.linkName(m.PkgPath, m.Name))
		s.signature(m.Type)
	}
	if t.NumMethod() > 0 {
		s.WriteByte(' ')
	}
	s.WriteByte('}')
}

// separate writes what stands before the i-th of a list.
func (s *shapeWriter) separate(i int, first, next string) {
	if i == 0 {
		next = first
	}
	s.WriteString(next)
}

// linkName returns a name behind the path of its package, in which the compiler
// escapes what would confuse the linker.
func (s *shapeWriter) linkName(path, name string) string {
	switch path {
	case "":
		return name
	case "main":
		path = s.main
	}
	return escapePath(path) + "." + name
}

func escapePath(path string) string {
	var b strings.Builder
	slash := strings.LastIndexByte(path, '/')
	for i := range len(path) {
		c := path[i]
		if c <= ' ' || c == '.' && i > slash || c == '%' || c == '"' || c >= 0x7F {
			fmt.Fprintf(&b, "%%%02x", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// args returns the name of a type with the path of package main where its type
// arguments say main.
func (s *shapeWriter) args(name string) string {
	if !strings.Contains(name, "main.") {
		return name
	}
	var b strings.Builder
	quoted, bare := false, true // inside the tag of a field; not inside a path
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case quoted:
			if c == '\\' {
				b.WriteByte(c)
				i++
				c = name[i]
			} else if c == '"' {
				quoted = false
			}
		case c == '"':
			quoted = true
		case bare && strings.HasPrefix(name[i:], "main."):
			b.WriteString(escapePath(s.main))
			i += len("main") - 1
			bare = false
			continue
		default:
			bare = strings.IndexByte("[]*(), ", c) >= 0 || strings.HasSuffix(name[:i+1], "...")
		}
		b.WriteByte(c)
	}
	return b.String()
}
