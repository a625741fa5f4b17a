//go:build go1.20

package constrained

import (
	"encoding/xml"
)

type Modern struct{ O Order }

func (m Modern) Write() ([]byte, error) {
	return xml.Marshal(m) // want `^XMLSERDE003: constrained.Modern: can be compiled$`
}
