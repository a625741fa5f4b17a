package plan

import (
	"go/types"
	"strings"
)

// A MethodSet is a set of the six methods by which a type takes its XML into
// its own hands.
type MethodSet uint8

const (
	MarshalXML MethodSet = 1 << iota
	UnmarshalXML
	MarshalXMLAttr
	UnmarshalXMLAttr
	MarshalText
	UnmarshalText

	// AllMethods is all six.
	AllMethods MethodSet = 1<<iota - 1
)

var methodNames = [...]string{
	"MarshalXML", "UnmarshalXML", "MarshalXMLAttr", "UnmarshalXMLAttr", "MarshalText", "UnmarshalText",
}

// Names returns the methods' names, in the order of the constants.
func (s MethodSet) Names() []string {
	var names []string
	for i, name := range methodNames {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String returns the names separated by commas.
func (s MethodSet) String() string { return strings.Join(s.Names(), ",") }

// Methods tells which of the six methods a type T has, promoted ones included.
type Methods struct {
	// Value are those of a T with the signature that encoding/xml looks for,
	// Pointer those of a *T, which include Value's. encoding/xml calls the ones
	// in Pointer alone only where the T is addressable.
	Value, Pointer MethodSet
	// Selected are the names that select something in a T or *T: a method of
	// any signature, or a field. The other names are free, which generated code
	// can demand to stay so.
	Selected MethodSet
}

// methodsOf returns the facts about t.
func methodsOf(t types.Type) Methods {
	var m Methods
	for i, name := range methodNames {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if obj == nil {
			continue
		}
		bit := MethodSet(1) << i
		m.Selected |= bit
		fn, ok := obj.(*types.Func)
		if !ok || !hasSignature(bit, fn.Signature()) {
			continue
		}
		m.Pointer |= bit
		if obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name); obj != nil {
			m.Value |= bit
		}
	}
	return m
}

// hasSignature reports whether sig is the signature of the method in
// encoding/xml's or encoding's interface.
func hasSignature(method MethodSet, sig *types.Signature) bool {
	if sig.Variadic() {
		return false
	}
	in, out := signatureOf(method)
	return matches(sig.Params(), in) && matches(sig.Results(), out)
}

// A shape recognises one parameter or result type.
type shape func(types.Type) bool

func signatureOf(method MethodSet) (in, out []shape) {
	switch method {
	case MarshalXML:
		return []shape{pointerTo("Encoder"), xmlType("StartElement")}, []shape{isError}
	case UnmarshalXML:
		return []shape{pointerTo("Decoder"), xmlType("StartElement")}, []shape{isError}
	case MarshalXMLAttr:
		return []shape{isXMLName}, []shape{isXMLAttr, isError}
	case UnmarshalXMLAttr:
		return []shape{isXMLAttr}, []shape{isError}
	case MarshalText:
		return nil, []shape{isByteSlice, isError}
	default: // UnmarshalText
		return []shape{isByteSlice}, []shape{isError}
	}
}

func matches(vars *types.Tuple, shapes []shape) bool {
	if vars.Len() != len(shapes) {
		return false
	}
	for i, is := range shapes {
		if !is(vars.At(i).Type()) {
			return false
		}
	}
	return true
}

func xmlType(name string) shape {
	return func(t types.Type) bool { return isNamed(t, "encoding/xml", name) }
}

func pointerTo(name string) shape {
	return func(t types.Type) bool {
		p, ok := types.Unalias(t).(*types.Pointer)
		return ok && isNamed(p.Elem(), "encoding/xml", name)
	}
}

var (
	byteSlice = types.NewSlice(types.Typ[types.Byte])
	errorType = types.Universe.Lookup("error").Type()
)

func isByteSlice(t types.Type) bool { return types.Identical(t, byteSlice) }
func isError(t types.Type) bool     { return types.Identical(t, errorType) }

// called returns the method of n that encoding/xml would call when it meets n
// in the position, 0 if none. The methods of a pointer count as those of what
// it points to, except where encoding/xml looks at the pointer itself.
func (n *Node) called(pos position, dir Direction) MethodSet {
	for _, m := range callOrder[pos][dir] {
		if n.Methods.Pointer&m != 0 {
			return m
		}
	}
	return 0
}

// callOrder lists the methods that encoding/xml looks for, the first first.
var callOrder = [...][2][]MethodSet{
	inElement: {{MarshalXML, MarshalText}, {UnmarshalXML, UnmarshalText}},
	inAttr:    {{MarshalXMLAttr, MarshalText}, {UnmarshalXMLAttr, UnmarshalText}},
	inText:    {{MarshalText}, {UnmarshalText}},
}
