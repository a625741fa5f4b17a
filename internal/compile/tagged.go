package compile

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
)

// tagged returns a root for each struct type that the package declares at
// package level and that has a field with an xml tag, in source order, and
// for each instance of a generic one that a field of a declared struct has.
func (p *Package) tagged() []Root {
	var set rootSet
	add := func(t *types.Named, pos token.Pos) {
		if t != nil && t.Obj().Pkg() == p.in.Pkg && hasXMLTag(t) {
			set.add(Root{Type: t, Owner: p.in.Pkg.Path(), Wants: [2]bool{true, true}, Pos: pos})
		}
	}
	for _, t := range p.structs() {
		add(t, t.Obj().Pos())
		for f := range t.Underlying().(*types.Struct).Fields() {
			add(instanceIn(f.Type()), f.Pos())
		}
	}
	return set.roots
}

// structs returns the struct types that the package declares at package level,
// generic ones aside, in source order.
func (p *Package) structs() []*types.Named {
	var structs []*types.Named
	for _, f := range p.written {
		for _, decl := range f.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.TYPE {
				continue
			}
			for _, spec := range gen.Specs {
				obj, ok := p.in.Info.Defs[spec.(*ast.TypeSpec).Name].(*types.TypeName)
				if !ok || obj.IsAlias() || obj.Name() == "_" {
					continue
				}
				named, ok := obj.Type().(*types.Named)
				if !ok || named.TypeParams().Len() > 0 {
					continue
				}
				if _, ok := named.Underlying().(*types.Struct); ok {
					structs = append(structs, named)
				}
			}
		}
	}
	return structs
}

// instanceIn returns the instantiated type that t is, or has as its element,
// or nil.
func instanceIn(t types.Type) *types.Named {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return instanceIn(t.Elem())
	case *types.Slice:
		return instanceIn(t.Elem())
	case *types.Array:
		return instanceIn(t.Elem())
	case *types.Named:
		if t.TypeArgs().Len() > 0 {
			return t
		}
	}
	return nil
}

// hasXMLTag reports whether t is a struct that has a field with an xml tag.
func hasXMLTag(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		if _, ok := reflect.StructTag(s.Tag(i)).Lookup("xml"); ok {
			return true
		}
	}
	return false
}
