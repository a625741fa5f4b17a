package corpus

import (
	"encoding/xml"

	"github.com/xmlserde/xmlserde/internal/corpus/shared"
)

// The four places of an element's name: a tag of XMLName, its value, the
// field, the type.
type (
	TagName struct {
		XMLName xml.Name `xml:"tagged"`
		V       int      `xml:"v"`
	}
	SpaceTagName struct {
		XMLName xml.Name `xml:"urn:n&\"x tagged"`
		V       int      `xml:"v"`
	}
	ValueName struct {
		XMLName xml.Name
		V       int `xml:"v,attr"`
	}
	TypeNamed struct {
		V int
	}
	StringName struct {
		XMLName string `xml:"named"`
		V       int    `xml:"v"`
	}
	IntName struct {
		XMLName int
		V       int `xml:"v"`
	}
	PtrName struct {
		XMLName *xml.Name `xml:"urn:p ptr"`
		V       int       `xml:"v"`
	}
)

// Names holds each of them under a field's name, with and without namespaces.
type Names struct {
	Tagged   *TagName `xml:"tagged"`
	SpaceTag []SpaceTagName
	Value    ValueName    `xml:"value"`
	Values   []*ValueName `xml:"urn:v values"`
	Parent   ValueName    `xml:"p>q"`
	Int      IntName      `xml:"urn:i int"`
	Ints     []IntName    `xml:"ints"`
	Str      *StringName
	Type     TypeNamed `xml:"urn:t type"`
	Shared   shared.Named
	Simple   string   `xml:"urn:s simple"`
	Simples  []int    `xml:"urn:s simples"`
	Name     xml.Name `xml:"urn:s name"`
}

// ManyNames can be written only.
type ManyNames struct {
	Tag   TagName
	Many  [2]ValueName `xml:"many"`
	Names **Names      `xml:"urn:names names"`
}

// SpaceNames is in a namespace, which some of its children leave.
type SpaceNames struct {
	XMLName xml.Name    `xml:"urn:outer outer"`
	Value   ValueName   `xml:"value"`
	Values  []ValueName `xml:"urn:outer values"`
	Path    *ValueName  `xml:"p>value"`
	Int     IntName     `xml:"int"`
	Ints    []IntName   `xml:"urn:outer ints"`
	Middle  Middle      `xml:"middle"`
	Middles []Middle    `xml:"urn:middle middles"`
	Dynamic Dynamic     `xml:"dynamic"`
	Raw     *ValueName  `xml:",innerxml"`
	After   ValueName   `xml:"p>after"`
}

// Middle is in the namespace of its field.
type Middle struct {
	Value ValueName `xml:"value"`
	Int   *IntName  `xml:"int"`
	Next  *Middle   `xml:"next"`
	Space *Middle   `xml:"urn:next next"`
}

// Dynamic is in the namespace that its value says.
type Dynamic struct {
	XMLName xml.Name
	Values  []ValueName `xml:"value"`
	Int     IntName     `xml:"int"`
	Middle  *Middle     `xml:"middle"`
	A       string      `xml:"urn:a a,attr"`
}

// IntMiddle has no name of its own and holds what may leave its namespace.
type IntMiddle struct {
	XMLName int
	Value   ValueName  `xml:"value"`
	Next    *IntMiddle `xml:"urn:im next"`
	Plain   *IntMiddle `xml:"plain"`
}

// Spaces matches children by namespace.
type Spaces struct {
	A     string `xml:"urn:a item"`
	B     []int  `xml:"urn:b item"`
	C     string `xml:"item2"`
	D     string `xml:"urn:d item2"`
	Path  string `xml:"urn:a p>x"`
	Path2 string `xml:"urn:b p>x"`
	Path3 string `xml:"p>y"`
}

// SpacesAny hands the children that match nothing to a field.
type SpacesAny struct {
	A    string    `xml:"urn:a item"`
	B    int       `xml:"urn:b item"`
	C    *Text     `xml:"text"`
	D    []string  `xml:"urn:d list"`
	E    string    `xml:"list"`
	P    int       `xml:"urn:p p>x"`
	Rest []Element `xml:",any"`
}

// Element is any element.
type Element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []Element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

// AnyFirst has its any field under a name that others have too.
type AnyFirst struct {
	Item  []Text `xml:",any"`
	Other []Text `xml:"urn:o Item"`
	Named []Text `xml:"Item"`
}

// AnyLast takes what is left, and has a second any field under its own name.
type AnyLast struct {
	A      string       `xml:"a"`
	Rest   *TagName     `xml:",any"`
	Second []string     `xml:",any"`
	Shared shared.Named `xml:",any"`
}

// The any field of other types.
type (
	AnyString struct {
		A    string `xml:"a,attr"`
		Rest string `xml:",any"`
	}
	AnyInts struct {
		Rest []int  `xml:",any"`
		Text string `xml:",chardata"`
	}
	AnyName struct {
		Names []xml.Name `xml:",any"`
	}
	AnyPath struct {
		P    []int    `xml:"p>n"`
		Rest []string `xml:",any"`
	}
)
