// Package sites finds the calls that bind Go values to XML and the static type
// behind each. It reports nothing and decides nothing: a [Site] is the question
// that package plan answers.
//
// It knows go/ast and go/types only, not go/analysis, and lies beside the
// analyzers rather than under them: cmd/xmlserde finds the same sites in
// packages that it loads itself, and a command cannot import what is internal
// to the analyzers.
package sites

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/xmlserde/xmlserde/plan"
)

// A Site is one call that binds a value to XML.
type Site struct {
	Call *ast.CallExpr
	// Arg is the bound argument as the call has it, parentheses and
	// conversions included. Diagnostics stand here.
	Arg ast.Expr
	// Func is the function as a reader knows it: "Unmarshal" or
	// "(*Decoder).Decode".
	Func string
	// Type is the static type of the bound value, pointers kept. A value
	// that is visibly converted to an interface, as in any(v), counts with its own type.
	Type      types.Type
	Direction plan.Direction
	// Element reports that the element has its name from a start tag among the
	// arguments: the function is an EncodeElement or a DecodeElement.
	Element bool
	// Std reports that the call runs encoding/xml whatever has been
	// generated: it is a function of that package or a method of its Encoder
	// or Decoder. Otherwise it is a function of the facade.
	Std bool
	// Method reports a method call; the facade's Encoder and Decoder have
	// encoding/xml's methods.
	Method bool
	// Dynamic reports that Type, pointers aside, is an interface or a type
	// parameter: what the call binds is not visible here.
	Dynamic bool
}

// Find returns the sites in files in source order. A call whose callee or
// argument has no type, because the package does not type-check, is not a site,
// nor is one that binds nothing: of an untyped nil, or of anything but a pointer
// to be read into, both always errors of encoding/xml.
func Find(info *types.Info, files []*ast.File) []Site {
	var found []Site
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if s, ok := site(info, call); ok {
					found = append(found, s)
				}
			}
			return true
		})
	}
	return found
}

// site returns the site that a call is, if it is one.
func site(info *types.Info, expr *ast.CallExpr) (Site, bool) {
	fn := typeutil.StaticCallee(info, expr)
	if fn == nil {
		return Site{}, false
	}
	name, c, ok := lookup(fn)
	if !ok {
		return Site{}, false
	}
	index := c.arg
	if methodExpr(info, expr.Fun) {
		index++ // the receiver comes first
	}
	if index >= len(expr.Args) {
		return Site{}, false // f(g()) with several results, or not well typed
	}
	s := Site{
		Call:      expr,
		Arg:       expr.Args[index],
		Func:      name,
		Direction: c.direction,
		Element:   c.element,
		Std:       fn.Pkg().Path() == StdPath,
		Method:    fn.Signature().Recv() != nil,
	}
	s.Type = staticType(info, s.Arg)
	if s.Type == nil || s.Direction == plan.Unmarshal && !mayPoint(s.Type) {
		return Site{}, false
	}
	s.Dynamic = types.IsInterface(Root(s.Type)) // of a type parameter too
	return s, true
}

// methodExpr reports whether fun is a method expression such as
// (*xml.Decoder).Decode.
func methodExpr(info *types.Info, fun ast.Expr) bool {
	sel, ok := ast.Unparen(fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	selection := info.Selections[sel]
	return selection != nil && selection.Kind() == types.MethodExpr
}

// staticType returns the type of e's value, seen through conversions to an
// interface, or nil if there is none to speak of.
func staticType(info *types.Info, e ast.Expr) types.Type {
	e = ast.Unparen(e)
	for {
		conv, ok := e.(*ast.CallExpr)
		if !ok || len(conv.Args) != 1 || !info.Types[conv.Fun].IsType() || !isInterface(typeOf(info, conv)) {
			break
		}
		e = ast.Unparen(conv.Args[0])
	}
	t := typeOf(info, e)
	if basic, ok := t.(*types.Basic); ok && basic.Kind() == types.UntypedNil {
		return nil
	}
	if Root(t).Underlying() == types.Typ[types.Invalid] {
		return nil
	}
	return t
}

// isInterface reports whether t is an interface proper, not a type parameter.
func isInterface(t types.Type) bool {
	_, param := types.Unalias(t).(*types.TypeParam)
	return types.IsInterface(t) && !param
}

// mayPoint reports whether a value of type t can be a pointer.
func mayPoint(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface: // a type parameter has its constraint's
		return true
	}
	return false
}

// typeOf is info.TypeOf without nil: a missing type is the invalid type.
func typeOf(info *types.Info, e ast.Expr) types.Type {
	if t := info.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

// Root returns t without the pointers above it, aliases resolved: the type
// that a call binds when it is given a T, a *T or a **T.
func Root(t types.Type) types.Type {
	for {
		t = types.Unalias(t)
		p, ok := t.(*types.Pointer)
		if !ok {
			return t
		}
		t = p.Elem()
	}
}
