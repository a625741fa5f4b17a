package runtime

import (
	"bytes"
	"encoding/xml"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	contents = []string{"", "x", "a>b", " ", "\n", "]]>", "é", "</e>"}
	comments = []string{"x", "<e>", "->", "><", "-><e>", "</e>", "> ", "é", "<!", "]]>"}
)

// A commentField has what only fields can bring: comments that are indented,
// CDATA sections and innerxml.
type commentField struct {
	XMLName xml.Name `xml:"c"`
	Before  string   `xml:",omitempty"`
	Text    string   `xml:",comment"`
	CData   string   `xml:",cdata"`
	Inner   string   `xml:",innerxml"`
	After   string   `xml:",omitempty"`
	More    *commentField
}

func appendCommentField(e *Encoder, b []byte, v *commentField) ([]byte, error) {
	var err error
	b = append(b, "<c>"...)
	if v.Before != "" {
		b = append(b, "<Before>"...)
		b = AppendText(b, v.Before)
		b = append(b, "</Before>"...)
	}
	if b, err = AppendComment(b, v.Text); err != nil {
		return b, err
	}
	b = AppendCData(b, v.CData)
	b = e.AppendRaw(b, v.Inner)
	if v.After != "" {
		b = append(b, "<After>"...)
		b = AppendText(b, v.After)
		b = append(b, "</After>"...)
	}
	if v.More != nil {
		if b, err = appendCommentField(e, b, v.More); err != nil {
			return b, err
		}
		if b, err = e.Spill(b); err != nil {
			return b, err
		}
	}
	return append(b, "</c>"...), nil
}

func randomField(r *rand.Rand, depth int) *commentField {
	pick := func(from []string) string {
		if r.IntN(3) == 0 {
			return ""
		}
		return from[r.IntN(len(from))]
	}
	v := &commentField{
		Before: pick(contents),
		Text:   pick(comments),
		CData:  pick(contents),
		Inner:  pick([]string{"<x>", "</c>", "<!--", "a<b", ">", "<y/>", "&", "<z><z></z></z>"}),
		After:  pick(contents),
	}
	if depth > 0 && r.IntN(4) > 0 {
		v.More = randomField(r, depth-1)
	}
	return v
}

var indents = [][2]string{{"", " "}, {"", "\t"}, {">", "--"}, {"p", ""}, {"", ""}, {"<", "</e>"}}

// TestMarshalIndent compares the indented form of random values with
// encoding/xml's.
func TestMarshalIndent(t *testing.T) {
	skipRace(t)
	f := func(e *Encoder, b []byte, v any) ([]byte, error) {
		return appendCommentField(e, b, v.(*commentField))
	}
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 5000 {
		v := randomField(r, r.IntN(12))
		if i%500 == 0 {
			// Long enough to be indented in pieces.
			for more := v; more != nil; more = more.More {
				more.Inner += strings.Repeat("<x>", writeSize/2)
			}
		}
		for _, in := range indents {
			want, err := xml.MarshalIndent(v, in[0], in[1])
			if err != nil {
				t.Fatal(err)
			}
			got, err := MarshalIndent(f, v, in[0], in[1])
			if err != nil || string(got) != string(want) {
				t.Fatalf("indent %q: error %v, got\n%s\nwant\n%s", in, err, got, want)
			}
		}
	}
}

// TestIndentTokens compares trees of tokens, with attributes and text between
// elements.
func TestIndentTokens(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 5000 {
		in := indents[r.IntN(len(indents)-2)]
		var std bytes.Buffer
		enc := xml.NewEncoder(&std)
		enc.Indent(in[0], in[1])
		e := Encoder{indenting: true}
		pass := indenter{prefix: in[0], indent: in[1]}
		var compact []byte
		var open []xml.Name
		for range r.IntN(30) {
			switch k := r.IntN(6); {
			case k == 0 && len(open) > 0:
				// EncodeToken keeps line feeds, which fields do not.
				if s := contents[r.IntN(len(contents))]; s != "\n" {
					_ = enc.EncodeToken(xml.CharData(s))
					compact = AppendText(compact, s)
				}
			case k <= 2 && len(open) > 0:
				name := open[len(open)-1]
				open = open[:len(open)-1]
				_ = enc.EncodeToken(xml.EndElement{Name: name})
				compact = e.AppendEnd(compact, name)
				if r.IntN(3) == 0 {
					pass.out = pass.append(pass.out, compact, nil)
					compact = compact[:0]
				}
			default:
				name := xml.Name{Local: []string{"e", "a/b", "x/"}[r.IntN(3)]}
				if r.IntN(3) == 0 {
					name.Space = "u:/>"
				}
				start := xml.StartElement{Name: name}
				compact = e.AppendStart(compact, name)
				for i := range r.IntN(3) {
					a := xml.Attr{Name: xml.Name{Local: string(rune('a' + i))}, Value: contents[r.IntN(len(contents))]}
					start.Attr = append(start.Attr, a)
					compact = e.AppendAttrValue(compact, a)
				}
				compact = append(compact, '>')
				_ = enc.EncodeToken(start)
				open = append(open, name)
			}
		}
		if err := enc.Flush(); err != nil {
			t.Fatal(err)
		}
		got := pass.append(pass.out, compact, nil)
		if e.std || string(got) != std.String() {
			t.Fatalf("indent %q: std %v, got\n%s\nwant\n%s", in, e.std, got, std.String())
		}
	}
}

// TestIndentOddNames: the pass cannot read tags with these names.
func TestIndentOddNames(t *testing.T) {
	for _, name := range []string{"a>b", "/a", "!--", "![CDATA["} {
		f := func(e *Encoder, b []byte, v any) ([]byte, error) {
			b = e.AppendStart(b, xml.Name{Local: v.(string)})
			return e.AppendEnd(append(b, '>'), xml.Name{Local: v.(string)}), nil
		}
		if _, err := MarshalIndent(f, name, "", " "); err != ErrStd {
			t.Errorf("MarshalIndent with element %q: error %v, want ErrStd", name, err)
		}
		if got, err := Marshal(f, name); err != nil || string(got) != "<"+name+"></"+name+">" {
			t.Errorf("Marshal with element %q: %q, %v", name, got, err)
		}
	}
	f := func(e *Encoder, b []byte, v any) ([]byte, error) {
		b = e.AppendAttrValue(append(b, "<e"...), xml.Attr{Name: xml.Name{Local: v.(string)}})
		return append(b, "></e>"...), nil
	}
	if _, err := MarshalIndent(f, "a>b", "", " "); err != ErrStd {
		t.Errorf("MarshalIndent with an attribute a>b: error %v, want ErrStd", err)
	}
}
