package rewrite

import (
	"go/ast"
	"go/types"

	"github.com/xmlserde/xmlserde/internal/sites"
)

// element rewrites d.DecodeElement(v, &start) to xml.DecodeElement(d, v, &start)
// within an UnmarshalXML, and e.EncodeElement alike. The functions run compiled
// code where the method is called from compiled code, and the method otherwise, so
// that they always mean the same. It is offered where the first can be.
func (c *call) element(sel *ast.SelectorExpr, s side) string {
	fn, _ := c.function()
	decl, ok := fn.(*ast.FuncDecl)
	if !ok || decl.Recv == nil || decl.Name.Name != s.method {
		return "it is in no " + s.method + " method"
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return s.noun + " " + elsewhere
	}
	var params []types.Object
	for _, field := range decl.Type.Params.List {
		for _, name := range field.Names {
			params = append(params, c.Info.Defs[name])
		}
	}
	if len(params) != 2 || params[0] == nil || c.Info.Uses[id] != params[0] {
		return s.noun + " is not that of the method"
	}
	if s == decoding {
		if !c.ownStart(params[1]) {
			return "the element is not that of the method"
		}
		if c.usedBefore(decl, params[0]) {
			return "the decoder is used before"
		}
	}
	prefix, ok := c.qualifier(s.element)
	if !ok {
		return shadowed
	}
	if c.commented(c.Pos(), c.Args[0].Pos()) {
		return comments
	}
	c.replace(c.Pos(), c.Args[0].Pos(), prefix+s.element+"("+id.Name+", ")
	c.to = s.element
	return ""
}

// ownStart reports whether the last argument is the address of start.
func (c *call) ownStart(start types.Object) bool {
	addr, ok := ast.Unparen(c.Args[len(c.Args)-1]).(*ast.UnaryExpr)
	if !ok {
		return false
	}
	id, ok := ast.Unparen(addr.X).(*ast.Ident)
	return ok && start != nil && c.Info.Uses[id] == start
}

// usedBefore reports whether d has been used when the call is reached, as far as its
// place tells.
func (c *call) usedBefore(decl *ast.FuncDecl, d types.Object) bool {
	for _, n := range c.path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
	}
	used := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		// Another branch may read the same element.
		if id, ok := n.(*ast.Ident); ok && c.Info.Uses[id] == d && id.Pos() < c.Pos() && !c.reads(decl, id) {
			used = true
		}
		return true
	})
	return used
}

// reads reports whether id is the decoder in a d.DecodeElement(v, &start), which a
// call after it cannot follow.
func (c *call) reads(decl *ast.FuncDecl, id *ast.Ident) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.X == id && sel.Sel.Name == "DecodeElement" {
			found = true
		}
		return true
	})
	return found
}

// qualifier returns what stands before a name of the facade at the call: the name
// by which the file imports it, or encoding/xml in its place.
func (c *call) qualifier(name string) (string, bool) {
	for _, path := range []string{sites.FacadePath, sites.StdPath} {
		for _, spec := range c.File.Imports {
			if spec.Path.Value != `"`+path+`"` {
				continue
			}
			switch {
			case spec.Name == nil:
				if c.means("xml") {
					return "xml.", true
				}
			case spec.Name.Name == ".":
				if _, obj := c.scope().LookupParent(name, c.Pos()); obj == nil || path == sites.FacadePath {
					return "", true
				}
			case spec.Name.Name != "_" && c.means(spec.Name.Name):
				return spec.Name.Name + ".", true
			}
		}
	}
	return "", false
}
