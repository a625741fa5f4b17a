package corpus

import (
	"encoding"
	"encoding/xml"
	"fmt"
)

// Interfaces has fields of interface types, whose values are written and read
// by what they hold.
type Interfaces struct {
	Any    any            `xml:"any"`
	Anys   []any          `xml:"anys"`
	Shape  ShapeLike      `xml:"shape"`
	Shapes []ShapeLike    `xml:"shapes>shape"`
	Space  any            `xml:"urn:i space"`
	Text   fmt.Stringer   `xml:"text"`
	Omit   any            `xml:"omit,omitempty"`
	Path   any            `xml:"p>q>path"`
	Path2  *string        `xml:"p>path"`
	Path3  ShapeLike      `xml:"p>q>shape"`
	NoTag  any            // under its own name
	Named  *Interfaces    `xml:"named"`
	Reader xml.Marshaler  `xml:"marshaler"`
	Deep   []*Interfacing `xml:"deep"`
}

// Interfacing is a struct with one, in no namespace of its own.
type Interfacing struct {
	XMLName xml.Name
	Value   any       `xml:"value"`
	Shape   ShapeLike `xml:"urn:shape shape"`
}

// A ShapeLike is one of the shapes.
type ShapeLike interface{ Area() float64 }

// The shapes.
type (
	Square struct {
		XMLName xml.Name `xml:"square"`
		Side    float64  `xml:"side,attr"`
	}
	Circle struct {
		Radius float64 `xml:"radius"`
		Notes  []Key   `xml:"note"`
	}
	// Unit has no fields.
	Unit int
	// Custom writes itself.
	Custom struct{ A float64 }
	// Shapes are shapes, too.
	Shapes []ShapeLike
)

// Area returns the area.
func (s Square) Area() float64 { return s.Side * s.Side }

// Area returns the area, about.
func (c *Circle) Area() float64 { return 3 * c.Radius * c.Radius }

// Area returns the area.
func (u Unit) Area() float64 { return float64(u) }

// Area returns the area.
func (c *Custom) Area() float64 { return c.A }

// MarshalXML writes the area.
func (c *Custom) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return encodeElement(e, c.A, start)
}

// UnmarshalXML reads the area.
func (c *Custom) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	return decodeElement(d, &c.A, &start)
}

// Area adds the areas up.
func (s Shapes) Area() (sum float64) {
	for _, shape := range s {
		if shape != nil {
			sum += shape.Area()
		}
	}
	return sum
}

// InterfaceAny hands what matches nothing to an interface.
type InterfaceAny struct {
	A    string `xml:"a"`
	Rest any    `xml:",any"`
}

// InterfaceAnys hands each of them to one.
type InterfaceAnys struct {
	XMLName xml.Name `xml:"urn:anys anys"`
	A       any      `xml:"urn:anys a"`
	Rest    []any    `xml:",any"`
}

// InterfaceMethods has interfaces that have the methods themselves.
type InterfaceMethods struct {
	Marshaler   xml.Marshaler            `xml:"marshaler"`
	Text        encoding.TextMarshaler   `xml:"text"`
	Unmarshaler []xml.Unmarshaler        `xml:"unmarshaler"`
	TextU       encoding.TextUnmarshaler `xml:"textu"`
	Both        TextBoth                 `xml:"p>both"`
}

// TextBoth is an interface with methods for text in both directions.
type TextBoth interface {
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

// InterfacePointers has pointers to interfaces, for writing.
type InterfacePointers struct {
	Any    *any         `xml:"any"`
	Shape  *ShapeLike   `xml:"p>shape"`
	Shapes []*ShapeLike `xml:"shapes"`
	Fixed  [2]any       `xml:"fixed"`
}

// InterfaceEmbeds embeds an interface and has it promote what is not called.
type InterfaceEmbeds struct {
	ShapeLike `xml:"shape"`
	Own       string `xml:"own"`
}

// InterfaceBehind has it behind an embedded pointer.
type InterfaceBehind struct {
	*InterfaceRole
	A Text `xml:"p>a"`
}

// InterfaceRole is embedded.
type InterfaceRole struct {
	Value  any         `xml:"p>value"`
	Values []ShapeLike `xml:"p>q>value"`
}
