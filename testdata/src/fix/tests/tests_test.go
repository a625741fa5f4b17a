package tests

import (
	"encoding/xml"
	"testing"
)

type inside struct{ O Order }

func TestRead(t *testing.T) {
	var i inside
	if err := xml.Unmarshal([]byte("<inside/>"), &i); err != nil { // want `^XMLSERDE003: tests.inside: can be compiled$`
		t.Error(err)
	}
}
