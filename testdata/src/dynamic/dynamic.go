// Package dynamic binds what is behind an interface or a type parameter. // want package:"holds"
package dynamic

import (
	"encoding/xml"
	"io"

	facade "github.com/xmlserde/xmlserde/xml"
)

type Order struct{ ID int }

type Orders interface{ Order | *Order }

func calls[T any, P Orders](b []byte, v any, r io.Reader, t T, p P) {
	xml.Marshal(v)                                      // want `^XMLSERDE004: any: the type behind this argument is not visible here$`
	xml.Unmarshal(b, v)                                 // want `XMLSERDE004: any: the type behind this argument is not visible here`
	xml.Unmarshal(b, &v)                                // want `XMLSERDE004: any: the type behind this argument is not visible here`
	xml.Marshal(r)                                      // want `XMLSERDE004: io.Reader: the type behind this argument is not visible here`
	xml.Marshal(t)                                      // want `XMLSERDE004: T: the type behind this argument is not visible here`
	xml.Unmarshal(b, &t)                                // want `XMLSERDE004: T: the type behind this argument is not visible here`
	xml.Marshal(p)                                      // want `XMLSERDE004: P: the type behind this argument is not visible here`
	facade.Marshal(v)                                   // want `XMLSERDE004: any: the type behind this argument is not visible here`
	facade.NewDecoder(nil).Decode(v)                    // want `XMLSERDE004: any: the type behind this argument is not visible here`
	xml.Marshal(error(nil))                             // nothing is bound
	xml.Marshal(any(Order{}))                           // want `XMLSERDE003: dynamic.Order: can be compiled`
	func(b []byte, v any) { xml.Unmarshal(b, v) }(b, t) // want `XMLSERDE004: any: the type behind this argument is not visible here`
}
