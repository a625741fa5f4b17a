package corpus

import (
	"encoding/xml"
	"time"

	"github.com/xmlserde/xmlserde/internal/corpus/shared"
)

// Attrs has an attribute of every simple kind.
type Attrs struct {
	Bool   bool        `xml:"bool,attr"`
	Int    int         `xml:"int,attr"`
	Int8   int8        `xml:"int8,attr"`
	Uint   uint        `xml:"uint,attr"`
	Uint64 uint64      `xml:"uint64,attr"`
	F32    float32     `xml:"f32,attr"`
	F64    float64     `xml:"f64,attr"`
	String string      `xml:"string,attr"`
	Label  Label       `xml:"label,attr"`
	Bytes  []byte      `xml:"bytes,attr"`
	Blob   Blob        `xml:"blob,attr"`
	Octets Octets      `xml:"octets,attr"`
	Time   time.Time   `xml:"time,attr"`
	NoName string      `xml:",attr"`
	Code   shared.Code `xml:"code,attr"`
}

// OmitAttrs leaves out attributes that are empty.
type OmitAttrs struct {
	Bool   bool       `xml:"bool,attr,omitempty"`
	Int    int        `xml:"int,attr,omitempty"`
	Float  Amount     `xml:"float,attr,omitempty"`
	String string     `xml:"string,attr,omitempty"`
	Bytes  []byte     `xml:"bytes,attr,omitempty"`
	Time   time.Time  `xml:"time,attr,omitempty"`
	TimeP  *time.Time `xml:"timep,attr,omitempty"`
	IntP   *int       `xml:"intp,attr,omitempty"`
	Ints   []int      `xml:"ints,attr,omitempty"`
	Attr   *xml.Attr  `xml:"attr,attr,omitempty"`
}

// PointerAttrs has attributes behind pointers.
type PointerAttrs struct {
	Bool    *bool     `xml:"bool,attr"`
	Int     *int      `xml:"int,attr"`
	String  *string   `xml:"string,attr"`
	Bytes   *[]byte   `xml:"bytes,attr"`
	Ints    *[]int    `xml:"ints,attr"`
	Strings []*string `xml:"strings,attr"`
	Attr    *xml.Attr `xml:"attr,attr"`
}

// DeepPointerAttrs has attributes behind two pointers, which are read only.
type DeepPointerAttrs struct {
	Int    **int    `xml:"int,attr"`
	String **string `xml:"string,attr"`
	Bytes  **[]byte `xml:"bytes,attr"`
}

// SliceAttrs has attributes that repeat.
type SliceAttrs struct {
	Ints    []int       `xml:"ints,attr"`
	Strings []string    `xml:"strings,attr"`
	Labels  Labels      `xml:"labels,attr"`
	Bytes   [][]byte    `xml:"bytes,attr"`
	Times   []time.Time `xml:"times,attr"`
	Nested  [][]int     `xml:"nested,attr"`
	Attrs   []xml.Attr  `xml:"attrs,attr"`
	Attr    xml.Attr    `xml:"attr,attr"`
}

// SpaceAttrs has attributes in namespaces.
type SpaceAttrs struct {
	XSI   string      `xml:"http://www.w3.org/2001/XMLSchema-instance type,attr"`
	Type  string      `xml:"type,attr"`
	Lang  string      `xml:"http://www.w3.org/XML/1998/namespace lang,attr,omitempty"`
	A     int         `xml:"urn:a a,attr"`
	B     []string    `xml:"http://example.com/a b,attr"`
	C     *int        `xml:"http://example.com/b/a c,attr"`
	Any   string      `xml:"a,attr"`
	Inner []SpaceAttr `xml:"inner"`
	Quote string      `xml:"urn:\"<q>\" q,attr"`
}

// SpaceAttr is an element within the scope of another's prefixes.
type SpaceAttr struct {
	A int    `xml:"urn:a a,attr,omitempty"`
	X string `xml:"urn:xml x,attr"`
}

// AnyAttrs takes all attributes.
type AnyAttrs struct {
	All []xml.Attr `xml:",any,attr"`
}

// RestAttrs takes the attributes that no other field takes.
type RestAttrs struct {
	ID    int        `xml:"id,attr"`
	Rest  []xml.Attr `xml:",any,attr"`
	Never []xml.Attr `xml:",any,attr"`
	Text  string     `xml:",chardata"`
}

// RestSpaceAttrs takes the attributes that no other field takes, the namespace
// considered.
type RestSpaceAttrs struct {
	ID   int        `xml:"urn:a id,attr"`
	Own  string     `xml:"id,attr"`
	Name string     `xml:"urn:a name,attr"`
	Rest []xml.Attr `xml:",any,attr"`
}

// LastAttr keeps the last attribute.
type LastAttr struct {
	Last xml.Attr `xml:",any,attr"`
}

// TextAttrs keeps the values of attributes by any name.
type TextAttrs struct {
	Values []string `xml:",any,attr"`
}

// NumberAttr takes any attribute for a number.
type NumberAttr struct {
	Value *int `xml:",any,attr"`
}
