// Package foreign holds types with unexported fields, for the package around it
// to use.
package foreign

import (
	"encoding/xml"
	"fmt"
)

// A Private has a field that no other package can spell.
type Private struct {
	Name string `xml:"name"`
	N    int    `xml:"n,attr"`
	note string
	memo []byte
}

// Note returns what is hidden.
func (p *Private) Note() string { return p.note + string(p.memo) }

// An Opaque has nothing but what is hidden, and a text.
type Opaque struct {
	text string
}

// Of returns an Opaque.
func Of(text string) Opaque { return Opaque{text} }

// MarshalText returns the text.
func (o Opaque) MarshalText() ([]byte, error) { return []byte(o.text), nil }

// UnmarshalText sets the text.
func (o *Opaque) UnmarshalText(text []byte) error {
	o.text = string(text)
	if len(text) > 20 {
		return fmt.Errorf("foreign: text of %d bytes", len(text))
	}
	return nil
}

// A Hidden embeds what other packages cannot name.
type Hidden struct {
	hidden
	Own string `xml:"own"`
}

type hidden struct {
	Inner string `xml:"inner"`
	Deep  *Private
}

// A Called has methods for elements, on its pointer.
type Called struct {
	count int
	Text  string
}

// MarshalXML writes the text.
func (c *Called) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(c.Text, start)
}

// UnmarshalXML reads the text, and counts.
func (c *Called) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	c.count++
	return d.DecodeElement(&c.Text, &start)
}
