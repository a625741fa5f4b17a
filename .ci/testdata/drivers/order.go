// Package shop has calls of every kind that the checker offers a fix for, and
// calls that it must leave alone.
package shop

import (
	"encoding/xml"
	"io"
	"time"

	"example.com/shop/geo"
)

// An Order is bound here, in other files, in tests and in another package.
type Order struct {
	XMLName xml.Name    `xml:"order"`
	ID      string      `xml:"id,attr"`
	Placed  time.Time   `xml:"placed"`
	Ship    geo.Address `xml:"ship"`
	Items   []Item      `xml:"items>item"`
	Note    *string     `xml:"note"`
}

// An Item is shared by orders and catalogs.
type Item struct {
	SKU   string `xml:"sku,attr"`
	Count int    `xml:"count"`
	Price Price  `xml:"price"`
}

// Bytes is a plain call.
func (o *Order) Bytes() ([]byte, error) {
	return xml.Marshal(o) // the pointer is what is bound
}

// ParseOrder is another.
func ParseOrder(doc []byte) (*Order, error) {
	var o Order
	if err := xml.Unmarshal(doc, &o); err != nil {
		return nil, err
	}
	return &o, nil
}

// ReadOrder reads all of r first.
func ReadOrder(r io.Reader) (*Order, error) {
	doc, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var o Order
	if err := xml.Unmarshal(doc, &o); err != nil {
		return nil, err
	}
	return &o, nil
}
