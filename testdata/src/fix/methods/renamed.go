package methods

import (
	x "encoding/xml"
	"io"
)

func renamed(r io.Reader) (o Order, err error) {
	return o, x.NewDecoder(r).Decode(&o) // want `^XMLSERDE006: .*xml$`
}

type Wrapped struct{ Order }

func (w *Wrapped) UnmarshalXML(d *x.Decoder, start x.StartElement) error {
	type plain Order
	if err := d.DecodeElement(&w.Order, &start); err != nil { // want `^XMLSERDE006: .*xml$`
		return err
	}
	return nil
}
