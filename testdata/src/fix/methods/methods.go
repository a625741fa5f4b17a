// Package methods has calls of methods that functions of the facade can replace.
package methods

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"net/http"
	"os"
	"strings"
)

type Order struct {
	ID   int    `xml:"id,attr"`
	Note string `xml:"note"`
}

func latin(charset string, r io.Reader) (io.Reader, error) { return r, nil }

func chains(r io.Reader, b []byte, s string, resp *http.Response) error {
	var o Order
	if err := xml.NewDecoder(r).Decode(&o); err != nil { // want `^XMLSERDE006: methods.Order: \(\*Decoder\).Decode runs encoding/xml$`
		return err
	}
	xml.NewDecoder(bytes.NewReader(b)).Decode(&o) // want `^XMLSERDE006: .*xml$`
	xml.NewDecoder(
		strings.NewReader(s),
	).Decode(&o) // want `^XMLSERDE006: .*xml$`
	if resp.StatusCode == http.StatusOK {
		defer resp.Body.Close()
		return xml.NewDecoder(resp.Body).Decode(&o) // want `^XMLSERDE006: .*xml$`
	}
	return xml.NewEncoder(os.Stdout).Encode(o) // want `^XMLSERDE006: methods.Order: \(\*Encoder\).Encode runs encoding/xml$`
}

func variables(r io.Reader, w io.Writer) (o Order, err error) {
	d := xml.NewDecoder(r)
	d.CharsetReader = latin
	d.Strict = true
	if err := d.Decode(&o); err != nil { // want `^XMLSERDE006: .*xml$`
		return o, err
	}
	e := xml.NewEncoder(w)
	o.Note = "written"
	err = e.Encode(&o) // want `^XMLSERDE006: .*xml$`
	return o, err
}

func between(path string) (*Order, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	dec := xml.NewDecoder(f)
	var o Order
	err = dec.Decode(&o) // want `^XMLSERDE006: .*xml$`
	return &o, err
}

func closing(resp *http.Response, data []byte, path string) (o Order, err error) {
	defer drain(resp)
	defer func() {
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}()
	var list []Order
	zipped, err := gzip.NewReader(resp.Body)
	if err != nil {
		return o, err
	}
	d := xml.NewDecoder(zipped)
	d.CharsetReader = func(charset string, r io.Reader) (io.Reader, error) {
		if charset == "latin1" {
			return r, nil
		}
		return nil, os.ErrInvalid
	}
	if err := d.Decode(&o); err != nil { // want `^XMLSERDE006: .*xml$`
		return o, err
	}
	for _, r := range [][]byte{data} {
		var o Order
		xml.NewDecoder(bytes.NewReader(r)).Decode(&o) // want `^XMLSERDE006: .*xml$`
		list = append(list, o)
	}
	in := bytes.NewReader(data)
	dec := xml.NewDecoder(in)
	order := &Order{ID: len("x")}
	var more, none = new(Order), Order{}
	err = dec.Decode(more) // want `^XMLSERDE006: .*xml$`
	println(order, none.ID)
	return o, err
}

func branch(resp *http.Response) (o Order, err error) {
	if resp.StatusCode != http.StatusOK {
		if err := xml.NewDecoder(resp.Body).Decode(&o); err != nil { // want `^XMLSERDE006: .*xml$`
			return o, err
		}
		return o, nil
	}
	_, err = io.ReadAll(resp.Body)
	return o, err
}

func drain(resp *http.Response) { resp.Body.Close() }

type Price struct {
	fields Order
}

func (p *Price) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	if len(start.Attr) > 7 {
		return d.DecodeElement(new(Order), &start) // want `^XMLSERDE006: methods.Order: \(\*Decoder\).DecodeElement runs encoding/xml$`
	}
	return d.DecodeElement(&p.fields, &start) // want `^XMLSERDE006: methods.Order: \(\*Decoder\).DecodeElement runs encoding/xml$`
}

func (p Price) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	start.Name.Local = "price"
	if err := e.EncodeElement(p.fields, start); err != nil { // want `^XMLSERDE006: methods.Order: \(\*Encoder\).EncodeElement runs encoding/xml$`
		return err
	}
	return e.Flush()
}
