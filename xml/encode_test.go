package xml

import (
	"bytes"
	stdxml "encoding/xml"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// A Crate stands for a type with generated code that calls methods, written in
// the shape the generator gives it. A label by value has no method.
type Crate struct {
	XMLName stdxml.Name `xml:"urn:crate crate"`
	Owner   string      `xml:"urn:who/x owner,attr"`
	Label   label       `xml:"label"`
	Any     any         `xml:"any"`
	Crates  []*Crate    `xml:"crates"`
}

// A label writes itself with what it holds.
type label struct {
	Text string
	Held any
}

var errLabel = errors.New("label: empty")

func (l *label) MarshalXML(e *Encoder, start StartElement) error {
	if l.Text == "" {
		return errLabel
	}
	start.Attr = append(start.Attr, Attr{Name: Name{Space: "urn:label/x", Local: "text"}, Value: l.Text})
	if err := e.EncodeToken(start); err != nil {
		return err
	}
	if err := EncodeElement(e, l.Held, StartElement{Name: Name{Space: "urn:held", Local: "held"}}); err != nil {
		return err
	}
	return e.EncodeToken(start.End())
}

func init() {
	xmlrt.Register(&xmlrt.Table{
		Package: "github.com/xmlserde/xmlserde/xml",
		Types: []xmlrt.Type{{
			New: (*Crate)(nil),
			Marshal: func(e *xmlrt.Encoder, b []byte, v any) ([]byte, error) {
				return marshalCrate(e, b, v, &xmlrt.Start{})
			},
			MarshalElement: marshalCrate,
			PointerOnly:    true,
		}},
	})
}

func marshalCrate(e *xmlrt.Encoder, b []byte, v any, start *xmlrt.Start) ([]byte, error) {
	if err := e.Delegate(); err != nil {
		return b, err
	}
	p := xmlrt.Pointer[Crate](v)
	if p == nil {
		return b, nil
	}
	b, element := e.Begin(b, start, Name{Space: "urn:crate", Local: "crate"}, "Crate")
	b = e.AppendAttr(b, "urn:who/x", "owner")
	b = append(xmlrt.AppendText(b, p.Owner), '"', '>')
	b, err := e.EncodeElement(b, &p.Label, Name{Local: "label"})
	if err != nil {
		return b, err
	}
	if b, err = e.Interface(b, p.Any, Name{Local: "any"}, element.Name.Space != ""); err != nil {
		return b, err
	}
	for _, c := range p.Crates {
		if b, err = marshalCrate(e, b, c, &xmlrt.Start{}); err != nil {
			return b, err
		}
		if b, err = e.Spill(b); err != nil {
			return b, err
		}
	}
	return e.End(b, element, nil)
}

func crates() []*Crate {
	inner := &Crate{Owner: "in", Label: label{Text: "inner", Held: "held"}}
	list := []*Crate{
		{Label: label{Text: "a", Held: inner}, Any: inner, Crates: []*Crate{inner, inner}},
		{Label: label{Text: "a", Held: *inner}, Any: *inner},
		{Label: label{Text: "a", Held: []any{inner, 1}}, Any: []any{inner, 1, nil}},
		{Label: label{Text: "a", Held: (*Crate)(nil)}, Any: (*Crate)(nil)},
		{Label: label{Text: "a", Held: &inner}, Any: &inner},
		{Label: label{Text: "a", Held: &Crate{}}},
		{Label: label{Text: "a"}, Any: &Crate{}},
		{Label: label{Text: "a"}, Any: &label{"x", &label{"y", inner}}},
		{Label: label{Text: "a"}, Any: label{"x", 1}},
		{Label: label{Text: "a"}, Any: time.Unix(0, 0).UTC()},
		{Label: label{Text: "a"}, Any: Order{ID: 1, Notes: []string{"n"}}},
		{},
	}
	long := &Crate{Label: label{Text: strings.Repeat("a", 5000), Held: inner}}
	for range 100 {
		long.Crates = append(long.Crates, &Crate{Owner: "long", Label: long.Label, Any: long.Label.Text})
	}
	return append(list, long)
}

func TestMarshalDelegates(t *testing.T) {
	for _, c := range crates() {
		if _, err := stdxml.Marshal(c); err != nil {
			// What encoding/xml has flushed by then we may not have written.
			if _, got := Marshal(c); got == nil || got.Error() != err.Error() {
				t.Errorf("Marshal(%+v): error %v, want %v", c, got, err)
			}
			continue
		}
		checkMarshal(t, c)
		checkMarshal(t, *c)
		checkMarshal(t, &c)
		checkMarshal(t, []*Crate{c, c})
		checkMarshal(t, &Crate{Label: label{Text: "outer", Held: c}, Any: c})
	}
}

func TestMarshalBuiltin(t *testing.T) {
	for _, v := range []any{"a<b", 1, uint8(2), 0.5, true, []byte("x"), time.Unix(0, 0).UTC(), ref("x"), ref(ref(1)), (*int)(nil), ref((*int)(nil))} {
		checkMarshal(t, v)
	}
	before := Stats().Compiled
	if _, err := Marshal("a"); err != nil || Stats().Compiled != before+1 {
		t.Errorf("no code for a string, or error %v", err)
	}
}

// TestEncodeElement: with an Encoder that is none of ours it is the method.
func TestEncodeElement(t *testing.T) {
	start := StartElement{Name: Name{Local: "e"}, Attr: []Attr{{Name: Name{Local: "a"}, Value: "v"}}}
	for _, v := range []any{nil, 1, "s", crates()[0], new(Order), make(chan int)} {
		for _, start := range []StartElement{start, {}} {
			var got, want bytes.Buffer
			err := EncodeElement(NewEncoder(&got), v, start)
			wantErr := stdxml.NewEncoder(&want).EncodeElement(v, start)
			if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() || got.String() != want.String() {
				t.Errorf("EncodeElement(%v): %q, %v, want %q, %v", v, &got, err, &want, wantErr)
			}
		}
	}
}

func TestEncodeElementStats(t *testing.T) {
	inner := &Crate{Label: label{Text: "inner", Held: struct{ A int }{}}}
	for _, test := range []struct {
		name               string
		compiled, fallback uint64
		f                  func()
	}{
		{"a method calls it with compiled code", 2, 1, func() { _, _ = Marshal(&Crate{Label: label{Text: "a", Held: inner}}) }},
		{"encoding/xml serves the document", 0, 3, func() { _, _ = MarshalIndent(&Crate{Label: label{Text: "a", Held: inner}}, "", " ") }},
		{"a copy", 0, 3, func() {
			_, _ = Marshal(Crate{Any: &label{Text: "a", Held: &label{Text: "b"}}, Label: label{Text: "a"}})
		}},
	} {
		before := Stats()
		test.f()
		after := Stats()
		if c, f := after.Compiled-before.Compiled, after.Fallback-before.Fallback; c != test.compiled || f != test.fallback {
			t.Errorf("%s: %d compiled, %d fallback, want %d, %d", test.name, c, f, test.compiled, test.fallback)
		}
	}
}

func TestMarshalDelegatesConcurrent(t *testing.T) {
	want := make([][]byte, len(crates()))
	for i, c := range crates() {
		want[i], _ = stdxml.Marshal(c)
	}
	var group sync.WaitGroup
	for range 64 {
		group.Go(func() {
			for i, c := range crates() {
				if got, _ := Marshal(c); !bytes.Equal(got, want[i]) {
					t.Errorf("crate %d is another document", i)
				}
				_ = MarshalWrite(io.Discard, c)
			}
		})
	}
	group.Wait()
}
