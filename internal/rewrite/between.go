package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/xmlserde/xmlserde/internal/sites"
)

// stays reports whether an expression of the statements between made and at is the
// same thing at the call.
func (c *call) stays(e ast.Expr, list []ast.Stmt, made, at int) bool {
	between := list[made+1 : at]
	quiet := !slices.ContainsFunc(between, func(stmt ast.Stmt) bool { return !c.inert(stmt) })
	same := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.ParenExpr:
		case *ast.SelectorExpr:
			// A function of a package cannot change, a variable or field may.
			_, fn := c.Info.Uses[n.Sel].(*types.Func)
			same = same && (quiet || fn && c.constant(n))
		case *ast.Ident:
			if v, ok := c.Info.Uses[n].(*types.Var); ok && !v.IsField() {
				same = same && !c.mentioned(v, between) && (quiet || c.private(v))
			}
		default:
			same = same && quiet // a call, say
		}
		return true
	})
	return same
}

// private reports whether a variable changes only where it is mentioned: it is of
// the function, and nothing else has it at hand.
func (c *call) private(v *types.Var) bool {
	_, body := c.function()
	if body == nil || v.Parent() == nil || v.Parent() == c.Pkg.Scope() {
		return false
	}
	private := true
	var parents []ast.Node
	// The outermost function: a closure around the call shares its variables.
	for _, n := range c.path {
		if decl, ok := n.(*ast.FuncDecl); ok && decl.Body != nil {
			body = decl.Body
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil {
			parents = parents[:len(parents)-1]
			return true
		}
		parents = append(parents, n)
		if id, ok := n.(*ast.Ident); ok && c.Info.Uses[id] == v {
			for _, p := range parents {
				if lit, ok := p.(*ast.FuncLit); ok && (v.Pos() < lit.Pos() || lit.End() <= v.Pos()) {
					private = false
				}
			}
			if addr, ok := parents[len(parents)-2].(*ast.UnaryExpr); ok && addr.Op == token.AND {
				private = false
			}
		}
		return true
	})
	return private
}

// constant reports whether a selector is a function of a package, or a field of a
// variable.
func (c *call) constant(sel *ast.SelectorExpr) bool {
	_, ok := sel.X.(*ast.Ident)
	return ok
}

// inert reports whether a statement does nothing but give values to variables of the
// function, or to fields of the decoder, without a call and without a panic.
func (c *call) inert(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.DeclStmt:
		gen, ok := stmt.Decl.(*ast.GenDecl)
		return ok && gen.Tok == token.VAR && !slices.ContainsFunc(gen.Specs, func(s ast.Spec) bool {
			return !c.simple(s.(*ast.ValueSpec).Values)
		})
	case *ast.AssignStmt:
		if stmt.Tok != token.ASSIGN && stmt.Tok != token.DEFINE || !c.simple(stmt.Rhs) {
			return false
		}
		if field, _ := c.setsAny(stmt); field != "" {
			return c.decoder(stmt.Lhs[0].(*ast.SelectorExpr).X)
		}
		return !slices.ContainsFunc(stmt.Lhs, func(e ast.Expr) bool {
			id, ok := e.(*ast.Ident)
			return !ok || id.Name != "_" && (c.Info.ObjectOf(id) == nil || c.Info.ObjectOf(id).Parent() == c.Pkg.Scope())
		})
	}
	return false
}

// decoder reports whether an expression is a decoder.
func (c *call) decoder(e ast.Expr) bool {
	t := c.Info.TypeOf(e)
	if t == nil {
		return false
	}
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && named.Obj().Name() == "Decoder" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == sites.StdPath
}

// simple reports whether expressions can neither panic nor do anything.
func (c *call) simple(list []ast.Expr) bool {
	simple := true
	for _, e := range list {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false // nobody calls it yet
			case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.BinaryExpr, *ast.TypeAssertExpr:
				simple = false
			case *ast.SelectorExpr:
				_, field := c.Info.Selections[n]
				simple = simple && !field
			case *ast.CallExpr:
				id, ok := n.Fun.(*ast.Ident)
				simple = simple && ok && c.Info.Uses[id] == types.Universe.Lookup("new")
			case *ast.UnaryExpr:
				simple = simple && n.Op != token.ARROW
			}
			return true
		})
	}
	return simple
}

// mentioned reports whether statements mention v, or may change it by a function
// around them.
func (c *call) mentioned(v *types.Var, stmts []ast.Stmt) bool {
	found := false
	for _, stmt := range stmts {
		if field, _ := c.setsAny(stmt); field != "" {
			continue
		}
		ast.Inspect(stmt, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && c.Info.Uses[id] == v {
				found = true
			}
			return true
		})
	}
	return found
}

// setsAny is sets for whichever variable.
func (c *call) setsAny(stmt ast.Stmt) (string, ast.Expr) {
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 {
		return "", nil
	}
	if sel, ok := as.Lhs[0].(*ast.SelectorExpr); ok {
		if id, ok := sel.X.(*ast.Ident); ok {
			if v, ok := c.Info.Uses[id].(*types.Var); ok {
				return c.sets(stmt, v)
			}
		}
	}
	return "", nil
}
