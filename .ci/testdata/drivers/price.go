package shop

import (
	. "encoding/xml"
	"fmt"
)

// A Price has methods of its own, which go through fields.
type Price struct {
	Cents    int64
	Currency string
}

type price struct {
	Currency string `xml:"currency,attr"`
	Amount   string `xml:",chardata"`
}

// MarshalXML writes the cents behind a point.
func (p Price) MarshalXML(e *Encoder, start StartElement) error {
	return e.EncodeElement(price{p.Currency, fmt.Sprintf("%d.%02d", p.Cents/100, p.Cents%100)}, start)
}

// UnmarshalXML reads them.
func (p *Price) UnmarshalXML(d *Decoder, start StartElement) error {
	var x price
	if err := d.DecodeElement(&x, &start); err != nil {
		return err
	}
	p.Currency = x.Currency
	var units, cents int64
	if _, err := fmt.Sscanf(x.Amount, "%d.%d", &units, &cents); err != nil {
		return fmt.Errorf("price %q: %w", x.Amount, err)
	}
	p.Cents = 100*units + cents
	return nil
}
