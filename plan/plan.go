// Package plan decides. It holds the complete model of what encoding/xml does
// with a Go type, built from go/types alone, and answers for a type and a
// direction with a plan or with all the refusals.
//
// It reads no syntax and does no I/O, so a type known from source and the same
// type known from export data give the same answer. Nothing else in xmlserde
// decides: a driver reports a [Verdict], the generator emits the [Node] graph
// of an accepted one, and neither looks at a type again.
package plan

import (
	"go/types"

	"github.com/xmlserde/xmlserde/refusal"
)

// A Direction is one of the two ways a type meets XML. Verdicts are given for
// one direction at a time: an array is written and cannot be read.
type Direction uint8

const (
	// Marshal is from Go values to XML.
	Marshal Direction = iota
	// Unmarshal is from XML to Go values.
	Unmarshal
)

// String returns "marshal" or "unmarshal".
func (d Direction) String() string {
	if d == Marshal {
		return "marshal"
	}
	return "unmarshal"
}

// A Verdict is the answer for one root type in one direction. Exactly one of
// its fields is set.
type Verdict struct {
	// Plan is the graph of an accepted type: the node of the type at the root,
	// pointers above it taken off. Nodes are shared between the plans of one
	// [Builder], and must not be changed.
	Plan *Node
	// Refusals are all the obstacles of a refused type, one for each place in
	// the graph, in the order a reader of the type would meet them.
	Refusals []refusal.Refusal
}

// Accepted reports whether the type can be served by generated code.
func (v Verdict) Accepted() bool { return v.Plan != nil }

// A Kind is what encoding/xml does with a Go type, not the type's reflect.Kind:
// a []byte is text, not a collection, and a time.Time is text, not a struct.
type Kind uint8

const (
	// Invalid is a type that encoding/xml knows nothing to do with. An accepted
	// plan has one only where a method is called, as of a map.
	Invalid Kind = iota
	// Bool, Int, Uint, Float and String are the simple kinds, of any named or
	// unnamed type that has them as its underlying kind. Node.Bits tells widths.
	Bool
	Int
	Uint
	Float
	String
	// Bytes is a slice whose element kind is uint8: text.
	Bytes
	// ByteArray is an array whose element kind is uint8: text, written only.
	ByteArray
	// Time is time.Time itself, bound by its MarshalText and UnmarshalText.
	Time
	// Name is xml.Name as an ordinary element: read as the element's name,
	// written as an empty element.
	Name
	// Attr is xml.Attr under a field with the attr option. As an element,
	// xml.Attr is an ordinary Struct.
	Attr
	// Struct has Node.Struct set, unless elements of the type are left to its
	// methods in both directions.
	Struct
	// Slice, Array and Pointer have Node.Elem set. Array is written only.
	Slice
	Array
	Pointer
	// Interface is an interface, with methods or without: an element alone.
	Interface
)

// A Node is one type of a graph. There is one node for a type in a [Builder],
// except that xml.Attr has one as an attribute and one as an element.
//
// Where encoding/xml calls a method of the type, as [Node.Call] tells, the node is
// a leaf: what else it says has no meaning in that position and direction, and
// what is below it need not be accepted.
type Node struct {
	// Type is the type as the program names it, aliases resolved.
	Type types.Type
	Kind Kind
	// Bits is the width of an Int, Uint or Float: 8, 16, 32 or 64, and 0 for
	// int, uint and uintptr, whose width is the platform's. It is what
	// strconv.ParseInt and strconv.ParseFloat take.
	Bits int
	// Elem is the element of a Slice, Array, Bytes or ByteArray, and what a
	// Pointer points to.
	Elem *Node
	// Struct is the layout of a Struct.
	Struct *StructPlan
	// Methods tells which marshaler methods the type has.
	Methods Methods
	// Foreign marks a Struct whose fields, or those of a struct it embeds, the
	// package cannot write down: there are unexported ones of another package.
	// What code relies on is to be compared at run time.
	Foreign bool
	// Recursive marks a Struct that is part of a cycle or reachable from one, so
	// that its depth in a document has no static bound: code that reads its
	// children checks the depth limit before it touches the target. A later Build
	// of the same Builder sets it where a new root leads to the node through a
	// cycle; build all roots before you look at it.
	Recursive bool

	// refused says why the node can be in no plan as what it is, whatever the
	// direction; of an Interface, why it can be nothing but an element.
	refused *refusal.Refusal
}

// A QName is the name in a tag: a namespace, "" for none, and a local name.
// In a tag, no namespace matches any when reading (encoding/xml, Unmarshal).
type QName struct {
	Space, Local string
}

// A StructPlan is what encoding/xml makes of a struct: embedded structs
// flattened, shadowed and conflicting fields dropped, names settled.
type StructPlan struct {
	// TypeName names the element when neither an XMLName nor a field does: the
	// type's name without type arguments, "" for an unnamed type.
	TypeName string
	// XMLName is the XMLName field that counts, nil without one.
	XMLName *XMLName
	// Fields are the fields that remain, in encoding/xml's order, which is not
	// always declaration order: a field that wins a conflict moves to the end.
	Fields []*Field
	// Elements is how child elements find their field, nil if no field can be
	// an element.
	Elements *Level
	// Embedded are the embedded struct types that were flattened into Fields,
	// pointers taken off, each once. Their shape counts as much as the type's own.
	Embedded []types.Type
	// Promoting are the types of all embedded fields at any depth, flattened or
	// not, pointers taken off, each once, as far as the package can name them. A
	// method that one of them gains can become a method of the struct.
	Promoting []types.Type

	layout *layout
}

// An XMLName is a struct's XMLName field.
type XMLName struct {
	// Name is the name in its tag; Local is "" if the tag has none.
	Name QName
	// Capture leads to the field of type xml.Name that takes the element's
	// name when reading and gives it when writing. It is empty if the field at
	// that index has another type; then only Name counts.
	Capture Access
}

// Static reports whether the tag fixes the element's name.
func (x *XMLName) Static() bool { return x != nil && x.Name.Local != "" }

// An Access leads from a struct value to a field, through embedded structs.
type Access []Step

// A Step is one field selection of an [Access].
type Step struct {
	// Name is the field's name as Go selects it.
	Name string
	// Type is the field's type. Pointer reports that it is an embedded pointer to
	// struct, which reading allocates and writing skips when nil. It is never
	// set on the last step.
	Type    types.Type
	Pointer bool
}

// A Mode is how a field meets XML: the tag's options, omitempty aside.
type Mode uint8

const (
	ModeElement Mode = iota
	ModeAttr
	ModeCharData
	ModeCData
	ModeInnerXML
	ModeComment
	// ModeAny is ",any" on an element field: an element field under its own
	// name that also takes every child no other field takes.
	ModeAny
	// ModeAnyAttr is ",any,attr".
	ModeAnyAttr
)

// A Field is one field that encoding/xml reads or writes.
type Field struct {
	Access Access
	// GoPath is the access as written in Go, such as "Base.ID".
	GoPath string
	Mode   Mode
	Name   QName
	// Parents are the elements of an "a>b>c" tag above the field: "a", "b".
	// They are written without a namespace; when reading, the field's
	// namespace must match theirs as well.
	Parents   []string
	OmitEmpty bool
	// Node is the field's type.
	Node *Node
	// Ignored marks a field that is neither read nor written in a direction
	// although encoding/xml accepts it, such as the second chardata field of a
	// struct when reading, indexed by Direction. Its type has no meaning there
	// and its node can be of kind Invalid.
	Ignored [2]bool

	path route
}

// A Level is how child elements are matched at one depth of a struct's "a>b"
// paths. Cases are tried in order and the first that matches wins, as in
// encoding/xml; a child that matches none is the ModeAny field's at the top
// level, and is skipped without one or further down.
type Level struct {
	Cases []Case
}

// A Case is one way a child element can match. Name.Space "" matches any
// namespace. Exactly one of Field and Into is set.
type Case struct {
	Name  QName
	Field *Field
	Into  *Level
}
