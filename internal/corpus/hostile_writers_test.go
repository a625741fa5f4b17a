package corpus

import (
	"bytes"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/xmlserde/xmlserde/xml"
)

var errHook = errors.New("hook")

// A writeHook is what a method does to write itself.
type writeHook func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error

// writeHooks are methods of every character.
var writeHooks = []struct {
	name string
	hook writeHook
}{
	{"plain", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		tr.token(start, nil)
		return e.EncodeElement(h.Text, start)
	}},
	{"nothing", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error { return nil }},
	{"error", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error { return errHook }},
	{"panic", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error { panic("write " + h.Text) }},
	{"Goexit", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		runtime.Goexit()
		return nil
	}},
	{"open", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error { return e.EncodeToken(start) }},
	{"close", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		return e.EncodeToken(xml.EndElement{Name: xml.Name{Local: "Hooked"}})
	}},
	{"two", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		tr.add("%v", e.EncodeElement(1, start))
		return e.EncodeElement(Text{"l", "t"}, start)
	}},
	{"prefixes", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		for _, space := range []string{"urn:hook", "urn:row/hook", "urn:other/hook", "urn:hook"} {
			start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Space: space, Local: "z"}, Value: "<"})
		}
		return xml.EncodeElement(e, &SpaceRow{A: "a", B: "b"}, start)
	}},
	{"prefix left open", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Space: "urn:row/hook", Local: "z"}})
		tr.add("%v", e.EncodeToken(start))
		tr.add("%v", xml.EncodeElement(e, &SpaceRow{A: "a", B: "b"}, xml.StartElement{Name: xml.Name{Local: "in"}}))
		return e.EncodeToken(start.End())
	}},
	{"procinst", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		tr.add("%v", e.EncodeToken(xml.ProcInst{Target: "xml", Inst: []byte("a")}))
		tr.add("%v", e.EncodeToken(xml.ProcInst{Target: "p", Inst: []byte("a")}))
		tr.add("%v", e.EncodeToken(xml.Directive("D <x>")))
		return e.EncodeToken(xml.Comment("c"))
	}},
	{"flush", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		tr.add("%v", e.Flush())
		tr.add("%v", e.EncodeToken(xml.ProcInst{Target: "xml", Inst: []byte("a")}))
		return e.EncodeElement(h.Text, start)
	}},
	{"close it", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		tr.add("%v", e.EncodeElement(h.Text, start))
		tr.add("%v", e.Close())
		return nil
	}},
	{"recursively", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		if len(h.Text) > 3 {
			return xml.EncodeElement(e, h.Text, start)
		}
		return xml.EncodeElement(e, &Hooked{Hook: Hook{Text: h.Text + "+"}, Names: []SpaceRow{{A: "1", Hook: &Hook{Text: "long"}}}, Space: "s"}, start)
	}},
	{"what fails, and go on", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		tr.add("%v", xml.EncodeElement(e, &Comments{A: "a", Comment: "--"}, start))
		tr.add("%v", e.EncodeToken(start.End()))
		return nil
	}},
	{"what fails at once, and go on", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		tr.add("%v", xml.EncodeElement(e, &Comments{A: "a"}, xml.StartElement{}))
		tr.add("%v", xml.EncodeElement(e, func() {}, start))
		tr.add("%v", xml.EncodeElement(e, &CalledAttrs{Version: Version{Major: -1}}, start))
		tr.add("%v", xml.EncodeElement(e, (*Text)(nil), start))
		return xml.EncodeElement(e, Text{Text: "t"}, start)
	}},
	{"names", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		start.Name.Space = "urn:n"
		tr.add("%v", e.EncodeToken(start))
		for _, v := range []any{&ValueName{V: 1}, ValueName{XMLName: xml.Name{Local: "v"}}, &Dynamic{}, &Interfacing{Value: 1}, &IntName{}, []ValueName{{}, {V: 2}}} {
			tr.add("%v", xml.EncodeElement(e, v, xml.StartElement{Name: xml.Name{Local: "n"}}))
		}
		return e.EncodeToken(start.End())
	}},
	{"names by Encode", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		return e.Encode(&Dynamic{XMLName: xml.Name{Space: "urn:d", Local: "d"}, Values: []ValueName{{}}, A: "a"})
	}},
	{"marshal another", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		b, err := xml.Marshal(&CalledMixed{Lines: []Line{{Keys: []Key{{Local: "l"}}}}, Raw: "<raw/>"})
		tr.add("%q %v", b, err)
		return e.EncodeElement(h.Text, start)
	}},
	{"deep", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		f := &Frame{ID: "1"}
		for range 100 {
			f = &Frame{ID: "1", Inner: f}
		}
		return xml.EncodeElement(e, f, start)
	}},
	{"much", func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
		return xml.EncodeElement(e, &Text{Text: rep("much & ", 3000)}, start)
	}},
}

// hookedValues are what is written.
func hookedValues() []*Hooked {
	return []*Hooked{
		{Hook: Hook{Text: "a"}},
		{ID: "<", Space: "s", Hooks: []Hook{{Text: "1"}, {Text: "2"}}, B: []string{"x", "y"}},
		{Space: "s", P: &Hook{Text: "p"}, N: []int{1, 2}, Names: []SpaceRow{{A: "a", B: "b", Hook: &Hook{Text: "r"}}, {A: "c"}, {Hook: new(Hook)}}},
		{Next: &Hooked{Space: "n", Hooks: make([]Hook, 2), Next: &Hooked{P: new(Hook)}}, Attrs: SpaceAttr{A: 1, X: "x"}},
		{Any: []Element{{XMLName: xml.Name{Space: "urn:e", Local: "e"}, Text: "t"}}, Raw: &InnerOnly{Raw: "<raw>"}},
		{A: rep("large ", 2000), Hooks: make([]Hook, 20)},
	}
}

// A wroteResult is what a call of one library, and the methods in it, did.
type wroteResult struct{ bytes, outcome, trace, kept string }

// diff shows the first of what differs, with a little of what is before it.
func (r wroteResult) diff(got wroteResult) string {
	for _, c := range [][3]string{{"the error", r.outcome, got.outcome}, {"what methods saw", r.trace, got.trace}, {"the result", r.bytes, got.bytes}, {"the encoder kept", r.kept, got.kept}} {
		what, want, got := c[0], c[1], c[2]
		if want == got {
			continue
		}
		i := 0
		for i < min(len(want), len(got)) && want[i] == got[i] {
			i++
		}
		i = max(0, i-60)
		return fmt.Sprintf("%s, from byte %d:\nencoding/xml: %.200q\ncompiled:     %.200q", what, i, want[i:], got[i:])
	}
	return "no difference"
}

// TestHostileWriters writes values with methods of every character.
func TestHostileWriters(t *testing.T) {
	needsCode(t, reflect.TypeFor[Hooked]())
	type result = wroteResult
	run := func(hook writeHook, i int, write func(v any) ([]byte, error)) (r result) {
		var tr trace
		var kept *xml.Encoder
		onWrite = func(h *Hook, e *xml.Encoder, start xml.StartElement) error {
			kept = e
			return hook(&tr, h, e, start)
		}
		defer func() { onWrite = nil }()
		var b []byte
		r.outcome = apart(func() (err error) {
			b, err = write(hookedValues()[i])
			return err
		})
		r.bytes = string(b)
		r.trace = strings.Join(tr.lines, "\n")
		if kept != nil {
			// A method may use its encoder after the call, and does no harm.
			r.kept = fmt.Sprint(kept.EncodeToken(xml.CharData("kept")), kept.Flush())
			if string(b) != r.bytes {
				r.kept += " changed the result"
			}
		}
		return r
	}
	calls := []struct {
		name      string
		std, ours func(v any) ([]byte, error)
	}{
		{"Marshal", stdxml.Marshal, xml.Marshal},
		{"MarshalIndent",
			func(v any) ([]byte, error) { return stdxml.MarshalIndent(v, ">", "  ") },
			func(v any) ([]byte, error) { return xml.MarshalIndent(v, ">", "  ") }},
		{"MarshalWrite",
			func(v any) ([]byte, error) {
				return written(v, func(w io.Writer, v any) error { return stdxml.NewEncoder(w).Encode(v) })
			},
			func(v any) ([]byte, error) { return written(v, xml.MarshalWrite) }},
		{"MarshalAppend",
			func(v any) ([]byte, error) {
				b, err := stdxml.Marshal(v)
				return append([]byte("head"), b...), err
			},
			func(v any) ([]byte, error) { return xml.MarshalAppend([]byte("head"), v) }},
	}
	for _, h := range writeHooks {
		t.Run(h.name, func(t *testing.T) {
			for i := range hookedValues() {
				for _, c := range calls {
					want, got := run(h.hook, i, c.std), run(h.hook, i, c.ours)
					if c.name == "MarshalWrite" && !strings.HasPrefix(want.outcome, "<nil>") {
						want.bytes, got.bytes = "", "" // what was written before the error
					}
					if want != got {
						t.Errorf("%s of value %d: %s", c.name, i, want.diff(got))
					}
				}
			}
		})
	}
	t.Run("mixed", func(t *testing.T) {
		for k := range 3 * len(writeHooks) {
			for i := range hookedValues() {
				mixed := func() writeHook {
					n := 0
					return func(tr *trace, h *Hook, e *xml.Encoder, start xml.StartElement) error {
						n++
						return writeHooks[(k+n*(k/len(writeHooks)*3+1))%len(writeHooks)].hook(tr, h, e, start)
					}
				}
				want, got := run(mixed(), i, stdxml.Marshal), run(mixed(), i, xml.Marshal)
				if want != got {
					t.Errorf("mix %d of value %d: %s", k, i, want.diff(got))
				}
			}
		}
	})
}

// written returns what write, which encodes v, writes. Nothing of an error's
// output is kept.
func written(v any, write func(w io.Writer, v any) error) ([]byte, error) {
	var w bytes.Buffer
	err := write(&w, v)
	return w.Bytes(), err
}
