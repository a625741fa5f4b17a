package variants

import (
	"encoding/xml"
	"testing"
)

type inTest struct{ M map[string]int }

func TestRead(t *testing.T) {
	xml.Marshal(inTest{}) // want `XMLSERDE001: variants.inTest.M: map\[string\]int: unsupported-collection: falls back to encoding/xml`
	xml.Marshal(Order{})  // want `XMLSERDE003: variants.Order: can be compiled`
}
