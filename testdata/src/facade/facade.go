// Package facade calls the facade and has code for some. // want package:`holds\[\S+facade\.OneWay unmarshal, \S+facade.Order marshal unmarshal, \S+facade\.Page\[\S+facade\.Line\] unmarshal, image\.Point marshal`
// For the rest of what it binds there is none.
package facade

import (
	"image"
	"io"

	"github.com/xmlserde/xmlserde/xml"
)

type Order struct {
	ID    int    `xml:"id,attr"`
	Lines []Line `xml:"lines>line"`
}

type Line struct {
	Text string `xml:",chardata"`
}

type OneWay struct{ A int }

type Page[T any] struct {
	Items []T `xml:"item"`
}

type Bag struct{ M map[string]int }

func calls(b []byte, w io.Writer, r io.Reader) {
	xml.Unmarshal(b, new(Order))
	xml.Marshal(Order{})
	xml.MarshalIndent(&Order{}, "", " ")
	xml.MarshalAppend(b, Order{})
	xml.MarshalWrite(w, Order{})
	xml.UnmarshalRead(r, new(Order))
	xml.Unmarshal(b, new(Page[Line]))
	xml.Unmarshal(b, new(OneWay))
	xml.Marshal(OneWay{})            // want `^XMLSERDE005: facade.OneWay: no generated code to marshal it$`
	xml.Marshal(Line{})              // want `^XMLSERDE005: facade.Line: no generated code to marshal it$`
	xml.Unmarshal(b, new(Page[int])) // want `^XMLSERDE005: facade.Page\[int\]: no generated code to unmarshal it$`
	xml.Marshal(image.Point{})
	xml.Marshal(image.Rectangle{})       // want `^XMLSERDE005: image.Rectangle: no generated code to marshal it$`
	xml.Marshal(Bag{})                   // want `^XMLSERDE001: facade.Bag.M: map\[string\]int: unsupported-collection: falls back to encoding/xml$`
	xml.NewDecoder(r).Decode(new(Order)) // want `^XMLSERDE006: facade.Order: \(\*Decoder\).Decode runs encoding/xml$`
	order := new(Order)
	xml.Unmarshal(b, &order)              // the registry has no **Order
	xml.NewEncoder(w).Encode(new(OneWay)) // want `^XMLSERDE006: facade.OneWay: \(\*Encoder\).Encode runs encoding/xml$`
}

func elements(b []byte, d *xml.Decoder, e *xml.Encoder, start xml.StartElement) {
	xml.DecodeElement(d, new(Order), &start)
	xml.EncodeElement(e, Order{}, start)
	xml.EncodeElement(e, OneWay{}, start)    // want `^XMLSERDE005: facade.OneWay: no generated code to marshal it$`
	d.DecodeElement(new(Order), &start)      // want `^XMLSERDE006: facade.Order: \(\*Decoder\).DecodeElement runs encoding/xml: it is in no UnmarshalXML method$`
	xml.DecodeElement(d, new(Owned), &start) // nothing to generate: the method is called
	xml.EncodeElement(e, Owned{}, start)
	xml.Marshal("text")
	xml.Unmarshal(b, new(float64))
}

// Owned has methods of its own.
type Owned struct{ A string }

func (Owned) MarshalXML(e *xml.Encoder, start xml.StartElement) error { return nil }

func (*Owned) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error { return d.Skip() }
