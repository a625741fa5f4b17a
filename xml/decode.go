package xml

import xmlrt "github.com/xmlserde/xmlserde/runtime"

// DecodeElement reads the element that begins with start, which d has just
// read, into the value v points to, as d.DecodeElement(v, start) does. With start
// nil it reads the next element.
//
// Compiled code serves the call if there is some for v, in an UnmarshalXML method
// that compiled code has called, as long as start is the tag the method was
// given and it has read nothing from d. Otherwise d itself does.
func DecodeElement(d *Decoder, v any, start *StartElement) error {
	return xmlrt.DecodeElement(d, v, start)
}
