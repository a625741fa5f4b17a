package compile

import (
	"go/types"
)

// known reports whether all that encoding/xml can reach from t has a type: in
// a package that does not type-check, a field may have none, and nothing can
// be said of the types that hold it.
func known(t types.Type) bool {
	return walkKnown(t, make(map[types.Type]bool))
}

func walkKnown(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() != types.Invalid
	case *types.Alias:
		return walkKnown(types.Unalias(t), seen)
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if !walkKnown(arg, seen) {
				return false
			}
		}
		for m := range t.Methods() {
			if marshalers[m.Name()] && !signatureKnown(m.Signature()) {
				return false
			}
		}
		return walkKnown(t.Underlying(), seen)
	case *types.Pointer:
		return walkKnown(t.Elem(), seen)
	case *types.Slice:
		return walkKnown(t.Elem(), seen)
	case *types.Array:
		return walkKnown(t.Elem(), seen)
	case *types.Map:
		return walkKnown(t.Key(), seen) && walkKnown(t.Elem(), seen)
	case *types.Struct:
		for f := range t.Fields() {
			if !walkKnown(f.Type(), seen) {
				return false
			}
		}
	}
	return true
}

// marshalers are the names of the methods by which a type takes its XML into
// its own hands.
var marshalers = map[string]bool{
	"MarshalXML":       true,
	"MarshalXMLAttr":   true,
	"MarshalText":      true,
	"UnmarshalXML":     true,
	"UnmarshalXMLAttr": true,
	"UnmarshalText":    true,
}

// signatureKnown reports whether all parameters and results have a type.
func signatureKnown(s *types.Signature) bool {
	for _, tuple := range []*types.Tuple{s.Params(), s.Results()} {
		for v := range tuple.Variables() {
			if v.Type() == types.Typ[types.Invalid] {
				return false
			}
		}
	}
	return true
}
