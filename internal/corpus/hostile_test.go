package corpus

import (
	"bytes"
	stdxml "encoding/xml"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/xmlserde/xmlserde/xml"
)

// A hostile is a document of a size that grows with n, for one type.
type hostile struct {
	name string
	typ  reflect.Type
	doc  func(n int) string
}

func rep(s string, n int) string { return strings.Repeat(s, n) }

// counted returns n pieces, each with its number.
func counted(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// countedDown is counted from n-1 to 0.
func countedDown(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, n-1-i)
	}
	return b.String()
}

var hostiles = []hostile{
	{"name", reflect.TypeFor[Element](), func(n int) string { return "<" + rep("a", n) + "></" + rep("a", n) + ">" }},
	{"name skipped", reflect.TypeFor[Text](), func(n int) string { return "<a><" + rep("é", n) + "/></a>" }},
	{"name unequal", reflect.TypeFor[Element](), func(n int) string { return "<a><" + rep("a", n) + "></" + rep("a", n-1) + "b></a>" }},
	{"prefix", reflect.TypeFor[Element](), func(n int) string {
		p := rep("p", n)
		return "<" + p + ":a xmlns:" + p + "='" + p + "' " + p + ":b=''/>"
	}},
	{"attribute name", reflect.TypeFor[AnyAttrs](), func(n int) string { return "<a " + rep("a", n) + "='1'/>" }},
	{"attribute value", reflect.TypeFor[Attrs](), func(n int) string { return "<a string='" + rep("v&lt;", n) + "'/>" }},
	{"number", reflect.TypeFor[Attrs](), func(n int) string { return "<a int='" + rep("0", n) + "'/>" }},
	{"white space", reflect.TypeFor[Attrs](), func(n int) string {
		return "<a" + rep(" ", n) + "int" + rep("\n", n) + "=" + rep("\t", n) + "'" + rep(" ", n) + "1'" + rep(" ", n) + ">" + rep(" ", n) + "</a" + rep(" ", n) + ">"
	}},
	{"attributes", reflect.TypeFor[AnyAttrs](), func(n int) string { return "<a " + counted(n, "a%d='' ") + "/>" }},
	{"attributes skipped", reflect.TypeFor[Attrs](), func(n int) string { return "<a " + counted(n, "a%d='' ") + "/>" }},
	{"same attribute", reflect.TypeFor[SliceAttrs](), func(n int) string { return "<a " + rep("ints='1' strings='' ", n) + "/>" }},
	{"attributes in spaces", reflect.TypeFor[RestSpaceAttrs](), func(n int) string {
		return "<a " + counted(n, "xmlns:p%d='urn:a' ") + counted(n, "p%d:id='1' ") + "/>"
	}},
	{"declarations", reflect.TypeFor[Text](), func(n int) string {
		return "<a " + counted(n, "xmlns:p%d='urn:%[1]d' ") + ">" + counted(n, "<p%d:b/>") + "</a>"
	}},
	{"same declaration", reflect.TypeFor[Element](), func(n int) string { return "<a " + rep("xmlns:p='urn:p' ", n) + "/>" }},
	{"nested declarations", reflect.TypeFor[Text](), func(n int) string {
		return "<a>" + counted(n, "<p%d:b xmlns:p%[1]d='urn:p'>") + countedDown(n, "</p%d:b>") + "</a>"
	}},
	{"nested same declaration", reflect.TypeFor[Text](), func(n int) string {
		return "<a>" + rep("<p:b xmlns:p='urn:p' xmlns='urn:q'><c/>", n) + rep("</p:b>", n) + "</a>"
	}},
	{"declarations in and out", reflect.TypeFor[Element](), func(n int) string {
		return "<a " + counted(23, "xmlns:p%d='u' ") + ">" + rep("<p:b xmlns:p='urn:p' p:c=''/>", n) + "</a>"
	}},
	{"namespace of many", reflect.TypeFor[Element](), func(n int) string {
		return "<a xmlns='" + rep("u", n) + "'>" + rep("<b/>", n/4) + "</a>"
	}},
	{"decoded namespace of many", reflect.TypeFor[Spaces](), func(n int) string {
		return "<a xmlns:p='" + rep("u&amp;", n) + "'>" + rep("<p:item/>", n) + "</a>"
	}},
	{"decoded namespace of attributes", reflect.TypeFor[RestSpaceAttrs](), func(n int) string {
		return "<a xmlns:p='" + rep("u&amp;", n) + "' " + rep("p:id='1' ", n) + "/>"
	}},
	{"namespace of attributes", reflect.TypeFor[AnyAttrs](), func(n int) string {
		return "<a xmlns:p='" + rep("u", 8*n) + "' " + rep("p:id='1' ", n) + "/>"
	}},
	{"expected namespace", reflect.TypeFor[SpaceNames](), func(n int) string {
		return "<outer xmlns='" + rep("u&gt;", n) + "'/>"
	}},
	{"text", reflect.TypeFor[Text](), func(n int) string { return "<a>" + rep("t&amp;\r\né", n) + "</a>" }},
	{"text never ending", reflect.TypeFor[Text](), func(n int) string { return "<a>" + rep("]] > ", n) }},
	{"brackets", reflect.TypeFor[Text](), func(n int) string { return "<a>" + rep("]", n) + "</a>" }},
	{"CDATA", reflect.TypeFor[Text](), func(n int) string { return "<a><![CDATA[" + rep("]]", n) + "\r]]></a>" }},
	{"small CDATA", reflect.TypeFor[BytesText](), func(n int) string { return "<a>" + rep("<![CDATA[x]]>", n) + "</a>" }},
	{"small CDATA in a leaf", reflect.TypeFor[Scalars](), func(n int) string {
		return "<a><string>" + rep("<![CDATA[]]>\r<![CDATA[y]]>", n) + "</string></a>"
	}},
	{"CDATA never ending", reflect.TypeFor[Text](), func(n int) string { return "<a>" + rep("<![CDATA[", n) }},
	{"children in a leaf", reflect.TypeFor[Scalars](), func(n int) string {
		return "<a><string>" + rep("x<b/>", n) + "</string></a>"
	}},
	{"comments", reflect.TypeFor[Comments](), func(n int) string { return "<a>" + rep("<!--c-->", n) + "</a>" }},
	{"comment", reflect.TypeFor[Comments](), func(n int) string { return "<a><!--" + rep("- ", n) + "--></a>" }},
	{"comment never ending", reflect.TypeFor[Comments](), func(n int) string { return "<a>" + rep("<!--", n) }},
	{"processing instruction", reflect.TypeFor[Text](), func(n int) string { return "<?p " + rep("?", n) + "?><a/>" }},
	{"XML declaration", reflect.TypeFor[Text](), func(n int) string {
		return "<?xml " + rep("version= encoding= ", n) + "?><a/>"
	}},
	{"XML declarations", reflect.TypeFor[Text](), func(n int) string {
		return rep("<?xml version='1.0' encoding='UTF-8'?>", n) + "<a/>"
	}},
	{"DTD", reflect.TypeFor[Text](), func(n int) string {
		return "<!DOCTYPE a [" + counted(n, "<!ENTITY e%d '&e;&e;'><!-- > -->") + "]><a>&e1;</a>"
	}},
	{"DTD nested", reflect.TypeFor[Text](), func(n int) string { return "<!D " + rep("<", n) + rep(">", n) + "><a/>" }},
	{"DTD never ending", reflect.TypeFor[Text](), func(n int) string { return "<!D " + rep("<!", n) }},
	{"entity name", reflect.TypeFor[Text](), func(n int) string { return "<a>&" + rep("e", n) + ";</a>" }},
	{"character reference", reflect.TypeFor[Text](), func(n int) string { return "<a>&#" + rep("0", n) + "65;</a>" }},
	{"ampersands", reflect.TypeFor[Text](), func(n int) string { return "<a>" + rep("&", n) + "</a>" }},
	{"depth", reflect.TypeFor[Text](), func(n int) string { return "<a>" + rep("<b>", n) + rep("</b>", n) + "</a>" }},
	{"depth never ending", reflect.TypeFor[Text](), func(n int) string { return "<a>" + rep("<b>", n) }},
	{"depth of any", reflect.TypeFor[Element](), func(n int) string { return rep("<b>", n) + rep("</b>", n) }},
	{"depth of a slice", reflect.TypeFor[Node](), func(n int) string { return "<a>" + rep("<node>", n) + rep("</node>", n) + "</a>" }},
	{"slices", reflect.TypeFor[Slices](), func(n int) string {
		return "<a>" + rep("<string>x</string><int>1</int><struct/><nested/>", n) + "</a>"
	}},
	{"long slices again and again", reflect.TypeFor[Slices](), func(n int) string {
		return "<a>" + rep("<blocks><named/></blocks>", n) + "</a>"
	}},
	{"slices of slices", reflect.TypeFor[Names](), func(n int) string { return "<a>" + rep("<ints/><values xmlns='urn:v'/>", n) + "</a>" }},
	{"paths", reflect.TypeFor[Paths](), func(n int) string { return "<a>" + rep("<p><b/><q><c/></q></p>", n) + "</a>" }},
	{"innerxml", reflect.TypeFor[Inner](), func(n int) string { return "<a>" + rep("<child>&lt;</child>", n) + "</a>" }},
	{"tail", reflect.TypeFor[Text](), func(n int) string { return "<a></a>" + rep("<", n) }},
	{"head", reflect.TypeFor[Text](), func(n int) string { return rep("text ", n) + "<a/>" }},
	{"nothing", reflect.TypeFor[Text](), func(n int) string { return rep(" ", n) }},
	{"NUL", reflect.TypeFor[Text](), func(n int) string { return "<a>" + rep("x", n) + "\x00</a>" }},
	{"byte order mark", reflect.TypeFor[Text](), func(n int) string { return "\ufeff<a>" + rep("\ufeff", n) + "</a>" }},
	{"UTF-16", reflect.TypeFor[Text](), func(n int) string { return "\xff\xfe" + rep("<\x00a\x00", n) }},
}

// outcome is what became of a document: the error and the target.
func outcome(typ reflect.Type, read func(v any) error) (string, reflect.Value) {
	p := reflect.New(typ)
	return call(func() error { return read(p.Interface()) }), p
}

// sameOutcome compares Unmarshal and UnmarshalRead with encoding/xml.
func sameOutcome(t *testing.T, typ reflect.Type, doc string) {
	t.Helper()
	check := func(name string, std, ours func(v any) error) {
		t.Helper()
		wantErr, want := outcome(typ, std)
		gotErr, got := outcome(typ, ours)
		shown := doc
		if len(shown) > 500 {
			shown = shown[:500] + "..."
		}
		if gotErr != wantErr {
			t.Fatalf("%s into %v: %q\nencoding/xml: %.300s\ncompiled:     %.300s", name, typ, shown, wantErr, gotErr)
		}
		if !reflect.DeepEqual(want.Interface(), got.Interface()) {
			t.Fatalf("%s into %v: %q: targets differ", name, typ, shown)
		}
	}
	check("Unmarshal",
		func(v any) error { return stdxml.Unmarshal([]byte(doc), v) },
		func(v any) error { return xml.Unmarshal([]byte(doc), v) })
	readers := map[string]func() io.Reader{
		"UnmarshalRead":            func() io.Reader { return strings.NewReader(doc) },
		"UnmarshalRead in pieces":  func() io.Reader { return iotest.HalfReader(io.MultiReader(strings.NewReader(doc))) },
		"UnmarshalRead from bytes": func() io.Reader { return iotest.OneByteReader(strings.NewReader(doc)) },
	}
	for name, reader := range readers {
		if name == "UnmarshalRead from bytes" && len(doc) > 1<<16 {
			continue
		}
		std, ours := reader(), reader()
		check(name,
			func(v any) error { return stdxml.NewDecoder(std).Decode(v) },
			func(v any) error { return xml.UnmarshalRead(ours, v) })
		if std, ok := std.(*strings.Reader); ok && std.Len() != ours.(*strings.Reader).Len() && stdxml.Unmarshal([]byte(doc), reflect.New(typ).Interface()) == nil {
			t.Fatalf("%s into %v: %d bytes are left, with encoding/xml %d", name, typ, ours.(*strings.Reader).Len(), std.Len())
		}
	}
}

// TestHostile compares the outcomes of hostile documents, small ones and long
// ones.
func TestHostile(t *testing.T) {
	for _, h := range allHostiles {
		t.Run(h.name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 30, 2000} {
				sameOutcome(t, h.typ, h.doc(n))
			}
		})
	}
}

// TestHostileLinear holds what a document costs to its length: a document
// eight times as long must not take much more than eight times the memory,
// nor anything like 64 times the time.
func TestHostileLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("long documents")
	}
	readers := map[string]func(doc []byte, v any) error{
		"Unmarshal":     xml.Unmarshal,
		"UnmarshalRead": func(doc []byte, v any) error { return xml.UnmarshalRead(io.MultiReader(bytes.NewReader(doc)), v) },
	}
	for _, h := range allHostiles {
		t.Run(h.name, func(t *testing.T) {
			for name, read := range readers {
				const n, times = 4000, 8
				small, large := []byte(h.doc(n)), []byte(h.doc(n*times))
				cost(h.typ, small, read)
				smallBytes, smallTime := cost(h.typ, small, read)
				largeBytes, largeTime := cost(h.typ, large, read)
				t.Logf("%s: %d bytes: %d B, %v; %d bytes: %d B, %v", name, len(small), smallBytes, smallTime, len(large), largeBytes, largeTime)
				if limit := 2*times*smallBytes + 64*uint64(len(large)) + 1<<20; largeBytes > limit {
					t.Errorf("%s allocates %d bytes for a document of %d, and %d for one of %d", name, largeBytes, len(large), smallBytes, len(small))
				}
				if limit := 4*times*smallTime + 50*time.Millisecond; largeTime > limit {
					t.Errorf("%s takes %v for a document of %d bytes, and %v for one of %d", name, largeTime, len(large), smallTime, len(small))
				}
			}
		})
	}
}

// cost returns the memory allocated and the time taken to read a document, the
// least of three times.
func cost(typ reflect.Type, doc []byte, read func([]byte, any) error) (allocated uint64, taken time.Duration) {
	for i := range 3 {
		v := reflect.New(typ).Interface()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		_ = read(doc, v)
		d := time.Since(start)
		runtime.ReadMemStats(&after)
		if i == 0 || d < taken {
			taken = d
		}
		if a := after.TotalAlloc - before.TotalAlloc; i == 0 || a < allocated {
			allocated = a
		}
	}
	return allocated, taken
}

// TestHostileDepth compares documents around the depth limit, for each way in
// which types nest.
func TestHostileDepth(t *testing.T) {
	nestings := []struct {
		name       string
		typ        reflect.Type
		open, done string
	}{
		{"slice", reflect.TypeFor[Node](), "<node>", "</node>"},
		{"pointer", reflect.TypeFor[Node](), "<next>", "</next>"},
		{"path", reflect.TypeFor[Node](), "<list><node>", "</node></list>"},
		{"pair", reflect.TypeFor[Node](), "<pair><node>", "</node></pair>"},
		{"any", reflect.TypeFor[Element](), "<x>", "</x>"},
		{"embedded", reflect.TypeFor[Chain](), "<next>", "</next>"},
		{"embedded any", reflect.TypeFor[Chain](), "<x>", "</x>"},
		{"middle", reflect.TypeFor[Middle](), "<next xmlns='urn:next'>", "</next>"},
		{"skipped", reflect.TypeFor[Node](), "<x>", "</x>"},
		{"in a leaf", reflect.TypeFor[RecursivePair](), "<other>", "</other>"},
	}
	// What stands in the innermost element: children at the limit and beyond it.
	insides := []string{"", "<leaf><V>1</V></leaf>", "<other>x</other>", "<list><node/></list>", "<value>1</value>", "<unknown/>text"}
	for _, n := range nestings {
		t.Run(n.name, func(t *testing.T) {
			levels := strings.Count(n.open, "<")
			for i, depth := range []int{9996, 9998, 9998, 9999, 9999, 10000, 10000, 10001, 30000} {
				inside := insides[i%len(insides)]
				times := depth / levels
				doc := "<a>" + rep(n.open, times) + inside + rep(n.done, times) + "</a>"
				wantErr, want := outcome(n.typ, func(v any) error { return stdxml.Unmarshal([]byte(doc), v) })
				gotErr, got := outcome(n.typ, func(v any) error { return xml.Unmarshal([]byte(doc), v) })
				if wantErr != gotErr {
					t.Fatalf("depth %d, %q: encoding/xml: %s\ncompiled: %s", depth, inside, wantErr, gotErr)
				}
				if !reflect.DeepEqual(want.Interface(), got.Interface()) {
					t.Fatalf("depth %d, %q: targets differ", depth, inside)
				}
			}
		})
	}
}

// everything has all constructs of XML that can be told apart, for targets of
// several types.
const everything = "\ufeff<?xml version=\"1.0\" encoding='utf-8'?>\n<!DOCTYPE a [<!ENTITY e \"<x>\"> <!-- ' -->]>\r\n" +
	"<p:a xmlns:p=\"urn:&lt;p\" xmlns='urn:a' id='7' int=\" 8 \" p:id='&#x39;' xml:lang='e&#10;n' string=\"é&quot;\">" +
	"t&amp;<![CDATA[c]]]\r\n]>]]>&#65;<!-- c-c --><node name='n'><leaf/></node ><?pi x??>" +
	"<p:string>a<b/>\rb</p:string><int>12</int><a><b c=\"d\">x</b></a></p:a\n> <tail"

// TestHostileBytes cuts a document at every byte, and replaces every byte.
func TestHostileBytes(t *testing.T) {
	types := []reflect.Type{reflect.TypeFor[Element](), reflect.TypeFor[Node](), reflect.TypeFor[Scalars](), reflect.TypeFor[RestSpaceAttrs](), reflect.TypeFor[InnerText]()}
	for i := range everything {
		sameOutcome(t, types[i%len(types)], everything[:i])
	}
	for i := range len(everything) {
		for j, c := range []byte("\x00\x01\r <>/'&;!?-]=:a0\x7f\x80\xa9\xc3\xff") {
			doc := []byte(everything)
			doc[i] = c
			sameOutcome(t, types[(i+j)%len(types)], string(doc))
		}
	}
}
