package corpus

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The types of this file have methods that encoding/xml calls, with receivers
// and kinds of all sorts. Their methods fail for some values and panic for a
// few, so that errors and panics are compared as well.

// errContent is what the methods return for content they do not like.
var errContent = errors.New("content")

// refuse returns an error for text that ends in "!", and panics for text that
// ends in "!!".
func refuse(text string) error {
	switch {
	case strings.HasSuffix(text, "!!"):
		panic("text " + text)
	case strings.HasSuffix(text, "!"):
		return fmt.Errorf("%q: %w", text, errContent)
	}
	return nil
}

// Upper is a string that writes its own element and reads it token by token.
type Upper string

// MarshalXML writes the text in upper case, beside the name it was asked for.
func (u Upper) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	if err := refuse(string(u)); err != nil {
		return err
	}
	start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: "n"}, Value: strconv.Itoa(len(u))})
	if err := e.EncodeToken(start); err != nil {
		return err
	}
	if err := e.EncodeToken(xml.CharData(strings.ToUpper(string(u)))); err != nil {
		return err
	}
	return e.EncodeToken(start.End())
}

// UnmarshalXML keeps the name, the attributes and the tokens it sees.
func (u *Upper) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	*u += Upper(start.Name.Space + "|" + start.Name.Local)
	for _, a := range start.Attr {
		*u += Upper(" " + a.Name.Space + "|" + a.Name.Local + "=" + a.Value)
	}
	for {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			*u += Upper("<" + t.Name.Space + "|" + t.Name.Local + ">")
		case xml.CharData:
			*u += Upper(t)
			if err := refuse(string(t)); err != nil {
				return err
			}
		case xml.EndElement:
			if t.Name == start.Name {
				return nil
			}
		}
	}
}

// ByPointer has both methods on its pointer, so that a copy has none of them.
type ByPointer struct {
	A int    `xml:"a,attr"`
	B string `xml:"b"`
}

// MarshalXML writes what the type would be without its methods, but for A.
func (b *ByPointer) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	type plain ByPointer
	copied := plain(*b)
	copied.A++
	return e.EncodeElement(&copied, start)
}

// UnmarshalXML undoes it.
func (b *ByPointer) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	type plain ByPointer
	if err := d.DecodeElement((*plain)(b), &start); err != nil {
		return err
	}
	b.A--
	return refuse(b.B)
}

// Dict is a map, which encoding/xml can do nothing with by itself.
type Dict map[string]string

// MarshalXML writes one element, with an attribute for a few keys.
func (m Dict) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	for _, key := range []string{"a", "b", "c"} {
		if value, ok := m[key]; ok {
			start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Space: "urn:dict", Local: key}, Value: value})
		}
	}
	return e.EncodeElement(len(m), start)
}

// UnmarshalXML keeps the attributes.
func (m *Dict) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	if *m == nil {
		*m = make(Dict)
	}
	for _, a := range start.Attr {
		(*m)[a.Name.Local] = a.Value
	}
	return d.Skip()
}

// Bag is a map whose methods have the map itself for a receiver, nil or not.
type Bag map[string]int

// UnmarshalXML counts the children. It panics on a nil map that gets one.
func (m Bag) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	for {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			m[t.Name.Local]++
			if err := d.Skip(); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

// MarshalText writes how many there are.
func (m Bag) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(len(m)), 10), nil }

// Call is a function.
type Call func() string

// MarshalXML writes what it returns, and nothing at all without a function.
func (f Call) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	if f == nil {
		return nil
	}
	return e.EncodeElement(f(), start)
}

// UnmarshalText makes a function that returns the text.
func (f *Call) UnmarshalText(text []byte) error {
	return refuse(string(text))
}

// Events is a channel, written as its capacity.
type Events chan int

// MarshalText writes the capacity.
func (c Events) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(cap(c)), 10), nil }

// UnmarshalText ignores the text.
func (c Events) UnmarshalText([]byte) error { return nil }

// YesNo is a bool with a text of its own.
type YesNo bool

// MarshalText writes it.
func (b YesNo) MarshalText() ([]byte, error) {
	if b {
		return []byte("yes & \"yes\""), nil
	}
	return []byte("<no>"), nil
}

// UnmarshalText reads it.
func (b *YesNo) UnmarshalText(text []byte) error {
	*b = YesNo(strings.HasPrefix(string(text), "y"))
	return refuse(string(text))
}

// Key is a struct with a text, by pointer alone.
type Key struct {
	Space, Local string
	seen         int
}

// MarshalText writes both parts.
func (k *Key) MarshalText() ([]byte, error) {
	return []byte(k.Space + "/" + k.Local), refuse(k.Local)
}

// UnmarshalText reads both, and counts its calls. It keeps none of the bytes
// and overwrites them.
func (k *Key) UnmarshalText(text []byte) error {
	k.Space, k.Local, _ = strings.Cut(string(text), "/")
	k.seen++
	for i := range text {
		text[i] = '#'
	}
	return refuse(k.Local)
}

// Kept keeps the bytes it was given, nil or not.
type Kept struct{ Text []byte }

// MarshalText returns them.
func (k Kept) MarshalText() ([]byte, error) { return k.Text, nil }

// UnmarshalText keeps them.
func (k *Kept) UnmarshalText(text []byte) error {
	k.Text = text
	return refuse(string(text))
}

// List is a slice with a text, which is not taken apart.
type List []string

// MarshalText joins the parts.
func (l List) MarshalText() ([]byte, error) { return []byte(strings.Join(l, ",")), nil }

// UnmarshalText appends the parts.
func (l *List) UnmarshalText(text []byte) error {
	*l = append(*l, strings.Split(string(text), ",")...)
	return refuse(string(text))
}

// Quad is an array with a text, which can thus be read.
type Quad [4]byte

// MarshalText writes it as an address.
func (q Quad) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d.%d.%d.%d", q[0], q[1], q[2], q[3]), nil
}

// UnmarshalText reads four numbers.
func (q *Quad) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d.%d.%d.%d", &q[0], &q[1], &q[2], &q[3])
	return err
}

// Version is an attribute of its own making.
type Version struct{ Major, Minor int }

// MarshalXMLAttr writes both numbers. It writes no attribute for the zero
// version, and one under another name, in a namespace, for a new one.
func (v Version) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	switch {
	case v == Version{}:
		return xml.Attr{}, nil
	case v.Major < 0:
		return xml.Attr{}, errContent
	case v.Major > 100:
		name = xml.Name{Space: "urn:version/v", Local: "new"}
	}
	return xml.Attr{Name: name, Value: fmt.Sprintf("%d<%d", v.Major, v.Minor)}, nil
}

// UnmarshalXMLAttr reads both numbers, or fewer.
func (v *Version) UnmarshalXMLAttr(attr xml.Attr) error {
	v.Major = len(attr.Name.Space)
	n, err := strconv.Atoi(attr.Value)
	v.Minor += n
	return err
}

// PointerAttr has its methods for attributes on its pointer.
type PointerAttr string

// MarshalXMLAttr writes the text. It panics on a nil pointer, as there is
// nothing to write.
func (a *PointerAttr) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: name, Value: "*" + string(*a)}, refuse(string(*a))
}

// UnmarshalXMLAttr adds the text.
func (a *PointerAttr) UnmarshalXMLAttr(attr xml.Attr) error {
	*a += PointerAttr(attr.Name.Local + attr.Value)
	return refuse(attr.Value)
}

// Every has all six methods.
type Every struct {
	Log string `xml:"log"`
}

// MarshalXML comes before MarshalText.
func (v Every) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	start.Name.Local += "-x"
	return e.EncodeElement(v.Log, start)
}

// UnmarshalXML comes before UnmarshalText.
func (v *Every) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	return d.DecodeElement(&v.Log, &start)
}

// MarshalXMLAttr comes before MarshalText.
func (v Every) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: name, Value: "a" + v.Log}, nil
}

// UnmarshalXMLAttr comes before UnmarshalText.
func (v *Every) UnmarshalXMLAttr(attr xml.Attr) error {
	v.Log += "a" + attr.Value
	return nil
}

// MarshalText is for text alone.
func (v Every) MarshalText() ([]byte, error) { return []byte("t" + v.Log), nil }

// UnmarshalText is for text alone.
func (v *Every) UnmarshalText(text []byte) error {
	v.Log += "t" + string(text)
	return nil
}
