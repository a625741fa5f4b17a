package corpus

import (
	"io"

	"github.com/xmlserde/xmlserde/xml"
)

// The types of this file have methods that go back to encoding/xml, or to the
// drop-in, for types that are taken apart and hold such types again.

// decodeElement is what the methods call to read an element.
func decodeElement(d *xml.Decoder, v any, start *xml.StartElement) error {
	return xml.DecodeElement(d, v, start)
}

// encodeElement is what the methods call to write one.
func encodeElement(e *xml.Encoder, v any, start xml.StartElement) error {
	return xml.EncodeElement(e, v, start)
}

// A Frame reads and writes itself as another type.
type Frame struct {
	ID    string
	Inner *Frame
	Keys  []Key
	Lines []Line
}

// FrameXML is what a Frame looks like as XML.
type FrameXML struct {
	ID    string `xml:"id,attr,omitempty"`
	Kind  string `xml:"urn:frame kind,attr,omitempty"`
	Inner *Frame `xml:"inner"`
	Keys  []Key  `xml:"key"`
	Lines []Line `xml:"urn:frame line"`
}

// MarshalXML writes a FrameXML.
func (f *Frame) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return encodeElement(e, &FrameXML{ID: f.ID, Kind: f.ID, Inner: f.Inner, Keys: f.Keys, Lines: f.Lines}, start)
}

// UnmarshalXML reads a FrameXML over what is there.
func (f *Frame) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	x := FrameXML{Inner: f.Inner, Keys: f.Keys, Lines: f.Lines}
	err := decodeElement(d, &x, &start)
	f.ID, f.Inner, f.Keys, f.Lines = x.ID, x.Inner, x.Keys, x.Lines
	return err
}

// A Loop reads its children token by token, and each of them as a type that
// its name says.
type Loop struct {
	Attrs  []xml.Attr
	Frames []Frame
	Lines  []Line
	Texts  []Text
	Loops  []Loop
	Other  []string
	Tail   string
}

// UnmarshalXML reads the children.
func (l *Loop) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	l.Attrs = append(l.Attrs, start.Attr...)
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "frame":
				l.Frames = append(l.Frames, Frame{})
				err = decodeElement(d, &l.Frames[len(l.Frames)-1], &t)
			case "line":
				l.Lines = append(l.Lines, Line{})
				err = decodeElement(d, &l.Lines[len(l.Lines)-1], &t)
			case "text":
				// Without the start tag it is the next one that is read.
				l.Texts = append(l.Texts, Text{})
				err = decodeElement(d, &l.Texts[len(l.Texts)-1], nil)
			case "loop":
				l.Loops = append(l.Loops, Loop{})
				err = decodeElement(d, &l.Loops[len(l.Loops)-1], &t)
			case "text2":
				// Another start tag than the one that was read.
				t.Name.Local, t.Attr = "text", nil
				l.Texts = append(l.Texts, Text{})
				err = decodeElement(d, &l.Texts[len(l.Texts)-1], &t)
			default:
				l.Other = append(l.Other, t.Name.Space+" "+t.Name.Local)
				err = d.Skip()
			}
			if err != nil {
				return err
			}
		case xml.CharData:
			l.Tail += string(t)
		case xml.EndElement:
			if t.Name == start.Name {
				return nil
			}
		}
	}
}

// MarshalXML writes the children between tokens of its own.
func (l *Loop) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	start.Attr = append(start.Attr, l.Attrs...)
	if err := e.EncodeToken(start); err != nil {
		return err
	}
	child := func(name string) xml.StartElement { return xml.StartElement{Name: xml.Name{Local: name}} }
	for i := range l.Frames {
		if err := encodeElement(e, &l.Frames[i], child("frame")); err != nil {
			return err
		}
	}
	for i := range l.Lines {
		attr := xml.Attr{Name: xml.Name{Space: "urn:loop/l", Local: "i"}, Value: "<"}
		at := xml.StartElement{Name: xml.Name{Space: "urn:loop", Local: "line"}, Attr: []xml.Attr{attr, attr}}
		if err := encodeElement(e, &l.Lines[i], at); err != nil {
			return err
		}
	}
	if err := encodeElement(e, l.Texts, child("text")); err != nil {
		return err
	}
	for i := range l.Loops {
		if err := encodeElement(e, l.Loops[i], child("loop")); err != nil {
			return err
		}
	}
	for _, name := range l.Other {
		if err := encodeElement(e, ValueName{XMLName: xml.Name{Local: name}}, child("other")); err != nil {
			return err
		}
	}
	if err := e.EncodeToken(xml.CharData(l.Tail)); err != nil {
		return err
	}
	return e.EncodeToken(start.End())
}

// Swallow passes over errors of the calls it makes.
type Swallow struct {
	N    Scalars `xml:"n"`
	Last string  `xml:"last"`
}

// UnmarshalXML reads its content and carries on after an error.
func (s *Swallow) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	type plain Swallow
	if err := decodeElement(d, (*plain)(s), &start); err != nil {
		s.Last = err.Error()
		for {
			token, err := d.Token()
			if err != nil {
				break
			}
			if end, ok := token.(xml.EndElement); ok {
				s.Last += "/" + end.Name.Local
				if end.Name == start.Name {
					break
				}
			}
		}
	}
	return nil
}

// MarshalXML writes its content and carries on after an error.
func (s *Swallow) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	if err := encodeElement(e, &SwallowXML{N: s.N, Last: Upper(s.Last), After: s.Last}, start); err != nil {
		return encodeElement(e, &Text{Text: err.Error()}, start)
	}
	return nil
}

// SwallowXML is what a Swallow looks like as XML.
type SwallowXML struct {
	N     Scalars `xml:"n"`
	Last  Upper   `xml:"last"`
	After string  `xml:"after"`
}

// Namespaced reads and writes children that have prefixes from outside.
type Namespaced struct {
	Attrs  []xml.Attr
	Spaces SpaceAttrs
	Names  []Dynamic
}

// UnmarshalXML reads a struct and its attributes.
func (n *Namespaced) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	n.Attrs = start.Copy().Attr
	var x NamespacedXML
	err := decodeElement(d, &x, &start)
	n.Spaces, n.Names = x.Spaces, append(n.Names, x.Names...)
	return err
}

// MarshalXML writes them in a namespace.
func (n *Namespaced) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	if start.Name.Space == "" {
		start.Name.Space = "urn:namespaced"
	}
	return encodeElement(e, &NamespacedXML{Spaces: n.Spaces, Names: n.Names}, start)
}

// NamespacedXML is what Namespaced looks like as XML.
type NamespacedXML struct {
	Spaces SpaceAttrs `xml:"urn:s spaces"`
	Names  []Dynamic  `xml:"name"`
	Inner  string     `xml:",innerxml"`
}

// Recursive holds types that go back to the library, in a tree.
type Recursive struct {
	XMLName xml.Name     `xml:"urn:recursive recursive"`
	A       string       `xml:"urn:frame a,attr"`
	Frame   *Frame       `xml:"frame"`
	Frames  []Frame      `xml:"frames>frame"`
	Loop    Loop         `xml:"loop"`
	Swallow Swallow      `xml:"swallow"`
	Spaces  []Namespaced `xml:"urn:x spaces"`
	Next    *Recursive   `xml:"urn:recursive recursive"`
	Any     []Loop       `xml:",any"`
}

// Settings changes the settings of its decoder, as its first attribute says,
// and reads what follows with them.
type Settings struct {
	Text string
}

// UnmarshalXML changes a setting for all that follows in the document.
func (s *Settings) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	for _, a := range start.Attr {
		switch a.Name.Local {
		case "lax":
			d.Strict = false
		case "strict":
			d.Strict = true
		case "entity":
			d.Entity = map[string]string{"e": "entity <e>", "nbsp": "\u00a0", a.Value: "value"}
		case "close":
			d.AutoClose = []string{"br", a.Value}
		case "space":
			d.DefaultSpace = a.Value
		case "charset":
			d.CharsetReader = func(charset string, input io.Reader) (io.Reader, error) {
				return &shifted{input, a.Value}, nil
			}
		}
	}
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.CharData:
			s.Text += string(t)
		case xml.StartElement:
			s.Text += "<" + t.Name.Space + " " + t.Name.Local + ">"
		case xml.EndElement:
			if t.Name == start.Name {
				return nil
			}
			s.Text += "</" + t.Name.Local + ">"
		}
	}
}

// shifted is a reader that says what is read through it.
type shifted struct {
	r    io.Reader
	mark string
}

// Read replaces each "#" by the mark's first byte.
func (s *shifted) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	for i, c := range p[:n] {
		if c == '#' && s.mark != "" {
			p[i] = s.mark[0]
		}
	}
	return n, err
}

// WithSettings has a document's settings changed between its elements.
type WithSettings struct {
	A        string        `xml:"a"`
	Settings []Settings    `xml:"settings"`
	B        []string      `xml:"b"`
	Raw      InnerOnly     `xml:"raw"`
	Next     *WithSettings `xml:"next"`
	Elements []Element     `xml:",any"`
}
