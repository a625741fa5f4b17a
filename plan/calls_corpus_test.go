package plan

import (
	"encoding"
	"encoding/xml"
	"reflect"
)

// The types of this file have methods that note that they are called. Like those
// of corpus_test.go they are seen twice, so it imports the standard library alone.

// callers are the types that stand in every position, in every form.
var callers = []reflect.Type{
	reflect.TypeFor[XMLStruct](),
	reflect.TypeFor[XMLInt](),
	reflect.TypeFor[XMLMap](),
	reflect.TypeFor[AttrString](),
	reflect.TypeFor[AttrStruct](),
	reflect.TypeFor[AttrFunc](),
	reflect.TypeFor[TextSlice](),
	reflect.TypeFor[TextArray](),
	reflect.TypeFor[TextChan](),
	reflect.TypeFor[TextBytes](),
	reflect.TypeFor[TextFlag](),
	reflect.TypeFor[All](),
	reflect.TypeFor[AllSlice](),
	reflect.TypeFor[MixedOne](),
	reflect.TypeFor[MixedTwo](),
	reflect.TypeFor[WriteOnly](),
	reflect.TypeFor[ReadOnly](),
	reflect.TypeFor[Bare](),
	reflect.TypeFor[Point](),
	reflect.TypeFor[PointMap](),
	reflect.TypeFor[Many](),
	reflect.TypeFor[Pair](),
	reflect.TypeFor[Promoted](),
	reflect.TypeFor[PromotedPointer](),
	reflect.TypeFor[PromotedHidden](),
	reflect.TypeFor[PromotedScalar](),
	reflect.TypeFor[PromotedInterface](),
	reflect.TypeFor[PromotedBoth](),
	reflect.TypeFor[Ambiguous](),
	reflect.TypeFor[Shadowed](),
	reflect.TypeFor[ShadowedByField](),
	reflect.TypeFor[Deep](),
	reflect.TypeFor[Inside](),
	reflect.TypeFor[InsideSlice](),
	reflect.TypeFor[BehindPointer](),
	reflect.TypeFor[Generic[int]](),
	reflect.TypeFor[Generic[All]](),
	reflect.TypeFor[Marshaler](),
	reflect.TypeFor[any](),
	reflect.TypeFor[struct{ XMLStruct }](),
	reflect.TypeFor[string](),
	reflect.TypeFor[int](),
	reflect.TypeFor[[]byte](),
}

// notes are the methods called, in order.
var notes []string

func note(method string) { notes = append(notes, method) }

func noteAttr(name xml.Name) (xml.Attr, error) {
	note("MarshalXMLAttr")
	return xml.Attr{Name: name}, nil
}

func noteXML() error {
	note("MarshalXML")
	return nil
}

func noteText() ([]byte, error) {
	note("MarshalText")
	return []byte("1"), nil
}

func readXML(d *xml.Decoder) error {
	note("UnmarshalXML")
	return d.Skip()
}

func readAttr() error {
	note("UnmarshalXMLAttr")
	return nil
}

func readText() error {
	note("UnmarshalText")
	return nil
}

type XMLStruct struct{ A string }

func (XMLStruct) MarshalXML(*xml.Encoder, xml.StartElement) error        { return noteXML() }
func (*XMLStruct) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error { return readXML(d) }

type XMLInt int

func (*XMLInt) MarshalXML(*xml.Encoder, xml.StartElement) error       { return noteXML() }
func (*XMLInt) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error { return readXML(d) }

type XMLMap map[string]string

func (XMLMap) MarshalXML(*xml.Encoder, xml.StartElement) error       { return noteXML() }
func (XMLMap) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error { return readXML(d) }

type AttrString string

func (AttrString) MarshalXMLAttr(name xml.Name) (xml.Attr, error) { return noteAttr(name) }
func (*AttrString) UnmarshalXMLAttr(xml.Attr) error               { return readAttr() }

type AttrStruct struct{ A string }

func (*AttrStruct) MarshalXMLAttr(name xml.Name) (xml.Attr, error) { return noteAttr(name) }
func (*AttrStruct) UnmarshalXMLAttr(xml.Attr) error                { return readAttr() }

type AttrFunc func()

func (AttrFunc) MarshalXMLAttr(name xml.Name) (xml.Attr, error) { return noteAttr(name) }
func (AttrFunc) UnmarshalXMLAttr(xml.Attr) error                { return readAttr() }

type TextSlice []string

func (TextSlice) MarshalText() ([]byte, error) { return noteText() }
func (*TextSlice) UnmarshalText([]byte) error  { return readText() }

type TextArray [2]byte

func (*TextArray) MarshalText() ([]byte, error) { return noteText() }
func (*TextArray) UnmarshalText([]byte) error   { return readText() }

type TextChan chan int

func (TextChan) MarshalText() ([]byte, error) { return noteText() }
func (TextChan) UnmarshalText([]byte) error   { return readText() }

type TextBytes []byte

func (*TextBytes) MarshalText() ([]byte, error) { return noteText() }
func (*TextBytes) UnmarshalText([]byte) error   { return readText() }

type TextFlag bool

func (TextFlag) MarshalText() ([]byte, error) { return noteText() }
func (*TextFlag) UnmarshalText([]byte) error  { return readText() }

type All struct{ A string }

func (All) MarshalXML(*xml.Encoder, xml.StartElement) error        { return noteXML() }
func (*All) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error { return readXML(d) }
func (All) MarshalXMLAttr(name xml.Name) (xml.Attr, error)         { return noteAttr(name) }
func (*All) UnmarshalXMLAttr(xml.Attr) error                       { return readAttr() }
func (All) MarshalText() ([]byte, error)                           { return noteText() }
func (*All) UnmarshalText([]byte) error                            { return readText() }

type AllSlice []int

func (*AllSlice) MarshalXML(*xml.Encoder, xml.StartElement) error       { return noteXML() }
func (*AllSlice) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error { return readXML(d) }
func (*AllSlice) MarshalXMLAttr(name xml.Name) (xml.Attr, error)        { return noteAttr(name) }
func (*AllSlice) UnmarshalXMLAttr(xml.Attr) error                       { return readAttr() }
func (*AllSlice) MarshalText() ([]byte, error)                          { return noteText() }
func (*AllSlice) UnmarshalText([]byte) error                            { return readText() }

// A copy of a MixedOne has the second choice of methods, one of a MixedTwo the first.
type MixedOne string

func (*MixedOne) MarshalXML(*xml.Encoder, xml.StartElement) error { return noteXML() }
func (*MixedOne) MarshalXMLAttr(name xml.Name) (xml.Attr, error)  { return noteAttr(name) }
func (MixedOne) MarshalText() ([]byte, error)                     { return noteText() }
func (MixedOne) UnmarshalText([]byte) error                       { return readText() }

type MixedTwo struct{ A string }

func (MixedTwo) MarshalXML(*xml.Encoder, xml.StartElement) error       { return noteXML() }
func (MixedTwo) MarshalXMLAttr(name xml.Name) (xml.Attr, error)        { return noteAttr(name) }
func (*MixedTwo) MarshalText() ([]byte, error)                         { return noteText() }
func (MixedTwo) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error { return readXML(d) }

type WriteOnly struct{ A string }

func (*WriteOnly) MarshalText() ([]byte, error) { return noteText() }

type ReadOnly []string

func (*ReadOnly) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error { return readXML(d) }
func (*ReadOnly) UnmarshalXMLAttr(xml.Attr) error                       { return readAttr() }

type (
	// Bare has none of All's methods, and Point and PointMap none of what they
	// point to.
	Bare     All
	Point    *TextFlag
	PointMap *XMLMap
	Many     []*All
	Pair     [2]TextFlag
)

type Promoted struct {
	All
	B string
}

type PromotedPointer struct {
	*AllSlice `xml:"-"`
	B         string
}

type hiddenText struct{ A string }

func (*hiddenText) MarshalText() ([]byte, error) { return noteText() }
func (*hiddenText) UnmarshalText([]byte) error   { return readText() }

type PromotedHidden struct{ hiddenText }

type PromotedScalar struct{ TextFlag }

type PromotedInterface struct {
	Marshaler
	B string
}

type PromotedBoth struct {
	XMLStruct
	AttrStruct
	B string
}

type Ambiguous struct {
	XMLStruct
	XMLInt
	B string
}

type Shadowed struct{ TextFlag }

func (Shadowed) MarshalText() string           { return "" }
func (Shadowed) UnmarshalText(...[]byte) error { return nil }

type ShadowedByField struct {
	All
	MarshalXML   string
	UnmarshalXML int
}

type Deep struct{ Promoted }

// Inside has methods in it by value alone.
type Inside struct {
	A struct {
		B [2]MixedOne `xml:"f"`
	} `xml:"p"`
	C AttrString `xml:"c,attr"`
	D TextFlag   `xml:",chardata"`
}

// InsideSlice has methods of pointers, on what is addressable in any copy.
type InsideSlice struct {
	A []XMLInt
	B *TextBytes
	C []AttrStruct `xml:"c,attr"`
}

// BehindPointer has a method of a pointer behind an embedded one.
type BehindPointer struct {
	*WithXMLInt
	B string
}

type WithXMLInt struct{ C XMLInt }

type Generic[T any] struct{ V T }

func (Generic[T]) MarshalText() ([]byte, error) { return noteText() }

type Marshaler interface{ encoding.TextMarshaler }
