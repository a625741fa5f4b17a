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
	return s.UnmarshalChars(p, c)
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
func (s *Scanner) UnmarshalChars(p encoding.TextUnmarshaler, data Chars) error {
	s.called = true
	var text []byte
	if len(data) > 0 {
		text = data.Bytes()
	}
	return p.UnmarshalText(text)
}
