package xml

import (
	"bytes"
	"encoding/json"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// A Party stands for a type with generated code that calls methods, written in
// the shape the generator gives it.
type Party struct {
	ID     int       `xml:"id,attr"`
	Stamp  stamp     `xml:"stamp,attr"`
	Key    key       `xml:"key,attr"`
	Guests []guest   `xml:"guest"`
	Host   *guest    `xml:"host"`
	Tables []guest   `xml:"hall>table>guest"`
	Notes  []key     `xml:"note"`
	Any    any       `xml:"any"`
	Held   any       `xml:"held"`
	After  []*Party  `xml:"after"`
	Inner  *Envelope `xml:"inner"`
	Rest   []guest   `xml:",any"`
	Text   key       `xml:",chardata"`
}

// An Envelope keeps the markup in it.
type Envelope struct {
	Raw    []byte  `xml:",innerxml"`
	Guests []guest `xml:"guest"`
	Party  *Party  `xml:"party"`
}

var _ = func() bool {
	xmlrt.Register(&xmlrt.Table{
		Package: "github.com/xmlserde/xmlserde/xml",
		Types: []xmlrt.Type{
			{New: (*Party)(nil), Unmarshal: func(s *xmlrt.Scanner, v any) error { return unmarshalParty(s, v.(*Party)) }},
			{New: (*Envelope)(nil), Unmarshal: func(s *xmlrt.Scanner, v any) error { return unmarshalEnvelope(s, v.(*Envelope)) }},
			{New: (*guest)(nil), Unmarshal: func(s *xmlrt.Scanner, v any) error { return s.Decode(v) }},
			{New: (*key)(nil), Unmarshal: func(s *xmlrt.Scanner, v any) error { return s.UnmarshalText(v.(*key)) }},
		},
	})
	return true
}()

func decodeGuests(s *xmlrt.Scanner, guests *[]guest, field string) error {
	n := len(*guests)
	*guests = xmlrt.Extend(*guests)
	if err := s.Decode(&(*guests)[n]); err != nil {
		*guests = (*guests)[:n]
		return s.FailIndex(err, field, n)
	}
	return nil
}

func unmarshalParty(s *xmlrt.Scanner, v *Party) error {
	if err := s.TooDeep(); err != nil {
		return err
	}
	for i := range s.Attrs() {
		switch string(s.AttrLocal(i)) {
		case "id":
			n, err := s.AttrValue(i).Int(0)
			if err != nil {
				return s.Fail(err, "ID")
			}
			v.ID = int(n)
		case "stamp":
			if err := s.UnmarshalAttr(i, &v.Stamp); err != nil {
				return s.Fail(err, "Stamp")
			}
		case "key":
			if err := s.UnmarshalAttrText(i, &v.Key); err != nil {
				return s.Fail(err, "Key")
			}
		}
	}
	var text xmlrt.Content
	for {
		switch s.Next() {
		case xmlrt.StartTag:
			if err := unmarshalPartyChild(s, v); err != nil {
				return err
			}
		case xmlrt.CharData:
			text.AddCharData(s)
		case xmlrt.EndTag:
			if err := s.UnmarshalChars(&v.Text, text.Chars()); err != nil {
				return s.Fail(err, "Text")
			}
			return nil
		case xmlrt.Failed:
			return s.Err()
		}
	}
}

func unmarshalPartyChild(s *xmlrt.Scanner, v *Party) error {
	switch string(s.Local()) {
	case "guest":
		return decodeGuests(s, &v.Guests, "Guests")
	case "host":
		if err := s.Decode(&v.Host); err != nil {
			return s.Fail(err, "Host")
		}
	case "hall":
		for s.Child() {
			if string(s.Local()) != "table" {
				if err := s.Skip(); err != nil {
					return err
				}
				continue
			}
			for s.Child() {
				if string(s.Local()) != "guest" {
					if err := s.Skip(); err != nil {
						return err
					}
				} else if err := decodeGuests(s, &v.Tables, "Tables"); err != nil {
					return err
				}
			}
			if err := s.Err(); err != nil {
				return err
			}
		}
		return s.Err()
	case "note":
		n := len(v.Notes)
		v.Notes = xmlrt.Extend(v.Notes)
		if err := s.UnmarshalText(&v.Notes[n]); err != nil {
			v.Notes = v.Notes[:n]
			return s.FailIndex(err, "Notes", n)
		}
	case "any":
		if err := s.Interface(&v.Any, v.Any); err != nil {
			return s.Fail(err, "Any")
		}
	case "held":
		if err := s.Interface(&v.Held, v.Held); err != nil {
			return s.Fail(err, "Held")
		}
	case "after":
		n := len(v.After)
		v.After = xmlrt.Extend(v.After)
		if v.After[n] == nil {
			v.After[n] = new(Party)
		}
		if err := unmarshalParty(s, v.After[n]); err != nil {
			v.After = v.After[:n]
			return s.FailIndex(err, "After", n)
		}
	case "inner":
		if v.Inner == nil {
			v.Inner = new(Envelope)
		}
		if err := unmarshalEnvelope(s, v.Inner); err != nil {
			return s.Fail(err, "Inner")
		}
	default:
		return decodeGuests(s, &v.Rest, "Rest")
	}
	return nil
}

func unmarshalEnvelope(s *xmlrt.Scanner, v *Envelope) error {
	if err := s.TooDeep(); err != nil {
		return err
	}
	m := s.InnerMark()
	for s.Child() {
		switch string(s.Local()) {
		case "guest":
			if err := decodeGuests(s, &v.Guests, "Guests"); err != nil {
				return err
			}
		case "party":
			if v.Party == nil {
				v.Party = new(Party)
			}
			if err := unmarshalParty(s, v.Party); err != nil {
				return s.Fail(err, "Party")
			}
		default:
			if err := s.Skip(); err != nil {
				return err
			}
		}
	}
	if err := s.Err(); err != nil {
		return err
	}
	v.Raw = s.Inner(m)
	if v.Raw != nil {
		v.Raw = bytes.Clone(v.Raw)
	}
	return nil
}

// A stamp is an attribute with its name.
type stamp struct{ Name, Value string }

func (x *stamp) UnmarshalXMLAttr(a stdxml.Attr) error {
	x.Name += a.Name.Space + "|" + a.Name.Local
	x.Value += a.Value
	return refuse(a.Value)
}

// A key keeps the bytes it is given.
type key struct {
	Text []byte
	Nil  bool
}

func (k *key) UnmarshalText(text []byte) error {
	k.Text, k.Nil = text, text == nil
	return refuse(string(text))
}

var errRefused = errors.New("refused")

func refuse(text string) error {
	switch {
	case strings.Contains(text, "panic"):
		panic("told to")
	case strings.Contains(text, "refuse"):
		return fmt.Errorf("%q: %w", text, errRefused)
	case text == "EOF":
		return io.EOF
	}
	return nil
}

// A guest does with its element what the attribute "do" says, and keeps a log.
type guest struct {
	Log   []string
	Sub   Party
	Other map[string]any
}

func (g *guest) log(format string, args ...any) { g.Log = append(g.Log, fmt.Sprintf(format, args...)) }

func (g *guest) token(t stdxml.Token) {
	switch t := t.(type) {
	case stdxml.CharData:
		g.log("text %q", t)
	case stdxml.Comment:
		g.log("comment %q", t)
	default:
		g.log("%#v", t)
	}
}

func (g *guest) drain(d *stdxml.Decoder) error {
	for {
		t, err := d.Token()
		if err != nil {
			g.log("%T %v", err, err)
			if err == io.EOF {
				return nil
			}
			return err
		}
		g.token(t)
	}
}

// plainGuest is what encoding/xml reads by reflection.
type plainGuest struct {
	Raw    []byte   `xml:",innerxml"`
	Guests []guest  `xml:"guest"`
	Tables []guest  `xml:"hall>table>guest"`
	Sub    *Party   `xml:"sub"`
	Attrs  []Attr   `xml:",any,attr"`
	Empty  []inner  `xml:"empty"`
	Notes  []string `xml:"note"`
}

type inner struct {
	Raw []byte `xml:",innerxml"`
}

func (g *guest) UnmarshalXML(d *stdxml.Decoder, start stdxml.StartElement) error {
	g.log("%#v", start)
	for _, a := range start.Attr {
		if a.Name.Local != "do" {
			continue
		}
		for do := range strings.FieldsSeq(a.Value) {
			err := g.do(do, d, start)
			if err != nil {
				g.log("error %v", err)
				if !strings.HasPrefix(do, "try-") {
					return err
				}
			}
		}
	}
	return nil
}

func (g *guest) do(do string, d *stdxml.Decoder, start stdxml.StartElement) error {
	switch strings.TrimPrefix(do, "try-") {
	case "token":
		t, err := d.Token()
		if err == nil {
			g.token(t)
		}
		return err
	case "drain":
		return g.drain(d)
	case "skip":
		return d.Skip()
	case "refuse":
		return errRefused
	case "EOF":
		return io.EOF
	case "panic":
		panic("told to")
	case "recover":
		defer func() { g.log("recovered %v", recover()) }()
		return DecodeElement(d, &g.Sub, &start)
	case "exit":
		runtime.Goexit()
	case "raw":
		_, err := d.RawToken()
		return err
	case "std":
		return d.DecodeElement(&g.Sub, &start)
	case "plain":
		var p plainGuest
		err := d.DecodeElement(&p, &start)
		text, jsonErr := json.Marshal(p)
		g.log("%s %v %s %t", text, jsonErr, p.Raw, p.Raw == nil)
		for _, e := range p.Empty {
			g.log("%q %t", e.Raw, e.Raw == nil)
		}
		return err
	case "sub":
		return DecodeElement(d, &g.Sub, &start)
	case "pointer":
		p := &g.Sub
		return DecodeElement(d, &p, &start)
	case "next":
		return DecodeElement(d, &g.Sub, nil)
	case "renamed":
		start.Name.Local = "renamed"
		return DecodeElement(d, &g.Sub, &start)
	case "children":
		for {
			t, err := d.Token()
			if err != nil {
				return err
			}
			switch t := t.(type) {
			case stdxml.StartElement:
				var p Party
				if err := DecodeElement(d, &p, &t); err != nil {
					return err
				}
				g.Sub.After = append(g.Sub.After, &p)
			case stdxml.EndElement:
				return nil
			}
		}
	case "envelope":
		var e Envelope
		err := DecodeElement(d, &e, &start)
		g.Sub.Inner = &e
		return err
	case "key":
		return DecodeElement(d, &g.Sub.Text, &start)
	case "again":
		return DecodeElement(d, (*again)(g), &start)
	case "lax":
		d.Strict = false
	case "strict":
		d.Strict = true
	case "entity":
		d.Entity = map[string]string{"zero": "0", "less": "<&>"}
	case "html":
		d.Strict, d.AutoClose, d.Entity = false, stdxml.HTMLAutoClose, stdxml.HTMLEntity
	case "space":
		d.DefaultSpace = "urn:default"
	case "charset":
		d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
			return latin1{in}, nil
		}
	}
	return nil
}

// again is a guest that skips the rest.
type again guest

func (g *again) UnmarshalXML(d *stdxml.Decoder, start stdxml.StartElement) error {
	g.Log = append(g.Log, "again")
	return (*guest)(g).drain(d)
}

// latin1 reads ISO 8859-1.
type latin1 struct{ in io.Reader }

func (l latin1) Read(p []byte) (int, error) {
	half := make([]byte, max(len(p)/2, 1))
	n, err := l.in.Read(half)
	m := 0
	for _, c := range half[:n] {
		m += copy(p[m:], string(rune(c)))
	}
	return m, err
}
