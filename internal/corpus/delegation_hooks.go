package corpus

import "encoding/xml"

// A Hook does what a test wants it to do.
type Hook struct {
	Text string `xml:",chardata"`
	Kept *xml.Decoder
}

// The hooks, nil unless a test has set them.
var (
	onRead  func(h *Hook, d *xml.Decoder, start xml.StartElement) error
	onWrite func(h *Hook, e *xml.Encoder, start xml.StartElement) error
)

// UnmarshalXML calls the hook, or skips the element.
func (h *Hook) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	if onRead == nil {
		return d.Skip()
	}
	return onRead(h, d, start)
}

// MarshalXML calls the hook, or writes the text.
func (h *Hook) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	if onWrite == nil {
		return e.EncodeElement(h.Text, start)
	}
	return onWrite(h, e, start)
}

// Hooked has hooks among elements of other kinds.
type Hooked struct {
	ID    string     `xml:"id,attr"`
	Space string     `xml:"urn:hook space,attr,omitempty"`
	A     string     `xml:"a"`
	Hook  Hook       `xml:"hook"`
	Hooks []Hook     `xml:"hooks"`
	P     *Hook      `xml:"p>hook"`
	N     []int      `xml:"p>n"`
	B     []string   `xml:"b"`
	Attrs SpaceAttr  `xml:"attrs"`
	Names []SpaceRow `xml:"urn:row row"`
	Raw   *InnerOnly `xml:"raw"`
	Next  *Hooked    `xml:"next"`
	Any   []Element  `xml:",any"`
}

// SpaceRow has attributes in namespaces around a hook.
type SpaceRow struct {
	A    string `xml:"urn:hook a,attr"`
	B    string `xml:"urn:row/hook b,attr,omitempty"`
	Hook *Hook  `xml:"urn:h hook"`
}
