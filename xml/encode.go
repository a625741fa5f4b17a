package xml

import (
	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// EncodeElement writes the XML encoding of v to e with start as its outermost
// tag, as e.EncodeElement(v, start) does. In a MarshalXML method that a call of
// this package runs, it uses compiled code where there is some for the type
// of v; anywhere else encoding/xml serves it.
func EncodeElement(e *Encoder, v any, start StartElement) error {
	return xmlrt.EncodeElement(e, v, start)
}
