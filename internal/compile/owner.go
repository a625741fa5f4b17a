package compile

import (
	"go/types"
)

// owner returns the package that holds the code of t, a root without pointers
// that this package's calls bind: the package that declares t, or the elements
// of an unnamed slice, if that holds the code of its own types, and this package
// otherwise.
func (p *Package) owner(t types.Type) *types.Package {
	named := Declared(t)
	if named == nil {
		return p.in.Pkg // a predeclared type, or an unnamed struct
	}
	home := named.Obj().Pkg()
	if home == nil || home == p.in.Pkg || p.in.Holds == nil || !p.in.Holds(home.Path()) {
		return p.in.Pkg
	}
	for arg := range named.TypeArgs().Types() {
		if !sameHome(arg, home) {
			return p.in.Pkg // the declaring package may be unable to import it
		}
	}
	return home
}

// Declared returns the declared type that t is, or that the elements of an
// unnamed slice, array or pointer are, nil if there is none.
func Declared(t types.Type) *types.Named {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t
	case *types.Pointer:
		return Declared(t.Elem())
	case *types.Slice:
		return Declared(t.Elem())
	case *types.Array:
		return Declared(t.Elem())
	}
	return nil
}

// sameHome reports whether t can be written in home without an import.
func sameHome(t types.Type, home *types.Package) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return true
	case *types.Pointer:
		return sameHome(t.Elem(), home)
	case *types.Slice:
		return sameHome(t.Elem(), home)
	case *types.Array:
		return sameHome(t.Elem(), home)
	case *types.Named:
		if t.Obj().Pkg() != nil && t.Obj().Pkg() != home {
			return false
		}
		for arg := range t.TypeArgs().Types() {
			if !sameHome(arg, home) {
				return false
			}
		}
		return true
	}
	return false
}

// localize returns the type that pkg itself knows as t, which an importer of
// pkg, or of another variant of pkg, has seen; nil if there is none.
func localize(t types.Type, pkg *types.Package) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t
	case *types.Pointer:
		if elem := localize(t.Elem(), pkg); elem != nil {
			return types.NewPointer(elem)
		}
	case *types.Slice:
		if elem := localize(t.Elem(), pkg); elem != nil {
			return types.NewSlice(elem)
		}
	case *types.Array:
		if elem := localize(t.Elem(), pkg); elem != nil {
			return types.NewArray(elem, t.Len())
		}
	case *types.Named:
		from := t.Obj().Pkg()
		if from == nil {
			return t
		}
		if from.Path() != pkg.Path() {
			return nil
		}
		args := make([]types.Type, 0, t.TypeArgs().Len())
		for arg := range t.TypeArgs().Types() {
			local := localize(arg, pkg)
			if local == nil {
				return nil
			}
			args = append(args, local)
		}
		return declared(pkg, t.Obj().Name(), args)
	}
	return nil
}

// declared returns the type that pkg declares under name, instantiated with
// args if there are any, or nil.
func declared(pkg *types.Package, name string, args []types.Type) types.Type {
	obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil
	}
	return instantiate(obj.Type(), args)
}

// instantiate returns t instantiated with args, t itself if it takes none, and
// nil if they do not fit.
func instantiate(t types.Type, args []types.Type) types.Type {
	params := 0
	if g, ok := t.(interface{ TypeParams() *types.TypeParamList }); ok {
		params = g.TypeParams().Len()
	}
	switch {
	case params != len(args):
		return nil
	case params == 0:
		return t
	}
	inst, err := types.Instantiate(nil, t, args, true)
	if err != nil {
		return nil
	}
	return types.Unalias(inst)
}
