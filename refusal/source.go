package refusal

import _ "embed" // for source

//go:embed codes.go
var source []byte

// Source returns the text of codes.go, whose doc comments are the pages of the
// codes and reasons. "xmlserde explain" prints them.
func Source() []byte { return source }
