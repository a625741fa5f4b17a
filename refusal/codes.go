package refusal

// A Code is the stable name of a diagnostic. Codes are never renumbered and
// never reused.
type Code string

// The doc comment of each code and reason is its page in the documentation: what
// it means, an example that yields it, what to do about it. The examples are
// compiled and checked by the tests of packages plan and analyzers/xmlserde.

const (
	// FallsBack reports a call whose type encoding/xml keeps serving: the code
	// works as before, at the speed of before. There is one message for each
	// obstacle in the type, with its Go path and one of the reasons below.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Order struct {
	//		ID   string            `xml:"id,attr"`
	//		Tags map[string]string `xml:"tags"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Each reason has its own remedy. A type is refused for one direction alone
	// if only that direction has the obstacle.
	FallsBack Code = "XMLSERDE001"

	// Abandoned reports that generation failed although the plan had accepted
	// the type. It is a bug of xmlserde, never of the program: please report it
	// with the type. The call keeps going through encoding/xml.
	Abandoned Code = "XMLSERDE002"

	// Compilable reports a call of a function of encoding/xml whose type can be
	// compiled.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Order struct {
	//		ID string `xml:"id,attr"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Accept the fix, or run xmlserde gen in the package's module and import the
	// package xml of xmlserde in place of encoding/xml. The fix changes the import of
	// the file, and writes the code for all types of the package: into a region at
	// the end of one of its files, or, by xmlserde-vet -fix, into xmlserde_gen.go.
	// Each alone leaves a program that compiles and does what it did. No fix is
	// offered where the module does not require xmlserde yet, where no file of the
	// package can hold the code, and where what the fix makes would not compile.
	Compilable Code = "XMLSERDE003"

	// Dynamic reports a call whose static type is an interface or a type
	// parameter, so that the type behind it is not visible at the call.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	func write(v any) ([]byte, error) { return xml.Marshal(v) }
	//
	// A call of the facade's functions finds the code of the type that comes, if
	// there is any. To have it generated, pass the types themselves somewhere, or
	// use xmlserde gen -all. Where the value is a parameter of the function around
	// the call, the calls of that function are looked at as if they bound their
	// arguments themselves. A method of Decoder or Encoder runs encoding/xml
	// whatever comes, as under XMLSERDE006.
	Dynamic Code = "XMLSERDE004"

	// Stale reports a call of the facade whose generated code is missing or no
	// longer what the generator writes for the types as they are. encoding/xml serves
	// the call if the program compiles.
	//
	// Example:
	//
	//	import "github.com/xmlserde/xmlserde/xml"
	//
	//	type Order struct {
	//		ID string `xml:"id,attr"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Accept the fix, or run xmlserde gen in the package.
	Stale Code = "XMLSERDE005"

	// Method reports a call that binds a type which can be compiled by a way on which
	// no compiled code lies, or that makes a copy of the document on its way. Methods
	// of Decoder and Encoder are encoding/xml's whatever is imported, because the
	// facade's types are the same types.
	//
	// Example:
	//
	//	import (
	//		"encoding/xml"
	//		"io"
	//	)
	//
	//	type Order struct {
	//		ID string `xml:"id,attr"`
	//	}
	//
	//	func read(r io.Reader) (o Order, err error) {
	//		err = xml.NewDecoder(r).Decode(&o)
	//		return o, err
	//	}
	//
	// The fix writes the call that runs compiled code: here xml.UnmarshalRead(r, &o),
	// xml.MarshalWrite(w, v) for NewEncoder(w).Encode(v), and inside methods such as
	// UnmarshalXML xml.DecodeElement(d, v, &start) for d.DecodeElement(v, &start) and
	// xml.EncodeElement(e, v, start) for e.EncodeElement(v, start). It is offered
	// where the meaning stays: bytes on success, values, texts of errors, and what is
	// left in the reader. What a writer has been given when an error comes may
	// differ: encoding/xml writes what it has up to there, and MarshalWrite nothing.
	// Where a call cannot be rewritten the message ends in the reason, such as that
	// the decoder is used again: it reads from the middle of a stream of tokens, and
	// there is no compiled form of that.
	Method Code = "XMLSERDE006"
)

// Codes returns all codes, in the order of their numbers.
func Codes() []Code {
	return []Code{FallsBack, Abandoned, Compilable, Dynamic, Stale, Method}
}

// A Reason is the slug that tells the kinds of refusal under XMLSERDE001 apart.
// The list is fixed: a driver may switch on it, a user may filter by it.
type Reason string

const (
	// CustomMarshaler: a call writes a value that is no pointer, and in it is
	// something whose MarshalXML, MarshalXMLAttr or MarshalText has a pointer
	// receiver. encoding/xml works on a copy then, on which it does not call the
	// method, and writes what the type is without it. Methods are called
	// everywhere else: of values, of what is behind pointers and in slices, and
	// all that read.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Money int
	//
	//	func (m *Money) MarshalText() ([]byte, error) { return []byte("free"), nil }
	//
	//	type Order struct {
	//		Total Money `xml:"total"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Pass a pointer, or give the method a value receiver: it is called then,
	// which is most often what was meant.
	CustomMarshaler Reason = "custom-marshaler"

	// Interface: an interface, so that the type is known at run time only, in an
	// attribute, in text, in a comment or as XMLName, at the root of the call or in
	// a slice that is written there. As the type of a field that is an element it is
	// served.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Order struct {
	//		Payment any `xml:"payment,attr"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Give the field the type of what it holds, or make it an element.
	Interface Reason = "interface"

	// UnsupportedCollection: a map, for which encoding/xml returns an error in
	// both directions.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Order struct {
	//		Tags map[string]string `xml:"tags"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Use a slice of a struct with a field for the key and one for the value,
	// or keep the field out of XML with the tag "-".
	UnsupportedCollection Reason = "unsupported-collection"

	// UnsupportedType: a channel, function, complex number or unsafe pointer; a
	// struct or slice in an attribute, in character data or in a comment, where
	// encoding/xml takes simple values; or a type that holds nothing but itself.
	// encoding/xml returns an error for most of these when it meets one, and
	// writes nothing for a struct or slice in character data.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Address struct {
	//		City string
	//	}
	//
	//	type Order struct {
	//		To Address `xml:"to,attr"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Make it an element, or a string.
	UnsupportedType Reason = "unsupported-type"

	// Array: an array that is read, for which encoding/xml returns an error, or
	// one that is no [n]byte in an attribute that is written. As an element an
	// array is written like a slice.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Order struct {
	//		Corner [2]int `xml:"corner"`
	//	}
	//
	//	func read(data []byte, o *Order) error { return xml.Unmarshal(data, o) }
	//
	// Use a slice.
	Array Reason = "array"

	// PointerDepth: more levels of pointers than encoding/xml follows in this
	// direction and place. When reading it follows one in elements and character
	// data and two in attributes; when writing, one in attributes and any number
	// elsewhere. Beyond, it returns an error.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Order struct {
	//		Count **int `xml:"count"`
	//	}
	//
	//	func read(data []byte, o *Order) error { return xml.Unmarshal(data, o) }
	//
	// Use one pointer.
	PointerDepth Reason = "pointer-depth"

	// LocalType: a type declared inside a function, which a generated file
	// cannot name.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	func write() ([]byte, error) {
	//		type order struct {
	//			ID string `xml:"id,attr"`
	//		}
	//		return xml.Marshal(order{ID: "1"})
	//	}
	//
	// Declare the type at the top level of the package. That goes also for the
	// "type alias Order" inside an UnmarshalXML, by which a method keeps encoding/xml
	// from calling it again.
	LocalType Reason = "local-type"

	// Unnameable: a type or field that the package cannot name: it is unexported
	// in another package, or in an internal package or a command out of reach. Of
	// a struct without a name the types of all fields count, also of those that
	// are not in XML, because the generated file writes down the struct.
	//
	// Example:
	//
	//	package money
	//
	//	type amount int
	//
	//	type Price struct {
	//		Amount amount `xml:"amount"`
	//	}
	//
	//	package orders
	//
	//	import (
	//		"encoding/xml"
	//
	//		"example.com/money"
	//	)
	//
	//	type Order struct {
	//		Total money.Price `xml:"total"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Copy what goes into XML to a type of your own.
	Unnameable Reason = "unnameable"

	// ForeignShape: a field of a struct of another package that is behind an
	// unexported embedded one, where encoding/xml reaches it and a selector need
	// not. Other structs with unexported fields are served: the generated code
	// notes their shape, and leaves them to encoding/xml when it is another.
	//
	// Example:
	//
	//	package money
	//
	//	type base struct {
	//		Currency string `xml:"currency,attr"`
	//	}
	//
	//	type Price struct {
	//		base
	//		Amount int `xml:"amount"`
	//	}
	//
	//	package orders
	//
	//	import (
	//		"encoding/xml"
	//
	//		"example.com/money"
	//	)
	//
	//	type Order struct {
	//		Total money.Price `xml:"total"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Copy what goes into XML to a type of your own, or keep the field out of
	// XML with the tag "-".
	ForeignShape Reason = "foreign-shape"

	// InvalidTag: a struct tag that encoding/xml refuses whenever it meets the
	// type: options that exclude each other, a namespace without a name, a path
	// that ends in ">" or leads to an attribute. Also a name that encoding/xml
	// writes but no reader takes for one, as with a space or quote in it.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Order struct {
	//		ID string `xml:"id,attr,chardata"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Mend the tag: encoding/xml returns an error for every value of the type.
	InvalidTag Reason = "invalid-tag"

	// TagConflict: two fields with the same name or with paths of which one
	// begins with the other, or a field whose tag has another name than the
	// XMLName of its type. Embedded structs' fields count; a shallower field
	// hides a deeper one, as in Go.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Order struct {
	//		Lines []string `xml:"lines"`
	//		Count int      `xml:"lines>count"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Rename one: encoding/xml returns an error for every value of the type.
	TagConflict Reason = "tag-conflict"

	// RecursiveEmbedding: a struct that embeds itself, by way of pointers or
	// other structs, on which encoding/xml does not terminate.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Order struct {
	//		*Order
	//		ID string `xml:"id,attr"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Give the field a name.
	RecursiveEmbedding Reason = "recursive-embedding"

	// Panics: a type on which encoding/xml panics in this direction for some
	// values or documents. These are: a *time.Time that can be nil in an
	// attribute without omitempty or in character data; an attribute without
	// omitempty behind an embedded pointer; an unexported embedded pointer, or an
	// unexported embedded type that is no struct, that is read; slices other than
	// []byte that take text; and an embedded XMLName field, which encoding/xml
	// looks for at the same index in the outer struct, where that struct has no
	// field or an unexported one.
	//
	// Example:
	//
	//	import (
	//		"encoding/xml"
	//		"time"
	//	)
	//
	//	type Order struct {
	//		Shipped *time.Time `xml:"shipped,attr"`
	//	}
	//
	//	func write(o Order) ([]byte, error) { return xml.Marshal(o) }
	//
	// Add omitempty to an attribute, as here: a nil pointer, to a time or to an
	// embedded struct, is left out then. Where there is no attribute, take the
	// pointer away, export the embedded type or give it a field name, or make the
	// slice a []byte.
	Panics Reason = "panics"

	// RootKind: the call writes a value that gives its element no name, which is
	// an error in encoding/xml unless the value has one: an unnamed struct whose
	// XMLName has no name in its tag, a []byte, or a slice of these. Also xml.Name and
	// a named pointer type, which nobody writes or reads by themselves.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	func write(id string) ([]byte, error) {
	//		return xml.Marshal(struct{ ID string }{id})
	//	}
	//
	// Give the type a name, or an XMLName with a tag. EncodeElement, which takes the
	// name, needs neither.
	RootKind Reason = "root-kind"

	// TypeParameter: the type depends on a type parameter of the function
	// around the call, or never ends in instantiations of itself. Instantiated
	// types are served.
	//
	// Example:
	//
	//	import "encoding/xml"
	//
	//	type Page[T any] struct {
	//		Items []T `xml:"item"`
	//	}
	//
	//	func write[T any](p Page[T]) ([]byte, error) { return xml.Marshal(p) }
	//
	// Nothing needs to be done: a call of the facade finds the code of the type
	// that comes, if there is any.
	TypeParameter Reason = "type-parameter"

	// Namespaces: a name in a namespace. Nothing is refused for it: the drop-in
	// serves namespaces whole. The slug is reserved for code without them.
	Namespaces Reason = "namespaces"

	// FlagEnum: a type that stands for a set of flags. Nothing is refused for
	// it: encoding/xml knows no such types. The slug is reserved.
	FlagEnum Reason = "flag-enum"
)

// Reasons returns all reasons, in the order of their pages.
func Reasons() []Reason {
	return []Reason{
		CustomMarshaler, Interface, UnsupportedCollection, UnsupportedType, Array, PointerDepth, LocalType,
		Unnameable, ForeignShape, InvalidTag, TagConflict, RecursiveEmbedding, Panics, RootKind, TypeParameter,
		Namespaces, FlagEnum,
	}
}
