package runtime

import (
	"encoding"
	"encoding/xml"
)

// UnmarshalText consumes the element whose start tag has just been read and
// calls p's method with its character data, which is the method's to keep: nil if
// there is none.
func (s *Scanner) UnmarshalText(p encoding.TextUnmarshaler) error {
	if err := s.TooDeep(); err != nil {
		return err
	}
	c, err := s.leaf()
	if err != nil {
		return err
	}
	s.called = true
	return UnmarshalChars(p, c)
}

// UnmarshalAttr calls p's method with attribute i.
func (s *Scanner) UnmarshalAttr(i int, p xml.UnmarshalerAttr) error {
	s.called = true
	return p.UnmarshalXMLAttr(s.Attr(i))
}

// UnmarshalAttrText calls p's method with the value of attribute i, which is
// the method's to keep and never nil.
func (s *Scanner) UnmarshalAttrText(i int, p encoding.TextUnmarshaler) error {
	s.called = true
	return p.UnmarshalText(s.AttrValue(i).Bytes())
}

// UnmarshalChars calls p's method with collected character data, which becomes
// the method's to keep: nil if there is none.
func UnmarshalChars(p encoding.TextUnmarshaler, data Chars) error {
	var text []byte
	if len(data) > 0 {
		text = data.Bytes()
	}
	return p.UnmarshalText(text)
}

// An innerElement has encoding/xml collect the markup in an element: in it, an
// empty element has an innerxml of []byte{}, and nil otherwise.
type innerElement struct {
	Inner   string    `xml:",innerxml"`
	Element delegated `xml:",any"`
}

type delegated struct {
	g *delegation
	f frame
	p any
}

// UnmarshalXML reads what is to be read in the first place.
func (e *delegated) UnmarshalXML(_ *xml.Decoder, start xml.StartElement) error {
	err := e.g.call(e.f, e.p, &start)
	e.g.in.before = []byte("</_>")
	return err
}

// readInner is read within an element whose innerxml is collected.
func (g *delegation) readInner(f frame, p any) error {
	g.in.before = []byte("<_>")
	if _, err := g.d.Token(); err != nil {
		return err
	}
	g.in.seek(f.tag)
	return g.d.DecodeElement(
		&innerElement{Element: delegated{g, f, p}},
		&xml.StartElement{Name: xml.Name{Local: "_"}})
}
