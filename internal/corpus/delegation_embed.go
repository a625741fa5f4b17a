package corpus

import (
	"encoding/xml"

	"github.com/xmlserde/xmlserde/internal/corpus/shared"
)

// Promoted has the methods of what it embeds: they are called for all of it.
type Promoted struct {
	Key
	Lost string `xml:"lost"`
}

// PromotedPointer has them by a pointer that may be nil.
type PromotedPointer struct {
	*Kept
	Lost string `xml:"lost"`
}

// PromotedElement writes its own element.
type PromotedElement struct {
	ByPointer
	Lost int `xml:"lost,attr"`
}

// Cancelled embeds two types with the same methods at the same depth, and so
// has none of them.
type Cancelled struct {
	KeyPart
	KeptPart
	Own Upper `xml:"own"`
}

// The parts of Cancelled.
type (
	KeyPart struct {
		K string `xml:"k"`
	}
	KeptPart struct {
		T string `xml:"t,attr"`
	}
)

// MarshalText is cancelled.
func (KeyPart) MarshalText() ([]byte, error) { return []byte("key"), nil }

// MarshalText is cancelled.
func (KeptPart) MarshalText() ([]byte, error) { return []byte("kept"), nil }

// UnmarshalText is cancelled.
func (*KeyPart) UnmarshalText([]byte) error { return nil }

// UnmarshalText is cancelled.
func (KeptPart) UnmarshalText([]byte) error { return nil }

// Shadowed embeds a type whose method is hidden by a field of the same name.
type Shadowed struct {
	Hidden
	MarshalText string `xml:"text"`
}

// Hidden has a method that a field hides.
type Hidden struct {
	H int `xml:"h"`
}

// MarshalText is hidden.
func (Hidden) MarshalText() ([]byte, error) { return []byte("hidden"), nil }

// HidesMethod has a method of the right name and another signature, which
// hides the one it would have been given.
type HidesMethod struct {
	Hidden
	V int `xml:"v"`
}

// MarshalText is not the method that encoding/xml looks for.
func (HidesMethod) MarshalText() string { return "text" }

// CalledEmbeds holds them.
type CalledEmbeds struct {
	Promoted  Promoted         `xml:"promoted"`
	Pointer   PromotedPointer  `xml:"pointer"`
	Element   *PromotedElement `xml:"element"`
	Cancelled Cancelled        `xml:"cancelled"`
	Shadowed  []Shadowed       `xml:"shadowed"`
	Hides     HidesMethod      `xml:"hides"`
	Tagged    TaggedEmbed      `xml:"tagged"`
	Attr      Promoted         `xml:"attr,attr"`
}

// TaggedEmbed embeds a type with methods under a name: its methods are
// promoted all the same.
type TaggedEmbed struct {
	Every `xml:"every"`
	V     int `xml:"v"`
}

// CalledBehind has the called fields in structs that it embeds, by value and
// by pointer.
type CalledBehind struct {
	CalledBase
	*CalledRole
	Own Key `xml:"own"`
}

// The structs of CalledBehind.
type (
	CalledBase struct {
		Upper Upper   `xml:"upper"`
		Yes   YesNo   `xml:"yes,attr"`
		Keys  []*Key  `xml:"p>key"`
		Ver   Version `xml:"urn:ver ver,attr,omitempty"`
	}
	CalledRole struct {
		Dict Dict  `xml:"p>dict"`
		Key  *Key  `xml:"p>q>key"`
		Text Every `xml:",chardata"`
	}
)

// CalledPage is generic.
type CalledPage[T any] struct {
	Items []T                   `xml:"items>item"`
	First *T                    `xml:"first"`
	Pair  shared.Pair[Upper, T] `xml:"pair"`
}

// A Box is generic, and has methods.
type Box[T any] struct {
	Value T `xml:"value"`
}

// MarshalXML writes the value alone.
func (b *Box[T]) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(&b.Value, start)
}

// UnmarshalXML reads the value alone.
func (b *Box[T]) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	return d.DecodeElement(&b.Value, &start)
}

// The instances.
type (
	KeyPage  = CalledPage[Key]
	BoxPage  = CalledPage[Box[Text]]
	TextBox  = Box[Line]
	BoxOfBox = Box[Box[Upper]]
)

// Boxes holds instances, one with an argument that it leads back to.
type Boxes struct {
	Text Box[Text]    `xml:"text"`
	Ints []*Box[int]  `xml:"ints"`
	Self *Box[*Boxes] `xml:"self"`
}
