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
		if _, body := c.function(); body != nil && body.Pos() < v.Pos() && v.Pos() < body.End() {
			return s.noun + " is made for more than this statement" // for a loop, for example
		}
		return s.noun + " " + elsewhere
	}
	maker, ok := list[made].(*ast.AssignStmt).Rhs[0].(*ast.CallExpr)
	if !ok {
		return s.noun + " " + elsewhere
	}
	if !c.makes(maker, s) {
		return c.maker(maker, s)
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
	if c.jumps() {
		return "a goto may run it again"
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
	text := c.text(end)
	if text == "" {
		return "the text of " + s.end + " is long"
	}
	c.replace(c.Pos(), c.Args[0].Pos(), prefix+s.whole+"("+text+", ")
	if option != nil {
		if text = c.text(option); text == "" {
			return "the text of its CharsetReader is long"
		}
		c.replace(c.Args[0].End(), c.Args[0].End(), ", "+prefix+"CharsetReader("+text+")")
	}
	c.to = s.whole
	return ""
}

// jumps reports whether there is a goto in the function.
func (c *call) jumps() bool {
	_, body := c.function()
	found := body == nil
	if body != nil {
		ast.Inspect(body, func(n ast.Node) bool {
			if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
				found = true
			}
			return true
		})
	}
	return found
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
