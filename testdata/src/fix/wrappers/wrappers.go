// Package wrappers calls wrappers of its own and of others.
package wrappers

import (
	"encoding/xml"
)

type Order struct {
	ID int `xml:"id,attr"`
}

type Bag struct{ M map[string]int }

func Load[T any](b []byte) (v T, err error) { // want Load:`wraps\[Unmarshal\]`
	err = xml.Unmarshal(b, &v) // want `^XMLSERDE004: T: the type behind this argument is not visible here$`
	return v, err
}
