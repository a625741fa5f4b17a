// Package variants has tests of both kinds, each with types and calls of its own. // want package:"holds"
package variants

import "encoding/xml"

type Order struct{ ID int }

func Read(b []byte) (o Order, err error) {
	err = xml.Unmarshal(b, &o) // want `XMLSERDE003: variants.Order: can be compiled`
	return o, err
}
