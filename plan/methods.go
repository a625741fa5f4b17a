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

// MethodsOf returns which of the six methods t has.
func MethodsOf(t types.Type) Methods {
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

// A Position is where in XML a value stands, which decides what methods
// encoding/xml looks for.
type Position uint8

const (
	// InElement is a value that is an element, or several.
	InElement Position = iota
	// InAttr is a value of a field with the attr option.
	InAttr
	// InText is a value of a field with the option chardata or cdata.
	InText
)

// Receiver returns what encoding/xml looks at for methods when it meets a value
// of n in the position: what is left of n below the pointers that it follows
// before.
//   - An element is written after all pointers are followed, and looked at again
//     at each level of slices and arrays.
//   - An element is read after one pointer is followed, and an attribute as well,
//     again at each level of slices. It may be a pointer still, and nil.
//   - An attribute is written as it stands in the field, or in a slice below at
//     most one pointer. A pointer, which may be nil, is looked at itself, and what
//     it points to is not.
//   - Text is looked at as it stands in the field, in both directions. A pointer,
//     which may be nil, is looked at itself, and what it points to is not.
func (n *Node) Receiver(pos Position, dir Direction) *Node {
	switch {
	case pos == InElement && dir == Marshal:
		return n.pointed()
	case pos != InText && dir == Unmarshal && n.Kind == Pointer:
		return n.Elem
	}
	return n
}

// Call returns the method that encoding/xml calls when it looks at an
// addressable value of n in the position, 0 if none. It is always 0 for
// time.Time, whose methods are part of what the kind Time means, and for an
// interface: methods are those of what it holds. What encoding/xml looks at is
// a [Node.Receiver].
func (n *Node) Call(pos Position, dir Direction) MethodSet {
	if n.is(Time, Interface) || n.pointsToTime() {
		return 0
	}
	return n.Methods.Pointer.first(pos, dir)
}

// first returns the method of the set that encoding/xml calls in the position.
func (s MethodSet) first(pos Position, dir Direction) MethodSet {
	for _, m := range callOrder[pos][dir] {
		if s&m != 0 {
			return m
		}
	}
	return 0
}

// callOrder lists the methods that encoding/xml looks for, the first first.
var callOrder = [...][2][]MethodSet{
	InElement: {{MarshalXML, MarshalText}, {UnmarshalXML, UnmarshalText}},
	InAttr:    {{MarshalXMLAttr, MarshalText}, {UnmarshalXMLAttr, UnmarshalText}},
	InText:    {{MarshalText}, {UnmarshalText}},
}
