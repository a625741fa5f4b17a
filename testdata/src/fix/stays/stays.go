// Package stays has calls of methods that mean something else than the functions
// of the facade.
package stays

import (
	"bufio"
	"encoding/xml"
	"io"
	"net/http"
	"strings"
)

type Order struct {
	ID int `xml:"id,attr"`
}

type conn struct {
	r io.Reader
	d *xml.Decoder
}

func readers(r io.Reader, c conn, br *bufio.Reader) {
	var o Order
	xml.NewDecoder(r).Decode(&o) // want `^XMLSERDE006: stays.Order: \(\*Decoder\).Decode runs encoding/xml: the reader is used again$`
	io.Copy(io.Discard, r)
	xml.NewDecoder(c.r).Decode(&o) // want `xml: the reader outlives the call$`
	for range 3 {
		xml.NewDecoder(br).Decode(&o) // want `xml: the reader is read in a loop$`
	}
	func() {
		xml.NewDecoder(r).Decode(&o) // want `xml: the reader outlives the call$`
	}()
}

func decoders(r io.Reader, c conn, d *xml.Decoder, ok bool) error {
	var o Order
	xml.NewDecoder(r).Decode(next())   // want `xml: a function is called among its arguments$`
	c.d.Decode(&o)                     // want `xml: the decoder comes from elsewhere$`
	d.Decode(&o)                       // want `xml: the decoder comes from elsewhere$`
	(*xml.Decoder).Decode(d, &o)       // want `xml: it is called as an expression$`
	defer xml.NewDecoder(r).Decode(&o) // want `xml: it is deferred, or runs beside$`

	loop := xml.NewDecoder(r)
	twice := xml.NewDecoder(r)
	twice.Decode(&o) // want `xml: the decoder is used again$`
	twice.Decode(&o) // want `xml: the decoder is used again$`

	lax := xml.NewDecoder(r)
	lax.Strict = false
	lax.Decode(&o) // want `xml: the decoder's Strict is set$`

	entities := xml.NewDecoder(r)
	entities.Entity = xml.HTMLEntity
	entities.Decode(&o) // want `xml: the decoder's Entity is set$`

	offset := xml.NewDecoder(r)
	offset.Decode(&o) // want `xml: the decoder is used again$`
	println(offset.InputOffset())

	kept := xml.NewDecoder(r)
	c.d = kept
	kept.Decode(&o) // want `xml: the decoder is used again$`

	for range 2 {
		loop.Decode(&o) // want `xml: the decoder is made for more than this statement$`
	}

	maker(r).Decode(&o) // want `xml: the decoder is made by maker$`

	if inner := xml.NewDecoder(r); ok {
		inner.Decode(&o) // want `xml: the decoder is made for more than this statement$`
	}

	token := xml.NewTokenDecoder(d)
	token.Decode(&o) // want `xml: the decoder is made by NewTokenDecoder$`

	late := xml.NewDecoder(r)
	return wrap(o.ID, late.Decode(&o)) // want `xml: other things come before it in its statement$`
}

func commented(r, s io.Reader) {
	var o Order
	xml.NewDecoder(r /* the body */).Decode(&o) // want `xml: there is a comment within$`
	d := xml.NewDecoder(s)                      // the body
	d.Decode(&o)                                // want `xml: there is a comment within$`
}

func shadowed(r io.Reader) {
	var o Order
	d := xml.NewDecoder(r)
	xml := 3
	d.Decode(&o) // want `xml: the name of the function means something else here$`
	println(xml)
}

func changed(r io.Reader) {
	var o Order
	d := xml.NewDecoder(r)
	r = nil
	d.Decode(&o) // want `xml: the reader may change in between$`
}

type stream struct{ *bufio.Reader }

func (s *stream) next(o *Order) error {
	return xml.NewDecoder(s).Decode(o) // want `xml: the reader outlives the call$`
}

func sources(br *bufio.Reader, r, q, s, u, w io.Reader, log io.Writer, open func() io.Reader) {
	var o Order
	xml.NewDecoder(io.TeeReader(r, log)).Decode(&o) // want `xml: the reader writes elsewhere what it reads$`
	tee := io.TeeReader(r, log)
	xml.NewDecoder(tee).Decode(&o) // want `xml: the reader writes elsewhere what it reads$`

	xml.NewDecoder(io.LimitReader(br, 9)).Decode(&o) // want `xml: the reader is used again$`
	limited := &io.LimitedReader{R: br, N: 9}
	xml.NewDecoder(limited).Decode(&o)      // want `xml: the reader is used again$`
	xml.NewDecoder(io.Reader(q)).Decode(&o) // want `xml: the reader is used again$`
	alias := q
	xml.NewDecoder(alias).Decode(&o) // want `xml: the reader is used again$`
	same, _ := q.(*bufio.Reader)
	xml.NewDecoder(same).Decode(&o) // want `xml: the reader is used again$`
	br.ReadByte()
	q.Read(nil)

	defer func() { io.ReadAll(s) }()
	xml.NewDecoder(s).Decode(&o) // want `xml: the reader is used again$`
	defer io.ReadAll(u)
	xml.NewDecoder(u).Decode(&o) // want `xml: the reader is used again$`
	go io.ReadAll(w)
	xml.NewDecoder(w).Decode(&o) // want `xml: the reader is used again$`
	for range 3 {
		xml.NewDecoder(open()).Decode(&o) // want `xml: the reader is read in a loop$`
	}
}

func branches(r, q io.Reader, ok bool) error {
	var o Order
	for range 1 {
		if ok {
			if o.ID > 0 {
				break
			}
			return xml.NewDecoder(q).Decode(&o) // want `xml: the reader is read in a loop$`
		}
	}
	switch {
	case ok:
		if o.ID > 1 {
			if o.ID > 2 {
				break
			}
			xml.NewDecoder(r).Decode(&o) // want `xml: the reader is used again$`
			return nil
		}
	}
	io.ReadAll(r)
	return nil
}

func responses(a, b, c *http.Response) {
	var o Order
	xml.NewDecoder(a.Body).Decode(&o) // want `xml: the reader is used again$`
	io.ReadAll(a.Body)
	xml.NewDecoder(b.Body).Decode(&o) // want `xml: the reader is used again$`
	b.Write(io.Discard)
	n, _ := io.Copy(io.Discard, c.Body)
	xml.NewDecoder(c.Body).Decode(&o) // want `xml: the reader is used again$`
	n, _ = io.Copy(io.Discard, c.Body)
	println(n)
}

var out io.Writer

func replaced(s, t string, w io.Writer, o Order, swap func()) {
	d := xml.NewDecoder(strings.NewReader(s))
	s = t
	d.Decode(&o) // want `xml: the reader may change in between$`
	e := xml.NewEncoder(out)
	swap()
	e.Encode(o) // want `xml: the writer may change in between$`
	change := func() { w = out }
	f := xml.NewEncoder(w)
	change()
	f.Encode(o) // want `xml: the writer may change in between$`
	g := xml.NewEncoder(out)
	out = nil
	g.Encode(o) // want `xml: the writer may change in between$`
}

func jumps(r io.Reader, w io.Writer, o Order) {
again:
	xml.NewDecoder(r).Decode(&o) // want `xml: the reader is read in a loop$`
	e := xml.NewEncoder(w)
	e.Encode(o) // want `xml: a goto may run it again$`
	if o.ID > 0 {
		goto again
	}
}

func encoders(w io.Writer, o Order) error {
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(o); err != nil { // want `XMLSERDE006: stays.Order: \(\*Encoder\).Encode runs encoding/xml: the encoder indents$`
		return err
	}
	f := xml.NewEncoder(w)
	f.Encode(o) // want `xml: the encoder is used again$`
	return f.Close()
}

func maker(r io.Reader) *xml.Decoder { return xml.NewDecoder(r) }

func next() *Order { return nil }

func wrap(int, error) error { return nil }

type Price struct{ fields Order }

func (p *Price) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		if child, ok := token.(xml.StartElement); ok {
			if err := d.DecodeElement(&p.fields, &child); err != nil { // want `xml: the element is not that of the method$`
				return err
			}
		}
		d.DecodeElement(&p.fields, &start) // want `xml: the decoder is used before$`
	}
}

func helper(d *xml.Decoder, e *xml.Encoder, o *Order, start xml.StartElement) {
	d.DecodeElement(o, &start) // want `xml: it is in no UnmarshalXML method$`
	e.EncodeElement(o, start)  // want `xml: it is in no MarshalXML method$`
}

func (p Price) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	other := xml.NewEncoder(io.Discard)
	other.EncodeElement(p.fields, start) // want `xml: the encoder is not that of the method$`
	return e.Encode(p.fields)            // want `xml: the encoder comes from elsewhere$`
}
