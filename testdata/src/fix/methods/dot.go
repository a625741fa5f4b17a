package methods // want package:"holds"

import (
	. "encoding/xml"
	"io"
)

func dot(r io.Reader, w io.Writer, o *Order) error {
	if err := NewDecoder(r).Decode(o); err != nil { // want `^XMLSERDE006: .*xml$`
		return err
	}
	return NewEncoder(w).Encode(o) // want `^XMLSERDE006: .*xml$`
}
