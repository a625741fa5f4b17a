package shop

import "encoding/xml"

// An Envelope is generic, and so are the functions that bind it.
type Envelope[T any] struct {
	XMLName xml.Name `xml:"envelope"`
	From    string   `xml:"from,attr"`
	Body    T        `xml:"body"`
}

// Seal is bound to a type by its callers.
func Seal[T any](from string, body T) ([]byte, error) {
	return xml.Marshal(Envelope[T]{From: from, Body: body})
}

// Open is as well.
func Open[T any](doc []byte) (T, error) {
	var e Envelope[T]
	err := xml.Unmarshal(doc, &e)
	return e.Body, err
}

// parse wraps a call: what it is given is bound.
func parse(doc string, v any) error {
	return xml.Unmarshal([]byte(doc), v)
}

// A Ping is bound through wrappers alone.
type Ping struct {
	Seq  int    `xml:"seq,attr"`
	Text string `xml:",chardata"`
}

// SealPing calls one,
func SealPing(p Ping) ([]byte, error) { return Seal("ping", p) }

// OpenPing calls one,
func OpenPing(doc []byte) (Ping, error) { return Open[Ping](doc) }

// ParsePing calls the one with an interface.
func ParsePing(doc string) (p Ping, err error) {
	err = parse(doc, &p)
	return p, err
}
