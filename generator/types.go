package generator

import (
	"go/types"
	"strconv"
	"strings"
)

// typeKey identifies a type: identical types have one key.
func typeKey(t types.Type) string { return speller{}.typ(t) }

// typ returns a type as the generated file spells it.
func (w *writer) typ(t types.Type) string { return speller{w.names}.typ(t) }

// A speller writes types in a file's words: with its names for packages. One
// without names writes a type in such a way that identical types are the same,
// with the full paths of packages.
type speller struct {
	names *names
}

// typ returns a type as text. An alias is replaced by what it stands for, so
// that a change of that is a change here; the plan has seen to it that the
// package can name that.
func (s speller) typ(t types.Type) string {
	switch t := t.(type) {
	case *types.Alias:
		return s.typ(types.Unalias(t))
	case *types.Named:
		typ := s.named(t)
		if s.names != nil && s.names.own(t.Obj().Pkg()) && isLocal(t.Obj().Name()) {
			return s.names.aside(typ, s.names.stem(t))
		}
		return typ
	case *types.Basic:
		if t.Kind() == types.UnsafePointer && s.names != nil {
			return s.names.importName("unsafe", "unsafe") + ".Pointer"
		}
		return types.Typ[t.Kind()].Name() // not byte and rune in one place and uint8 and int32 in another
	case *types.Pointer:
		return "*" + s.typ(t.Elem())
	case *types.Slice:
		return "[]" + s.element(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + s.element(t.Elem())
	case *types.Map:
		return "map[" + s.typ(t.Key()) + "]" + s.typ(t.Elem())
	case *types.Chan:
		switch t.Dir() {
		case types.SendOnly:
			return "chan<- (" + s.typ(t.Elem()) + ")"
		case types.RecvOnly:
			return "<-chan (" + s.typ(t.Elem()) + ")"
		}
		return "chan (" + s.typ(t.Elem()) + ")"
	case *types.Signature:
		return "func" + s.signature(t)
	case *types.Struct:
		return s.structType(t)
	case *types.Interface:
		return s.interfaceType(t)
	}
	panic("generator: a type that has no place in a struct: " + t.String())
}

// element returns the type of the elements of a slice or an array.
func (s speller) element(t types.Type) string {
	if isByte(t) {
		return "byte"
	}
	return s.typ(t)
}

// named returns a declared type by its own name.
func (s speller) named(t *types.Named) string {
	return s.qualified(t.Obj()) + s.typeArgs(t.TypeArgs())
}

// qualified returns the name of a declared type, after its package if that is
// another one.
func (s speller) qualified(obj *types.TypeName) string {
	switch {
	case obj.Pkg() == nil:
		return obj.Name()
	case s.names == nil:
		return obj.Pkg().Path() + "." + obj.Name()
	case s.names.own(obj.Pkg()):
		return obj.Name()
	}
	return s.names.importName(obj.Pkg().Path(), obj.Pkg().Name()) + "." + obj.Name()
}

func (s speller) typeArgs(args *types.TypeList) string {
	if args.Len() == 0 {
		return ""
	}
	var list []string
	for arg := range args.Types() {
		list = append(list, s.typ(arg))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// structType returns a struct type with the tags of its fields.
func (s speller) structType(t *types.Struct) string {
	if t.NumFields() == 0 {
		return "struct{}"
	}
	var b strings.Builder
	b.WriteString("struct {\n")
	for i := range t.NumFields() {
		field := t.Field(i)
		if field.Embedded() {
			b.WriteString(s.embedded(field.Type()))
		} else {
			b.WriteString(field.Name() + " " + s.typ(field.Type()))
		}
		if tag := t.Tag(i); tag != "" {
			if strconv.CanBackquote(tag) {
				tag = "`" + tag + "`"
			} else {
				tag = strconv.Quote(tag)
			}
			b.WriteString(" " + tag)
		}
		b.WriteString("\n")
	}
	b.WriteString("}")
	return b.String()
}

// embedded returns the type of an embedded field. Its name is the field's name,
// so that an alias stays one.
func (s speller) embedded(t types.Type) string {
	switch t := t.(type) {
	case *types.Pointer:
		return "*" + s.embedded(t.Elem())
	case *types.Alias:
		return s.qualified(t.Obj()) + s.typeArgs(t.TypeArgs())
	case *types.Named:
		return s.named(t)
	}
	return s.typ(t)
}

func (s speller) signature(t *types.Signature) string {
	params := s.tuple(t.Params(), t.Variadic())
	switch results := t.Results(); {
	case results.Len() == 0:
		return params
	case results.Len() == 1:
		return params + " (" + s.typ(results.At(0).Type()) + ")"
	default:
		return params + " " + s.tuple(results, false)
	}
}

func (s speller) tuple(t *types.Tuple, variadic bool) string {
	list := make([]string, t.Len())
	for i := range list {
		list[i] = s.typ(t.At(i).Type())
		if variadic && i == len(list)-1 {
			list[i] = "..." + strings.TrimPrefix(list[i], "[]")
		}
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func (s speller) interfaceType(t *types.Interface) string {
	if t.NumExplicitMethods() == 0 && t.NumEmbeddeds() == 0 {
		return "interface{}"
	}
	var b strings.Builder
	b.WriteString("interface {\n")
	for method := range t.ExplicitMethods() {
		b.WriteString(method.Name() + s.signature(method.Signature()) + "\n")
	}
	for embedded := range t.EmbeddedTypes() {
		b.WriteString(s.typ(embedded) + "\n")
	}
	b.WriteString("}")
	return b.String()
}

// own reports whether pkg is the package of the file. Packages are compared by
// path: the variant for tests is a package of its own.
func (n *names) own(pkg *types.Package) bool { return pkg != nil && pkg.Path() == n.pkg.Path() }
