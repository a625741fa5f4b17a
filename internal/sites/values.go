package sites

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// value looks at a use of a function that is not called on the spot.
func (s *search) value(e ast.Expr, id *ast.Ident, called map[ast.Expr]bool, file *ast.File) {
	fn, ok := s.info.Uses[id].(*types.Func)
	if !ok || called[e] {
		return
	}
	name, c, ok := lookup(fn, s.Forks)
	if !ok {
		return
	}
	if calls := s.callsOf(e, file); calls != nil {
		for _, call := range calls {
			if c.arg >= len(call.Args) {
				continue
			}
			site := s.valueSite(fn, name, c)
			site.Call, site.Arg = call, call.Args[c.arg]
			if site.bind(staticType(s.info, site.Arg)) {
				s.found = append(s.found, site)
			}
		}
		return
	}
	site := s.valueSite(fn, name, c)
	site.Arg, site.Value, site.Dynamic, site.Type = e, true, true, types.Universe.Lookup("any").Type()
	s.found = append(s.found, site)
}

func (s *search) valueSite(fn *types.Func, name string, c call) Site {
	return Site{
		Func: name, Direction: c.direction, Element: c.element,
		Std:    fn.Pkg().Path() != FacadePath,
		Method: fn.Signature().Recv() != nil,
		Fork:   slices.Contains(s.Forks, fn.Pkg().Path()),
	}
}

// callsOf returns the calls of the variable that is e from its definition on, nil
// if e defines none, or one that is used for something else.
func (s *search) callsOf(e ast.Expr, file *ast.File) []*ast.CallExpr {
	var v types.Object
	ast.Inspect(file, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && as.Tok == token.DEFINE && len(as.Lhs) == 1 && len(as.Rhs) == 1 && ast.Unparen(as.Rhs[0]) == e {
			if id, ok := as.Lhs[0].(*ast.Ident); ok {
				v = s.info.Defs[id]
			}
		}
		return v == nil
	})
	if v == nil || methodExpr(s.info, e) {
		return nil
	}
	var calls []*ast.CallExpr
	called := make(map[*ast.Ident]bool)
	other := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && s.info.Uses[id] == v {
				called[id] = true
				calls = append(calls, n)
			}
		case *ast.Ident:
			other = other || s.info.Uses[n] == v && !called[n]
		}
		return true
	})
	if other {
		return nil
	}
	return calls
}
