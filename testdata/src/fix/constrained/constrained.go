// Package constrained has a file with a constraint, which holds the code of its // want package:"holds"
// own types.
package constrained

import "encoding/xml"

type Order struct{ ID int }

func Write(o Order) ([]byte, error) {
	return xml.Marshal(o) // want `^XMLSERDE003: constrained.Order: can be compiled$`
}
