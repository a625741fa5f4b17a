package runtime

import (
	"encoding/xml"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A play makes values whose methods do what a random number generator says, and keeps
// what the methods see: which errors, in which order.
type play struct {
	r     *rand.Rand
	kind  kind
	seen  []string
	depth int
}

// A kind is what the methods of a play do.
type kind string

const (
	usual kind = "usual"
	odd   kind = "odd"  // what hardly any program does: errors, panics, Indent, Close
	long  kind = "long" // so much that buffers are handed on
)

// text returns s, or much more of it in a long play.
func (p *play) text(s string) string {
	if p.kind == long {
		return strings.Repeat(s, p.r.IntN(20000))
	}
	return s
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
		q := &play{r: rand.New(rand.NewPCG(seed, 1)), kind: p.kind, depth: p.depth + 1}
		defer func() { p.seen = append(p.seen, q.seen...) }()
		swallow := q.r.IntN(8) == 0
		recovers := q.kind == odd && q.r.IntN(8) == 0
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
		if p.kind == odd && p.r.IntN(20) == 0 {
			return nil
		}
		return p.note("end", e.EncodeToken(s.End()))
	case n < 24:
		return p.note("text", e.EncodeToken(xml.CharData(p.text("<&>"))))
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
	case p.kind != odd:
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
	boxed    struct {
		XMLName xml.Name
		M       *method
	}
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
	if p.kind != odd {
		all = all[:len(all)-3]
	}
	return all[p.r.IntN(len(all))]
}

func (p *play) part() part {
	x := part{ID: p.text("<id>"), Code: "c"}
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
	if p.depth < 3 && p.r.IntN(4) == 0 {
		m := p.method()
		return &boxed{XMLName: p.name("box"), M: &m}
	}
	return p.held()
}

func (p *play) page() *page {
	x := &page{Lang: "en", Text: "text", Note: p.text([]string{"", "n"}[p.r.IntN(2)]), First: p.method(), Any: p.inside()}
	if p.r.IntN(3) == 0 {
		x.XMLName = p.name("own")
	}
	x.Own = []ownAttr{"", "x", "y"}[p.r.IntN(3)]
	x.Remark = []string{"", "", "r-"}[p.r.IntN(3)]
	x.Raw = []string{"", "<raw/>"}[p.r.IntN(2)]
	if p.kind == odd {
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
