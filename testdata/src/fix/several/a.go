// Package several has calls in several files, of which the first holds the code. // want package:"holds"
package several

import (
	"encoding/xml"
	"fmt"
	"io"
)

type Order struct {
	XMLName xml.Name `xml:"order"`
	ID      int      `xml:"id,attr"`
	Lines   []Line   `xml:"lines>line"`
}

func Read(r io.Reader, b []byte) (o Order, err error) {
	if err := xml.Unmarshal(b, &o); err != nil { // want `^XMLSERDE003: several.Order: can be compiled$`
		return o, fmt.Errorf("order: %w", err)
	}
	return o, nil
}
