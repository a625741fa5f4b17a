package runtime

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// trace is what a reader of tokens saw: one line a token, and the error class.
type trace struct {
	lines []string
	err   string // "", "EOF" or "malformed"
}

func (t trace) String() string { return strings.Join(t.lines, "\n") + "\n" + t.err }

// oracle reads data with encoding/xml up to the end of the root element.
func oracle(data []byte) (t trace) {
	d := xml.NewDecoder(bytes.NewReader(data))
	depth, root := 0, false
	for !root || depth > 0 {
		tok, err := d.Token()
		if err != nil {
			t.err = "malformed"
			if err == io.EOF {
				t.err = "EOF"
			}
			return t
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			root = true
			depth++
			t.lines = append(t.lines, fmt.Sprintf("start %q", tok.Name))
			for _, a := range tok.Attr {
				t.lines = append(t.lines, fmt.Sprintf("attr %q=%q", a.Name, a.Value))
			}
		case xml.EndElement:
			depth--
			t.lines = append(t.lines, "end")
		case xml.CharData:
			t.lines = append(t.lines, fmt.Sprintf("text %q", tok))
		case xml.Comment:
			t.lines = append(t.lines, fmt.Sprintf("comment %q", tok))
		}
	}
	return t
}

// scan reads data with the scanner under test.
func scan(data []byte) (t trace) {
	s := NewScanner(data)
	depth, root := 0, false
	for !root || depth > 0 {
		switch e := s.Next(); e {
		case Failed:
			t.err = "malformed"
			if s.Err() == io.EOF {
				t.err = "EOF"
			} else if !Malformed(s.Err()) {
				t.err = s.Err().Error()
			}
			return t
		case StartTag:
			root = true
			depth++
			t.lines = append(t.lines, fmt.Sprintf("start %q", s.Name()))
			for i := range s.Attrs() {
				a := s.Attr(i)
				t.lines = append(t.lines, fmt.Sprintf("attr %q=%q", a.Name, a.Value))
			}
		case EndTag:
			depth--
			t.lines = append(t.lines, "end")
		case CharData:
			var c Content
			c.AddCharData(s)
			t.lines = append(t.lines, fmt.Sprintf("text %q", []byte(c.Chars())))
		case Comment:
			var c Content
			c.AddComment(s)
			t.lines = append(t.lines, fmt.Sprintf("comment %q", []byte(c.Chars())))
		}
	}
	return t
}

func compare(t *testing.T, data []byte) {
	t.Helper()
	want, got := oracle(data), scan(data)
	if got.String() != want.String() {
		t.Errorf("%q\ngot:\n%s\nwant:\n%s", data, got, want)
	}
}

// documents are the corners that random mutation starts from.
var documents = []string{
	`<a/>`, `<a></a>`, `<a >x</a >`, `<a>x</b>`, `<a`, `<`, ``, ` `, `x`, `<a>`, `</a>`, `<a/ >`, `< a/>`, `<a//>`,
	`<a b="1" c='2'/>`, `<a b="1"c='2'/>`, `<a b = "1"/>`, `<a b/>`, `<a b=1/>`, `<a b="<"/>`, `<a b=">"/>`, `<a b='"'/>`, `<a b="x`, `<a b=`, `<a ="b"/>`,
	`<a b="&lt;&gt;&amp;&quot;&apos;&#65;&#x41;"/>`, `<a b="&nbsp;"/>`, `<a b="]]>"/>`, "<a b='1\r\n2\r3\n4\t5'/>",
	`<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x41;&#x10FFFF;&#xD800;&#55296;</a>`, `<a>&lt</a>`, `<a>&;</a>`, `<a>&#;</a>`, `<a>&#x;</a>`, `<a>&#X41;</a>`, `<a>&#xFFFE;</a>`, `<a>&#0;</a>`,
	`<a>&#x110000;</a>`, `<a>&#99999999999999999999;</a>`, `<a>&#0000000000000000000000000000065;</a>`, `<a>&amp ;</a>`, `<a>&a:b;</a>`, `<a>& </a>`, `<a>&</a>`, `<a>&lt;`,
	`<a>]]></a>`, `<a>]]&gt;</a>`, `<a>]&#93;></a>`, `<a>&#93;]></a>`, `<a><![CDATA[x]]>]]></a>`, `<a>]]<b/>></a>`,
	`<a><![CDATA[]]></a>`, `<a><![CDATA[x]]]></a>`, `<a><![CDATA[]]]]><![CDATA[>]]></a>`, "<a><![CDATA[\r\n<&>\r]]></a>", `<a><![CDATA[x`, `<a><![CDATA[x]]`, `<a><![CDAT[x]]></a>`, `<a><![`, "<a><![CDATA[\x01]]></a>",
	`<a><!--x--></a>`, `<a><!----></a>`, `<a><!---></a>`, `<a><!--x---></a>`, `<a><!--x--y--></a>`, `<a><!-x--></a>`, `<a><!--x-`, `<a><!--x--`, "<a><!--\x01\xff-->x</a>",
	`<?xml version="1.0"?><a/>`, `<?xml version="1.1"?><a/>`, `<?xml version='1.0' encoding='utf-8'?><a/>`, `<?xml encoding="UTF-8"?><a/>`, `<?xml encoding="Utf-8"?><a/>`, `<?xml encoding="latin1"?><a/>`,
	`<?xml encoding=latin1 encoding="utf-8"?><a/>`, `<?xml version=?><a/>`, `<?xml version="?><a/>`, `<?xml version=""?><a/>`, `<a><?xml version="2"?></a>`, `<?XML version="2"?><a/>`, `<?xml?><a/>`, `<? xml?><a/>`, `<??><a/>`, `<?x`, `<?x?`, `<?x ?><a/>`, `<?a:b:c ?><a/>`, `<?1?><a/>`,
	`<!DOCTYPE a><a/>`, `<!DOCTYPE a [<!ENTITY b "c>">]><a>&b;</a>`, `<!DOCTYPE a [<!-- > ' -->]><a/>`, `<!DOCTYPE a '>' ">"><a/>`, `<!><a/>`, `<!>><a/>`, `<!"><a/>`, `<!"">"><a/>`, `<!D <!-x>><a/>`, `<!D <<!-- -->>><a/>`, `<!D <!--`, `<!D`, `<!`, `<!-`, `<!D <!-`, "<!D \x00><a/>", `<!<><a/>`,
	`<a:b xmlns:a="u"/>`, `<a:b/>`, `<a:b:c/>`, `<:b/>`, `<a:/>`, `<:/>`, `<::/>`, `<a b:c:d=""/>`, `<a :b="1" b:="2"/>`, `<a:b></a:b>`, `<a:b xmlns:a="u" xmlns:c="u"></c:b>`, `<a:b></b>`,
	`<a xmlns="u"><b/><c xmlns=""/><d/></a>`, `<a xmlns="u" b="1" xmlns:x="v" x:c="2" y:d="3" xml:e="4"/>`, `<xmlns/>`, `<xmlns:a/>`, `<a xmlns:xml="u" xml:b="1"/>`, `<a xmlns:="u" :b="1"/>`, `<a xmlns="&lt;u"><b/></a>`, `<a xmlns:p="u" xmlns:p="v"><p:b/></a><p:c/>`, `<xml:a/>`, `<a xmlns="u"><xmlns/></a>`, `<a xmlns:xmlns="u" xmlns:b="v"/>`,
	"\ufeff<a/>", "x<a/>", "<a>\u00e9\u4e2d\U0001F600</a>", "<a>\xff</a>", "<a>\xc3</a>", "<a>\xed\xa0\x80</a>", "<a>\ufffe</a>", "<a>\ufffd</a>", "<a>\x00</a>", "<a>\x0b</a>", "<a>\x7f\u0085</a>", "<a b='\xff'/>", "<a b='\x01'/>",
	"<\u00e9/>", "<\u00d7/>", "<a\u00b7/>", "<\u00b7/>", "<\U00010000/>", "<a\xff/>", "<a \u00e9='1'/>", "<1/>", "<-a/>", "<.a/>", "<a1-._/>", "<a\u2028/>", "<a>&\u00e9;</a>",
	"<a>1\r\n2\r3\n\r4\r\r\n5&#13;\n&#13;\r\n</a>", "\n\t <a> <b> </b>\r\n</a>", strings.Repeat("<a>", 20) + strings.Repeat("</a>", 20), "<a>" + strings.Repeat("x", 100) + "\u00e9" + strings.Repeat("y", 9) + "&amp;</a>",
}

func TestScannerAgainstDecoder(t *testing.T) {
	for _, doc := range documents {
		compare(t, []byte(doc))
		for i := range doc {
			compare(t, []byte(doc[:i]))
		}
	}
}

func TestScannerMutated(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	n := 60000
	if testing.Short() {
		n = 5000
	}
	for range n {
		doc := []byte(documents[rnd.IntN(len(documents))])
		for range 1 + rnd.IntN(3) {
			doc = mutate(rnd, doc)
		}
		compare(t, doc)
		if t.Failed() {
			return
		}
	}
}

const alphabet = "<>&;:/=\"'![]-?# \r\nabxmlns1\x00\x01\x80\xc3\xa9\xef\xbf\xbe"

func mutate(rnd *rand.Rand, doc []byte) []byte {
	i := rnd.IntN(len(doc) + 1)
	switch rnd.IntN(4) {
	case 0:
		return append(doc[:i:i], append([]byte{alphabet[rnd.IntN(len(alphabet))]}, doc[i:]...)...)
	case 1:
		if i < len(doc) {
			return append(doc[:i:i], doc[i+1:]...)
		}
	case 2:
		if i < len(doc) {
			doc[i] = alphabet[rnd.IntN(len(alphabet))]
		}
	case 3:
		other := documents[rnd.IntN(len(documents))]
		j := rnd.IntN(len(other) + 1)
		k := j + rnd.IntN(len(other)+1-j)
		return append(doc[:i:i], append([]byte(other[j:k]), doc[i:]...)...)
	}
	return doc
}

func FuzzScanner(f *testing.F) {
	for _, doc := range documents {
		f.Add([]byte(doc))
	}
	f.Fuzz(compare)
}

// TestNames compares the probed name tables with what encoding/xml takes in
// names of every rune.
func TestNames(t *testing.T) {
	for r := rune(0x80); r <= 0x10ffff; r++ {
		if r >= 0x10000 && r&0xfff > 2 || r >= 0xd800 && r < 0xe000 {
			continue
		}
		doc := "<a" + string(r) + "/>"
		if r&1 == 0 {
			doc = "<" + string(r) + "/>"
		}
		compare(t, []byte(doc))
		if t.Failed() {
			return
		}
	}
}

func TestManyNamespaces(t *testing.T) {
	var b strings.Builder
	for i := range 3 * indexFrom {
		fmt.Fprintf(&b, `<e%d xmlns:p%d="u%d" p%d:a="1" xmlns="d%d">`, i, i%7, i, (i+3)%7, i)
		fmt.Fprintf(&b, `<p%d:x/>`, i%11)
	}
	for i := 3*indexFrom - 1; i >= 0; i-- {
		fmt.Fprintf(&b, `<p%d:x/></e%d>`, i%5, i)
	}
	compare(t, []byte(b.String()))
}

// TestLongNamespace: names in a namespace share its URI, however long it is.
func TestLongNamespace(t *testing.T) {
	const names = 1000
	for _, start := range []string{"", "&amp;"} {
		uri := strings.ReplaceAll(start, "&amp;", "&") + strings.Repeat("u", 1<<16)
		doc := []byte(`<r xmlns:p="` + start + strings.Repeat("u", 1<<16) + `">` + strings.Repeat(`<p:a p:b=""/>`, names) + `</r>`)
		s := NewScanner(doc)
		read := func() {
			s.Reset(doc)
			if err := s.Root(); err != nil {
				t.Fatal(err)
			}
			n := 0
			for s.Child() {
				if s.SpaceIs(uri) && s.Name().Space == uri && s.AttrSpaceIs(0, uri) && s.Attr(0).Name.Space == uri {
					n++
				}
				if err := s.Skip(); err != nil {
					t.Fatal(err)
				}
			}
			if n != names || s.Err() != nil {
				t.Fatalf("%v, %d names in the namespace", s.Err(), n)
			}
		}
		if n := testing.AllocsPerRun(1, read); n > 10 {
			t.Errorf("%v allocations", n)
		}
	}
}

func TestTooDeep(t *testing.T) {
	for _, depth := range []int{maxDepth, maxDepth + 1} {
		s := NewScanner([]byte(strings.Repeat("<a>", depth)))
		for range depth {
			if s.Next() != StartTag {
				t.Fatal(s.Err())
			}
		}
		if err := s.TooDeep(); (err != nil) != (depth > maxDepth) {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}

// TestGuards takes each guard out of the standard set and shows what passes.
func TestGuards(t *testing.T) {
	for _, test := range []struct {
		guard Guards
		doc   string
		text  string
	}{
		{GuardChars, "<a>\x01\ufffe&#2;</a>", "\x01\ufffe\x02"},
		{GuardUTF8, "<a>\xff</a>", "\xff"},
		{GuardNames, "<a><1:2:3/></a>", ""},
		{GuardEndTags, "<a>x</b>", "x"},
		{GuardReferences, "<a>&nbsp; & &#xZ;&lt;</a>", "&nbsp; & &#xZ;<"},
		{GuardCDataEnd, "<a>]]></a>", "]]>"},
		{GuardComments, "<a>x<!-- -- --></a>", "x"},
		{GuardDeclaration, `<?xml version="9" encoding="x"?><a>x</a>`, "x"},
	} {
		read := func(g Guards) (string, error) {
			s := NewScanner([]byte(test.doc))
			s.SetGuards(g)
			if err := s.Root(); err != nil {
				return "", err
			}
			return s.Text()
		}
		if _, err := read(StdGuards); err == nil {
			t.Errorf("%q: passes all guards", test.doc)
		}
		if got, err := read(StdGuards &^ test.guard); err != nil || got != test.text {
			t.Errorf("%q without guard %b: %q, %v", test.doc, test.guard, got, err)
		}
		if _, err := read(test.guard); err == nil {
			t.Errorf("%q: passes guard %b alone", test.doc, test.guard)
		}
	}
}

func TestLocate(t *testing.T) {
	s := NewScanner([]byte("<a>\n  <n>x</n></a>"))
	if err := s.Root(); err != nil || !s.Child() {
		t.Fatal(err)
	}
	_, cause := s.Int(0)
	cause = s.FailIndex(s.Fail(cause, "N"), "List", 3)
	err := s.Locate(cause, cause, "pkg.T")
	if want := `2:3: pkg.T.List[3].N: strconv.ParseInt: parsing "x": invalid syntax`; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
	if err.Offset != 6 || !errors.Is(err, cause) {
		t.Errorf("offset %d, wraps %v", err.Offset, err.Err)
	}
}

// TestAllocs: reading with a kept scanner allocates nothing of its own.
func TestAllocs(t *testing.T) {
	doc := []byte(`<a b="1 &amp; 2" xmlns:p="u"><c>12</c><p:d>x &lt; y</p:d><!-- --><e/><f><g/>z</f></a>`)
	s := NewScanner(doc)
	read := func() {
		s.Reset(doc)
		if s.Root() != nil {
			t.Fatal(s.Err())
		}
		_ = s.AttrValue(0)
		for s.Child() {
			_ = s.SpaceIs("u")
			if _, err := s.Chars(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := testing.AllocsPerRun(100, read); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
