package shop

import (
	stdxml "encoding/xml"
	"io"
	"strings"
)

// A Catalog has a namespace, and items that orders have as well.
type Catalog struct {
	XMLName stdxml.Name `xml:"urn:shop catalog"`
	Lang    string      `xml:"http://www.w3.org/XML/1998/namespace lang,attr,omitempty"`
	Items   []Item      `xml:"item"`
	Other   []Any       `xml:",any"`
}

// Any is an element that a catalog does not know.
type Any struct {
	XMLName stdxml.Name
	Attrs   []stdxml.Attr `xml:",any,attr"`
	Text    string        `xml:",chardata"`
	Any     []Any         `xml:",any"`
}

// ReadCatalog can be a call of one function.
func ReadCatalog(r io.Reader) (*Catalog, error) {
	var c Catalog
	if err := stdxml.NewDecoder(r).Decode(&c); err != nil {
		return nil, err
	}
	return &c, nil
}

// ReadStrict can be as well: Strict is true anyway, and d is used nowhere else.
func ReadStrict(r io.Reader, charset func(string, io.Reader) (io.Reader, error)) (*Catalog, error) {
	var c Catalog
	d := stdxml.NewDecoder(r)
	d.CharsetReader = charset
	d.Strict = true
	err := d.Decode(&c)
	return &c, err
}

// ParseCatalog goes by way of a reader.
func ParseCatalog(doc string) (*Catalog, error) {
	var c Catalog
	err := stdxml.NewDecoder(strings.NewReader(doc)).Decode(&c)
	return &c, err
}

// ReadTwo has to keep its decoder.
func ReadTwo(r io.Reader) ([]Catalog, error) {
	d := stdxml.NewDecoder(r)
	both := make([]Catalog, 2)
	for i := range both {
		if err := d.Decode(&both[i]); err != nil {
			return both, err
		}
	}
	return both, nil
}

// ReadLax cannot become the other function, which is strict.
func ReadLax(r io.Reader) (c Catalog, err error) {
	d := stdxml.NewDecoder(r)
	d.Strict = false
	err = d.Decode(&c)
	return c, err
}
