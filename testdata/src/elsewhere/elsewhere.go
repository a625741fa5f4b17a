// Package elsewhere binds types that another package declares. // want package:"holds"
package elsewhere

import (
	"encoding/xml"
	"net/url"

	facade "github.com/xmlserde/xmlserde/xml"

	"github.com/xmlserde/xmlserde/testdata/src/elsewhere/held"
	"github.com/xmlserde/xmlserde/testdata/src/elsewhere/model"
)

type Mine struct{ O []model.Order }

type Own struct{ A int }

func calls(b []byte) {
	xml.Unmarshal(b, new(model.Order))        // want `XMLSERDE003: model.Order: can be compiled`
	xml.Unmarshal(b, new(model.Bag))          // want `XMLSERDE001: model.Bag.M: map\[string\]int: unsupported-collection: falls back to encoding/xml`
	xml.Unmarshal(b, new(model.Page[int]))    // want `XMLSERDE003: model.Page\[int\]: can be compiled`
	xml.Unmarshal(b, new(model.Page[Own]))    // want `XMLSERDE003: model\.Page\[elsewhere\.Own\]: can be compiled`
	xml.Unmarshal(b, new(Mine))               // want `XMLSERDE001: elsewhere\.Mine\.O\[\]\.Line: type model\.line is unexported: unnameable: falls back to encoding/xml`
	xml.Unmarshal(b, new(url.Userinfo))       // want `XMLSERDE003: url\.Userinfo: can be compiled`
	facade.Unmarshal(b, new(model.Order))     // want `XMLSERDE005: model.Order: no generated code to unmarshal it`
	facade.Unmarshal(b, new(model.Bag))       // want `XMLSERDE001: model.Bag.M: map\[string\]int: unsupported-collection: falls back to encoding/xml`
	facade.Unmarshal(b, new(model.Page[Own])) // want `XMLSERDE005: model.Page\[elsewhere.Own\]: no generated code to unmarshal it`
	facade.Unmarshal(b, new(url.Userinfo))    // want `XMLSERDE005: url.Userinfo: no generated code to unmarshal it`
	facade.Unmarshal(b, new(held.Order))      // held's code runs
	facade.Marshal(held.Order{})              // want `XMLSERDE005: held.Order: no generated code to marshal it`
	facade.Unmarshal(b, new(held.Note))       // want `XMLSERDE005: held.Note: no generated code to unmarshal it`
}
