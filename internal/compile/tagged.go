package compile

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
)

// tagged returns a root for each struct type that the package declares at
// package level and that has a field with an xml tag, in source order, and
// for each instance of a generic one that those have as a field.
func (p *Package) tagged() []Root {
	var set rootSet
	add := func(t *types.Named, pos token.Pos) {
		set.add(Root{Type: t, Owner: p.in.Pkg.Path(), Wants: [2]bool{true, true}, Pos: pos})
	}
	for _, f := range p.written {
		for _, decl := range f.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.TYPE {
				continue
			}
			for _, spec := range gen.Specs {
				spec := spec.(*ast.TypeSpec)
				obj, ok := p.in.Info.Defs[spec.Name].(*types.TypeName)
				if !ok || obj.IsAlias() || obj.Name() == "_" {
					continue
				}
				named, ok := obj.Type().(*types.Named)
				if !ok {
					continue
				}
				s, ok := named.Underlying().(*types.Struct)
				if !ok {
					continue
				}
				if named.TypeParams().Len() == 0 && hasXMLTag(s) {
					add(named, spec.Pos())
				}
				if named.TypeParams().Len() == 0 {
					for f := range s.Fields() {
						if inst := instanceIn(f.Type()); inst != nil && inst.Obj().Pkg() == p.in.Pkg {
							if s, ok := inst.Underlying().(*types.Struct); ok && hasXMLTag(s) {
								add(inst, f.Pos())
							}
						}
					}
				}
			}
		}
	}
	return set.roots
}

// instanceIn returns the instantiated type that t is, or has as its element, or nil.
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

// hasXMLTag reports whether a field of s has an xml tag.
func hasXMLTag(s *types.Struct) bool {
	for i := range s.NumFields() {
		if _, ok := reflect.StructTag(s.Tag(i)).Lookup("xml"); ok {
			return true
		}
	}
	return false
}
