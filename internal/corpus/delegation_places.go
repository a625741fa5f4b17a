package corpus

import (
	"encoding/xml"
	"time"
)

// CalledElements has an element of every type with methods.
type CalledElements struct {
	Upper     Upper     `xml:"upper"`
	ByPointer ByPointer `xml:"by"`
	Dict      Dict      `xml:"dict"`
	Bag       Bag       `xml:"bag"`
	Call      Call      `xml:"call"`
	Events    Events    `xml:"events"`
	YesNo     YesNo     `xml:"yes"`
	Key       Key       `xml:"key"`
	Kept      Kept      `xml:"kept"`
	List      List      `xml:"list"`
	Quad      Quad      `xml:"quad"`
	Version   Version   `xml:"version"`
	Every     Every     `xml:"urn:every every"`
	Write     WriteOnly `xml:"write"`
	Read      ReadOnly  `xml:"read"`
	Text      TextOnly  `xml:"text"`
	Many      Many      `xml:"many"`
}

// CalledPointers has them behind a pointer.
type CalledPointers struct {
	Upper     *Upper     `xml:"upper"`
	ByPointer *ByPointer `xml:"by"`
	Dict      *Dict      `xml:"dict"`
	Bag       *Bag       `xml:"bag"`
	YesNo     *YesNo     `xml:"yes"`
	Key       *Key       `xml:"urn:key key"`
	Kept      *Kept      `xml:"kept,omitempty"`
	List      *List      `xml:"list"`
	Quad      *Quad      `xml:"quad"`
	Every     *Every     `xml:"every"`
	Write     *WriteOnly `xml:"write"`
	Read      *ReadOnly  `xml:"read"`
	Text      *TextOnly  `xml:"text"`
	Path      *Upper     `xml:"p>q>upper"`
	Path2     Key        `xml:"p>q>key"`
	Path3     *Key       `xml:"p>r>key"`
}

// CalledDeep has them behind several pointers, for writing.
type CalledDeep struct {
	Upper     **Upper      `xml:"upper"`
	ByPointer ***ByPointer `xml:"by"`
	Key       **Key        `xml:"key"`
	Keys      []**Key      `xml:"keys"`
	Fixed     [2]ByPointer `xml:"fixed"`
	FixedText [2]*Key      `xml:"fixedkey"`
}

// CalledSlices has slices of them.
type CalledSlices struct {
	Uppers   []Upper      `xml:"upper"`
	Pointers []*ByPointer `xml:"by"`
	Values   []ByPointer  `xml:"value"`
	Dicts    []Dict       `xml:"p>dict"`
	Bags     []Bag        `xml:"p>bag"`
	YesNos   []YesNo      `xml:"yes"`
	Keys     []Key        `xml:"key"`
	KeyPtrs  []*Key       `xml:"urn:key keys"`
	Lists    []List       `xml:"list"`
	Quads    []Quad       `xml:"quad"`
	Nested   [][]Key      `xml:"nested"`
	Pointer  *[]Upper     `xml:"pointer"`
	Octets   []YesOctet   `xml:"octets"`
	Every    []Every      `xml:"every,omitempty"`
}

// YesOctet is a byte with a text: a slice of it is bytes all the same.
type YesOctet byte

// MarshalText is called for one of them.
func (YesOctet) MarshalText() ([]byte, error) { return []byte("octet"), nil }

// CalledOmit leaves out those that are empty.
type CalledOmit struct {
	Upper   Upper    `xml:"upper,omitempty"`
	Dict    Dict     `xml:"dict,omitempty"`
	YesNo   YesNo    `xml:"yes,omitempty"`
	Key     Key      `xml:"key,omitempty"`
	List    List     `xml:"list,omitempty"`
	ListA   List     `xml:"lista,attr,omitempty"`
	YesNoA  YesNo    `xml:"yesa,attr,omitempty"`
	Version *Version `xml:"version,attr,omitempty"`
	Events  Events   `xml:"events,omitempty"`
}

// CalledAttrs has attributes of them.
type CalledAttrs struct {
	Version  Version     `xml:"version,attr"`
	Versions []Version   `xml:"urn:vs versions,attr"`
	Pointer  PointerAttr `xml:"pointer,attr"`
	YesNo    YesNo       `xml:"yes,attr"`
	Key      Key         `xml:"urn:key key,attr"`
	Kept     Kept        `xml:"kept,attr"`
	List     List        `xml:"list,attr"`
	Quad     Quad        `xml:"quad,attr"`
	Every    Every       `xml:"every,attr"`
	Keys     []Key       `xml:"keys,attr"`
	Upper    Upper       `xml:"upper,attr"`
	Text     TextOnly    `xml:"text,attr"`
	Inner    CalledAttr  `xml:"inner"`
	Plain    string      `xml:"urn:version/v plain,attr"`
}

// CalledAttr is within the scope of another's prefixes.
type CalledAttr struct {
	Version Version `xml:"urn:vs version,attr"`
	Dict    Dict    `xml:"dict"`
	Key     Key     `xml:"urn:key key,attr"`
}

// CalledAttrPointers has attributes behind pointers, which are called nil or
// not.
type CalledAttrPointers struct {
	Version *Version     `xml:"version,attr"`
	Pointer *PointerAttr `xml:"pointer,attr"`
	YesNo   *YesNo       `xml:"yes,attr,omitempty"`
	Key     *Key         `xml:"key,attr"`
	Every   *Every       `xml:"every,attr"`
	Keys    []*Key       `xml:"keys,attr"`
}

// CalledAnyAttrs hands the attributes that are left to a method.
type CalledAnyAttrs struct {
	ID   int         `xml:"id,attr"`
	Rest PointerAttr `xml:",any,attr"`
}

// CalledAnyAttrSlice hands each of them to a method.
type CalledAnyAttrSlice struct {
	Rest []Version `xml:",any,attr"`
	More []Upper   `xml:",any"`
}

// The types with a text as character data and as CDATA.
type (
	CalledText struct {
		Lang YesNo `xml:"lang,attr"`
		Text Key   `xml:",chardata"`
		B    Upper `xml:"b"`
	}
	CalledKept struct {
		Text Kept `xml:",chardata"`
	}
	CalledList struct {
		Text List `xml:",chardata"`
	}
	CalledQuad struct {
		Text Quad `xml:",cdata"`
	}
	CalledCData struct {
		Text Kept `xml:",cdata"`
	}
	CalledKeyCData struct {
		A    string `xml:"a"`
		Text Key    `xml:",cdata"`
		More YesNo  `xml:",chardata"`
	}
	CalledEvery struct {
		Text Every `xml:",chardata"`
	}
	CalledTextPointer struct {
		Text *Key `xml:",chardata"`
	}
	CalledTextUpper struct {
		Text Upper `xml:",chardata"`
	}
)

// CalledAny hands the elements that match nothing to a method.
type CalledAny struct {
	A    Key     `xml:"a"`
	Rest []Upper `xml:",any"`
}

// CalledAnyOne hands each of them to one value's.
type CalledAnyOne struct {
	Rest Dict `xml:",any"`
}

// CalledAnyText hands each of them to one value's.
type CalledAnyText struct {
	Rest *Key `xml:",any"`
	A    []Many
}

// CalledNames has methods on types that have a name of their own, which is not
// looked at.
type CalledNames struct {
	XMLName xml.Name     `xml:"urn:outer names"`
	Named   CalledNamed  `xml:"urn:f own"`
	Texts   []NamedText  `xml:"urn:t text"`
	Plain   *ValueName   `xml:"plain"`
	NoName  CalledNamed  // without a tag
	Inner   CalledDouble `xml:"urn:in inner"`
}

// CalledDouble is in the namespace of its field.
type CalledDouble struct {
	Text  NamedText `xml:"urn:t never"`
	Value ValueName `xml:"value"`
	Upper Upper     `xml:"upper"`
}

// CalledNamed has a name that its method leaves aside.
type CalledNamed struct {
	XMLName xml.Name `xml:"urn:own own"`
	A       string   `xml:"urn:a a,attr"`
}

// MarshalXML writes the fields under the name it is given.
func (n *CalledNamed) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	type plain struct {
		A string `xml:"urn:a a,attr"`
		B string `xml:"urn:b/a b,attr"`
	}
	return e.EncodeElement(plain{n.A, "b"}, start)
}

// NamedText has a name that is not looked at, as it has a text.
type NamedText struct {
	XMLName xml.Name `xml:"urn:never never"`
	V       string   `xml:"v"`
}

// MarshalText writes the value.
func (n NamedText) MarshalText() ([]byte, error) { return []byte(n.V), refuse(n.V) }

// UnmarshalText reads it.
func (n *NamedText) UnmarshalText(text []byte) error {
	n.V = string(text)
	return nil
}

// CalledMixed has them between what is taken apart, raw content included.
type CalledMixed struct {
	Before string      `xml:"before"`
	Upper  Upper       `xml:"p>upper"`
	When   time.Time   `xml:"p>when"`
	Lines  []Line      `xml:"lines>line"`
	Raw    string      `xml:",innerxml"`
	Bad    Broken      `xml:"bad"`
	Bads   []Broken    `xml:"q>bad"`
	Err    *Key        `xml:"q>key"`
	After  SpaceAttr   `xml:"after"`
	Next   *CalledLink `xml:"next"`
}

// Line is an ordinary struct with a method at the bottom.
type Line struct {
	N    int     `xml:"n,attr"`
	Keys []Key   `xml:"key"`
	Note *string `xml:"note"`
}

// CalledLink leads back.
type CalledLink struct {
	Mixed *CalledMixed `xml:"mixed"`
	Upper []Upper      `xml:"urn:u upper"`
}
