// Package sites holds every form of call that binds a value to XML. A comment
// behind a call tells what must be found there: function, static type,
// direction, and std or facade, method, element, dynamic.
package sites

import (
	"bytes"
	"encoding/xml"
	. "encoding/xml"
	renamed "encoding/xml"
	"io"

	facade "github.com/xmlserde/xmlserde/xml"
)

type Order struct {
	ID int `xml:"id,attr"`
}

type Orders = []Order

type Page[T any] struct {
	Items []T `xml:"item"`
}

type stream struct {
	*xml.Decoder
	enc xml.Encoder
}

func functions(b []byte, v *Order, o Order) {
	xml.Marshal(v)                              // site: Marshal *Order marshal std
	xml.Marshal(o)                              // site: Marshal Order marshal std
	xml.Marshal(&o)                             // site: Marshal *Order marshal std
	xml.Marshal(&v)                             // site: Marshal **Order marshal std
	xml.MarshalIndent(o, "", "\t")              // site: MarshalIndent Order marshal std
	xml.Unmarshal(b, v)                         // site: Unmarshal *Order unmarshal std
	xml.Unmarshal(b, new(Order))                // site: Unmarshal *Order unmarshal std
	xml.Unmarshal(b, &Order{})                  // site: Unmarshal *Order unmarshal std
	xml.Unmarshal(b, &[]Order{})                // site: Unmarshal *[]Order unmarshal std
	xml.Unmarshal(b, new(Orders))               // site: Unmarshal *Orders unmarshal std
	xml.Unmarshal(b, &Page[Order]{})            // site: Unmarshal *Page[Order] unmarshal std
	renamed.Unmarshal(b, v)                     // site: Unmarshal *Order unmarshal std
	Unmarshal(b, v)                             // site: Unmarshal *Order unmarshal std
	(xml.Unmarshal)(b, (v))                     // site: Unmarshal *Order unmarshal std
	xml.Unmarshal(b, nil)                       // an untyped nil is no site
	xml.Unmarshal(b, o)                         // not a pointer is no site
	xml.Unmarshal(b, (*Order)(nil))             // site: Unmarshal *Order unmarshal std
	xml.Unmarshal(b, any(v))                    // site: Unmarshal *Order unmarshal std
	xml.Unmarshal(b, any((any)(&o)))            // site: Unmarshal *Order unmarshal std
	xml.Unmarshal(b, interface{}(v))            // site: Unmarshal *Order unmarshal std
	xml.Marshal(struct{ A int }{1})             // site: Marshal struct{A int} marshal std
	xml.Marshal(7)                              // site: Marshal int marshal std
	xml.EscapeText(io.Discard, b)               // binds nothing
	func() { xml.Unmarshal(b, v) }()            // site: Unmarshal *Order unmarshal std
	facade.Unmarshal(b, v)                      // site: Unmarshal *Order unmarshal facade
	facade.Marshal(o)                           // site: Marshal Order marshal facade
	facade.MarshalIndent(o, "", "")             // site: MarshalIndent Order marshal facade
	facade.MarshalAppend(b, o)                  // site: MarshalAppend Order marshal facade
	facade.MarshalWrite(io.Discard, o)          // site: MarshalWrite Order marshal facade
	facade.UnmarshalRead(bytes.NewReader(b), v) // site: UnmarshalRead *Order unmarshal facade
}

func elements(d *xml.Decoder, e *xml.Encoder, start xml.StartElement, v *Order, o Order, w any) {
	facade.DecodeElement(d, v, &start)     // site: DecodeElement *Order unmarshal facade element
	facade.DecodeElement(d, &v, nil)       // site: DecodeElement **Order unmarshal facade element
	facade.DecodeElement(d, o, nil)        // not a pointer is no site
	facade.DecodeElement(d, w, &start)     // site: DecodeElement any unmarshal facade element dynamic
	facade.EncodeElement(e, o, start)      // site: EncodeElement Order marshal facade element
	facade.EncodeElement(e, any(v), start) // site: EncodeElement *Order marshal facade element
	facade.EncodeElement(e, nil, start)    // an untyped nil is no site
}

func methods(d *xml.Decoder, e *Encoder, s stream, start xml.StartElement, v *Order) {
	d.Decode(v)                           // site: (*Decoder).Decode *Order unmarshal std method
	d.DecodeElement(v, &start)            // site: (*Decoder).DecodeElement *Order unmarshal std method element
	e.Encode(*v)                          // site: (*Encoder).Encode Order marshal std method
	e.EncodeElement(v, start)             // site: (*Encoder).EncodeElement *Order marshal std method element
	s.Decode(v)                           // site: (*Decoder).Decode *Order unmarshal std method
	s.enc.Encode(v)                       // site: (*Encoder).Encode *Order marshal std method
	(*xml.Decoder).Decode(d, v)           // site: (*Decoder).Decode *Order unmarshal std method
	(*Encoder).EncodeElement(e, v, start) // site: (*Encoder).EncodeElement *Order marshal std method element
	xml.NewDecoder(nil).Decode(v)         // site: (*Decoder).Decode *Order unmarshal std method
	facade.NewDecoder(nil).Decode(v)      // site: (*Decoder).Decode *Order unmarshal std method
	facade.NewEncoder(nil).Encode(v)      // site: (*Encoder).Encode *Order marshal std method
	d.Skip()                              // binds nothing
}

type decoder interface{ Decode(any) error }

type mine struct{}

func (mine) Decode(any) error            { return nil }
func (mine) Unmarshal([]byte, any) error { return nil }

func dynamic[T any, P *T | *Order](b []byte, v any, r io.Reader, t T, p P, d decoder, m mine) {
	xml.Unmarshal(b, v)          // site: Unmarshal any unmarshal std dynamic
	xml.Unmarshal(b, &v)         // site: Unmarshal *any unmarshal std dynamic
	xml.Marshal(r)               // site: Marshal io.Reader marshal std dynamic
	xml.Marshal(t)               // site: Marshal T marshal std dynamic
	xml.Unmarshal(b, &t)         // site: Unmarshal *T unmarshal std dynamic
	xml.Unmarshal(b, p)          // site: Unmarshal P unmarshal std dynamic
	xml.Unmarshal(b, any(v))     // site: Unmarshal any unmarshal std dynamic
	xml.Unmarshal(b, &Page[T]{}) // site: Unmarshal *Page[T] unmarshal std
	facade.Unmarshal(b, v)       // site: Unmarshal any unmarshal facade dynamic
	d.Decode(v)                  // not encoding/xml's
	m.Decode(v)                  // not encoding/xml's
	m.Unmarshal(b, v)            // not encoding/xml's
	shadowed := mine{}
	{
		xml := shadowed
		xml.Unmarshal(b, v) // not encoding/xml's
	}
}

func arguments() ([]byte, any) { return nil, nil }

func values(b []byte, v *Order) {
	xml.Unmarshal(arguments()) // one argument expression for two
	f := xml.Unmarshal
	f(b, v) // site: Unmarshal *Order unmarshal std
}
