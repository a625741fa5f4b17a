//xmlserde:ignore XMLSERDE001,XMLSERDE004 a file of old code

package ignored

import "encoding/xml"

func whole(v any) {
	xml.Marshal(v)
	xml.Marshal(Bag{})
	xml.Marshal(Order{}) // want `XMLSERDE003: ignored.Order: can be compiled`
}
