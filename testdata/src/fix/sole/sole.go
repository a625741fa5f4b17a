// Package sole has one file with one import. // want package:"holds"
package sole

import "encoding/xml"

// Order is compiled in both directions: what non-test files ask for is.
type Order struct {
	ID   int    `xml:"id,attr"`
	Note string `xml:"note"` // a comment
}

func Write(o Order) ([]byte, error) {
	return xml.Marshal(o) // want `^XMLSERDE003: sole.Order: can be compiled$`
}
