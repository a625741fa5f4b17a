package variants_test

import (
	"encoding/xml"
	"testing"

	"github.com/xmlserde/xmlserde/testdata/src/variants"
)

type outside struct{ O variants.Order }

func TestRead(t *testing.T) {
	xml.Marshal(outside{})        // want `XMLSERDE003: variants_test.outside: can be compiled`
	xml.Marshal(variants.Order{}) // want `XMLSERDE003: variants.Order: can be compiled`
}
