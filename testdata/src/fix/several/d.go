package several

import "encoding/xml"

type Silent struct{ A int }

func silent() {
	xml.Marshal(Silent{}) //nolint:xmlserde // want `^XMLSERDE003: several.Silent: can be compiled$`
	//xmlserde:ignore XMLSERDE003 it is not worth it
	xml.Marshal(Silent{})
}
