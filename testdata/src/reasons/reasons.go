// Package reasons binds types that fall back, for every reason that a call can // want package:"holds"
// meet.
package reasons

import (
	"encoding/xml"
	"net/netip"
	"net/url"
	"time"
	"unsafe"
)

type Money struct{ cents int64 }

func (m Money) MarshalXML(e *xml.Encoder, start xml.StartElement) error { return nil }

type Level int

func (l *Level) MarshalText() ([]byte, error) { return nil, nil }
func (l *Level) UnmarshalText(b []byte) error { return nil }

type Custom struct {
	Price Money      `xml:"price"`
	Level Level      `xml:"level,attr"`
	Addr  netip.Addr `xml:"addr"`
}

func customMarshaler(b []byte) {
	xml.Marshal(Custom{})         // want `XMLSERDE001: reasons\.Custom\.Level: type Level has MarshalText on \*Level, which is not called on a copy: custom-marshaler: falls back to encoding/xml`
	xml.Marshal(new(Custom))      // want `XMLSERDE003: reasons\.Custom: can be compiled`
	xml.Unmarshal(b, new(Custom)) // want `XMLSERDE003: reasons\.Custom: can be compiled`
	xml.Marshal(Money{})          // want `XMLSERDE003: reasons\.Money: can be compiled`
	xml.Marshal([2]Level{})       // want `XMLSERDE001: \[2\]reasons\.Level\[\]: type Level has MarshalText on \*Level, which is not called on a copy: custom-marshaler: falls back to encoding/xml`
}

type Open struct {
	Body any                `xml:"body"`
	List []interface{ M() } `xml:"list"`
}

type OpenAttr struct {
	Body any `xml:"body,attr"`
}

func interfaces(b []byte) {
	xml.Marshal(Open{})             // want `XMLSERDE003: reasons\.Open: can be compiled`
	xml.Unmarshal(b, new(Open))     // want `XMLSERDE003: reasons\.Open: can be compiled`
	xml.Marshal(OpenAttr{})         // want `XMLSERDE001: reasons\.OpenAttr\.Body: any: interface: falls back to encoding/xml`
	xml.Unmarshal(b, new(OpenAttr)) // want `XMLSERDE001: reasons\.OpenAttr\.Body: any: interface: falls back to encoding/xml`
}

type Maps struct {
	Tags map[string]string `xml:"tags"`
}

type Chans struct {
	C chan int        `xml:"c"`
	F func()          `xml:"f"`
	X complex64       `xml:"x"`
	P unsafe.Pointer  `xml:"p"`
	A struct{ B int } `xml:"a,attr"`
}

func unsupported(b []byte) {
	xml.Marshal(Maps{})         // want `XMLSERDE001: reasons\.Maps\.Tags: map\[string\]string: unsupported-collection: falls back to encoding/xml`
	xml.Unmarshal(b, new(Maps)) // want `XMLSERDE001: reasons\.Maps\.Tags: map\[string\]string: unsupported-collection: falls back to encoding/xml`
	xml.Marshal(Chans{})        // want `XMLSERDE001: reasons\.Chans\.C: chan int: unsupported-type: falls back to encoding/xml` `XMLSERDE001: reasons\.Chans\.F: func\(\): unsupported-type: falls back to encoding/xml` `XMLSERDE001: reasons\.Chans\.X: complex64: unsupported-type: falls back to encoding/xml` `XMLSERDE001: reasons\.Chans\.P: unsafe\.Pointer: unsupported-type: falls back to encoding/xml` `XMLSERDE001: reasons\.Chans\.A: attribute of type struct\{B int\}: unsupported-type: falls back to encoding/xml`
}

type Arrays struct {
	A     [4]int `xml:"a"`
	Inner struct {
		B [2]string `xml:"b"`
	} `xml:"inner"`
}

type Pointers struct {
	A **int    `xml:"a"`
	B **string `xml:"b,attr"`
}

func directions(b []byte) {
	xml.Marshal(Arrays{})           // want `XMLSERDE003: reasons\.Arrays: can be compiled`
	xml.Unmarshal(b, new(Arrays))   // want `XMLSERDE001: reasons\.Arrays\.A: \[4\]int: array: falls back to encoding/xml` `XMLSERDE001: reasons\.Arrays\.Inner\.B: \[2\]string: array: falls back to encoding/xml`
	xml.Marshal(Pointers{})         // want `XMLSERDE001: reasons\.Pointers\.B: \*\*string: pointer-depth: falls back to encoding/xml`
	xml.Unmarshal(b, new(Pointers)) // want `XMLSERDE001: reasons\.Pointers\.A: \*\*int: pointer-depth: falls back to encoding/xml`
}

func local(b []byte) {
	type here struct {
		A int `xml:"a"`
	}
	xml.Unmarshal(b, new(here))             // want `XMLSERDE001: reasons\.here: type here is declared in a function: local-type: falls back to encoding/xml`
	xml.Unmarshal(b, &struct{ H []here }{}) // want `XMLSERDE001: struct\.H: type here is declared in a function: local-type: falls back to encoding/xml`
}

type Foreign struct {
	URL  url.URL     `xml:"url"`
	Time *time.Timer `xml:"timer"`
}

func foreign(b []byte) {
	xml.Unmarshal(b, new(Foreign))      // want `XMLSERDE001: reasons\.Foreign\.Time\.C: <-chan time\.Time: unsupported-type: falls back to encoding/xml`
	xml.Unmarshal(b, new(url.Userinfo)) // want `XMLSERDE003: url\.Userinfo: can be compiled`
}

type BadTag struct {
	A int `xml:"a,attr,chardata"`
}

type Conflict struct {
	A int `xml:"a>b"`
	B int `xml:"a"`
}

type Loop struct {
	*Loop
	A int
}

type Nil struct {
	When *time.Time `xml:"when,attr"`
}

func invalid(b []byte) {
	xml.Unmarshal(b, new(BadTag))   // want `XMLSERDE001: reasons\.BadTag\.A: invalid tag "a,attr,chardata": invalid-tag: falls back to encoding/xml`
	xml.Unmarshal(b, new(Conflict)) // want `XMLSERDE001: reasons\.Conflict\.B: name "a" conflicts with name "a>b" of A: tag-conflict: falls back to encoding/xml`
	xml.Unmarshal(b, new(Loop))     // want `XMLSERDE001: reasons\.Loop\.Loop: \*Loop embeds itself: recursive-embedding: falls back to encoding/xml`
	xml.Marshal(Nil{})              // want `XMLSERDE001: reasons\.Nil\.When: \*time\.Time in an attribute can be nil: panics: falls back to encoding/xml`
}

func roots(b []byte, e *xml.Encoder, start xml.StartElement) {
	xml.Unmarshal(b, new([]BadTag))           // want `XMLSERDE001: \[\]reasons\.BadTag\[\]\.A: invalid tag "a,attr,chardata": invalid-tag: falls back to encoding/xml`
	xml.Marshal([]Maps{})                     // want `XMLSERDE001: \[\]reasons\.Maps\[\]\.Tags: map\[string\]string: unsupported-collection: falls back to encoding/xml`
	xml.Marshal(7)                            // want `XMLSERDE003: int: can be compiled`
	xml.Marshal(map[string]int{})             // want `XMLSERDE001: map\[string\]int: map\[string\]int: unsupported-collection: falls back to encoding/xml`
	xml.Marshal(struct{ A int }{})            // want `XMLSERDE001: struct: unnamed struct without a name in XMLName: root-kind: falls back to encoding/xml`
	e.EncodeElement(struct{ A int }{}, start) // want `XMLSERDE006: struct: \(\*Encoder\)\.EncodeElement runs encoding/xml`
	xml.Marshal([]any{})                      // want `XMLSERDE001: \[\]any\[\]: any: interface: falls back to encoding/xml`
}

type Page[T any] struct {
	Items []T `xml:"item"`
}

func parameter[T any](b []byte) {
	xml.Unmarshal(b, new(Page[T])) // want `XMLSERDE001: reasons\.Page\[T\]: type parameter T: type-parameter: falls back to encoding/xml`
}
