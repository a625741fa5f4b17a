// Package held has a generated file, beside which there is no region. // want package:`holds\[\S+held\.Order unmarshal\]`
package held

import "encoding/xml"

type Order struct{ ID int }

type Note struct{ Text string }

func calls(b []byte) {
	xml.Unmarshal(b, new(Order)) // want `^XMLSERDE003: held.Order: can be compiled$`
	xml.Unmarshal(b, new(Note))  // want `^XMLSERDE003: held.Note: can be compiled; run xmlserde gen, since xmlserde_gen.go holds the code of the package$`
}
