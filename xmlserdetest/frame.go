package xmlserdetest

import (
	stdxml "encoding/xml"
	"fmt"
	"math/rand/v2"

	"github.com/xmlserde/xmlserde/xml"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// A frame is a value whose methods read and write another, as hand-written
// methods do: by the drop-in's functions for elements, or by the methods of the
// decoder and the encoder that they stand for.
type frame struct {
	v    any
	ours bool
	// start is the start tag to write v with.
	start xml.StartElement
	// open is written around v, if it has a name.
	open xml.StartElement
	// before and after are written around v without a function of the drop-in.
	before, after []xml.Token
	// swallow passes over an error of v.
	swallow bool
}

func init() {
	// What the generator writes for a type that is called.
	xmlrt.Register(&xmlrt.Table{Package: "xmlserdetest/frame", Types: []xmlrt.Type{{
		New: (*frame)(nil), PointerOnly: true,
		Marshal: func(e *xmlrt.Encoder, b []byte, v any) ([]byte, error) {
			if err := e.Delegate(); err != nil {
				return b, err
			}
			return e.Encode(b, v)
		},
		Unmarshal: func(s *xmlrt.Scanner, v any) error { return s.Decode(v) },
	}}})
}

// MarshalXML writes what the frame says.
func (f *frame) MarshalXML(e *xml.Encoder, _ xml.StartElement) error {
	tokens := func(list []xml.Token) error {
		for _, t := range list {
			if err := e.EncodeToken(t); err != nil {
				return err
			}
		}
		return nil
	}
	if f.open.Name.Local != "" {
		if err := e.EncodeToken(f.open); err != nil {
			return err
		}
	}
	if err := tokens(f.before); err != nil {
		return err
	}
	encode := e.EncodeElement
	if f.ours {
		encode = func(v any, start xml.StartElement) error { return xml.EncodeElement(e, v, start) }
	}
	if err := encode(f.v, f.start); err != nil {
		if !f.swallow {
			return err
		}
		// No attributes follow: the numbers of the prefixes they would be given
		// depend on how far the failed call came.
		if err := e.EncodeToken(xml.CharData(err.Error())); err != nil {
			return err
		}
	} else if err := tokens(f.after); err != nil {
		return err
	}
	if f.open.Name.Local != "" {
		return e.EncodeToken(f.open.End())
	}
	return nil
}

// UnmarshalXML reads an element into the value.
func (f *frame) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	if f.ours {
		return xml.DecodeElement(d, f.v, &start)
	}
	return d.DecodeElement(f.v, &start)
}

// elementCall writes the value with a start tag, in a method.
func elementCall(r *rand.Rand) marshalCall {
	attrs := func(most int) (attrs []xml.Attr) {
		for range r.IntN(most + 1) {
			attrs = append(attrs, xml.Attr{Name: xml.Name{
				Space: pick(r, "", "urn:a", "http://example.com/ns", "http://example.com/other/ns"), Local: pick(r, "a", "b", "xmlns", ""),
			}, Value: pick(r, "", "v", "<")})
		}
		return attrs
	}
	f := frame{swallow: oneIn(r, 2), start: xml.StartElement{
		Name: xml.Name{Space: pick(r, "", "", "urn:a", "urn:start"), Local: pick(r, "start", "start", "a")}, Attr: attrs(2),
	}}
	if oneIn(r, 2) {
		f.open = xml.StartElement{Name: xml.Name{Space: pick(r, "", "urn:a", "urn:open"), Local: "open"}, Attr: attrs(2)}
	}
	if oneIn(r, 3) {
		f.before = []xml.Token{xml.CharData("before")}
	}
	if oneIn(r, 3) {
		f.after = []xml.Token{xml.StartElement{Name: xml.Name{Local: "after"}, Attr: attrs(2)}, xml.EndElement{Name: xml.Name{Local: "after"}}}
	}
	if oneIn(r, 20) {
		f.start.Name.Local = ""
	}
	std, ours := f, f
	ours.ours = true
	return marshalCall{
		mayFallBack: true, inMethod: true,
		name: fmt.Sprintf("EncodeElement(e, v, %v) in a method, within %v, attributes %v and %v, after %v and before %v, swallowing errors: %v,",
			f.start.Name, f.open.Name, f.start.Attr, f.open.Attr, f.before, f.after, f.swallow),
		std: func(v any) ([]byte, error) {
			std.v = v
			return stdxml.Marshal(&std)
		},
		ours: func(v any) ([]byte, error) {
			ours.v = v
			return xml.Marshal(&ours)
		},
	}
}

// decodeElement reads the root element in a method.
var decodeElement = unmarshalCall{
	"DecodeElement(d, v, &start) in a method",
	func(doc []byte, v any) error { return stdxml.Unmarshal(doc, &frame{v: v}) },
	func(doc []byte, v any) error { return xml.Unmarshal(doc, &frame{v: v, ours: true}) },
	true,
}

// An inner counts the calls in methods that went well, and those of them that
// compiled code served as well as the frame around.
type inner struct{ calls, compiled int }

func (n *inner) add(want, got outcome) {
	if !want.panicked && want.err == nil {
		n.calls++
		if got.compiled > 1 {
			n.compiled++
		}
	}
}

// unused returns a disagreement if there were calls in methods, and encoding/xml
// served them all though there is code for them. It may serve any one of them.
func (r *run) unused() *Disagreement {
	const enough = 20
	for _, c := range []struct {
		call string
		has  bool
		inner
	}{
		{"EncodeElement(e, v, start) in a method", r.compiled.MarshalElement != nil, r.written},
		{decodeElement.name, r.compiled.Unmarshal != nil && !isCalled(r.t), r.read},
	} {
		if c.has && c.calls > enough && c.compiled == 0 {
			return &Disagreement{
				Type: typeName(r.t), Seed: r.cfg.Seed, Call: c.call, Where: "the path taken",
				Want: "compiled code for some calls", Got: fmt.Sprintf("encoding/xml for all of %d", c.calls),
			}
		}
	}
	return nil
}
