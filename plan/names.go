package plan

import (
	"go/types"
	"strings"

	"github.com/xmlserde/xmlserde/refusal"
)

// isNamed reports whether t is the type name of the package path.
func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := n.Obj()
	return obj.Name() == name && obj.Pkg() != nil && obj.Pkg().Path() == path
}

func isTime(t types.Type) bool    { return isNamed(t, "time", "Time") }
func isXMLName(t types.Type) bool { return isNamed(t, "encoding/xml", "Name") }
func isXMLAttr(t types.Type) bool { return isNamed(t, "encoding/xml", "Attr") }

// own reports whether pkg is the package the generated code will live in.
// Packages are compared by path: a test variant of a package has a
// types.Package of its own.
func (b *Builder) own(pkg *types.Package) bool {
	return pkg != nil && b.pkg != nil && pkg.Path() == b.pkg.Path()
}

// typeString returns t as a message shows it: types of the builder's package
// bare, others with the name of their package.
func (b *Builder) typeString(t types.Type) string {
	return types.TypeString(types.Unalias(t), func(p *types.Package) string {
		if b.own(p) {
			return ""
		}
		return p.Name()
	})
}

// maxNesting bounds how deep types are written in one another. Only the type
// arguments of an instantiation that never ends exceed it, which the compiler
// rejects but go/types still returns.
const maxNesting = 100

// unnameable returns why the package cannot name t in its source, or nil. It
// looks at t as it is written, not at what a named type stands for. The fields
// of an unnamed struct belong to it only if deep is set: where the struct is a
// node of the graph its fields are places of their own.
func (b *Builder) unnameable(t types.Type, deep bool) *refusal.Refusal {
	return b.unnameableAt(t, deep, 0)
}

func (b *Builder) unnameableAt(t types.Type, deep bool, depth int) *refusal.Refusal {
	if depth++; depth > maxNesting {
		return &refusal.Refusal{Reason: refusal.TypeParameter, Fact: "instantiation without end"}
	}
	first := func(ts ...types.Type) *refusal.Refusal {
		for _, t := range ts {
			if r := b.unnameableAt(t, deep, depth); r != nil {
				return r
			}
		}
		return nil
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if r := b.unnameableObject(t); r != nil {
			return r
		}
		if t.TypeParams().Len() > t.TypeArgs().Len() {
			return &refusal.Refusal{Reason: refusal.TypeParameter, Fact: "type " + t.Obj().Name() + " is not instantiated"}
		}
		for arg := range t.TypeArgs().Types() {
			if r := b.unnameableAt(arg, true, depth); r != nil {
				return r
			}
		}
	case *types.TypeParam:
		return &refusal.Refusal{Reason: refusal.TypeParameter, Fact: "type parameter " + t.Obj().Name()}
	case *types.Pointer:
		return first(t.Elem())
	case *types.Slice:
		return first(t.Elem())
	case *types.Array:
		return first(t.Elem())
	case *types.Chan:
		return first(t.Elem())
	case *types.Map:
		return first(t.Key(), t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if r := first(v.Type()); r != nil {
				return r
			}
		}
	case *types.Signature:
		return first(t.Params(), t.Results())
	case *types.Struct:
		if !deep {
			return nil
		}
		for f := range t.Fields() {
			if !f.Exported() && !b.own(f.Pkg()) {
				return b.unexportedField(f)
			}
			if r := first(f.Type()); r != nil {
				return r
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if !m.Exported() && !b.own(m.Pkg()) {
				return &refusal.Refusal{Reason: refusal.Unnameable, Fact: "unexported method " + m.Name() + " of package " + m.Pkg().Name()}
			}
			if r := first(m.Type()); r != nil {
				return r
			}
		}
		for e := range t.EmbeddedTypes() {
			if r := first(e); r != nil {
				return r
			}
		}
	}
	return nil
}

// spellable reports whether the package can write down what the declaration of t
// says, or t itself if it is not named: its source can then hold the compiler to
// it. For a declared type that it can name and not spell there is [ShapeHash].
func (b *Builder) spellable(t types.Type) bool {
	u := t.Underlying()
	if b.unnameable(u, true) != nil {
		return false
	}
	s, ok := u.(*types.Struct)
	if !ok {
		return true
	}
	for f := range s.Fields() {
		// An embedded field has the name of its type, also if that is an alias.
		typ := f.Type()
		if p, ok := typ.(*types.Pointer); ok {
			typ = p.Elem()
		}
		alias, ok := typ.(*types.Alias)
		if !f.Embedded() || !ok {
			continue
		}
		pkg := alias.Obj().Pkg()
		if pkg != nil && !b.own(pkg) && (!alias.Obj().Exported() || !b.importable(pkg)) {
			return false
		}
		for arg := range alias.TypeArgs().Types() {
			if b.unnameable(arg, true) != nil {
				return false
			}
		}
	}
	return true
}

// Spellable reports whether the source of pkg can write down what the
// declaration of t says: the fields of a struct, the element of a slice. What it
// can name and not spell is known by its [ShapeHash].
func Spellable(pkg *types.Package, t types.Type) bool {
	return (&Builder{pkg: pkg}).spellable(t)
}

// Nameable reports whether the source of pkg can name t.
func Nameable(pkg *types.Package, t types.Type) bool {
	return (&Builder{pkg: pkg}).unnameable(t, true) == nil
}

func (b *Builder) unexportedField(f *types.Var) *refusal.Refusal {
	return &refusal.Refusal{Reason: refusal.Unnameable, Fact: "unexported field " + f.Name() + " of package " + f.Pkg().Name()}
}

// unnameableObject is unnameable for the name of t alone.
func (b *Builder) unnameableObject(t *types.Named) *refusal.Refusal {
	obj, pkg := t.Obj(), t.Obj().Pkg()
	if pkg == nil {
		return nil // error, comparable
	}
	switch {
	case pkg.Scope().Lookup(obj.Name()) != obj || strings.Contains(obj.Name(), "·"):
		// Export data numbers the types declared in functions with a dot.
		name, _, _ := strings.Cut(obj.Name(), "·")
		return &refusal.Refusal{Reason: refusal.LocalType, Fact: "type " + name + " is declared in a function"}
	case strings.HasPrefix(obj.Name(), "_Ctype_"):
		return &refusal.Refusal{Reason: refusal.Unnameable, Fact: "type " + obj.Name() + " is made by cgo"}
	case b.own(pkg):
		return nil
	case !obj.Exported():
		return &refusal.Refusal{Reason: refusal.Unnameable, Fact: "type " + b.typeString(t) + " is unexported"}
	case !b.importable(pkg):
		return &refusal.Refusal{Reason: refusal.Unnameable, Fact: "package " + pkg.Path() + " cannot be imported"}
	}
	return nil
}

// importable reports whether the builder's package may import pkg.
func (b *Builder) importable(pkg *types.Package) bool {
	if b.pkg == nil {
		return true
	}
	from, path := b.pkg.Path(), pkg.Path()
	if strings.HasSuffix(b.pkg.Name(), "_test") {
		from = strings.TrimSuffix(from, "_test")
	}
	if from == path {
		return true // the external tests of pkg
	}
	if pkg.Name() == "main" || strings.HasPrefix(path, "vendor/") {
		return false
	}
	parent, ok := internalParent(path)
	return !ok || from == parent || strings.HasPrefix(from, parent+"/")
}

// internalParent returns the path whose tree may import an internal package.
// The parent of the standard library's own is "", which no package is below.
func internalParent(path string) (parent string, ok bool) {
	elems := strings.Split(path, "/")
	for i := len(elems) - 1; i >= 0; i-- {
		if elems[i] == "internal" {
			return strings.Join(elems[:i], "/"), true
		}
	}
	return "", false
}
