package shop

import (
	"bytes"
	"encoding/xml"
	"io"
)

// Export writes to w at once.
func Export(w io.Writer, c *Catalog) error {
	return xml.NewEncoder(w).Encode(c)
}

// ExportIndented does so with indentation.
func ExportIndented(w io.Writer, c *Catalog) error {
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	return e.Encode(c)
}

// ExportBoth writes two documents with one encoder.
func ExportBoth(w io.Writer, c *Catalog, o *Order) error {
	e := xml.NewEncoder(w)
	if err := e.Encode(c); err != nil {
		return err
	}
	return e.Encode(o)
}

// Pretty needs no writer.
func Pretty(o Order) (string, error) {
	b, err := xml.MarshalIndent(o, "", "\t")
	return string(b), err
}

// Buffered writes to a buffer and returns its bytes.
func Buffered(c *Catalog) ([]byte, error) {
	var buf bytes.Buffer
	if err := xml.NewEncoder(&buf).Encode(c); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
