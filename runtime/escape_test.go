package runtime

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"
)

func stdEscape(t testing.TB, s []byte) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkText compares both forms of AppendText with encoding/xml.
func checkText(t testing.TB, s []byte) {
	t.Helper()
	want := "x" + stdEscape(t, s)
	if got := string(AppendText([]byte("x"), string(s))); got != want {
		t.Fatalf("AppendText(%q) = %q, want %q", s, got, want)
	}
	if got := string(AppendTextBytes([]byte("x"), s)); got != want {
		t.Fatalf("AppendTextBytes(%q) = %q, want %q", s, got, want)
	}
}

// TestAppendTextRunes goes through all characters of the first plane and some of
// the others.
func TestAppendTextRunes(t *testing.T) {
	skipRace(t)
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if r > 0x11000 && r&0xffff < 0xfff0 && r%97 != 0 {
			continue
		}
		checkText(t, utf8.AppendRune(nil, r))
	}
}

func TestAppendTextBytePairs(t *testing.T) {
	skipRace(t)
	for x := range 1 << 16 {
		checkText(t, []byte{byte(x >> 8), byte(x)})
	}
}

// TestAppendTextThreeBytes goes through what could be the encoding of a
// character of three bytes, with a choice of last bytes: surrogates, overlong forms, U+FFFE and U+FFFF,
// alone and behind another character that is not ASCII.
func TestAppendTextThreeBytes(t *testing.T) {
	skipRace(t)
	for x := 0xE00000; x <= 0xEFFFFF; x++ {
		switch byte(x) {
		case 'a', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbd, 0xbe, 0xbf, 0xc0, 0xff:
		default:
			continue
		}
		checkText(t, []byte{byte(x >> 16), byte(x >> 8), byte(x)})
		checkText(t, []byte{0xC3, 0xA9, byte(x >> 16), byte(x >> 8), byte(x), 'a', 'b', 'c'})
	}
}

// TestAppendTextPositions puts each byte at each position of a text long enough
// for the words and their rests.
func TestAppendTextPositions(t *testing.T) {
	skipRace(t)
	for n := range 26 {
		for i := range n {
			for c := range 256 {
				s := bytes.Repeat([]byte("a"), n)
				s[i] = byte(c)
				checkText(t, s)
				s[(i+5)%n] = '>'
				checkText(t, s)
			}
		}
	}
}

func FuzzAppendText(f *testing.F) {
	f.Add([]byte("plain"))
	f.Add([]byte("a<b>&\"'\t\r\n\x00\x1f\x7f"))
	f.Add([]byte("Grüße, мир, 世界, 😀 \xed\xa0\x80\xef\xbf\xbe\xff\xc3"))
	f.Fuzz(func(t *testing.T, s []byte) { checkText(t, s) })
}

// checkMarkup compares CDATA sections and comments with encoding/xml.
func checkMarkup(t testing.TB, s string) {
	t.Helper()
	type cdata struct {
		Text string `xml:",cdata"`
	}
	out, err := xml.Marshal(cdata{s})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSuffix(strings.TrimPrefix(string(out), "<cdata>"), "</cdata>")
	if got := string(AppendCData(nil, s)); got != want {
		t.Fatalf("AppendCData(%q) = %q, want %q", s, got, want)
	}
	if got := string(AppendCDataBytes(nil, []byte(s))); got != want {
		t.Fatalf("AppendCDataBytes(%q) = %q, want %q", s, got, want)
	}

	type comment struct {
		Text string `xml:",comment"`
	}
	out, wantErr := xml.Marshal(comment{s})
	want = strings.TrimSuffix(strings.TrimPrefix(string(out), "<comment>"), "</comment>")
	fromString, err1 := AppendComment(nil, s)
	fromBytes, err2 := AppendCommentBytes(nil, []byte(s))
	for _, err := range []error{err1, err2} {
		if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Fatalf("comment %q: error %v, want %v", s, err, wantErr)
		}
	}
	if wantErr == nil && (string(fromString) != want || string(fromBytes) != want) {
		t.Fatalf("comment %q: %q and %q, want %q", s, fromString, fromBytes, want)
	}
}

func TestMarkup(t *testing.T) {
	const alphabet = "-]>a"
	var all func(s string, n int)
	all = func(s string, n int) {
		checkMarkup(t, s)
		if n == 0 {
			return
		}
		for _, c := range alphabet {
			all(s+string(c), n-1)
		}
	}
	all("", 6)
}

func FuzzMarkup(f *testing.F) {
	f.Add("a]]>b")
	f.Add("-a--b-")
	f.Fuzz(func(t *testing.T, s string) { checkMarkup(t, s) })
}

func TestCommentRulesKnown(t *testing.T) {
	if !commentRules() {
		t.Error("this Go's comments follow rules that AppendComment does not know: marshaling comments falls back to encoding/xml")
	}
}

var escapeTexts = []struct{ name, text string }{
	{"short", "Ada Lovelace"},
	{"plain", strings.Repeat("The quick brown fox jumps over the lazy dog. ", 20)},
	{"markup", strings.Repeat("if a < b && c > d { say(\"hello\") }\n", 20)},
	{"german", strings.Repeat("Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. ", 14)},
	{"chinese", strings.Repeat("天地玄黄宇宙洪荒日月盈昃辰宿列张", 19)},
}

func BenchmarkAppendText(b *testing.B) {
	for _, x := range escapeTexts {
		b.Run(x.name, func(b *testing.B) {
			b.SetBytes(int64(len(x.text)))
			b.ReportAllocs()
			var out []byte
			for b.Loop() {
				out = AppendText(out[:0], x.text)
			}
		})
	}
}

func BenchmarkStdEscapeText(b *testing.B) {
	for _, x := range escapeTexts {
		b.Run(x.name, func(b *testing.B) {
			b.SetBytes(int64(len(x.text)))
			b.ReportAllocs()
			text := []byte(x.text)
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				_ = xml.EscapeText(&out, text)
			}
		})
	}
}
