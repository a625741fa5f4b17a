package runtime

import (
	"encoding/xml"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// A method is a value that marshals itself, as a function says.
type method struct {
	f func(e *xml.Encoder, start xml.StartElement) error
}

func (m *method) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	if m.f == nil {
		return e.EncodeElement("", start)
	}
	return m.f(e, start)
}

// An ownText is a value that makes its own text, or fails.
type ownText string

func (t ownText) MarshalText() ([]byte, error) {
	switch t {
	case "bad":
		return nil, errText
	case "panic":
		panic(errText)
	}
	return []byte(t), nil
}

// An ownAttr is a value that makes its own attribute, or fails.
type ownAttr string

func (a ownAttr) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	switch a {
	case "":
		return xml.Attr{}, nil
	case "bad":
		return xml.Attr{}, errAttr
	case "panic":
		panic(errAttr)
	}
	name.Space += string(a)
	return xml.Attr{Name: name, Value: string(a)}, nil
}

var (
	errText       = errors.New("text: bad")
	errAttr       = errors.New("attr: bad")
	prefixNumbers = regexp.MustCompile("_[0-9]+")
)

// A page is a value that holds what marshals itself beside what does not.
type page struct {
	XMLName xml.Name
	Lang    string   `xml:"urn:lang/x lang,attr"`
	Own     ownAttr  `xml:"urn:own own,attr"`
	First   method   `xml:"first"`
	Note    string   `xml:"note,omitempty"`
	Text    ownText  `xml:"text"`
	Any     any      `xml:"urn:any any"`
	Parts   []part   `xml:"part"`
	More    []method `xml:"urn:more/x more"`
	Remark  string   `xml:",comment"`
	Raw     string   `xml:",innerxml"`
	Last    *method  `xml:"last"`
}

type part struct {
	ID   string  `xml:"urn:part/x id,attr"`
	Code string  `xml:"urn:lang/y code,attr"`
	Body *method `xml:"body"`
	Any  any     `xml:"any"`
}

var liveTable = Table{
	Package: "runtime/live",
	Types: []Type{
		{
			New: (*page)(nil),
			Marshal: func(e *Encoder, b []byte, v any) ([]byte, error) {
				return appendPage(e, b, v, &Start{})
			},
			MarshalElement: appendPage,
			PointerOnly:    true,
		},
		{
			New: (*part)(nil),
			MarshalElement: func(e *Encoder, b []byte, v any, start *Start) ([]byte, error) {
				if err := e.Delegate(); err != nil {
					return b, err
				}
				p := Pointer[part](v)
				if p == nil {
					return b, nil
				}
				name := start.Name
				if name.Local == "" {
					name.Local = "part"
				}
				return appendPart(e, b, p, name, start.Attr)
			},
			PointerOnly: false,
		},
		{
			New: (*method)(nil),
			Marshal: func(e *Encoder, b []byte, v any) ([]byte, error) {
				if err := e.Delegate(); err != nil {
					return b, err
				}
				return e.Encode(b, v)
			},
			PointerOnly: true,
		},
	},
}

func init() { Register(&liveTable) }

// appendPage is what the generator writes.
func appendPage(e *Encoder, b []byte, v any, start *Start) ([]byte, error) {
	if err := e.Delegate(); err != nil {
		return b, err
	}
	p := Pointer[page](v)
	if p == nil {
		return b, nil
	}
	name := start.Name
	if !start.Forced && p.XMLName.Local != "" {
		name = p.XMLName
	}
	if name.Local == "" {
		name.Local = "page"
	}
	var err error
	b = e.AppendStart(b, name)
	mark := e.Mark()
	for _, a := range start.Attr {
		b = e.AppendAttrValue(b, a)
	}
	b = e.AppendAttr(b, "urn:lang/x", "lang")
	b = append(AppendText(b, p.Lang), '"')
	if b, err = e.AppendMarshalAttr(b, p.Own, xml.Name{Space: "urn:own", Local: "own"}); err != nil {
		return b, err
	}
	if start.Around && name.Space == "" {
		b = append(b, ` xmlns=""`...)
	}
	b = append(b, '>')
	if b, err = e.EncodeElement(b, &p.First, xml.Name{Local: "first"}); err != nil {
		return b, err
	}
	if p.Note != "" {
		b = append(b, "<note>"...)
		b = AppendText(b, p.Note)
		b = append(b, "</note>"...)
	}
	b = append(b, "<text>"...)
	if b, err = AppendMarshalText(b, p.Text); err != nil {
		return b, err
	}
	b = append(b, "</text>"...)
	if b, err = e.Interface(b, p.Any, xml.Name{Space: "urn:any", Local: "any"}, name.Space != ""); err != nil {
		return b, err
	}
	for i := range p.Parts {
		if b, err = appendPart(e, b, &p.Parts[i], xml.Name{Local: "part"}, nil); err != nil {
			return b, err
		}
		if b, err = e.Spill(b); err != nil {
			return b, err
		}
	}
	for i := range p.More {
		if b, err = e.EncodeElement(b, &p.More[i], xml.Name{Space: "urn:more/x", Local: "more"}); err != nil {
			return b, err
		}
		if b, err = e.Spill(b); err != nil {
			return b, err
		}
	}
	if b, err = AppendComment(b, p.Remark); err != nil {
		return b, err
	}
	b = e.AppendRaw(b, p.Raw)
	if p.Last != nil {
		if b, err = e.EncodeElement(b, p.Last, xml.Name{Local: "last"}); err != nil {
			return b, err
		}
	}
	b = e.AppendEnd(b, name)
	e.Release(mark)
	return b, nil
}

func appendPart(e *Encoder, b []byte, p *part, name xml.Name, attrs []xml.Attr) ([]byte, error) {
	var err error
	b = e.AppendStart(b, name)
	mark := e.Mark()
	for _, a := range attrs {
		b = e.AppendAttrValue(b, a)
	}
	b = e.AppendAttr(b, "urn:part/x", "id")
	b = append(AppendText(b, p.ID), '"')
	b = e.AppendAttr(b, "urn:lang/y", "code")
	b = append(AppendText(b, p.Code), '"', '>')
	if p.Body != nil {
		if b, err = e.EncodeElement(b, p.Body, xml.Name{Local: "body"}); err != nil {
			return b, err
		}
	}
	if b, err = e.Interface(b, p.Any, xml.Name{Local: "any"}, name.Space != ""); err != nil {
		return b, err
	}
	b = e.AppendEnd(b, name)
	e.Release(mark)
	return b, nil
}

// An outcome is what a call comes to.
type outcome struct {
	doc, err, panicked string
	seen               []string
}

// perform calls f with the value of a play.
func perform(seed uint64, kind kind, f func(v any) ([]byte, error)) (out outcome) {
	p := &play{r: rand.New(rand.NewPCG(seed, 2)), kind: kind}
	v := p.page()
	defer func() {
		if x := recover(); x != nil {
			out.panicked = fmt.Sprint(x)
		}
		out.seen = p.seen
	}()
	b, err := f(v)
	out.doc = string(b)
	if err != nil {
		out.err = err.Error()
	}
	return out
}

// compiled is Marshal as package xml has it.
func compiled(v any) ([]byte, error) {
	if t, v := Source(v); t != nil && t.Marshal != nil {
		b, err := Marshal(t.Marshal, v)
		if err == ErrStd {
			panic("encoding/xml must serve the call")
		}
		return b, err
	}
	return xml.Marshal(v)
}

func comparePlay(t *testing.T, seed uint64, kind kind) {
	t.Helper()
	want := perform(seed, kind, xml.Marshal)
	got := perform(seed, kind, compiled)
	if strings.Contains(strings.Join(want.seen, "\n"), "attr: bad") {
		// Where MarshalXMLAttr fails and another method goes on, the attributes
		// before it may have used up a number.
		got.doc, want.doc = prefixNumbers.ReplaceAllString(got.doc, ""), prefixNumbers.ReplaceAllString(want.doc, "")
	}
	if strings.Contains(strings.Join(want.seen, "\n"), "close: ") && want.err+want.panicked != "" && got.err+got.panicked != "" {
		return // see live.enter
	}
	if got.doc != want.doc || got.err != want.err || got.panicked != want.panicked {
		t.Errorf("seed %d, kind %v:\n got %q, error %q, panic %q,\nwant %q, error %q, panic %q",
			seed, kind, got.doc, got.err, got.panicked, want.doc, want.err, want.panicked)
	}
	if g, w := strings.Join(got.seen, "\n"), strings.Join(want.seen, "\n"); g != w {
		t.Errorf("seed %d, kind %v: methods see\n%s\nwant\n%s", seed, kind, g, w)
	}
}

// TestPlays compares what encoding/xml makes of values whose methods do anything
// with what we make of them.
func TestPlays(t *testing.T) {
	skipRace(t)
	for kind, n := range map[kind]uint64{usual: 5000, odd: 15000, long: 200} {
		for seed := range n {
			comparePlay(t, seed, kind)
			if t.Failed() {
				t.FailNow()
			}
		}
	}
	noLives(t)
}

// TestPlaysConcurrent does it in many goroutines.
func TestPlaysConcurrent(t *testing.T) {
	var group sync.WaitGroup
	for i := range uint64(64) {
		group.Go(func() {
			for seed := range uint64(20) {
				comparePlay(t, i*1000+seed, usual)
			}
		})
	}
	group.Wait()
	noLives(t)
}
