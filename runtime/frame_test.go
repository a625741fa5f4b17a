package runtime

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// A counter is an io.ByteReader that counts.
type counter struct {
	data []byte
	n    int
}

func (r *counter) ReadByte() (byte, error) {
	if r.n == len(r.data) {
		return 0, io.EOF
	}
	r.n++
	return r.data[r.n-1], nil
}

func (r *counter) Read(p []byte) (int, error) { panic("Read of an io.ByteReader") }

// readStd reads tokens up to the root's end. It returns how many bytes
// encoding/xml has read by then, or when it failed.
func readStd(data []byte) (n int, err error) {
	r := &counter{data: data}
	d := xml.NewDecoder(r)
	for depth := 0; ; {
		token, err := d.Token()
		if err != nil {
			return r.n, err
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			if depth--; depth == 0 {
				return r.n, nil
			}
		}
	}
}

// checkFrame compares where a Framer stops with where encoding/xml stops, for
// pieces of different sizes.
func checkFrame(t testing.TB, data []byte) {
	t.Helper()
	want, err := readStd(data)
	var f Framer
	for _, size := range []int{len(data), 1, 3} {
		f.Reset()
		for rest := data; len(rest) > 0 && !f.ended(); {
			n := min(size, len(rest))
			if added := f.Add(rest[:n]); added < n && !f.ended() {
				t.Fatalf("%q: Add takes %d of %d bytes", data, added, n)
			}
			rest = rest[n:]
		}
		if f.Done() != (err == nil) {
			t.Fatalf("%q in pieces of %d: complete %v after %d bytes, encoding/xml: %v after %d", data, size, f.Done(), f.pos, err, want)
		}
		// At the end of the input encoding/xml looks at a text it would have read on.
		if f.pos != want || !f.ended() && want != len(data) {
			t.Fatalf("%q in pieces of %d: stops at %d, encoding/xml at %d with error %v", data, size, f.pos, want, err)
		}
		if !bytes.Equal(f.Document(), data[:f.pos]) {
			t.Fatalf("%q: document %q", data, f.Document())
		}
	}
}

var frames = []string{
	`<a/>`, `<a></a>rest`, ` <a b="c" d='e'>x<b>y</b>z</a ><b/>`, "<?xml version='1.0' encoding='UTF-8'?>\n<a/>",
	`<?xml version="1.1"?><a/>`, `<?xml encoding='latin1'?><a/>`, `<?x ?y?>?><a/>`, `<??><a/>`, `<?x?><?x>?>?><a/>`,
	`<!DOCTYPE a [<!ENTITY b "<c>"> <!-- ' --> <x>]><a/>`, `<!'><a/>`, `<!a <!- - --> > > <a/>`, `<!a <!--->--> ><a/>`, `<!a <<!-- ->--->>><a/>`,
	`<!-- - -> <a> --><a/>`, `<!-- -- --><a/>`, `<!-->--><a/>`, `<!--->--><a/>`, `<!- -><a/>`,
	`<a><![CDATA[<b>]]]]><![CDATA[>]]></a>`, `<a><![CDATA]]></a>`, `<a><![CDATA[]>]]></a>`, "<a><![CDATA[\x01]]></a>",
	`<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#xd800;</a>`, `<a>&nbsp;</a>`, `<a>&amp</a>`, `<a>&;</a>`, `<a>&#;</a>`, `<a>&#x;</a>`, `<a>&#1114112;</a>`,
	`<a>&#0;x</a>`, `<a b="&#1;">x</a>`, `<a b="<">x</a>`, `<a b="&x">`, `<a>&#12x;</a>`, `<a>&#x1G;</a>`, `<a>& </a>`,
	"<a>\x00</a>", "<a>\xff</a>", "<a>\ufffe</a>", "<a b='\x1f'/>", "<a>]]></a>", "<a>]]&gt;</a>", "<a>]]&amp;></a>", "]]>", "<a><b/>]]</a>",
	"<é ü='ö'></é>", "<a:b c:d='' ></a:b>", "<a:b:c/>", "<:a/>", "<a:></a:>", "<1/>", "<a 1=''/>", "<a b/>", "<a b=c/>", "<a b=''c=''/>", "<a/ >", "<a b = '' / >", "< a/>",
	"<a></b>", "<a></a x>", "<a></a:b:c >", "<a></1 >", "</a>", "<a></>", "<a><b></a></b>", "<a", "<a b='", "<a>text", "<a><!--", "<a><![CDATA[", "", " ", "x", "<×/>", "<a\xff/>", "<a></a\n\t>",
}

func TestFrame(t *testing.T) {
	for _, s := range frames {
		checkFrame(t, []byte(s))
	}
}

// TestFrameMutated puts markup at random places of documents.
func TestFrameMutated(t *testing.T) {
	skipRace(t)
	r := rand.New(rand.NewPCG(13, 14))
	for range 60000 {
		data := []byte(frames[r.IntN(len(frames))])
		for range r.IntN(4) {
			i := r.IntN(len(data) + 1)
			piece := frames[r.IntN(len(frames))]
			j := r.IntN(len(piece) + 1)
			piece = piece[j : j+r.IntN(len(piece)-j+1)]
			data = bytes.Join([][]byte{data[:i], []byte(piece), data[min(len(data), i+r.IntN(3)):]}, nil)
		}
		checkFrame(t, data)
	}
}

func FuzzFrame(f *testing.F) {
	for _, s := range frames {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkFrame(t, data) })
}

// TestFill reads two documents, one after the other, from readers of all kinds.
func TestFill(t *testing.T) {
	first := "<a>" + strings.Repeat("<b>text</b>", 3000) + "</a>"
	const second = "<c/>"
	both := first + second + "\n"
	for _, test := range []struct {
		name string
		r    io.Reader
	}{
		{"bufio.Reader", bufio.NewReaderSize(iotest.HalfReader(strings.NewReader(both)), 100)},
		{"bytes.Buffer", bytes.NewBufferString(both)},
		{"bytes.Reader", bytes.NewReader([]byte(both))},
		{"strings.Reader", strings.NewReader(both)},
		{"io.ByteReader", &counter{data: []byte(both)}},
	} {
		var f Framer
		for _, want := range []string{first, second} {
			f.Reset()
			if err := f.Fill(test.r); err != nil || string(f.Document()) != want || len(f.Rest()) != 0 {
				t.Errorf("%s: error %v, %d bytes, %d behind, want %d", test.name, err, f.pos, len(f.Rest()), len(want))
			}
		}
		f.Reset()
		if err := f.Fill(test.r); err != io.EOF || string(f.Document()) != "\n" {
			t.Errorf("%s: at the end: error %v, %q", test.name, err, f.Document())
		}
	}
	for _, test := range []struct {
		name string
		r    io.Reader
	}{
		{"one byte", iotest.OneByteReader(strings.NewReader(both))},
		{"data with error", iotest.DataErrReader(strings.NewReader(both))},
		{"half", iotest.HalfReader(strings.NewReader(both))},
	} {
		var f Framer
		if err := f.Fill(test.r); err != nil || string(f.Document()) != first {
			t.Errorf("%s: error %v, %d bytes", test.name, err, f.pos)
		}
		left, _ := io.ReadAll(test.r)
		if rest := string(f.Rest()) + string(left); rest != second+"\n" {
			t.Errorf("%s: %q is left", test.name, rest)
		}
	}
}

// stuck never returns a byte, nor an error.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// wrong returns an impossible count.
type wrong int

func (n wrong) Read(p []byte) (int, error) { return len(p)*2 + int(n), nil }

func TestFillErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		r    io.Reader
		want error
	}{
		{io.MultiReader(strings.NewReader("<a>x"), iotest.ErrReader(broken)), broken},
		{bufio.NewReader(io.MultiReader(strings.NewReader("<a>x"), iotest.ErrReader(broken))), broken},
		{iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("<a></a>"))), iotest.ErrTimeout},
		{strings.NewReader("<a>"), io.EOF},
		{strings.NewReader(""), io.EOF},
		{new(bytes.Buffer), io.EOF},
		{stuck{}, io.ErrNoProgress},
		{bufio.NewReader(stuck{}), io.ErrNoProgress},
		{wrong(0), errCount},
		{wrong(-1 << 40), errCount},
		// Malformed: nothing is read behind.
		{io.MultiReader(strings.NewReader("<a><>"), iotest.ErrReader(broken)), nil},
	} {
		var f Framer
		if err := f.Fill(test.r); err != test.want {
			t.Errorf("%T: error %v, want %v", test.r, err, test.want)
		}
	}
}

// TestFrameLinear feeds one large token byte by byte.
func TestFrameLinear(t *testing.T) {
	skipRace(t)
	for _, test := range [][3]string{
		{"<a>", "x", "</a>"}, {"<a>", "]", "</a>"}, {"<a>", "é", "</a>"}, {"<a b='", "x", "'/>"}, {"<a ", " ", "/>"},
		{"<", "a", "/>"}, {"<!--", "- ", "--><a/>"}, {"<a><![CDATA[", "]", "]]></a>"}, {"<!a", "<", "/>"}, {"<?a ", "?", "?><a/>"},
		{"<a>", "<a>", ""}, {"<a>", "<b/>", ""}, {"<a>&#", "0", ";</a>"}, {"<a>&", "x", ";</a>"},
	} {
		feed := func(n int) time.Duration {
			data := test[0] + strings.Repeat(test[1], n) + test[2]
			begin := time.Now()
			var f Framer
			for i := range len(data) {
				f.Add([]byte(data[i : i+1]))
			}
			return time.Since(begin)
		}
		checkLinear(t, test[0]+test[1]+"...", feed, 20_000, 200_000)
	}
}

// TestFrameMany reads small documents off an input of many, with the buffer of
// a large one before them: each must cost what it is long.
func TestFrameMany(t *testing.T) {
	skipRace(t)
	const document = "<a><b>some text</b></a>"
	for name, reader := range map[string]func(all []byte) io.Reader{
		"bytes.Buffer": func(all []byte) io.Reader { return bytes.NewBuffer(all) },
		"bytes.Reader": func(all []byte) io.Reader { return bytes.NewReader(all) },
		"bufio.Reader": func(all []byte) io.Reader { return bufio.NewReaderSize(bytes.NewReader(all), len(all)) },
	} {
		f := Framer{buf: make([]byte, 0, maxKept)}
		read := func(n int) time.Duration {
			r := reader(bytes.Repeat([]byte(document), n))
			begin := time.Now()
			for range n {
				f.Reset()
				if err := f.Fill(r); err != nil || string(f.Document()) != document {
					t.Fatalf("%s: %q, error %v", name, f.Document(), err)
				}
			}
			return time.Since(begin)
		}
		checkLinear(t, name, read, 1000, 30_000)
	}
	asked := &asking{r: strings.NewReader(document)}
	f := Framer{buf: make([]byte, 0, maxKept)}
	if err := f.Fill(asked); err != nil || asked.most > blockSize {
		t.Errorf("error %v, and %d bytes are asked for at once", err, asked.most)
	}
}

// An asking reader remembers how many bytes it was asked for at once.
type asking struct {
	r    io.Reader
	most int
}

func (a *asking) Read(p []byte) (int, error) {
	a.most = max(a.most, len(p))
	return a.r.Read(p)
}

// checkLinear fails if many takes much more than its share of the time of few. It
// tries again when it does, for other programs run too.
func checkLinear(t *testing.T, name string, f func(n int) time.Duration, few, many int) {
	t.Helper()
	f(few)
	var small, large time.Duration
	for range 8 {
		if small, large = f(few), f(many); large < 5*time.Duration(many/few)*small {
			return
		}
	}
	t.Errorf("%s: %d take %v, %d take %v", name, few, small, many, large)
}

func BenchmarkFrame(b *testing.B) {
	data := []byte("<a>" + strings.Repeat("\n  <item id=\"12\" kind='x'><name>Some text</name><price>12.50</price></item>", 5000) + "</a>")
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var f Framer
	for b.Loop() {
		f.Reset()
		f.Add(data)
	}
}
