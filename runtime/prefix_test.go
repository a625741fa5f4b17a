package runtime

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// A pair writes the same elements with encoding/xml and with an Encoder.
type pair struct {
	t    testing.TB
	std  bytes.Buffer
	enc  *xml.Encoder
	e    Encoder
	ours []byte
	open []xml.Name
	mark []int
}

func newPair(t testing.TB) *pair {
	p := &pair{t: t}
	p.enc = xml.NewEncoder(&p.std)
	return p
}

func (p *pair) token(token xml.Token) {
	p.t.Helper()
	if err := p.enc.EncodeToken(token); err != nil {
		p.t.Fatal(err)
	}
}

func (p *pair) start(name xml.Name, attrs []xml.Attr) {
	p.t.Helper()
	p.token(xml.StartElement{Name: name, Attr: attrs})
	p.open = append(p.open, name)
	p.mark = append(p.mark, p.e.Mark())
	p.ours = p.e.AppendStart(p.ours, name)
	for _, a := range attrs {
		p.ours = p.e.AppendAttrValue(p.ours, a)
	}
	p.ours = append(p.ours, '>')
}

func (p *pair) end() {
	p.t.Helper()
	n := len(p.open) - 1
	p.token(xml.EndElement{Name: p.open[n]})
	p.ours = p.e.AppendEnd(p.ours, p.open[n])
	p.e.Release(p.mark[n])
	p.open, p.mark = p.open[:n], p.mark[:n]
}

func (p *pair) compare() {
	p.t.Helper()
	if err := p.enc.Flush(); err != nil {
		p.t.Fatal(err)
	}
	if p.e.std {
		p.t.Fatal("the encoder has given up")
	}
	if want := p.std.String(); string(p.ours) != want {
		p.t.Fatalf("got\n%s\nwant\n%s", p.ours, want)
	}
}

var spaces = []string{
	"", "u:x", "u:/x", "u:/y/x", "x", "http://a/x/", "http://a/x//", "u:/x_1", "u:/x_2", "u:/1x", "///", "/", ":", "a:b",
	"http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/", "xml", "XMLfoo", "u:/xMl", "u:/xm",
	"u:/é", "u:/\xff", "u:/a b", "u:/<&>\"'", "u:/\n", " ", "xmlns", "_", "u:/_", "u:/_xml", "\x00",
}

// TestPrefixes compares the prefixes of random elements with encoding/xml's.
func TestPrefixes(t *testing.T) {
	skipRace(t)
	if !prefixRules() {
		t.Fatal("this Go binds prefixes by rules that are not known here: namespaced attributes fall back to encoding/xml")
	}
	r := rand.New(rand.NewPCG(5, 6))
	locals := []string{"a", "b", "", "é", "a:b"}
	for range 3000 {
		p := newPair(t)
		few := spaces
		if r.IntN(2) == 0 {
			few = []string{"", "u:/x", "v:/x", "w:/x", "w:/x_1", "w:/x_2"}
		}
		for range r.IntN(40) {
			if len(p.open) > 0 && r.IntN(5) < 2 {
				p.end()
				continue
			}
			var attrs []xml.Attr
			for range r.IntN(6) {
				attrs = append(attrs, xml.Attr{
					Name:  xml.Name{Space: few[r.IntN(len(few))], Local: locals[r.IntN(len(locals))]},
					Value: few[r.IntN(len(few))],
				})
			}
			name := xml.Name{Local: "e"}
			if r.IntN(3) == 0 {
				name.Space = few[r.IntN(len(few))]
			}
			p.start(name, attrs)
		}
		for len(p.open) > 0 {
			p.end()
		}
		p.compare()
	}
}

// TestPrefixesNested binds more prefixes than are searched, in levels.
func TestPrefixesNested(t *testing.T) {
	p := newPair(t)
	for round := range 3 {
		for level := range 3 * searched {
			var attrs []xml.Attr
			for i := range level%4 + 1 {
				attrs = append(attrs,
					xml.Attr{Name: xml.Name{Space: fmt.Sprintf("u:/%d/%d/x", level, i), Local: "a"}},
					xml.Attr{Name: xml.Name{Space: fmt.Sprintf("u:/%d/%d/x", level/2, i), Local: "b"}})
			}
			p.start(xml.Name{Local: "e"}, attrs)
			if level%3 == round {
				p.end()
			}
		}
		for len(p.open) > round {
			p.end()
		}
	}
	for len(p.open) > 0 {
		p.end()
	}
	p.compare()
}

// TestPrefixesReuse writes a second document with an encoder that has written one
// with many prefixes.
func TestPrefixesReuse(t *testing.T) {
	for _, n := range []int{1, searched + 1, 5000} {
		p := newPair(t)
		for i := range n {
			p.ours = p.e.AppendAttr(p.ours, fmt.Sprint("u:/", i, "/x"), "a")
		}
		p.e.scope.reset()
		p.ours = p.ours[:0]
		p.start(xml.Name{Local: "e"}, []xml.Attr{
			{Name: xml.Name{Space: "u:/0/x", Local: "a"}},
			{Name: xml.Name{Space: "u:/1/x", Local: "a"}},
		})
		p.end()
		p.compare()
	}
}

// TestPrefixesLinear declares very many namespaces on one element.
func TestPrefixesLinear(t *testing.T) {
	skipRace(t)
	declare := func(n int) time.Duration {
		var e Encoder
		begin := time.Now()
		var b []byte
		for i := range n {
			b = e.AppendAttr(b[:0], fmt.Sprint("u:/", i, "/x"), "a")
		}
		e.Release(0)
		return time.Since(begin)
	}
	checkLinear(t, "namespaces", declare, 10_000, 100_000)
}

func TestBasesBounded(t *testing.T) {
	var p prober
	long := "u:/" + strings.Repeat("x", maxBaseURL)
	if known := p.base(long); known == nil || known.prefix != long[3:] {
		t.Errorf("base of a long URL = %v", known)
	}
	if _, ok := bases.byURL.Load(long); ok {
		t.Error("a long URL is cached")
	}
	for i := range 2 * maxBases {
		p.base(fmt.Sprint("u:/bounded", i))
	}
	n := 0
	bases.byURL.Range(func(_, _ any) bool { n++; return true })
	if n > maxBases {
		t.Errorf("%d URLs are cached, want at most %d", n, maxBases)
	}
}

func BenchmarkAppendAttr(b *testing.B) {
	var e Encoder
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		m := e.Mark()
		out = e.AppendAttr(out[:0], "http://www.w3.org/2001/XMLSchema-instance", "type")
		e.Release(m)
	}
}
