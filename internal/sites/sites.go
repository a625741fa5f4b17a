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
	"slices"

	"github.com/xmlserde/xmlserde/plan"
)

// A Site is one call that binds a value to XML.
type Site struct {
	// Call is nil if Value is set.
	Call *ast.CallExpr
	// Arg is the bound argument as the call has it, parentheses and
	// conversions included; the called function, if a type argument of it says what is
	// bound. Diagnostics stand here.
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
	// Via is the wrapper that is called, which passes the value on to Func, nil if
	// Func itself is called.
	Via *types.Func
	// Wrapped reports that what a dynamic site binds is a parameter of the function
	// around it, or of the type of a type parameter of that: the calls of the function
	// are sites.
	Wrapped bool
	// Value reports that there is no call: the function is used as a value, and what
	// it binds is not visible.
	Value bool
	// Fork reports a function or method of a package with encoding/xml's API.
	Fork bool
}

// Find returns the sites in files that call the packages' functions and methods
// themselves, or local wrappers of them. See [Finder.Find].
func Find(info *types.Info, files []*ast.File) []Site {
	found, _ := Finder{}.Find(info, files)
	return found
}

// site returns the site that a call of fn is, if fn is in the tables.
func (f Finder) site(info *types.Info, expr *ast.CallExpr, fn *types.Func) (Site, bool) {
	name, c, ok := lookup(fn, f.Forks)
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
		Std:       fn.Pkg().Path() != FacadePath,
		Method:    fn.Signature().Recv() != nil,
		Fork:      slices.Contains(f.Forks, fn.Pkg().Path()),
	}
	return s, s.bind(staticType(info, s.Arg))
}

// bind sets the type of what the site binds. It reports whether it binds anything.
func (s *Site) bind(t types.Type) bool {
	s.Type = t
	if t == nil || s.Direction == plan.Unmarshal && !mayPoint(t) {
		return false
	}
	s.Dynamic = types.IsInterface(Root(t)) // of a type parameter too
	return true
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
