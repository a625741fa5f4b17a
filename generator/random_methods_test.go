package generator_test

// called returns a type with methods.
func (g *randomTypes) called() string {
	return g.pick("Text", "TextPtr", "TextMap", "TextList", "Elem", "ElemPtr", "ElemMap", "Attr", "AttrPtr", "All", "Writes", "Reads")
}

// randomMethods are types with methods that encoding/xml calls.
const randomMethods = `
type (
	Text     string
	TextPtr  struct{ A, B string }
	TextMap  map[string]int
	TextList []string
	Elem     int
	ElemPtr  struct {
		A string ` + "`xml:\"urn:a a,attr\"`" + `
		B []Text ` + "`xml:\"b\"`" + `
	}
	ElemMap map[string]string
	Attr    string
	AttrPtr struct{ V string }
	All     struct{ Log string }
	Writes  struct {
		V string ` + "`xml:\"v\"`" + `
	}
	Reads struct {
		V string ` + "`xml:\"v\"`" + `
	}
)

var _ encoding.TextMarshaler = Text("")

func check(s string) error {
	if strings.Contains(s, "!") {
		return errors.New("bad: " + s)
	}
	return nil
}

func (t Text) MarshalText() ([]byte, error)   { return []byte("<" + t), check(string(t)) }
func (t *Text) UnmarshalText(b []byte) error { *t += Text(b); return check(string(b)) }

func (t *TextPtr) MarshalText() ([]byte, error) { return []byte(t.A + "/" + t.B), check(t.A) }
func (t *TextPtr) UnmarshalText(b []byte) error {
	t.A, t.B, _ = strings.Cut(string(b), "/")
	return check(t.A)
}

func (t TextMap) MarshalText() ([]byte, error) { return []byte{byte('0' + len(t)%10)}, nil }
func (t *TextMap) UnmarshalText(b []byte) error {
	*t = TextMap{string(b): len(b)}
	return check(string(b))
}

func (t TextList) MarshalText() ([]byte, error)   { return []byte(strings.Join(t, " ")), nil }
func (t *TextList) UnmarshalText(b []byte) error { *t = strings.Fields(string(b)); return nil }

func (v Elem) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	if v < 0 {
		return nil
	}
	start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Space: "urn:b", Local: "n"}, Value: "1"})
	return e.EncodeElement(int(v), start)
}
func (v *Elem) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	*v += Elem(len(start.Name.Space) + len(start.Name.Local) + len(start.Attr))
	return d.Skip()
}

func (v *ElemPtr) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	type plain ElemPtr
	return e.EncodeElement((*plain)(v), start)
}
func (v *ElemPtr) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	type plain ElemPtr
	return d.DecodeElement((*plain)(v), &start)
}

func (v ElemMap) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	if err := e.EncodeToken(start); err != nil || len(v) > 3 {
		return err
	}
	return e.EncodeToken(start.End())
}
func (v *ElemMap) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	*v = ElemMap{start.Name.Local: start.Name.Space}
	for {
		switch t, err := d.Token(); t.(type) {
		case nil:
			return err
		case xml.EndElement:
			return nil
		}
	}
}

func (a Attr) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	if a == "" {
		return xml.Attr{}, nil
	}
	if len(a) > 3 {
		name.Space = "urn:long"
	}
	return xml.Attr{Name: name, Value: string(a)}, check(string(a))
}
func (a *Attr) UnmarshalXMLAttr(attr xml.Attr) error {
	*a += Attr(attr.Name.Space + attr.Name.Local + attr.Value)
	return check(attr.Value)
}

func (a *AttrPtr) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	if a == nil {
		return xml.Attr{Name: name, Value: "nil"}, nil
	}
	return xml.Attr{Name: name, Value: a.V}, check(a.V)
}
func (a *AttrPtr) UnmarshalXMLAttr(attr xml.Attr) error { a.V += attr.Value; return check(attr.Value) }

func (v All) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(v.Log, start)
}
func (v *All) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	return d.DecodeElement(&v.Log, &start)
}
func (v All) MarshalXMLAttr(name xml.Name) (xml.Attr, error) { return xml.Attr{Name: name, Value: v.Log}, nil }
func (v *All) UnmarshalXMLAttr(attr xml.Attr) error          { v.Log += "a" + attr.Value; return nil }
func (v All) MarshalText() ([]byte, error)                   { return []byte(v.Log), nil }
func (v *All) UnmarshalText(b []byte) error                  { v.Log += "t" + string(b); return nil }

func (v *Writes) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(v.V, xml.StartElement{Name: xml.Name{Space: "urn:w", Local: "w"}})
}

func (v *Reads) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	v.V += start.Name.Local
	return d.Skip()
}

`
