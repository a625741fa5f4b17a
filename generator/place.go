package generator

import (
	"go/types"
	"strings"

	"github.com/xmlserde/xmlserde/plan"
)

// A place is where a value stands in generated code.
type place struct {
	expr string
	// pointer reports that expr is a pointer to the place.
	pointer bool
}

// value returns the place as an operand.
func (p place) value() string {
	if p.pointer {
		return "*" + p.expr
	}
	return p.expr
}

// address returns a pointer to the place.
func (p place) address() string {
	if p.pointer {
		return p.expr
	}
	return "&" + p.expr
}

// primary returns the place as what an index or a slice expression may follow.
func (p place) primary() string {
	if p.pointer {
		return "(*" + p.expr + ")"
	}
	return p.expr
}

// element returns the place of an element of the slice or array at p.
func (p place) element(index string) place {
	return place{expr: p.primary() + "[" + index + "]"}
}

// pointee returns the place that the pointer at p leads to.
func (p place) pointee() place {
	if p.pointer {
		return place{expr: "*" + p.expr, pointer: true}
	}
	return place{expr: p.expr, pointer: true}
}

// field returns what an access leads to from the struct at p.
func (p place) field(access plan.Access) string {
	expr := p.expr
	if strings.HasPrefix(expr, "*") {
		expr = "(" + expr + ")"
	}
	for _, step := range access {
		expr += "." + step.Name
	}
	return expr
}

// fieldPlace returns the place a field's access leads to from the struct v.
func fieldPlace(access plan.Access) place {
	return place{expr: place{expr: "v", pointer: true}.field(access)}
}

// pointers returns the embedded pointers on an access, outermost first, as
// expressions, with the types they point to.
func pointers(access plan.Access) (exprs []string, elems []types.Type) {
	expr := "v"
	for _, step := range access {
		expr += "." + step.Name
		if step.Pointer {
			exprs = append(exprs, expr)
			elems = append(elems, types.Unalias(step.Type).Underlying().(*types.Pointer).Elem())
		}
	}
	return exprs, elems
}

// convert returns an operand of the basic type have as a value of the type want.
func (w *writer) convert(want types.Type, have, operand string) string {
	if basic, ok := types.Unalias(want).(*types.Basic); ok && basic.Kind() == types.Universe.Lookup(have).Type().(*types.Basic).Kind() {
		return operand
	}
	return w.typ(want) + "(" + operand + ")"
}

// isByte reports whether a type is byte itself, not a type made from it.
func isByte(t types.Type) bool {
	basic, ok := types.Unalias(t).(*types.Basic)
	return ok && basic.Kind() == types.Uint8
}
