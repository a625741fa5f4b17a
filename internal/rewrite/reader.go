package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

const (
	again   = "the reader is used again"
	looped  = "the reader is read in a loop"
	outlive = "the reader outlives the call"
)

// reader says why r, which a decoder is made for, may be read after the call, ""
// if it is not: a decoder that has failed has read less than UnmarshalRead. What
// callers do with a reader that they pass is their affair: of one that is no
// io.ByteReader a decoder has read more than the document already.
func (c *call) reader(r ast.Expr, from, to token.Pos) string {
	r = ast.Unparen(r)
	root, field := r, ""
	switch x := r.(type) {
	case *ast.CallExpr:
		return "" // made for the call, or nobody's business here
	case *ast.UnaryExpr:
		if _, ok := x.X.(*ast.CompositeLit); ok && x.Op == token.AND {
			return ""
		}
		if x.Op != token.AND {
			return outlive
		}
		root = x.X
	case *ast.SelectorExpr:
		// The body of a request or response is read once. Of other fields nothing is known.
		if x.Sel.Name != "Body" || !c.http(x.X) {
			return outlive
		}
		root, field = ast.Unparen(x.X), x.Sel.Name
	}
	id, ok := root.(*ast.Ident)
	if !ok {
		return outlive
	}
	if c.Info.Uses[id] == types.Universe.Lookup("nil") {
		return "the reader is nil"
	}
	v, ok := c.Info.Uses[id].(*types.Var)
	if !ok {
		return outlive
	}
	fn, body := c.function()
	if body == nil || v.Pos() < fn.Pos() || v.Pos() >= fn.End() {
		return outlive // a variable of the package, or of the function around a closure
	}
	for _, n := range c.path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if v.Pos() < n.Pos() && fn.Pos() <= n.Pos() {
				return looped
			}
		}
	}
	why := ""
	var parents []ast.Node
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil {
			parents = parents[:len(parents)-1]
			return true
		}
		parents = append(parents, n)
		switch n := n.(type) {
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				why = looped
			}
		case *ast.Ident:
			if c.Info.Uses[n] == v && (n.Pos() >= to || n.Pos() >= from && n.End() <= to && n != id) && !harmless(parents, field) {
				why = again
			}
		}
		return true
	})
	return why
}

// http reports whether an expression is an http.Request or http.Response.
func (c *call) http(e ast.Expr) bool {
	t := c.Info.TypeOf(e)
	if t == nil {
		return false
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "net/http" &&
		(named.Obj().Name() == "Request" || named.Obj().Name() == "Response")
}

// harmless reports whether the last of parents, the identifier of a reader or of
// what has it in a field, does not read: it is closed, or another field is meant.
func harmless(parents []ast.Node, field string) bool {
	up := func(i int) ast.Node {
		if i = len(parents) - 1 - i; i < 0 {
			return nil
		}
		return parents[i]
	}
	sel, ok := up(1).(*ast.SelectorExpr)
	if !ok || sel.X != up(0) {
		return false
	}
	next := 2
	if field != "" {
		if sel.Sel.Name != field {
			// Not a method: that may read it.
			call, ok := up(2).(*ast.CallExpr)
			return !ok || call.Fun != sel
		}
		inner, ok := up(2).(*ast.SelectorExpr)
		if !ok || inner.X != sel {
			return false
		}
		sel, next = inner, 3
	}
	call, ok := up(next).(*ast.CallExpr)
	return ok && call.Fun == sel && sel.Sel.Name == "Close"
}
