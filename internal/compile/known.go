package compile

import (
	"go/types"
	"maps"
	"slices"

	"github.com/xmlserde/xmlserde/plan"
)

// known reports whether all that encoding/xml can reach from t has a type: in
// a package that does not type-check, a field may have none, and nothing can
// be said of the types that hold it.
func (p *Package) known(t types.Type) bool {
	seen := make(map[types.Type]bool)
	if !p.walkKnown(t, seen) {
		return false
	}
	maps.Copy(p.knownTypes, seen)
	return true
}

func (p *Package) walkKnown(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] || p.knownTypes[t] {
		return true
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() != types.Invalid
	case *types.Alias:
		return p.walkKnown(types.Unalias(t), seen)
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if !p.walkKnown(arg, seen) {
				return false
			}
		}
		for m := range t.Methods() {
			if !marshalerKnown(m) {
				return false
			}
		}
		return p.walkKnown(t.Underlying(), seen)
	case *types.Pointer:
		return p.walkKnown(t.Elem(), seen)
	case *types.Slice:
		return p.walkKnown(t.Elem(), seen)
	case *types.Array:
		return p.walkKnown(t.Elem(), seen)
	case *types.Map:
		return p.walkKnown(t.Key(), seen) && p.walkKnown(t.Elem(), seen)
	case *types.Interface:
		for m := range t.Methods() {
			if !marshalerKnown(m) {
				return false
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if !p.walkKnown(f.Type(), seen) {
				return false
			}
		}
	}
	return true
}

// marshalers are the names of the methods by which a type takes its XML into
// its own hands.
var marshalers = plan.AllMethods.Names()

// marshalerKnown reports whether all parameters and results of m have a type,
// if it has the name of one of those.
func marshalerKnown(m *types.Func) bool {
	if !slices.Contains(marshalers, m.Name()) {
		return true
	}
	s := m.Signature()
	for _, tuple := range []*types.Tuple{s.Params(), s.Results()} {
		for v := range tuple.Variables() {
			if v.Type() == types.Typ[types.Invalid] {
				return false
			}
		}
	}
	return true
}
