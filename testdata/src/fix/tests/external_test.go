package tests_test

import (
	"encoding/xml"
	"testing"

	"github.com/xmlserde/xmlserde/testdata/src/fix/tests"
)

type outside struct{ O tests.Order }

func TestRead(t *testing.T) {
	var o outside
	if err := xml.Unmarshal([]byte("<outside/>"), &o); err != nil { // want `^XMLSERDE003: tests_test.outside: can be compiled$`
		t.Error(err)
	}
}
