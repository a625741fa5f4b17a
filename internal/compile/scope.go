package compile

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
)

// A scope resolves the type expressions of one file without its having been
// type-checked: a generated file may be blanked, or not compile.
type scope struct {
	pkg     *types.Package
	imports map[string]*types.Package
	aliases map[string]ast.Expr // declared in the file
}

// newScope returns the scope of f, a file of pkg. Its imports are those that
// the package's other files have as well.
func newScope(pkg *types.Package, f *ast.File) scope {
	known := make(map[string]*types.Package)
	var visit func(*types.Package)
	visit = func(p *types.Package) {
		if known[p.Path()] != nil {
			return
		}
		known[p.Path()] = p
		for _, q := range p.Imports() {
			visit(q)
		}
	}
	visit(pkg)
	s := scope{pkg, make(map[string]*types.Package), make(map[string]ast.Expr)}
	for _, decl := range f.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && t.Assign.IsValid() {
				s.aliases[t.Name.Name] = t.Type
			}
		}
	}
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		imported := known[path]
		if err != nil || imported == nil {
			continue
		}
		name := imported.Name()
		if spec.Name != nil {
			name = spec.Name.Name
		}
		s.imports[name] = imported
	}
	return s
}

// resolve returns the type that e denotes, or nil if there is none.
func (s scope) resolve(e ast.Expr) types.Type {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return s.instance(e, nil)
	case *ast.IndexExpr:
		return s.instance(e.X, []ast.Expr{e.Index})
	case *ast.IndexListExpr:
		return s.instance(e.X, e.Indices)
	case *ast.StarExpr:
		if elem := s.resolve(e.X); elem != nil {
			return types.NewPointer(elem)
		}
	case *ast.ArrayType:
		elem := s.resolve(e.Elt)
		if elem == nil {
			return nil
		}
		if e.Len == nil {
			return types.NewSlice(elem)
		}
		if lit, ok := e.Len.(*ast.BasicLit); ok {
			if n, exact := constant.Int64Val(constant.MakeFromLiteral(lit.Value, lit.Kind, 0)); exact {
				return types.NewArray(elem, n)
			}
		}
	case *ast.MapType:
		key, elem := s.resolve(e.Key), s.resolve(e.Value)
		if key != nil && elem != nil {
			return types.NewMap(key, elem)
		}
	case *ast.StructType:
		return s.structType(e)
	case *ast.InterfaceType:
		if e.Methods.NumFields() == 0 {
			return types.NewInterfaceType(nil, nil)
		}
	}
	return nil
}

// instance returns the type that a name denotes, instantiated with args.
func (s scope) instance(name ast.Expr, args []ast.Expr) types.Type {
	var targs []types.Type
	for _, arg := range args {
		t := s.resolve(arg)
		if t == nil {
			return nil
		}
		targs = append(targs, t)
	}
	switch name := ast.Unparen(name).(type) {
	case *ast.Ident:
		if aliased := s.aliases[name.Name]; aliased != nil {
			delete(s.aliases, name.Name) // no alias leads to itself
			defer func() { s.aliases[name.Name] = aliased }()
			return s.resolve(aliased)
		}
		if t := declared(s.pkg, name.Name, targs); t != nil {
			return t
		}
		if obj, ok := types.Universe.Lookup(name.Name).(*types.TypeName); ok {
			return instantiate(obj.Type(), targs)
		}
	case *ast.SelectorExpr:
		if x, ok := name.X.(*ast.Ident); ok && s.imports[x.Name] != nil {
			return declared(s.imports[x.Name], name.Sel.Name, targs)
		}
	}
	return nil
}

// structType returns the struct type that e denotes, or nil if a field has
// no type.
func (s scope) structType(e *ast.StructType) types.Type {
	var fields []*types.Var
	var tags []string
	for _, f := range e.Fields.List {
		t := s.resolve(f.Type)
		if t == nil {
			return nil
		}
		var tag string
		if f.Tag != nil {
			tag, _ = strconv.Unquote(f.Tag.Value)
		}
		names := f.Names
		embedded := len(names) == 0
		if embedded {
			name := embeddedName(f.Type)
			if name == nil {
				return nil
			}
			names = []*ast.Ident{name}
		}
		for _, name := range names {
			fields = append(fields, types.NewField(token.NoPos, s.pkg, name.Name, t, embedded))
			tags = append(tags, tag)
		}
	}
	return types.NewStruct(fields, tags)
}

// embeddedName returns the name of the field that a type makes when embedded:
// its own or, where it is an alias, the alias's.
func embeddedName(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.StarExpr:
		return embeddedName(e.X)
	case *ast.ParenExpr:
		return embeddedName(e.X)
	case *ast.IndexExpr:
		return embeddedName(e.X)
	case *ast.IndexListExpr:
		return embeddedName(e.X)
	}
	return nil
}
