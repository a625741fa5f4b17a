// Package tests has tests of both kinds, which hold the code of their own types. // want package:"holds"
package tests

import "encoding/xml"

type Order struct{ ID int }

func Write(o Order) ([]byte, error) {
	return xml.Marshal(o) // want `^XMLSERDE003: tests.Order: can be compiled$`
}
