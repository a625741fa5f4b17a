package corpus

import "encoding/xml"

// WriteOnly and ReadOnly have methods for one direction and are taken apart in
// the other.
type (
	WriteOnly struct {
		A string `xml:"a"`
	}
	ReadOnly struct {
		A string `xml:"a"`
	}
	TextOnly int
)

// MarshalXML writes it under a name of its own.
func (w *WriteOnly) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(w.A, xml.StartElement{Name: xml.Name{Space: "urn:w", Local: "w"}})
}

// UnmarshalXML reads it.
func (r *ReadOnly) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	r.A += start.Name.Local
	return d.Skip()
}

// UnmarshalText reads it.
func (n *TextOnly) UnmarshalText(text []byte) error {
	*n += TextOnly(len(text))
	return nil
}

// Many writes several elements, or none.
type Many int

// MarshalXML writes as many elements as its value says, at most three.
func (m Many) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	for i := range min(max(int(m), 0), 3) {
		if err := e.EncodeElement(i, start); err != nil {
			return err
		}
	}
	return nil
}

// Broken does what encoding/xml complains about.
type Broken int

// MarshalXML leaves tags open or closes what it did not open.
func (b Broken) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	switch int(b) & 7 {
	case 0:
		return e.EncodeToken(start)
	case 1:
		return e.EncodeToken(xml.EndElement{Name: start.Name})
	case 2:
		return e.EncodeToken(xml.ProcInst{Target: "xml", Inst: []byte("version='1.0'")})
	case 3:
		return e.EncodeElement(1, xml.StartElement{})
	case 4:
		_ = e.EncodeToken(start)
		return e.EncodeToken(xml.EndElement{Name: xml.Name{Local: "other"}})
	case 5:
		return e.EncodeToken(xml.Comment("a comment, and no element"))
	case 6:
		_ = e.EncodeToken(xml.StartElement{Name: start.Name, Attr: []xml.Attr{{Name: xml.Name{Space: "urn:a", Local: "b"}, Value: "c"}}})
		return e.Flush()
	}
	return e.EncodeElement(func() {}, start)
}

// UnmarshalXML reads too little, or what it may not read.
func (b *Broken) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	*b++
	switch len(start.Attr) & 3 {
	case 0:
		return nil
	case 1:
		_, err := d.RawToken()
		return err
	case 2:
		_, err := d.Token()
		return err
	}
	for {
		if _, err := d.Token(); err != nil {
			return err
		}
		*b++
	}
}
