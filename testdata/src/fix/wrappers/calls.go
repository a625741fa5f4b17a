package wrappers // want package:"holds"

import "github.com/xmlserde/xmlserde/testdata/src/fix/wrappers/util"

func calls(b []byte, o Order) {
	Load[Order](b)     // want `^XMLSERDE003: wrappers.Order: can be compiled; Load runs encoding/xml$`
	util.Save(o)       // want `^XMLSERDE003: wrappers.Order: can be compiled; util.Save runs encoding/xml$`
	util.Read(nil, &o) // want `^XMLSERDE006: wrappers.Order: util.Read runs encoding/xml$`
	util.Save(Bag{})   // want `^XMLSERDE001: wrappers.Bag.M: map\[string\]int: unsupported-collection: falls back to encoding/xml$`
}
