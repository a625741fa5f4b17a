// Package broken does not type-check. What does not depend on it is judged. // want package:"holds"
package broken

import (
	"encoding/xml"

	facade "github.com/xmlserde/xmlserde/xml"

	"github.com/xmlserde/xmlserde/testdata/src/missing"
)

type Whole struct {
	ID int `xml:"id"`
}

type Bag struct {
	M map[string]int `xml:"m"`
	Broken
}

type Broken struct {
	A int
	B Undefined
}

type Deep struct{ B []*Broken }

type Foreign struct{ M missing.Type }

type Maps struct{ M map[string]Whole }

func calls(b []byte) int {
	xml.Unmarshal(b, new(Whole)) // want `XMLSERDE003: broken.Whole: can be compiled`
	xml.Marshal(Maps{})          // want `XMLSERDE001: broken.Maps.M: map\[string\]Whole: unsupported-collection`
	xml.Unmarshal(b, new(Bag))
	xml.Unmarshal(b, new(Broken))
	xml.Unmarshal(b, new(Deep))
	xml.Unmarshal(b, new(Foreign))
	xml.Unmarshal(b, new(Missing))
	xml.Unmarshal(b, undefined)
	xml.Unmarshal(b)
	xml.Undefined(b, new(Whole))
	facade.Unmarshal(b, new(Whole)) // what the generator would write is not known
	facade.Marshal(Maps{})          // want `XMLSERDE001: broken.Maps.M: map\[string\]Whole: unsupported-collection`
	return "not an int"
}
