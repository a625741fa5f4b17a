package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/types/typeutil"
)

const (
	again   = "the reader is used again"
	looped  = "the reader is read in a loop"
	outlive = "the reader outlives the call"
	copied  = "the reader writes elsewhere what it reads"
)

// reader says why r, which a decoder is made for, may be read after the call, ""
// if it is not: a decoder that has failed has read less than UnmarshalRead. What
// callers do with a reader that they pass is their affair: of one that is no
// io.ByteReader a decoder has read more than the document already.
func (c *call) reader(r ast.Expr, from, to token.Pos) string {
	return (&source{call: c, from: from, to: to, seen: make(map[*types.Var]bool)}).check(r)
}

// A source is what a reader reads, and what that reads in turn, looked at for a
// call that lies between two places.
type source struct {
	*call
	from, to token.Pos
	seen     map[*types.Var]bool
}

// check is reader for one reader of the source.
func (s *source) check(r ast.Expr) string {
	switch x := ast.Unparen(r).(type) {
	case *ast.CallExpr:
		if s.inMemory(x) {
			return ""
		}
		for _, n := range s.path {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				if n.Pos() <= x.Pos() {
					return looped // a call may return the same reader each time
				}
			}
		}
		return s.made(x)
	case *ast.UnaryExpr:
		if _, ok := x.X.(*ast.CompositeLit); ok && x.Op == token.AND {
			return s.made(x)
		}
		if x.Op != token.AND {
			return outlive
		}
		return s.variable(x.X, "")
	case *ast.SelectorExpr:
		// The body of a request or response is read once. Of other fields nothing is known.
		if x.Sel.Name != "Body" || !s.http(x.X) {
			return outlive
		}
		return s.variable(ast.Unparen(x.X), x.Sel.Name)
	default:
		return s.variable(x, "")
	}
}

// inMemory reports whether a call returns a new reader of bytes that are there.
func (s *source) inMemory(call *ast.CallExpr) bool {
	fn := typeutil.StaticCallee(s.Info, call)
	if fn == nil {
		return false
	}
	switch fn.FullName() {
	case "strings.NewReader", "bytes.NewReader", "bytes.NewBuffer", "bytes.NewBufferString":
		return true
	}
	return false
}

// made checks the readers that a new reader, the result of a call or a literal, is
// made of.
func (s *source) made(e ast.Expr) string {
	var parts []ast.Expr
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if s.inMemory(e) {
			return ""
		}
		if fn := typeutil.StaticCallee(s.Info, e); fn != nil && fn.FullName() == "io.TeeReader" {
			return copied
		}
		parts = e.Args
	case *ast.UnaryExpr:
		lit, ok := e.X.(*ast.CompositeLit)
		if !ok {
			return s.check(e)
		}
		for _, elem := range lit.Elts {
			if kv, ok := elem.(*ast.KeyValueExpr); ok {
				elem = kv.Value
			}
			parts = append(parts, elem)
		}
	case *ast.Ident, *ast.SelectorExpr:
		return s.check(e)
	case *ast.TypeAssertExpr:
		return s.check(e.X)
	case *ast.IndexExpr, *ast.StarExpr:
		return outlive
	}
	for _, part := range parts {
		if t := s.Info.TypeOf(part); t == nil || !reads(t) {
			continue
		}
		if why := s.check(part); why != "" {
			return why
		}
	}
	return ""
}

// reads reports whether a type has a method Read.
func reads(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	_, ok := obj.(*types.Func)
	return ok
}

// variable is check for a variable, or for its field of that name.
func (s *source) variable(root ast.Expr, field string) string {
	id, ok := root.(*ast.Ident)
	if !ok {
		return outlive
	}
	if s.Info.Uses[id] == types.Universe.Lookup("nil") {
		return "the reader is nil"
	}
	v, ok := s.Info.Uses[id].(*types.Var)
	if !ok {
		return outlive
	}
	fn, body := s.function()
	if body == nil || v.Pos() < fn.Pos() || v.Pos() >= fn.End() {
		return outlive // a variable of the package, or of the function around a closure
	}
	if decl, ok := fn.(*ast.FuncDecl); ok && field == "" && v.Pos() < decl.Name.Pos() {
		return outlive // the receiver
	}
	if s.seen[v] {
		return ""
	}
	s.seen[v] = true
	for _, n := range s.path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if v.Pos() < n.Pos() && fn.Pos() <= n.Pos() {
				return looped
			}
		}
	}
	why := ""
	note := func(reason string) {
		if why == "" {
			why = reason
		}
	}
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
				note(looped)
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if x, ok := left.(*ast.Ident); !ok || field != "" || s.Info.ObjectOf(x) != v {
					continue
				}
				if len(n.Lhs) == len(n.Rhs) {
					note(s.made(n.Rhs[i]))
				} else {
					note(s.made(n.Rhs[0]))
				}
			}
		case *ast.ValueSpec:
			for i, x := range n.Names {
				if field == "" && s.Info.Defs[x] == v && i < len(n.Values) {
					note(s.made(n.Values[i]))
				}
			}
		case *ast.Ident:
			if s.Info.Uses[n] != v || s.harmless(parents, field) {
				break
			}
			if n.Pos() >= s.to && n.Pos() < s.reach() || n.Pos() >= s.from && n.End() <= s.to && n != id || s.later(parents, field) {
				note(again)
			}
		}
		return true
	})
	return why
}

// reach returns where what may run after the call ends: at the end of a block that
// returns, or of the function.
func (s *source) reach() token.Pos {
	for _, n := range s.path {
		switch n := n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return n.End()
		case *ast.BlockStmt:
			if len(n.List) == 0 {
				continue
			}
			_, returns := n.List[len(n.List)-1].(*ast.ReturnStmt)
			ast.Inspect(n, func(m ast.Node) bool {
				if _, ok := m.(*ast.BranchStmt); ok {
					returns = false // it may leave the block otherwise
				}
				return true
			})
			if returns {
				return n.End()
			}
		}
	}
	return token.Pos(math.MaxInt)
}

// later reports whether the last of parents, an identifier before the call, is
// looked at after it or beside it.
func (s *source) later(parents []ast.Node, field string) bool {
	for i, n := range parents {
		switch n := n.(type) {
		case *ast.DeferStmt:
			if field == "" || len(parents) != i+3 || parents[i+1] != n.Call {
				return true
			}
			// What is deferred for a response closes it, or reads it up for that.
		case *ast.FuncLit:
			if n.Pos() >= s.to || n.End() <= s.from {
				return true
			}
		case *ast.GoStmt:
			return true
		}
	}
	return false
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
// The body of a response may be read up, too, if nobody looks.
func (s *source) harmless(parents []ast.Node, field string) bool {
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
		if call, ok := up(2).(*ast.CallExpr); ok {
			_, ignored := up(3).(*ast.ExprStmt)
			return ignored && s.discards(call)
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

// discards reports whether a call is io.Copy(io.Discard, r).
func (s *source) discards(call *ast.CallExpr) bool {
	fn := typeutil.StaticCallee(s.Info, call)
	if fn == nil || fn.FullName() != "io.Copy" || len(call.Args) != 2 {
		return false
	}
	sel, ok := call.Args[0].(*ast.SelectorExpr)
	if !ok {
		return false
	}
	to := s.Info.Uses[sel.Sel]
	return to != nil && to.Pkg() != nil && to.Name() == "Discard" && (to.Pkg().Path() == "io" || to.Pkg().Path() == "io/ioutil")
}
