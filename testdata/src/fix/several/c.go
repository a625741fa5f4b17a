package several

import . "encoding/xml"

type Bag struct{ M map[string]int }

func bags(v any) {
	Marshal(Bag{})      // want `^XMLSERDE001: several.Bag.M: map\[string\]int: unsupported-collection: falls back to encoding/xml$`
	Marshal(v)          // want `^XMLSERDE004: any: the type behind this argument is not visible here$`
	Marshal(struct{}{}) // want `^XMLSERDE001: struct: unnamed struct without a name in XMLName: root-kind: falls back to encoding/xml$`
	Marshal(Line{})     // want `^XMLSERDE003: several.Line: can be compiled$`
}
