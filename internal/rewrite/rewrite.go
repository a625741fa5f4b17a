// Package rewrite finds what a call of one of encoding/xml's methods can become, so
// that compiled code runs: a call of a function of the facade with the same meaning.
//
// The same meaning is the same bytes on success, the same value and error, and the
// same rest in the reader. What a writer has been given when an error comes may
// differ. Where that is not plain from the syntax and the types around the call
// nothing is offered, and a few words say why.
package rewrite

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/xmlserde/xmlserde/internal/edit"
	"github.com/xmlserde/xmlserde/internal/sites"
)

// A Rewrite is what a call can become.
type Rewrite struct {
	// Edits are of the file that the call is in, which imports the facade
	// afterwards in place of encoding/xml. They are empty if the call stays.
	Edits []edit.Edit
	// To is the function that is called then.
	To string
	// Why says why the call stays, in a few words: "the decoder is used again".
	Why string
}

// An Input is a file of a type-checked package.
type Input struct {
	Fset *token.FileSet
	Pkg  *types.Package
	Info *types.Info
	File *ast.File
}

// Calls returns what becomes of the method calls among sites that are in the file.
func Calls(in Input, found []sites.Site) map[*ast.CallExpr]Rewrite {
	rewrites := make(map[*ast.CallExpr]Rewrite)
	for _, s := range found {
		if s.Call == nil || !s.Method || s.Call.Pos() < in.File.FileStart || s.Call.Pos() >= in.File.FileEnd {
			continue
		}
		c := &call{Input: in, CallExpr: s.Call, site: s}
		c.path, _ = astutil.PathEnclosingInterval(in.File, s.Call.Pos(), s.Call.End())
		why := c.rewrite()
		if why != "" {
			rewrites[s.Call] = Rewrite{Why: why}
		} else {
			rewrites[s.Call] = Rewrite{Edits: c.edits, To: c.to}
		}
	}
	return rewrites
}

// A call is one method call that is looked at.
type call struct {
	Input
	*ast.CallExpr
	site sites.Site
	// path leads from the call, which comes first, to the file.
	path  []ast.Node
	edits []edit.Edit
	to    string
}

// Reasons why a call stays.
const (
	expression = "it is called as an expression"
	comments   = "there is a comment within"
	deferred   = "it is deferred, or runs beside"
	calls      = "a function is called among its arguments"
	shadowed   = "the name of the function means something else here"
	elsewhere  = "comes from elsewhere"
)

// rewrite makes the edits, or says why there are none.
func (c *call) rewrite() string {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || c.Info.Selections[sel] == nil || c.Info.Selections[sel].Kind() != types.MethodVal {
		return expression
	}
	if len(c.path) > 1 {
		switch c.path[1].(type) {
		case *ast.DeferStmt, *ast.GoStmt:
			return deferred
		}
	}
	switch c.site.Func {
	case "(*Decoder).Decode":
		return c.whole(sel, decoding)
	case "(*Encoder).Encode":
		return c.whole(sel, encoding)
	case "(*Decoder).DecodeElement":
		return c.element(sel, decoding)
	case "(*Encoder).EncodeElement":
		return c.element(sel, encoding)
	}
	return expression
}

// A side is what differs between reading and writing.
type side struct {
	noun, maker, whole, element, method string
	end                                 string // the reader's or writer's name in reasons
}

var (
	decoding = side{"the decoder", "NewDecoder", "UnmarshalRead", "DecodeElement", "UnmarshalXML", "the reader"}
	encoding = side{"the encoder", "NewEncoder", "MarshalWrite", "EncodeElement", "MarshalXML", "the writer"}
)

// whole makes one call of the facade of a decoder or encoder that lives for one
// document.
func (c *call) whole(sel *ast.SelectorExpr, s side) string {
	if !c.plain(c.Args[0]) {
		return calls // which may change what the reader or writer is
	}
	switch x := sel.X.(type) {
	case *ast.CallExpr:
		if !c.makes(x, s) {
			return c.maker(x, s)
		}
		return c.chain(x, s)
	case *ast.Ident:
		return c.variable(x, s)
	}
	return s.noun + " " + elsewhere
}

// plain reports whether an expression calls nothing but new, and converts.
func (c *call) plain(e ast.Expr) bool {
	plain := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			fun := c.Info.Types[n.Fun]
			plain = plain && (fun.IsType() || fun.IsBuiltin())
		case *ast.UnaryExpr:
			plain = plain && n.Op != token.ARROW
		}
		return true
	})
	return plain
}

// makes reports whether a call is NewDecoder or NewEncoder.
func (c *call) makes(maker *ast.CallExpr, s side) bool {
	fn := typeutil.StaticCallee(c.Info, maker)
	return fn != nil && fn.Name() == s.maker && fn.Pkg() != nil && len(maker.Args) == 1 && fn.Signature().Recv() == nil &&
		(fn.Pkg().Path() == sites.StdPath || fn.Pkg().Path() == sites.FacadePath)
}

// maker says which function made a decoder or encoder.
func (c *call) maker(maker *ast.CallExpr, s side) string {
	if fn := typeutil.StaticCallee(c.Info, maker); fn != nil {
		return s.noun + " is made by " + fn.Name()
	}
	return s.noun + " " + elsewhere
}

// chain rewrites xml.NewDecoder(r).Decode(v) to xml.UnmarshalRead(r, v).
func (c *call) chain(maker *ast.CallExpr, s side) string {
	end := maker.Args[0]
	if s == decoding {
		if why := c.reader(end, c.Pos(), c.End()); why != "" {
			return why
		}
	}
	prefix, ok := c.prefix(maker.Fun, s.whole)
	if !ok {
		return shadowed
	}
	if c.commented(maker.Pos(), end.Pos()) || c.commented(end.End(), c.Args[0].Pos()) {
		return comments
	}
	c.replace(maker.Pos(), end.Pos(), prefix+s.whole+"(")
	c.replace(end.End(), c.Args[0].Pos(), ", ")
	c.to = s.whole
	return ""
}

// prefix returns what stands before the name of a function of the package by which
// fun, a function of it, is called.
func (c *call) prefix(fun ast.Expr, name string) (string, bool) {
	switch fun := fun.(type) {
	case *ast.SelectorExpr:
		if id, ok := fun.X.(*ast.Ident); ok {
			return id.Name + ".", c.means(id.Name)
		}
	case *ast.Ident: // a dot import
		_, obj := c.scope().LookupParent(name, c.Pos())
		return "", obj == nil || obj.Pkg() != nil && obj.Pkg().Path() == sites.FacadePath
	}
	return "", false
}

// means reports whether a name is that of encoding/xml or of the facade at the call.
func (c *call) means(name string) bool {
	_, obj := c.scope().LookupParent(name, c.Pos())
	imported, ok := obj.(*types.PkgName)
	return ok && (imported.Imported().Path() == sites.StdPath || imported.Imported().Path() == sites.FacadePath)
}

// scope returns the innermost scope around the call.
func (c *call) scope() *types.Scope {
	if s := c.Pkg.Scope().Innermost(c.Pos()); s != nil {
		return s
	}
	return c.Pkg.Scope()
}

// replace adds an edit.
func (c *call) replace(pos, end token.Pos, text string) {
	c.edits = append(c.edits, edit.Edit{Pos: pos, End: end, New: []byte(text)})
}

// commented reports whether a comment lies between two places.
func (c *call) commented(from, to token.Pos) bool {
	return slices.ContainsFunc(c.File.Comments, func(g *ast.CommentGroup) bool { return g.Pos() < to && from < g.End() })
}

// text returns the source of an expression, formatted for the place of the call. It
// is empty for one that would need a look at the source.
func (c *call) text(e ast.Expr) string {
	raw := false
	ast.Inspect(e, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		raw = raw || ok && strings.Contains(lit.Value, "\n")
		return true
	})
	var buf bytes.Buffer
	if err := format.Node(&buf, c.Fset, e); err != nil || raw {
		return ""
	}
	depth := 0
	for _, n := range c.path {
		switch n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			depth++
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			depth-- // gofmt does not indent their clauses
		}
	}
	return strings.ReplaceAll(buf.String(), "\n", "\n"+strings.Repeat("\t", depth))
}

// function returns the innermost function around the call, and its body.
func (c *call) function() (ast.Node, *ast.BlockStmt) {
	for _, n := range c.path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n, n.Body
		case *ast.FuncLit:
			return n, n.Body
		}
	}
	return nil, nil
}
