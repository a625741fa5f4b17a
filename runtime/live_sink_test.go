package runtime

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
)

// noLives fails if a document has left something behind.
func noLives(t *testing.T) {
	t.Helper()
	lives.Range(func(any, any) bool {
		t.Error("an xml.Encoder outlives its document")
		return false
	})
}

// TestLiveSinks compares all ways to write a document that is written by two.
func TestLiveSinks(t *testing.T) {
	skipRace(t)
	for kind, n := range map[kind]uint64{usual: 500, odd: 500, long: 200} {
		for seed := range n {
			want := perform(seed, kind, xml.Marshal)
			if want.panicked != "" {
				continue
			}
			for name, f := range map[string]func(v any) ([]byte, error){
				"Marshal": func(v any) ([]byte, error) { return Marshal(appendRoot, v) },
				"MarshalAppend": func(v any) ([]byte, error) {
					dst := append(make([]byte, 0, seed*100), "dst"...)
					b, err := MarshalAppend(appendRoot, dst, v)
					if !bytes.HasPrefix(b, []byte("dst")) || err != nil && len(b) > 3 {
						t.Errorf("MarshalAppend returns %.20q, error %v", b, err)
					}
					return b[3:], err
				},
				"MarshalWrite": func(v any) ([]byte, error) {
					var w bytes.Buffer
					n, err := MarshalWrite(appendRoot, &w, v)
					if n != int64(w.Len()) {
						t.Errorf("MarshalWrite returns %d, writes %d bytes", n, w.Len())
					}
					return w.Bytes(), err
				},
				"Size": func(v any) ([]byte, error) {
					n, err := Size(appendRoot, v)
					if err == nil && n != int64(len(want.doc)) {
						t.Errorf("Size returns %d for %d bytes", n, len(want.doc))
					}
					return []byte(want.doc), err
				},
			} {
				got := perform(seed, kind, f)
				if got.err != want.err || got.err == "" && got.doc != want.doc {
					t.Fatalf("%s, seed %d, kind %s: error %q, document\n%.2000s\nwant error %q\n%.2000s",
						name, seed, kind, got.err, got.doc, want.err, want.doc)
				}
			}
		}
	}
	noLives(t)
}

func appendRoot(e *Encoder, b []byte, v any) ([]byte, error) {
	return appendPage(e, b, v, &Start{})
}

// A full is a writer with room for that many bytes.
type full int

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), int(*f))
	*f -= full(n)
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

func TestLiveFullWriter(t *testing.T) {
	skipRace(t)
	for _, kind := range []kind{usual, long} {
		for seed := range uint64(100) {
			want := perform(seed, kind, xml.Marshal)
			if want.err != "" {
				continue
			}
			for _, room := range []int{0, 1, len(want.doc) / 3, len(want.doc) / 2, len(want.doc) - 1, len(want.doc)} {
				got := perform(seed, kind, func(v any) ([]byte, error) {
					w := full(room)
					_, err := MarshalWrite(appendRoot, &w, v)
					return nil, err
				})
				whole := len(want.doc)
				want := perform(seed, kind, func(v any) ([]byte, error) {
					w := full(room)
					return nil, xml.NewEncoder(&w).Encode(v)
				})
				if want.err != "" && (want.err != errFull.Error() || strings.Contains(got.err, "not closed")) {
					// A method has gone on after the writer's error, which comes later
					// from a larger buffer.
					want.err = got.err
				}
				if got.err != want.err || got.err == "" && room < whole {
					t.Fatalf("seed %d, kind %s, room for %d of %d bytes: error %q, want %q",
						seed, kind, room, whole, got.err, want.err)
				}
			}
		}
	}
}

// TestLiveKept: an xml.Encoder that a method has kept behaves afterwards as
// encoding/xml's does.
func TestLiveKept(t *testing.T) {
	var kept *xml.Encoder
	keep := func(err error) *page {
		return &page{First: method{func(e *xml.Encoder, start xml.StartElement) error {
			kept = e
			return errors.Join(err, e.EncodeElement(1, start))
		}}}
	}
	use := func() string {
		err := errors.Join(kept.EncodeToken(xml.CharData("after")), kept.Flush(), EncodeElement(kept, 1, xml.StartElement{Name: xml.Name{Local: "x"}}))
		if err == nil {
			return ""
		}
		return err.Error()
	}
	for _, failure := range []error{nil, errPlay} {
		_, _ = xml.Marshal(keep(failure))
		want := use()
		_, _ = compiled(keep(failure))
		if got := use(); got != want {
			t.Errorf("after Marshal with error %v: %q, want %q", failure, got, want)
		}
		var ours, std bytes.Buffer
		_ = xml.NewEncoder(&std).Encode(keep(failure))
		want = use()
		_, _ = MarshalWrite(appendRoot, &ours, keep(failure))
		if got := use(); got != want || failure == nil && ours.String() != std.String() {
			t.Errorf("after MarshalWrite with error %v: %q, %q, want %q, %q", failure, got, ours.String(), want, std.String())
		}
	}
}

// TestLiveEnds: nothing stays of a document whatever ends it.
func TestLiveEnds(t *testing.T) {
	for _, end := range []func(){func() { panic("end") }, runtime.Goexit, func() {}} {
		done := make(chan bool)
		go func() {
			defer close(done)
			defer func() { _ = recover() }()
			_, _ = compiled(&page{Any: &page{First: method{func(e *xml.Encoder, start xml.StartElement) error {
				end()
				return nil
			}}}})
		}()
		<-done
		noLives(t)
	}
}

// TestLiveBlocked: a method that waits holds up nobody.
func TestLiveBlocked(t *testing.T) {
	wait, ready, done := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		_, _ = compiled(&page{First: method{func(*xml.Encoder, xml.StartElement) error {
			close(ready)
			<-wait
			return nil
		}}})
	}()
	<-ready
	comparePlay(t, 1, usual)
	close(wait)
	<-done
}

// TestLiveIndent: MarshalIndent leaves what marshals itself to encoding/xml
// before a method has run.
func TestLiveIndent(t *testing.T) {
	ran := false
	v := &page{First: method{func(*xml.Encoder, xml.StartElement) error {
		ran = true
		return nil
	}}}
	if _, err := MarshalIndent(appendRoot, v, "", " "); err != ErrStd || ran {
		t.Errorf("MarshalIndent returns %v, a method has run: %v", err, ran)
	}
}

// TestLiveIndentNames: a method leaves indentation on, and names known at run time
// look like other markup.
func TestLiveIndentNames(t *testing.T) {
	indent := method{func(e *xml.Encoder, _ xml.StartElement) error {
		e.Indent("", " ")
		return nil
	}}
	for _, name := range []string{"/x", "/", "!--", "!--x", "![CDATA[", "a>b", "a>b<c", "a<b", "a/"} {
		inner := &page{XMLName: xml.Name{Space: "s", Local: name}, Raw: "<x>"}
		checkPage(t, &page{First: indent, Any: inner, Parts: []part{{}, {Any: inner}}})
		checkPage(t, &page{XMLName: xml.Name{Local: name}, First: indent, Own: ownAttr("x"), Any: inner})
	}
}

func checkPage(t *testing.T, v *page) {
	t.Helper()
	want, wantErr := xml.Marshal(v)
	got, err := compiled(v)
	if !sameError(err, wantErr) || string(got) != string(want) {
		t.Errorf("%s, error %v\nwant\n%s, error %v", got, err, want, wantErr)
	}
}

// A tray holds what it is told to, or nothing.
type tray struct {
	Held []any `xml:"held"`
	Full any   `xml:"urn:full full,omitempty"`
}

// appendTray is what the generator writes.
func appendTray(e *Encoder, b []byte, v any) ([]byte, error) {
	if err := e.Delegate(); err != nil {
		return b, err
	}
	b = append(b, "<tray>"...)
	for _, held := range v.(*tray).Held {
		var err error
		if b, err = e.Interface(b, held, xml.Name{Local: "held"}, false); err != nil {
			return b, err
		}
		if b, err = e.Spill(b); err != nil {
			return b, err
		}
	}
	b, err := e.InterfaceOmitEmpty(b, v.(*tray).Full, xml.Name{Space: "urn:full", Local: "full"}, false)
	return append(b, "</tray>"...), err
}

func checkTray(t *testing.T, v *tray) {
	t.Helper()
	var want, got bytes.Buffer
	wantErr := xml.NewEncoder(&want).Encode(v)
	_, err := MarshalWrite(appendTray, &got, v)
	if !sameError(err, wantErr) || err == nil && got.String() != want.String() {
		t.Fatalf("error %v, document of %d bytes\n%.1000s\nwant error %v, %d bytes\n%.1000s",
			err, got.Len(), &got, wantErr, want.Len(), &want)
	}
}

// TestLiveHeld: interface fields that hold several values, and omit empty ones.
func TestLiveHeld(t *testing.T) {
	skipRace(t)
	c := captured{V: "c"}
	for _, full := range []any{
		nil, 0, "", []int{0, 1}, []string{"", "a"}, [2]bool{true}, []any{nil, 0, c}, []*int{nil}, []byte{},
		[]captured{{}, c}, &[]int{0, 2}, c, []method{{}, {}}, []*method{nil, {}},
	} {
		checkTray(t, &tray{Held: []any{full}, Full: full})
	}
	// The end of what is written beside the document may be cut anywhere.
	inner := &method{func(e *xml.Encoder, start xml.StartElement) error {
		return EncodeElement(e, &part{}, start)
	}}
	// Text of these is written in small pieces, and fills the buffer to its end. The
	// document's buffer is full with one of them.
	amps := strings.Repeat("&", writeSize/len("&amp;")-20)
	for n := range 200 {
		checkTray(t, &tray{Held: []any{[]any{c, inner, strings.Repeat("x", n) + amps}}})
	}
}

// TestLiveSpilled: that something has been written is not forgotten with the buffer
// it was in.
func TestLiveSpilled(t *testing.T) {
	long := strings.Repeat("x", writeSize)
	flush := &method{func(e *xml.Encoder, start xml.StartElement) error { return e.Flush() }}
	begin := &method{func(e *xml.Encoder, start xml.StartElement) error {
		return e.EncodeToken(xml.ProcInst{Target: "xml", Inst: []byte("x")})
	}}
	checkTray(t, &tray{Held: []any{long, begin}})
	checkTray(t, &tray{Held: []any{long, flush, long, begin}})
	checkTray(t, &tray{Held: []any{long, flush, begin}})
	checkTray(t, &tray{Held: []any{flush, begin, begin}})
}

// TestLiveAllocs: what needs no xml.Encoder makes none, and one serves the document.
func TestLiveAllocs(t *testing.T) {
	skipRace(t)
	native := &tray{Held: []any{"s", 1, 2.5, true, nil, (*int)(nil), new(int), &list{}}}
	quiet := &method{func(*xml.Encoder, xml.StartElement) error { return nil }}
	allocs := func(v *tray) float64 {
		buf, err := MarshalAppend(appendTray, nil, v)
		if err != nil {
			t.Fatal(err)
		}
		return testing.AllocsPerRun(100, func() { buf, _ = MarshalAppend(appendTray, buf[:0], v) })
	}
	if got := allocs(&tray{Held: native.Held[:7]}); got != 0 {
		t.Errorf("%v allocations without a method", got)
	}
	one := allocs(&tray{Held: []any{quiet}})
	hundred := &tray{}
	for range 100 {
		hundred.Held = append(hundred.Held, quiet)
	}
	// encoding/xml makes one for the start tag's copy in each call.
	if got := allocs(hundred) - one; got > 99 {
		t.Errorf("%v allocations for each of 100 methods but the first", got/99)
	}
}

func BenchmarkLive(b *testing.B) {
	v := &tray{}
	for range 1000 {
		v.Held = append(v.Held, &method{func(e *xml.Encoder, start xml.StartElement) error {
			return e.EncodeToken(xml.Comment("x"))
		}})
	}
	b.Run("std", func(b *testing.B) {
		for b.Loop() {
			if err := xml.NewEncoder(io.Discard).Encode(v); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("live", func(b *testing.B) {
		for b.Loop() {
			if _, err := MarshalWrite(appendTray, io.Discard, v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
