package refusal

// A Code is the stable name of a diagnostic. Codes are never renumbered and
// never reused.
type Code string

const (
	// FallsBack reports a call whose type encoding/xml keeps serving, with the
	// reason and the Go path of each obstacle.
	FallsBack Code = "XMLSERDE001"

	// Abandoned reports that generation failed although the plan had accepted
	// the type. It is a bug of xmlserde, never of the program.
	Abandoned Code = "XMLSERDE002"

	// Compilable reports a call whose type can be compiled and is not yet.
	Compilable Code = "XMLSERDE003"

	// Dynamic reports a call whose static type is an interface or a type
	// parameter, so that the type behind it is not visible at the call.
	Dynamic Code = "XMLSERDE004"

	// Stale reports a call through the facade whose generated code is missing
	// or no longer what the generator writes for the types as they are.
	Stale Code = "XMLSERDE005"
)

// A Reason is the slug that tells the kinds of refusal under XMLSERDE001 apart.
// The list is fixed: a driver may switch on it, a user may filter by it.
type Reason string

const (
	// CustomMarshaler: a type in the graph has its own MarshalXML,
	// UnmarshalXML, MarshalXMLAttr, UnmarshalXMLAttr, MarshalText or
	// UnmarshalText that encoding/xml would call in this direction.
	CustomMarshaler Reason = "custom-marshaler"

	// Interface: a field or element has an interface type.
	Interface Reason = "interface"

	// UnsupportedCollection: a map, which encoding/xml serves in no direction.
	UnsupportedCollection Reason = "unsupported-collection"

	// UnsupportedType: a channel, function, complex number or unsafe pointer,
	// or a struct where encoding/xml takes a simple value only.
	UnsupportedType Reason = "unsupported-type"

	// Array: an array that is written but cannot be read back.
	Array Reason = "array"

	// PointerDepth: more levels of pointers than encoding/xml follows in this
	// direction and position.
	PointerDepth Reason = "pointer-depth"

	// LocalType: a type declared inside a function, which a generated file
	// cannot name.
	LocalType Reason = "local-type"

	// Unnameable: a type or field of another package that the package cannot
	// name because it is unexported or internal.
	Unnameable Reason = "unnameable"

	// ForeignShape: a struct of another package with unexported fields, whose
	// shape the compiler cannot guard.
	ForeignShape Reason = "foreign-shape"

	// InvalidTag: a struct tag that encoding/xml refuses whenever it meets the
	// type.
	InvalidTag Reason = "invalid-tag"

	// TagConflict: two fields whose paths conflict, which encoding/xml refuses
	// whenever it meets the type.
	TagConflict Reason = "tag-conflict"

	// RecursiveEmbedding: a struct that embeds itself, on which encoding/xml
	// does not terminate.
	RecursiveEmbedding Reason = "recursive-embedding"

	// Panics: a type on which encoding/xml panics in this direction for some
	// values or documents.
	Panics Reason = "panics"

	// RootKind: the root of the call is not a struct or a pointer to one.
	RootKind Reason = "root-kind"

	// TypeParameter: the type depends on a type parameter of the function
	// around the call.
	TypeParameter Reason = "type-parameter"

	// Namespaces: a name in a namespace. Only the poco profile and declared
	// serializers refuse it; the drop-in serves namespaces whole.
	Namespaces Reason = "namespaces"

	// FlagEnum: a type that a declared serializer binds as a set of flags. The
	// drop-in never refuses for it.
	FlagEnum Reason = "flag-enum"
)
