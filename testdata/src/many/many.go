// Package many binds a type with more refusals than are listed at one call.
package many

import "encoding/xml"

type Many struct {
	A, B, C, D, E map[string]int
	F, G, H, I, J chan int
}

type Twice struct {
	One, Two Inner
}

type Inner struct {
	M map[string]int
}

func calls() {
	xml.Marshal(Many{})  // want `XMLSERDE001: many\.Many\.A: map\[string\]int: unsupported-collection: falls back to encoding/xml` `XMLSERDE001: many\.Many\.B: map\[string\]int: unsupported-collection: falls back to encoding/xml` `XMLSERDE001: many\.Many\.C: map\[string\]int: unsupported-collection: falls back to encoding/xml` `XMLSERDE001: many\.Many\.D: map\[string\]int: unsupported-collection: falls back to encoding/xml` `XMLSERDE001: many\.Many\.E: map\[string\]int: unsupported-collection: falls back to encoding/xml` `XMLSERDE001: many\.Many\.F: chan int: unsupported-type: falls back to encoding/xml` `XMLSERDE001: many\.Many\.G: chan int: unsupported-type: falls back to encoding/xml` `XMLSERDE001: many\.Many\.H: chan int: unsupported-type: falls back to encoding/xml` `XMLSERDE001: many\.Many: 2 more: falls back to encoding/xml`
	xml.Marshal(Twice{}) // want `XMLSERDE001: many\.Twice\.One\.M: map\[string\]int: unsupported-collection: falls back to encoding/xml`
}
