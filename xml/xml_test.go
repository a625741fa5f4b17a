package xml

import (
	"bytes"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

func randomOrder(r *rand.Rand) *Order {
	texts := []string{"", "plain", "<&>", "a\nb", "\xff", "- -", "é"}
	v := &Order{
		ID:     r.IntN(2000) - 1000,
		Kind:   texts[r.IntN(len(texts))],
		Placed: time.Unix(r.Int64N(1<<32), 0).UTC(),
		Remark: []string{"", "x", "x-", "<a>"}[r.IntN(4)],
	}
	// An empty slice opens no parent, which the code of a test need not know.
	for range r.IntN(4) + 1 {
		v.Notes = append(v.Notes, texts[r.IntN(len(texts))])
	}
	for range r.IntN(4) {
		line := Line{Sum: r.NormFloat64(), Raw: []string{"", "<x>", "<x/>"}[r.IntN(3)]}
		if r.IntN(2) == 0 {
			line.Next = &Line{Sum: 1}
		}
		v.Lines = append(v.Lines, line)
	}
	return v
}

// checkMarshal compares all ways to marshal v with encoding/xml.
func checkMarshal(t *testing.T, v any) {
	t.Helper()
	same := func(call string, got []byte, err error, want []byte, wantErr error) {
		t.Helper()
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || reflect.TypeOf(err) != reflect.TypeOf(wantErr) {
			t.Fatalf("%s(%+v): error %v, want %v", call, v, err, wantErr)
		}
		if (got == nil) != (want == nil) || !bytes.Equal(got, want) {
			t.Fatalf("%s(%+v) =\n%s\nwant\n%s", call, v, got, want)
		}
	}
	want, wantErr := stdxml.Marshal(v)
	got, err := Marshal(v)
	same("Marshal", got, err, want, wantErr)

	got, err = MarshalAppend([]byte("dst"), v)
	same("MarshalAppend", got, err, append([]byte("dst"), want...), wantErr)

	var stdBuf, buf bytes.Buffer
	wantErr = stdxml.NewEncoder(&stdBuf).Encode(v)
	err = MarshalWrite(&buf, v)
	same("MarshalWrite", buf.Bytes(), err, stdBuf.Bytes(), wantErr)

	for _, in := range [][2]string{{"", "  "}, {">", ""}, {"", ""}} {
		want, wantErr = stdxml.MarshalIndent(v, in[0], in[1])
		got, err = MarshalIndent(v, in[0], in[1])
		same("MarshalIndent", got, err, want, wantErr)
	}
}

func ref[T any](v T) *T { return &v }

type named *Order

func TestMarshal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		v := randomOrder(r)
		checkMarshal(t, v)
		checkMarshal(t, *v)
	}
	v := randomOrder(r)
	for _, v := range []any{
		nil, (*Order)(nil), &v, []Order{*v, *v}, plain{1}, &plain{2}, (*plain)(nil), oneWay{}, make(chan int), func() {}, map[string]int{},
		ref(v), ref(ref(ref(v))), new(*Order), ref(new(*Order)), ref(named(v)), ref(ref(plain{1})),
		struct{ A int }{}, &Order{Notes: v.Notes, Placed: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}, &Order{Notes: v.Notes, Remark: "--"},
		&unsure{Items: []string{"a", "b"}},
	} {
		checkMarshal(t, v)
	}
	// Large enough to be written in pieces.
	for range 1000 {
		v.Lines = append(v.Lines, Line{Sum: 1, Raw: strings.Repeat("<x/>", 20)})
	}
	checkMarshal(t, v)
	checkMarshal(t, &unsure{Items: strings.Split(strings.Repeat("item,", 10000), ",")})
}

// TestAllocs: compiled code allocates what it must, and reading from a reader
// no more than reading from memory.
func TestAllocs(t *testing.T) {
	data := []byte(document1)
	r := bytes.NewReader(data)
	decoded := testing.AllocsPerRun(100, func() { _ = Unmarshal(data, new(Order)) })
	v := randomOrder(rand.New(rand.NewPCG(3, 4)))
	buf, err := MarshalAppend(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"MarshalAppend", 0, func() { buf, _ = MarshalAppend(buf[:0], v) }},
		{"MarshalWrite", 0, func() { _ = MarshalWrite(io.Discard, v) }},
		{"Marshal", 1, func() { _, _ = Marshal(v) }},
		{"UnmarshalRead", decoded, func() { r.Reset(data); _ = UnmarshalRead(r, new(Order)) }},
	} {
		if got := testing.AllocsPerRun(100, test.f); got > test.want && !raceEnabled {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
}

// targets are what a document is read into.
var targets = []func() any{
	func() any { return new(Order) },
	func() any {
		return &Order{ID: 7, Notes: []string{"old"}, Lines: append(make([]Line, 0, 3), Line{Sum: 5})[:0], Remark: "old"}
	},
	func() any { return new(plain) },
	func() any { return new(oneWay) },
}

// readers are the ways to offer a document to UnmarshalRead.
var readers = []func(data []byte) io.Reader{
	func(data []byte) io.Reader { return bytes.NewReader(data) },
	func(data []byte) io.Reader { return bytes.NewBuffer(bytes.Clone(data)) },
	func(data []byte) io.Reader { return struct{ io.Reader }{bytes.NewReader(data)} },
	func(data []byte) io.Reader {
		return io.MultiReader(bytes.NewReader(data), failing{io.ErrClosedPipe})
	},
}

// checkUnmarshal compares all ways to unmarshal data with encoding/xml: the values,
// after errors too, and the errors.
func checkUnmarshal(t *testing.T, data []byte) {
	t.Helper()
	same := func(call string, got any, err error, want any, wantErr error) {
		t.Helper()
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || reflect.TypeOf(err) != reflect.TypeOf(wantErr) {
			t.Fatalf("%s(%q): error %v (%[3]T), want %v (%[4]T)", call, data, err, wantErr)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s(%q):\ngot  %+v\nwant %+v", call, data, got, want)
		}
	}
	for _, target := range targets {
		got, want := target(), target()
		wantErr := stdxml.Unmarshal(data, want)
		err := Unmarshal(data, got)
		same("Unmarshal", got, err, want, wantErr)
		for i, reader := range readers {
			got, want := target(), target()
			wantErr := stdxml.NewDecoder(reader(data)).Decode(want)
			err := UnmarshalRead(reader(data), got)
			same(fmt.Sprint("UnmarshalRead", i), got, err, want, wantErr)
		}
	}
}

const document1 = `<?xml version="1.0"?>
<!DOCTYPE order [<!ENTITY x "y">]>
<o:order xmlns:o="urn:order" xmlns:k="urn:kind" id=" 12 " k:kind="a&amp;b" other="">
	<placed>2024-02-29T12:00:00Z</placed>
	<notes><note>one</note><!-- no --><note><![CDATA[<two>]]></note><x/></notes>
	<!-- remark -->
	<line sum="1.5"><y>z</y><next sum="2"/></line>
	<line sum="-1e3"/>
	<unknown a="b">text<deep/></unknown>
</o:order>
trailing <`

func TestUnmarshal(t *testing.T) {
	before := Stats()
	checkUnmarshal(t, []byte(document1))
	for i := range len(document1) {
		checkUnmarshal(t, []byte(document1[:i]))
	}
	for _, s := range []string{
		"", " ", "text", "<order/>", `<order xmlns="urn:order" id="x"/>`, `<order xmlns="urn:order"><line sum="1"/><line sum="x"/></order>`,
		`<order xmlns="urn:other"/>`, `<plain a="1"/>`, `<plain a="x"/>`, `<a><b></a>`, `<order xmlns="urn:order"><placed/></order>`,
		`<?xml version="1.0" encoding="latin1"?><order/>`, `<!-- -- --><order/>`, `<order xmlns="urn:order"/><order/>`, "<order \x00/>",
		`<order xmlns="urn:order">` + strings.Repeat("<line>", 3) + strings.Repeat("<next>", 10001),
	} {
		checkUnmarshal(t, []byte(s))
	}
	r := rand.New(rand.NewPCG(5, 6))
	rounds := 1000
	if raceEnabled {
		rounds = 100
	}
	for range rounds {
		data := []byte(document1)
		for range r.IntN(3) + 1 {
			i, j := r.IntN(len(data)), r.IntN(len(document1))
			data = append(data[:i:i], append([]byte(document1[j:j+r.IntN(len(document1)-j)/8]), data[min(len(data), i+r.IntN(9)):]...)...)
		}
		checkUnmarshal(t, data)
	}
	if after := Stats(); after.Disagreements != before.Disagreements {
		t.Errorf("disagreements: %+v", after.First)
	}
}

func TestUnmarshalTargets(t *testing.T) {
	data := []byte(document1)
	for _, v := range []any{nil, Order{}, (*Order)(nil), (*plain)(nil), plain{}, 1, new(any), new(map[string]int)} {
		wantErr := stdxml.Unmarshal(data, v)
		if err := Unmarshal(data, v); fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("Unmarshal into %T: error %v, want %v", v, err, wantErr)
		}
		if err := UnmarshalRead(bytes.NewReader(data), v); fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("UnmarshalRead into %T: error %v, want %v", v, err, wantErr)
		}
	}
}

// TestUnmarshalPointer reads into pointers to pointers, which are allocated once
// there is a root element and not before.
func TestUnmarshalPointer(t *testing.T) {
	for _, doc := range []string{document1, "", "x", "<", "<order", "<order><line/></order", `<order id="x"/>`, "<wrong/>"} {
		for name, filled := range map[string]*Order{"nil": nil, "filled": {ID: 7}} {
			got, want := clone(filled), clone(filled)
			err, wantErr := Unmarshal([]byte(doc), &got), stdxml.Unmarshal([]byte(doc), &want)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got, want) {
				t.Errorf("%q into %s: %+v, %v, want %+v, %v", doc, name, got, err, want, wantErr)
			}
		}
		var got, want named
		err, wantErr := Unmarshal([]byte(doc), &got), stdxml.Unmarshal([]byte(doc), &want)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got, want) {
			t.Errorf("%q into a named pointer: %+v, %v, want %+v, %v", doc, got, err, want, wantErr)
		}
	}
}

func clone(v *Order) *Order {
	if v == nil {
		return nil
	}
	c := *v
	return &c
}

// blocking is a reader that must not be read behind its end.
type blocking struct {
	io.Reader
	t *testing.T
}

func (b blocking) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		b.t.Error("a read that would have blocked")
	}
	return n, err
}

func TestUnmarshalReadStops(t *testing.T) {
	for _, data := range []string{
		document1[:strings.Index(document1, "\ntrailing")],
		`<order xmlns="urn:order"/>`,
		`<order xmlns="urn:order"><` + `>`,
		`<order id=1`,
		`<order xmlns="urn:order"><note>&nbsp;`,
		`</order>`,
		`<?xml version="1.1"?>`,
	} {
		want := new(Order)
		wantErr := stdxml.NewDecoder(blocking{strings.NewReader(data), t}).Decode(want)
		got := new(Order)
		err := UnmarshalRead(blocking{strings.NewReader(data), t}, got)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, error %v, want %+v, %v", data, got, err, want, wantErr)
		}
	}
}

// TestUnmarshalReadSequence reads one document after the other.
func TestUnmarshalReadSequence(t *testing.T) {
	var all strings.Builder
	for i := range 10 {
		fmt.Fprintf(&all, "<order xmlns='urn:order' id='%d'></order>\n", i)
	}
	r := strings.NewReader(all.String())
	for i := range 10 {
		var v Order
		if err := UnmarshalRead(r, &v); err != nil || v.ID != i {
			t.Errorf("document %d: %+v, error %v", i, v, err)
		}
	}
	if err := UnmarshalRead(r, new(Order)); err != io.EOF {
		t.Errorf("at the end: error %v, want io.EOF", err)
	}
}

func TestLocate(t *testing.T) {
	for _, test := range []struct {
		data string
		v    any
		want LocatedError
	}{
		{"<order xmlns='urn:order'>\n <line/>\n <line sum='x'/></order>", new(Order), LocatedError{Offset: 36, Line: 3, Column: 2, Path: "xml.Order.Lines[1].Sum"}},
		{"<order xmlns='urn:order'>\n <x></y>", new(Order), LocatedError{Offset: 30, Line: 2, Column: 5, Path: "xml.Order"}},
		{"<plain a='x'/>", new(plain), LocatedError{Offset: 14, Line: 1, Column: 15, Path: "xml.plain"}},
	} {
		v := reflect.New(reflect.TypeOf(test.v).Elem()).Interface()
		wantErr := stdxml.Unmarshal([]byte(test.data), v)
		err := UnmarshalRead(strings.NewReader(test.data), test.v, Locate())
		var got *LocatedError
		if !errors.As(err, &got) {
			t.Fatalf("%q: error %v (%[2]T), want a *LocatedError", test.data, err)
		}
		if got.Err.Error() != wantErr.Error() {
			t.Errorf("%q: error %v, want %v", test.data, got.Err, wantErr)
		}
		got.Err = nil
		if *got != test.want {
			t.Errorf("%q: at %+v, want %+v", test.data, *got, test.want)
		}
	}
	if err := UnmarshalRead(strings.NewReader(document1), new(Order), Locate()); err != nil {
		t.Errorf("a good document: %v", err)
	}
}

func TestDisagreement(t *testing.T) {
	const data = "<wronged>\n<a>x</a><b>y</b></wronged>"
	for _, read := range []struct {
		name string
		f    func(v any) error
	}{
		{"Unmarshal", func(v any) error { return Unmarshal([]byte(data), v) }},
		{"UnmarshalRead", func(v any) error { return UnmarshalRead(strings.NewReader(data), v) }},
		{"UnmarshalRead, no ByteReader", func(v any) error { return UnmarshalRead(struct{ io.Reader }{strings.NewReader(data)}, v) }},
	} {
		before := Stats()
		var v wronged
		if err := read.f(&v); err != nil || !reflect.DeepEqual(v, wronged{[]string{"x"}, "y"}) {
			t.Errorf("%s into a zero target: %+v, error %v", read.name, v, err)
		}
		v = wronged{B: "old"}
		if err := read.f(&v); err == nil || !reflect.DeepEqual(v, wronged{[]string{"x"}, "old"}) {
			t.Errorf("%s into a filled target: %+v, error %v, want an error", read.name, v, err)
		}
		after := Stats()
		if n := after.Disagreements - before.Disagreements; n != 2 {
			t.Errorf("%s: %d disagreements are counted, want 2", read.name, n)
		}
		d := after.First[0]
		if d.Type != reflect.TypeFor[wronged]() || d.Line == 0 || d.Column == 0 {
			t.Errorf("%s: disagreement %+v", read.name, d)
		}
	}
	v := wronged{B: "old"}
	wantErr := stdxml.Unmarshal([]byte("<wronged><a>x</a></b>"), new(wronged))
	if err := Unmarshal([]byte("<wronged><a>x</a></b>"), &v); err == nil || err.Error() != wantErr.Error() {
		t.Errorf("a malformed document: error %v, want %v", err, wantErr)
	}
}

// TestDocument has encoding/xml read on where compiled code has stopped.
func TestDocument(t *testing.T) {
	const head, rest, tail, behind = "<wronged><a>x</a", "><b>", "y</b></wronged>", "<"
	for _, doc := range []document{
		{head: []byte(head + rest + tail)},
		{head: []byte(head), rest: []byte(rest), tail: struct{ io.Reader }{strings.NewReader(tail + behind)}},
		{head: []byte(head), tail: strings.NewReader(rest + tail + behind)},
	} {
		var v wronged
		if err := doc.decode(&v); err != nil || !reflect.DeepEqual(v, wronged{[]string{"x"}, "y"}) {
			t.Errorf("decode: %+v, error %v", v, err)
		}
		if r, ok := doc.tail.(*strings.Reader); ok && r.Len() != len(behind) {
			t.Errorf("decode leaves %d bytes of an io.ByteReader, want %d", r.Len(), len(behind))
		}
	}
	for _, test := range []struct {
		doc  document
		want string
	}{
		{document{head: []byte(head)}, "XML syntax error on line 1: unexpected EOF"},
		{document{head: []byte(head), tail: strings.NewReader("")}, errTail.Error()},
		{document{head: []byte(head), err: io.ErrClosedPipe}, io.ErrClosedPipe.Error()},
		{document{head: []byte("<a><b></a>"), tail: strings.NewReader("")}, "XML syntax error on line 1: element <b> closed by </a>"},
		{document{head: []byte("<a></a><b"), tail: strings.NewReader("")}, "<nil>"},
		{document{head: []byte(" "), err: io.EOF}, "EOF"},
	} {
		if err := test.doc.replay(); fmt.Sprint(err) != test.want {
			t.Errorf("replay of %q: error %v, want %s", test.doc.head, err, test.want)
		}
	}
}

func TestCompiled(t *testing.T) {
	if !Compiled[Order]() || !Compiled[*Order]() || !Compiled[oneWay]() {
		t.Error("a type with code is not compiled")
	}
	if Compiled[plain]() || Compiled[**Order]() || Compiled[[]Order]() || Compiled[any]() {
		t.Error("a type without code is compiled")
	}
}

func TestStats(t *testing.T) {
	for _, test := range []struct {
		name               string
		compiled, fallback uint64
		f                  func()
	}{
		{"Marshal", 1, 0, func() { _, _ = Marshal(new(Order)) }},
		{"Marshal plain", 0, 1, func() { _, _ = Marshal(new(plain)) }},
		{"Marshal **T", 1, 0, func() { p := new(Order); _, _ = Marshal(&p) }},
		{"Unmarshal **T", 1, 0, func() { var p *Order; _ = Unmarshal([]byte(document1), &p) }},
		{"Unmarshal ***T", 0, 1, func() { p := new(*Order); _ = Unmarshal([]byte(document1), &p) }},
		{"MarshalIndent", 1, 0, func() { _, _ = MarshalIndent(Order{}, "", " ") }},
		{"MarshalIndent unsure", 0, 1, func() { _, _ = MarshalIndent(&unsure{Items: []string{"a"}}, "", " ") }},
		{"MarshalAppend", 1, 0, func() { _, _ = MarshalAppend(nil, new(Order)) }},
		{"MarshalAppend unsure", 0, 1, func() { _, _ = MarshalAppend(nil, &unsure{Items: []string{"a"}}) }},
		{"MarshalWrite", 1, 0, func() { _ = MarshalWrite(io.Discard, new(Order)) }},
		{"Unmarshal", 1, 0, func() { _ = Unmarshal([]byte(document1), new(Order)) }},
		{"Unmarshal one way", 0, 1, func() { _ = Unmarshal([]byte(document1), new(oneWay)) }},
		{"Unmarshal no pointer", 0, 1, func() { _ = Unmarshal([]byte(document1), Order{}) }},
		{"UnmarshalRead", 1, 0, func() { _ = UnmarshalRead(strings.NewReader(document1), new(Order)) }},
	} {
		before := Stats()
		test.f()
		after := Stats()
		if c, f := after.Compiled-before.Compiled, after.Fallback-before.Fallback; c != test.compiled || f != test.fallback {
			t.Errorf("%s: %d compiled, %d fallback, want %d, %d", test.name, c, f, test.compiled, test.fallback)
		}
	}
}

func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 7))
			for range 100 {
				v := randomOrder(r)
				v.Kind, v.Notes = "", []string{"a"}
				v.Lines = nil
				b, err := Marshal(v)
				if err != nil {
					t.Error(err)
					return
				}
				var got, read Order
				if err := Unmarshal(b, &got); err != nil || got.ID != v.ID {
					t.Errorf("%s: %+v, error %v", b, got, err)
				}
				if err := UnmarshalRead(bytes.NewReader(b), &read); err != nil || !reflect.DeepEqual(read, got) {
					t.Errorf("%s: %+v, error %v", b, read, err)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkMarshalAppend(b *testing.B) {
	v := randomOrder(rand.New(rand.NewPCG(3, 4)))
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf, _ = MarshalAppend(buf[:0], v)
	}
}

func BenchmarkUnmarshal(b *testing.B) {
	data := []byte(document1)
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		_ = Unmarshal(data, new(Order))
	}
}
