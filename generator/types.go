package generator

import (
	"go/types"
	"strconv"
	"strings"
)

// typeKey identifies a type by its spelling with full package paths.
func typeKey(t types.Type) string {
	return types.TypeString(types.Unalias(t), (*types.Package).Path)
}

// typ returns a type as the generated file spells it. An alias is replaced by
// what it stands for, so that a change of that is a change here, unless the
// file can name the alias alone.
func (w *writer) typ(t types.Type) string {
	switch t := t.(type) {
	case *types.Alias:
		if w.names.nameable(types.Unalias(t)) {
			return w.typ(types.Unalias(t))
		}
		return w.qualified(t.Obj()) + w.typeArgs(t.TypeArgs())
	case *types.Named:
		typ := w.named(t)
		if own := t.Obj().Pkg(); isLocal(t.Obj().Name()) && own != nil && own.Path() == w.names.pkg.Path() {
			return w.names.aside(typ, w.names.stem(t))
		}
		return typ
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return w.std("unsafe", "Pointer")
		}
		return t.Name()
	case *types.Pointer:
		return "*" + w.typ(t.Elem())
	case *types.Slice:
		return "[]" + w.typ(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + w.typ(t.Elem())
	case *types.Map:
		return "map[" + w.typ(t.Key()) + "]" + w.typ(t.Elem())
	case *types.Chan:
		switch t.Dir() {
		case types.SendOnly:
			return "chan<- (" + w.typ(t.Elem()) + ")"
		case types.RecvOnly:
			return "<-chan (" + w.typ(t.Elem()) + ")"
		}
		return "chan (" + w.typ(t.Elem()) + ")"
	case *types.Signature:
		return "func" + w.signature(t)
	case *types.Struct:
		return w.structType(t)
	case *types.Interface:
		return w.interfaceType(t)
	}
	panic("generator: a type that has no place in a struct: " + t.String())
}

// named returns a declared type by its own name.
func (w *writer) named(t *types.Named) string {
	return w.qualified(t.Obj()) + w.typeArgs(t.TypeArgs())
}

// qualified returns the name of a declared type, after its package if that is
// another one.
func (w *writer) qualified(obj *types.TypeName) string {
	switch {
	case obj.Pkg() == nil:
		return obj.Name()
	case obj.Pkg().Path() == w.names.pkg.Path():
		return obj.Name()
	}
	return w.names.importName(obj.Pkg().Path(), obj.Pkg().Name()) + "." + obj.Name()
}

func (w *writer) typeArgs(args *types.TypeList) string {
	if args.Len() == 0 {
		return ""
	}
	var list []string
	for arg := range args.Types() {
		list = append(list, w.typ(arg))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// structType returns a struct type with the tags of its fields.
func (w *writer) structType(t *types.Struct) string {
	if t.NumFields() == 0 {
		return "struct{}"
	}
	var b strings.Builder
	b.WriteString("struct {\n")
	for i := range t.NumFields() {
		field := t.Field(i)
		if field.Embedded() {
			b.WriteString(w.embedded(field.Type()))
		} else {
			b.WriteString(field.Name() + " " + w.typ(field.Type()))
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
func (w *writer) embedded(t types.Type) string {
	switch t := t.(type) {
	case *types.Pointer:
		return "*" + w.embedded(t.Elem())
	case *types.Alias:
		return w.qualified(t.Obj()) + w.typeArgs(t.TypeArgs())
	case *types.Named:
		return w.named(t)
	}
	return w.typ(t)
}

func (w *writer) signature(t *types.Signature) string {
	params := w.tuple(t.Params(), t.Variadic())
	switch results := t.Results(); {
	case results.Len() == 0:
		return params
	case results.Len() == 1:
		return params + " (" + w.typ(results.At(0).Type()) + ")"
	default:
		return params + " " + w.tuple(results, false)
	}
}

func (w *writer) tuple(t *types.Tuple, variadic bool) string {
	list := make([]string, t.Len())
	for i := range list {
		list[i] = w.typ(t.At(i).Type())
		if variadic && i == len(list)-1 {
			list[i] = "..." + strings.TrimPrefix(list[i], "[]")
		}
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func (w *writer) interfaceType(t *types.Interface) string {
	if t.NumExplicitMethods() == 0 && t.NumEmbeddeds() == 0 {
		return "interface{}"
	}
	var b strings.Builder
	b.WriteString("interface {\n")
	for method := range t.ExplicitMethods() {
		b.WriteString(method.Name() + w.signature(method.Signature()) + "\n")
	}
	for embedded := range t.EmbeddedTypes() {
		b.WriteString(w.typ(embedded) + "\n")
	}
	b.WriteString("}")
	return b.String()
}

// nameable reports whether a file of the package can spell a type out.
func (n *names) nameable(t types.Type) bool {
	switch t := t.(type) {
	case *types.Alias:
		return n.reachable(t.Obj()) || n.nameable(types.Unalias(t))
	case *types.Named:
		if !n.reachable(t.Obj()) {
			return false
		}
		for arg := range t.TypeArgs().Types() {
			if !n.nameable(arg) {
				return false
			}
		}
	case *types.Pointer:
		return n.nameable(t.Elem())
	case *types.Slice:
		return n.nameable(t.Elem())
	case *types.Array:
		return n.nameable(t.Elem())
	case *types.Chan:
		return n.nameable(t.Elem())
	case *types.Map:
		return n.nameable(t.Key()) && n.nameable(t.Elem())
	case *types.Signature:
		return n.allNameable(t.Params()) && n.allNameable(t.Results())
	case *types.Struct:
		for field := range t.Fields() {
			if !field.Exported() && field.Pkg().Path() != n.pkg.Path() || !n.nameable(field.Type()) {
				return false
			}
		}
	case *types.Interface:
		for method := range t.ExplicitMethods() {
			if !method.Exported() && method.Pkg().Path() != n.pkg.Path() || !n.nameable(method.Type()) {
				return false
			}
		}
		for embedded := range t.EmbeddedTypes() {
			if !n.nameable(embedded) {
				return false
			}
		}
	}
	return true
}

func (n *names) allNameable(t *types.Tuple) bool {
	for v := range t.Variables() {
		if !n.nameable(v.Type()) {
			return false
		}
	}
	return true
}

// reachable reports whether the package may name a declared type: its own, or
// an exported one of a package that it may import.
func (n *names) reachable(obj *types.TypeName) bool {
	pkg := obj.Pkg()
	if pkg == nil {
		return true
	}
	if obj.Parent() != nil && obj.Parent() != pkg.Scope() {
		return false
	}
	if pkg.Path() == n.pkg.Path() {
		return true
	}
	return obj.Exported() && importable(pkg.Path(), n.pkg.Path())
}

// importable reports whether the rule for folders named internal lets the
// package at path from import the one at path to.
func importable(to, from string) bool {
	at := strings.LastIndex("/"+to+"/", "/internal/")
	if at < 0 {
		return true
	}
	if at == 0 {
		return false
	}
	parent := to[:at-1]
	return from == parent || strings.HasPrefix(from, parent+"/")
}
