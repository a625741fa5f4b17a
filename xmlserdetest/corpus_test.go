package xmlserdetest

import (
	"time"

	"github.com/xmlserde/xmlserde/xml"
)

// kitchen has a field of every kind and mode that encoding/xml knows.
type kitchen struct {
	XMLName xml.Name `xml:"urn:kitchen kitchen"`

	ID    int        `xml:"id,attr"`
	On    *bool      `xml:"on,attr,omitempty"`
	When  time.Time  `xml:"urn:when when,attr"`
	Tags  []string   `xml:"tag,attr"`
	Extra []xml.Attr `xml:",any,attr"`

	Base
	*More

	Bool    bool
	Int8    int8      `xml:"int8,omitempty"`
	Uint16  *uint16   `xml:"uint16"`
	Float32 float32   `xml:"a>float32"`
	Floats  []float64 `xml:"a>b>float"`
	Time    time.Time `xml:"a>b>time"`
	Name    xml.Name  `xml:"name"`
	Bytes   []byte    `xml:"urn:bytes bytes"`
	Nested  *kitchen  `xml:"urn:kitchen kitchen"`
	Items   []item    `xml:"items>item"`
	Points  []*point
	Alias   named    `xml:"alias,omitempty"`
	Secret  chan int `xml:"-"`
	hidden  int

	Any []any1 `xml:",any"`
}

type Base struct {
	Label string `xml:"label"`
	Kind  string `xml:"kind,attr"`
}

type More struct {
	Detail string `xml:"a>detail"`
}

type named string

type item struct {
	Text    string `xml:",chardata"`
	Comment string `xml:",comment"`
	N       uint   `xml:"n,attr"`
}

type point struct {
	X, Y float64
	Data struct {
		Text []byte `xml:",cdata"`
	}
}

type any1 struct {
	XMLName xml.Name
	Inner   string `xml:",innerxml"`
}
