// Package shared holds types that package corpus uses from elsewhere.
package shared

import "encoding/xml"

// An Address is a plain struct of another package.
type Address struct {
	Street  string   `xml:"street"`
	City    string   `xml:"city,omitempty"`
	Country Country  `xml:"country,attr"`
	Lines   []string `xml:"lines>line"`
}

// A Country is a named string of another package.
type Country string

// A Code is a named integer of another package.
type Code int16

// A Base is embedded by types of another package.
type Base struct {
	ID   Code   `xml:"id,attr"`
	Note string `xml:"note"`
}

// A Named has a name in a namespace.
type Named struct {
	XMLName xml.Name `xml:"urn:shared named"`
	Value   string   `xml:",chardata"`
}

// A Pair is generic.
type Pair[K comparable, V any] struct {
	Key   K   `xml:"key"`
	Value V   `xml:"value"`
	More  []V `xml:"more"`
}

// A Maker makes addresses; it has no part in XML.
type Maker func(name string, opts ...Country) (*Address, error)

// Extra is embedded beside others.
type Extra struct {
	Extra []Code `xml:"extra"`
}
