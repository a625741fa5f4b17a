// Package ignored suppresses what is said of some of its calls. // want package:"holds"
package ignored

import "encoding/xml"

type Order struct{ ID int }

type Bag struct {
	A, B map[string]int
}

func calls(b []byte) {
	xml.Marshal(Order{}) //xmlserde:ignore XMLSERDE003 written once a day
	xml.Marshal(Order{}) // want `XMLSERDE003: ignored.Order: can be compiled`
	//xmlserde:ignore XMLSERDE001 both fields are always empty
	xml.Marshal(Bag{})
	//xmlserde:ignore XMLSERDE003 another code
	xml.Marshal(Bag{}) // want `XMLSERDE001: ignored.Bag.A: .*` `XMLSERDE001: ignored.Bag.B: .*`
	//xmlserde:ignore XMLSERDE003 // want `^xmlserde: ignore directive without a reason$`
	xml.Marshal(Order{}) //nolint:xmlserde // want `XMLSERDE003: ignored.Order: can be compiled`
}
