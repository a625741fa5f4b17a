// Package forks calls a fork of encoding/xml.
package forks

import xml "github.com/xmlserde/xmlserde/testdata/src/forks/fork"

type Order struct{ ID int }

type Bag struct{ M map[string]int }

var hook = xml.Marshal // want `^XMLSERDE004: Marshal: used as a value, whose calls are not visible here$`

func calls(v any) {
	xml.Marshal(Order{})                // want `^XMLSERDE003: forks.Order: can be compiled; Marshal runs github.com/xmlserde/xmlserde/testdata/src/forks/fork$`
	xml.NewDecoder().Decode(new(Order)) // want `^XMLSERDE006: forks.Order: \(\*Decoder\).Decode runs github.com/xmlserde/xmlserde/testdata/src/forks/fork$`
	xml.Marshal(Bag{})                  // want `^XMLSERDE001: forks.Bag.M: map\[string\]int: unsupported-collection: falls back to encoding/xml$`
	xml.Marshal(v)                      // want `^XMLSERDE004: any: the type behind this argument is not visible here$`
}
