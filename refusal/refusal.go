// Package refusal names why a type is not compiled: the diagnostic codes, the
// reasons behind XMLSERDE001, and the text of a message. It decides nothing;
// package plan does. It imports the standard library alone, so every driver
// can speak of a refusal without knowing how it came about.
package refusal

// A Refusal says that one place in a type graph cannot be served by generated
// code. A type is refused with all of its refusals, never with the first alone.
type Refusal struct {
	// Reason is the kind of obstacle, from the fixed list in this package.
	Reason Reason
	// GoPath leads from the root type to the obstacle: the root as
	// "package.Type", then ".Field" for a struct field and "[]" for the
	// elements of a slice or array, as in "orders.Order.Lines[].Tags".
	GoPath string
	// Fact says what stands there, in lower case and without advice, such as
	// "map[string]string" or "type Money has MarshalXML".
	Fact string
}

// String returns "GoPath: Fact: reason".
func (r Refusal) String() string {
	return r.GoPath + ": " + r.Fact + ": " + string(r.Reason)
}

// Message returns the text of the XMLSERDE001 diagnostic for r:
// "XMLSERDE001: GoPath: Fact: reason: falls back to encoding/xml".
func (r Refusal) Message() string {
	return string(FallsBack) + ": " + r.String() + ": falls back to encoding/xml"
}
