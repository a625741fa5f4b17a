// Package verdicts binds types that can be compiled, by every call of // want package:"holds"
// encoding/xml, under several names of the package.
package verdicts

import (
	"encoding/xml"
	. "encoding/xml"
	stdxml "encoding/xml"
	"io"
	"time"
)

type Order struct {
	XMLName xml.Name  `xml:"urn:orders order"`
	ID      int       `xml:"id,attr"`
	When    time.Time `xml:"when"`
	Lines   []*Line   `xml:"lines>line"`
	Note    string    `xml:",comment"`
	Parent  *Order    `xml:"urn:orders order"`
	Extra   []Any     `xml:",any"`
}

type Line struct {
	Text string `xml:",chardata"`
}

type Any struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Inner   []byte     `xml:",innerxml"`
}

type Page[T any] struct {
	Items []T `xml:"item"`
}

type Alias = Order

func functions(b []byte, v *Order) {
	xml.Unmarshal(b, v)                   // want `^XMLSERDE003: verdicts.Order: can be compiled$`
	xml.Marshal(v)                        // want `^XMLSERDE003: verdicts.Order: can be compiled$`
	xml.Marshal(*v)                       // want `XMLSERDE003: verdicts.Order: can be compiled`
	xml.MarshalIndent(Line{}, "", " ")    // want `XMLSERDE003: verdicts.Line: can be compiled`
	stdxml.Unmarshal(b, new(Line))        // want `XMLSERDE003: verdicts.Line: can be compiled`
	Unmarshal(b, &Line{})                 // want `XMLSERDE003: verdicts.Line: can be compiled`
	xml.Unmarshal(b, any(v))              // want `XMLSERDE003: verdicts.Order: can be compiled`
	xml.Unmarshal(b, new(Alias))          // want `XMLSERDE003: verdicts.Order: can be compiled`
	xml.Unmarshal(b, new(Page[Line]))     // want `XMLSERDE003: verdicts.Page\[verdicts.Line\]: can be compiled`
	xml.Marshal(&Page[time.Time]{})       // want `XMLSERDE003: verdicts.Page\[time.Time\]: can be compiled`
	xml.Unmarshal(b, &struct{ A int }{})  // want `^XMLSERDE003: struct: can be compiled`
	xml.Unmarshal(b, nil)                 // nothing is bound
	xml.EscapeText(io.Discard, []byte{1}) // nothing is bound
}

func methods(d *xml.Decoder, e *xml.Encoder, v *Order, start StartElement) {
	d.Decode(v)                                       // want `XMLSERDE006: verdicts.Order: \(\*Decoder\)\.Decode runs encoding/xml: the decoder comes from elsewhere$`
	d.DecodeElement(v, &start)                        // want `XMLSERDE006: verdicts.Order: \(\*Decoder\)\.DecodeElement runs encoding/xml: it is in no UnmarshalXML method$`
	e.Encode(v)                                       // want `XMLSERDE006: verdicts.Order: \(\*Encoder\)\.Encode runs encoding/xml: the encoder comes from elsewhere$`
	e.EncodeElement(v, start)                         // want `XMLSERDE006: verdicts.Order: \(\*Encoder\)\.EncodeElement runs encoding/xml: it is in no MarshalXML method$`
	(*xml.Decoder).Decode(d, v)                       // want `XMLSERDE006: verdicts.Order: \(\*Decoder\)\.Decode runs encoding/xml: it is called as an expression$`
	if err := NewDecoder(nil).Decode(v); err == nil { // want `XMLSERDE006: verdicts.Order: \(\*Decoder\)\.Decode runs encoding/xml: the reader is nil$`
		return
	}
}
