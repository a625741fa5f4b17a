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

// A play makes values whose methods do what a random number generator says, and keeps
// what the methods see: which errors, in which order.
type play struct {
	r     *rand.Rand
	odd   bool // use what hardly any program does
	seen  []string
	depth int
}

// note keeps err and returns it.
func (p *play) note(what string, err error) error {
	if err != nil {
		p.seen = append(p.seen, what+": "+err.Error())
	}
	return err
}

var playSpaces = []string{
	"", "", "", "urn:1/x", "urn:2/x", "urn:lang/x", "urn:part/x", "urn:any", "a/b/&amp;", "http://www.w3.org/XML/1998/namespace",
}

func (p *play) name(local string) xml.Name {
	return xml.Name{Space: playSpaces[p.r.IntN(len(playSpaces))], Local: local}
}

func (p *play) start(local string) xml.StartElement {
	s := xml.StartElement{Name: p.name(local)}
	for range p.r.IntN(3) {
		s.Attr = append(s.Attr, xml.Attr{Name: p.name("at"), Value: "v<"})
	}
	return s
}

// method returns a method that plays a few steps.
func (p *play) method() method {
	if p.r.IntN(4) == 0 {
		return method{}
	}
	seed := p.r.Uint64()
	return method{func(e *xml.Encoder, start xml.StartElement) (err error) {
		q := &play{r: rand.New(rand.NewPCG(seed, 1)), odd: p.odd, depth: p.depth + 1}
		defer func() { p.seen = append(p.seen, q.seen...) }()
		swallow := q.r.IntN(8) == 0
		recovers := q.odd && q.r.IntN(8) == 0
		if recovers {
			defer func() {
				if x := recover(); x != nil {
					q.seen = append(q.seen, fmt.Sprint("recovered ", x))
				}
			}()
		}
		q.seen = append(q.seen, fmt.Sprint(start))
		for range q.r.IntN(4) {
			if err := q.step(e, start); err != nil && !swallow {
				return err
			}
		}
		return nil
	}}
}

var errPlay = errors.New("play: failed")

// step does one thing that a method may do.
func (p *play) step(e *xml.Encoder, start xml.StartElement) error {
	switch n := p.r.IntN(40); {
	case n < 8:
		return p.note("element", EncodeElement(e, p.value(), start))
	case n < 16:
		return p.note("element", EncodeElement(e, p.value(), p.start("s")))
	case n < 22:
		s := p.start("t")
		if err := p.note("start", e.EncodeToken(s)); err != nil {
			return err
		}
		for range p.r.IntN(3) {
			if err := p.step(e, start); err != nil {
				return err
			}
		}
		if p.odd && p.r.IntN(20) == 0 {
			return nil
		}
		return p.note("end", e.EncodeToken(s.End()))
	case n < 24:
		return p.note("text", e.EncodeToken(xml.CharData("<&>")))
	case n < 25:
		return p.note("comment", e.EncodeToken(xml.Comment(" c ")))
	case n < 26:
		target := []string{"go", "xml"}[p.r.IntN(2)]
		return p.note("inst", e.EncodeToken(xml.ProcInst{Target: target, Inst: []byte("go")}))
	case n < 27:
		return p.note("flush", e.Flush())
	case n < 28:
		return p.note("std", e.EncodeElement(p.value(), start))
	case n < 29:
		return p.note("nameless", EncodeElement(e, p.value(), xml.StartElement{}))
	case !p.odd:
		return nil
	case n < 30:
		return errPlay
	case n < 31:
		return p.note("end", e.EncodeToken(start.End()))
	case n < 32:
		return p.note("end", e.EncodeToken(xml.EndElement{Name: p.name("t")}))
	case n < 33:
		e.Indent("", strings.Repeat(" ", p.r.IntN(3)))
	case n < 34:
		e.Indent(strings.Repeat("p", p.r.IntN(2)), " ")
	case n < 35 && p.r.IntN(3) == 0:
		return p.note("close", e.Close())
	case n < 36 && p.r.IntN(3) == 0:
		panic(errPlay)
	}
	return nil
}

// value returns something to encode.
func (p *play) value() any {
	if p.depth < 4 {
		switch p.r.IntN(5) {
		case 0:
			return p.page()
		case 1:
			x := p.part()
			return &x
		case 2:
			return p.part()
		case 3:
			m := p.method()
			return &m
		}
	}
	return p.held()
}

type (
	titled struct {
		XMLName xml.Name `xml:"urn:titled titled"`
		V       string
	}
	captured struct {
		XMLName xml.Name
		V       string `xml:"urn:1/x v,attr"`
	}
	untitled struct{ V int }
)

func (p *play) held() any {
	c := &captured{V: "c"}
	if p.r.IntN(2) == 0 {
		c.XMLName = p.name("own")
	}
	u := &untitled{1}
	n := 3
	all := []any{
		nil, 1, "s<", true, 2.5, []byte("b"), []int{1, 0}, &n, [2]string{"x", "y"}, ownText("t"), (*int)(nil),
		titled{V: "t"}, &titled{V: "t"}, *c, c, []captured{*c, {}}, []*captured{c, nil}, *u, &u,
		[]any{1, c, nil, []any{*c}}, (*method)(nil), method{}, []ownText{"a", "b"},
		[]any{}, []string(nil), (*page)(nil), map[string]int{}, make(chan int), []any{c, map[int]int{}},
	}
	if !p.odd {
		all = all[:len(all)-3]
	}
	return all[p.r.IntN(len(all))]
}

func (p *play) part() part {
	x := part{ID: "<id>", Code: "c"}
	if p.r.IntN(2) == 0 {
		m := p.method()
		x.Body = &m
	}
	if p.r.IntN(3) == 0 {
		x.Any = p.inside()
	}
	return x
}

// inside returns what an interface field is to hold.
func (p *play) inside() any {
	if p.depth < 3 && p.r.IntN(3) == 0 {
		p.depth++
		defer func() { p.depth-- }()
		return p.value()
	}
	return p.held()
}

func (p *play) page() *page {
	x := &page{Lang: "en", Text: "text", Note: []string{"", "n"}[p.r.IntN(2)], First: p.method(), Any: p.inside()}
	if p.r.IntN(3) == 0 {
		x.XMLName = p.name("own")
	}
	x.Own = []ownAttr{"", "x", "y"}[p.r.IntN(3)]
	x.Remark = []string{"", "", "r-"}[p.r.IntN(3)]
	x.Raw = []string{"", "<raw/>"}[p.r.IntN(2)]
	if p.odd {
		switch p.r.IntN(40) {
		case 0:
			x.Own = "bad"
		case 1:
			x.Text = "bad"
		case 2:
			x.Remark = "--"
		case 3:
			x.Own = "panic"
		}
	}
	for range p.r.IntN(3) {
		x.Parts = append(x.Parts, p.part())
	}
	for range p.r.IntN(3) {
		x.More = append(x.More, p.method())
	}
	if p.r.IntN(2) == 0 {
		m := p.method()
		x.Last = &m
	}
	return x
}

// An outcome is what a call comes to.
type outcome struct {
	doc, err, panicked string
	seen               []string
}

// perform calls f with the value of a play.
func perform(seed uint64, odd bool, f func(v any) ([]byte, error)) (out outcome) {
	p := &play{r: rand.New(rand.NewPCG(seed, 2)), odd: odd}
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

func comparePlay(t *testing.T, seed uint64, odd bool) {
	t.Helper()
	want := perform(seed, odd, xml.Marshal)
	got := perform(seed, odd, compiled)
	if strings.Contains(strings.Join(want.seen, "\n"), "attr: bad") {
		// Where MarshalXMLAttr fails and another method goes on, the attributes
		// before it may have used up a number.
		got.doc, want.doc = prefixNumbers.ReplaceAllString(got.doc, ""), prefixNumbers.ReplaceAllString(want.doc, "")
	}
	if got.doc != want.doc || got.err != want.err || got.panicked != want.panicked {
		t.Errorf("seed %d, odd %v:\n got %q, error %q, panic %q,\nwant %q, error %q, panic %q",
			seed, odd, got.doc, got.err, got.panicked, want.doc, want.err, want.panicked)
	}
	if strings.Contains(strings.Join(want.seen, "\n"), "close: ") {
		return // which methods are still called is left open
	}
	if g, w := strings.Join(got.seen, "\n"), strings.Join(want.seen, "\n"); g != w {
		t.Errorf("seed %d, odd %v: methods see\n%s\nwant\n%s", seed, odd, g, w)
	}
}

// TestPlays compares what encoding/xml makes of values whose methods do anything
// with what we make of them.
func TestPlays(t *testing.T) {
	failed := 0
	for _, odd := range []bool{false, true} {
		for seed := range uint64(20000) {
			comparePlay(t, seed, odd)
			if t.Failed() {
				if failed++; failed > 0 {
					t.FailNow()
				}
			}
		}
	}
}

// TestPlaysConcurrent does it in many goroutines.
func TestPlaysConcurrent(t *testing.T) {
	var group sync.WaitGroup
	for i := range uint64(64) {
		group.Go(func() {
			for seed := range uint64(20) {
				comparePlay(t, i*1000+seed, false)
			}
		})
	}
	group.Wait()
}
