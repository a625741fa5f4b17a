package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// variable rewrites
//
//	d := xml.NewDecoder(r)
//	d.CharsetReader = f
//	err := d.Decode(v)
//
// to err := xml.UnmarshalRead(r, v, xml.CharsetReader(f)), where d is used nowhere
// else and nothing between can tell the difference.
func (c *call) variable(id *ast.Ident, s side) string {
	v, ok := c.Info.Uses[id].(*types.Var)
	if !ok {
		return s.noun + " " + elsewhere
	}
	list, at := c.statements()
	if list == nil {
		return s.noun + " is made elsewhere"
	}
	made := slices.IndexFunc(list[:at], func(stmt ast.Stmt) bool { return c.defines(stmt, v) })
	if made < 0 {
		return s.noun + " " + elsewhere
	}
	maker, ok := list[made].(*ast.AssignStmt).Rhs[0].(*ast.CallExpr)
	if !ok || !c.makes(maker, s) {
		return s.noun + " " + elsewhere
	}
	if !c.first(list[at]) {
		return "other things come before it in its statement"
	}
	gone := []int{made}
	var option ast.Expr
	for i := made + 1; i < at; i++ {
		field, value := c.sets(list[i], v)
		switch {
		case field == "":
			continue
		case field == "Strict" && c.isTrue(value):
		case field == "CharsetReader" && option == nil:
			option = value
		default:
			return s.noun + "'s " + field + " is set"
		}
		gone = append(gone, i)
	}
	if why := c.uses(v, id, list, gone, s); why != "" {
		return why
	}
	end := maker.Args[0]
	if !c.stays(end, list, made, at) || option != nil && !c.stays(option, list, made, at) {
		return s.end + " may change in between"
	}
	if s == decoding {
		if why := c.reader(end, list[made].Pos(), c.End()); why != "" {
			return why
		}
	}
	prefix, ok := c.prefix(maker.Fun, s.whole)
	if !ok {
		return shadowed
	}
	for _, i := range gone {
		if c.commented(list[i].Pos(), list[i+1].Pos()) {
			return comments
		}
		c.replace(list[i].Pos(), list[i+1].Pos(), "")
	}
	if c.commented(c.Pos(), c.Args[0].Pos()) {
		return comments
	}
	c.replace(c.Pos(), c.Args[0].Pos(), prefix+s.whole+"("+c.text(end)+", ")
	if option != nil {
		c.replace(c.Args[0].End(), c.Args[0].End(), ", "+prefix+"CharsetReader("+c.text(option)+")")
	}
	c.to = s.whole
	return ""
}

// statements returns the list of statements that the call's statement is in, and
// where.
func (c *call) statements() ([]ast.Stmt, int) {
	for i, n := range c.path[1:] {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.FuncLit:
			return nil, 0
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		default:
			continue
		}
		stmt, ok := c.path[i].(ast.Stmt)
		if at := slices.Index(list, stmt); ok && at >= 0 {
			return list, at
		}
		return nil, 0
	}
	return nil, 0
}

// defines reports whether a statement is v := x.
func (c *call) defines(stmt ast.Stmt, v *types.Var) bool {
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	id, ok := as.Lhs[0].(*ast.Ident)
	return ok && c.Info.Defs[id] == v
}

// sets returns the field of v that a statement sets and to what, "" if it is no such
// statement.
func (c *call) sets(stmt ast.Stmt, v *types.Var) (string, ast.Expr) {
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return "", nil
	}
	sel, ok := as.Lhs[0].(*ast.SelectorExpr)
	if !ok {
		return "", nil
	}
	if id, ok := sel.X.(*ast.Ident); !ok || c.Info.Uses[id] != v {
		return "", nil
	}
	return sel.Sel.Name, as.Rhs[0]
}

func (c *call) isTrue(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && c.Info.Uses[id] == types.Universe.Lookup("true")
}

// uses says where v is used beside the call and the statements that go, "" if
// nowhere.
func (c *call) uses(v *types.Var, id *ast.Ident, list []ast.Stmt, gone []int, s side) string {
	why := ""
	ast.Inspect(c.File, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && why == "" {
			if x, ok := sel.X.(*ast.Ident); ok && c.Info.Uses[x] == v && x != id && !within(list, gone, x) && sel.Sel.Name == "Indent" {
				why = s.noun + " indents"
			}
		}
		if x, ok := n.(*ast.Ident); ok && c.Info.Uses[x] == v && x != id && !within(list, gone, x) && why == "" {
			why = s.noun + " is used again"
		}
		return true
	})
	return why
}

func within(list []ast.Stmt, gone []int, n ast.Node) bool {
	return slices.ContainsFunc(gone, func(i int) bool { return list[i].Pos() <= n.Pos() && n.End() <= list[i].End() })
}

// first reports whether the call is the first thing that its statement does, apart
// from reading variables.
func (c *call) first(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		return stmt.X == c.CallExpr
	case *ast.AssignStmt:
		return len(stmt.Rhs) == 1 && stmt.Rhs[0] == c.CallExpr && names(stmt.Lhs)
	case *ast.ReturnStmt:
		last := len(stmt.Results) - 1
		return last >= 0 && stmt.Results[last] == c.CallExpr && names(stmt.Results[:last])
	case *ast.IfStmt:
		if stmt.Init != nil {
			return c.first(stmt.Init)
		}
		cond, ok := stmt.Cond.(*ast.BinaryExpr)
		return ok && cond.X == c.CallExpr && names([]ast.Expr{cond.Y})
	}
	return false
}

// names reports whether expressions are names alone.
func names(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(e ast.Expr) bool { _, ok := e.(*ast.Ident); return !ok })
}

// stays reports whether an expression of the statements between made and at is the
// same thing at the call.
func (c *call) stays(e ast.Expr, list []ast.Stmt, made, at int) bool {
	objs := make(map[types.Object]bool)
	pure := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.ParenExpr:
		case *ast.SelectorExpr:
			pure = pure && c.constant(n)
			ast.Inspect(n.X, func(m ast.Node) bool {
				if id, ok := m.(*ast.Ident); ok {
					objs[c.Info.Uses[id]] = true
				}
				return true
			})
			return false
		case *ast.Ident:
			objs[c.Info.Uses[n]] = true
		default:
			pure = false
		}
		return true
	})
	if !pure && at > made+1 {
		// Something else may come between, unless it is but declarations.
		for _, stmt := range list[made+1 : at] {
			if !c.inert(stmt) {
				return false
			}
		}
		return true
	}
	for obj := range objs {
		if v, ok := obj.(*types.Var); ok && c.mentioned(v, list[made+1:at]) {
			return false
		}
	}
	return true
}

// constant reports whether a selector is a function of a package, or a field of a
// variable.
func (c *call) constant(sel *ast.SelectorExpr) bool {
	_, ok := sel.X.(*ast.Ident)
	return ok
}

// inert reports whether a statement declares variables without values, or sets a
// field of the decoder to a name.
func (c *call) inert(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.DeclStmt:
		gen, ok := stmt.Decl.(*ast.GenDecl)
		return ok && gen.Tok == token.VAR && !slices.ContainsFunc(gen.Specs, func(s ast.Spec) bool {
			return len(s.(*ast.ValueSpec).Values) > 0
		})
	case *ast.AssignStmt:
		if stmt.Tok != token.ASSIGN || len(stmt.Rhs) != 1 {
			return false
		}
		switch e := stmt.Rhs[0].(type) {
		case *ast.Ident:
			return true
		case *ast.SelectorExpr:
			return c.constant(e)
		}
	}
	return false
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
