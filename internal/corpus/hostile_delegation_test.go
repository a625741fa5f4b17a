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
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/xmlserde/xmlserde/xml"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// needsCode demands that a type is compiled, so that a test does not compare
// encoding/xml with itself.
func needsCode(t *testing.T, typ reflect.Type) {
	t.Helper()
	if c := xmlrt.Lookup(typ); c == nil || c.Marshal == nil || c.Unmarshal == nil {
		t.Skipf("%v is not compiled", typ)
	}
}

// A trace is what a method saw, in lines.
type trace struct{ lines []string }

func (tr *trace) add(format string, args ...any) {
	tr.lines = append(tr.lines, fmt.Sprintf(format, args...))
}

// token notes a token and its error.
func (tr *trace) token(t stdxml.Token, err error) {
	if err != nil {
		tr.add("%T %v", err, err)
		return
	}
	tr.add("%T %q", t, fmt.Sprint(stdxml.CopyToken(t)))
}

// A side is what one library did with a hooked document.
type side struct {
	outcome string // the error or the panic
	target  *Hooked
	trace   trace
}

// apart runs f in a goroutine of its own, which it may end.
func apart(f func() error) (outcome string) {
	outcome = "the goroutine ended"
	done := make(chan struct{})
	go func() {
		defer close(done)
		outcome = call(f)
	}()
	<-done
	return outcome
}

// A readHook is what a method does with an element, noting what it sees.
type readHook func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error

// reading runs read, a call of one library, with a hook.
func reading(hook readHook, read func(v any) error) (s side) {
	s.target = new(Hooked)
	onRead = func(h *Hook, d *xml.Decoder, start xml.StartElement) error { return hook(&s.trace, h, d, start) }
	defer func() { onRead = nil }()
	s.outcome = apart(func() error { return read(s.target) })
	forget(reflect.ValueOf(s.target))
	return s
}

// forget clears the decoders that hooks kept, which are no one's business.
func forget(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			if h, ok := v.Interface().(*Hook); ok {
				h.Kept = nil
				return
			}
			forget(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				forget(v.Field(i).Addr())
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			forget(v.Index(i).Addr())
		}
	}
}

// sameReading compares what a hook comes to in both libraries, and in all ways
// to read.
func sameReading(t *testing.T, doc string, hook readHook) {
	t.Helper()
	needsCode(t, reflect.TypeFor[Hooked]())
	check := func(name string, std, ours func(v any) error) {
		t.Helper()
		want, got := reading(hook, std), reading(hook, ours)
		shown := doc
		if len(shown) > 400 {
			shown = shown[:400] + "..."
		}
		if want.outcome != got.outcome {
			t.Errorf("%s: %q\nencoding/xml: %.300s\ncompiled:     %.300s", name, shown, want.outcome, got.outcome)
		}
		for i, line := range want.trace.lines {
			if i >= len(got.trace.lines) || got.trace.lines[i] != line {
				t.Errorf("%s: %q: line %d that the method saw\nencoding/xml: %.300s\ncompiled:     %.300s", name, shown, i, line, append(got.trace.lines, "nothing")[min(i, len(got.trace.lines))])
				break
			}
		}
		if len(got.trace.lines) > len(want.trace.lines) {
			t.Errorf("%s: %q: the method saw %q as well", name, shown, got.trace.lines[len(want.trace.lines)])
		}
		if d := diff(reflect.ValueOf(want.target), reflect.ValueOf(got.target)); d != "" {
			t.Errorf("%s: %q: targets differ:\n%s", name, shown, d)
		}
	}
	check("Unmarshal",
		func(v any) error { return stdxml.Unmarshal([]byte(doc), v) },
		func(v any) error { return xml.Unmarshal([]byte(doc), v) })
	check("UnmarshalRead",
		func(v any) error { return stdxml.NewDecoder(strings.NewReader(doc)).Decode(v) },
		func(v any) error { return xml.UnmarshalRead(strings.NewReader(doc), v) })
	if len(doc) < 1<<14 {
		check("UnmarshalRead from bytes",
			func(v any) error { return stdxml.NewDecoder(iotest.OneByteReader(strings.NewReader(doc))).Decode(v) },
			func(v any) error { return xml.UnmarshalRead(iotest.OneByteReader(strings.NewReader(doc)), v) })
	}
}

// readAll notes all tokens up to the end of the element.
func readAll(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
	tr.token(start, nil)
	for {
		token, err := d.Token()
		tr.token(token, err)
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.CharData:
			h.Text += string(token)
		case xml.EndElement:
			if token.Name == start.Name {
				return nil
			}
		}
	}
}

// readHooks are methods of every character.
var readHooks = []struct {
	name string
	hook readHook
}{
	{"all", readAll},
	{"nothing", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error { return nil }},
	{"one token", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.Token())
		return nil
	}},
	{"too much", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		for range 30 {
			tr.token(d.Token())
		}
		return nil
	}},
	{"too much, and the error", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		for {
			if _, err := d.Token(); err != nil {
				return fmt.Errorf("wrapped: %w", err)
			}
		}
	}},
	{"raw token", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.RawToken())
		return d.Skip()
	}},
	{"error at once", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error { return errContent }},
	{"EOF", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error { return io.EOF }},
	{"error later", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.Token())
		return &stdxml.SyntaxError{Msg: "mine", Line: 7}
	}},
	{"panic", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		h.Text = "before"
		panic("hook at " + start.Name.Local)
	}},
	{"panic with an error", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.Token())
		panic(errContent)
	}},
	{"nil panic", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		var m map[string]int
		m["x"] = 1
		return nil
	}},
	{"Goexit", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		runtime.Goexit()
		return nil
	}},
	{"skip, then tokens", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		err := d.Skip()
		tr.token(d.Token())
		tr.token(d.Token())
		return err
	}},
	{"decode itself", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		type plain Hook
		err := d.DecodeElement((*plain)(h), &start)
		tr.add("%v %q", err, h.Text)
		return err
	}},
	{"decode compiled", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(Element)
		err := xml.DecodeElement(d, v, &start)
		tr.add("%v %v", err, *v)
		return err
	}},
	{"decode recursively", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(Hooked)
		err := xml.DecodeElement(d, v, &start)
		forget(reflect.ValueOf(v))
		tr.add("%v %d %v %q", err, len(v.Hooks), v.Any, v.B)
		h.Text = v.Hook.Text + "," + v.A
		return err
	}},
	{"decode the next", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		for {
			v := new(Text)
			err := d.Decode(v)
			tr.add("%v %v", err, *v)
			if err != nil {
				tr.token(d.Token())
				return nil
			}
		}
	}},
	{"decode the next, compiled", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(Element)
		err := xml.DecodeElement(d, v, nil)
		tr.add("%v %v", err, *v)
		return d.Skip()
	}},
	{"decode nil and no pointer", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.add("%v", xml.DecodeElement(d, nil, &start))
		tr.add("%v", xml.DecodeElement(d, Text{}, &start))
		tr.add("%v", xml.DecodeElement(d, (*Text)(nil), &start))
		return d.Skip()
	}},
	{"decode under another name", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		start = start.Copy()
		start.Name.Local, start.Attr = "other", append(start.Attr, xml.Attr{Name: xml.Name{Local: "lang"}, Value: "l"})
		v := new(Element)
		err := xml.DecodeElement(d, v, &start)
		tr.add("%v %v", err, *v)
		return err
	}},
	{"decode after a token", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.Token())
		v := new(Element)
		err := xml.DecodeElement(d, v, &start)
		tr.add("%v %v", err, *v)
		return err
	}},
	{"decode twice", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		for range 2 {
			v := new(Element)
			tr.add("%v %v", xml.DecodeElement(d, v, &start), *v)
		}
		return nil
	}},
	{"decode what fails, and go on", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(Scalars)
		tr.add("%v", xml.DecodeElement(d, v, &start))
		tr.add("%v", v.String)
		for range 5 {
			tr.token(d.Token())
		}
		return nil
	}},
	{"unmarshal another document", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		outer := onRead
		onRead = func(h *Hook, d *xml.Decoder, start xml.StartElement) error { return readAll(tr, h, d, start) }
		defer func() { onRead = outer }()
		v := new(Hooked)
		tr.add("%v", xml.Unmarshal([]byte("<x xmlns:q='urn:q'><a>1</a><hook q:z=''>in<q:z/></hook><b>2</b></x>"), v))
		tr.add("%q %q %q", v.A, v.Hook.Text, v.B)
		return d.Skip()
	}},
	{"marshal", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		b, err := xml.Marshal(&Hooked{ID: "1", Hook: Hook{Text: "<t>"}, Names: []SpaceRow{{B: "b"}}})
		tr.add("%q %v", b, err)
		return d.Skip()
	}},
	{"inner XML", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(InnerText)
		err := xml.DecodeElement(d, v, &start)
		tr.add("%v %q %q", err, v.Raw, v.Text)
		return err
	}},
	{"inner XML by the method", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(InnerText)
		err := d.DecodeElement(v, &start)
		tr.add("%v %q %q", err, v.Raw, v.Text)
		return err
	}},
	{"lax", setting(func(d *xml.Decoder) { d.Strict = false })},
	{"lax while it reads", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.Token())
		d.Strict = false
		return readAll(tr, h, d, start)
	}},
	{"entities", setting(func(d *xml.Decoder) { d.Entity = map[string]string{"nbsp": "<nb>", "e": "&amp;"} })},
	{"lax entities", setting(func(d *xml.Decoder) { d.Strict, d.Entity = false, xml.HTMLEntity })},
	{"auto close", setting(func(d *xml.Decoder) { d.Strict, d.AutoClose = false, []string{"br", "b"} })},
	{"strict auto close", setting(func(d *xml.Decoder) { d.AutoClose = []string{"br", "b"} })},
	{"default space", setting(func(d *xml.Decoder) { d.DefaultSpace = "urn:default" })},
	{"charset", setting(func(d *xml.Decoder) {
		d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) { return &shifted{in, charset}, nil }
	})},
	{"there and back", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		d.Strict = !d.Strict
		tr.token(d.Token())
		d.Strict = !d.Strict
		return d.Skip()
	}},
	{"changing", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		d.Strict = !d.Strict
		return d.Skip()
	}},
	{"changing in a frame", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		d.Strict = !d.Strict
		v := new(Hooked)
		err := xml.DecodeElement(d, v, &start)
		tr.add("%v %q", err, v.B)
		return err
	}},
}

// setting returns a hook that changes settings and skips the element.
func setting(change func(d *xml.Decoder)) readHook {
	return func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		change(d)
		return d.Skip()
	}
}

// hookedDocuments are what the hooks read. What is behind the first hook
// depends on what that did.
var hookedDocuments = []string{
	"<h id='1'><a>x</a><hook/><b>1</b></h>",
	"<h id='1'><a>x</a><hook>t</hook><hook a='1'>u<c/>v</hook><b>1</b><b>2</b></h> tail",
	"<h xmlns:p='urn:p' xmlns='urn:d'><hook p:a='1'>t<p:c xmlns:q='urn:q'><q:d/></p:c></hook><hooks><p:hook/></hooks><hooks q:x=''/><b>1</b></h>",
	"<h><p><hook>1<hook>2</hook>3</hook><n>7</n></p><p><n>8</n></p><raw>a<b/>c</raw><x><y/></x></h>",
	"<h><next xmlns:a='urn:a'><hook><hook a:a='&lt;'/></hook><next xmlns:a='urn:b'><hooks a:a=''>t</hooks><b>in</b></next></next><b>out</b></h>",
	"<h><hook><a>1</a><hook>2<hooks/></hook><b>3</b><z/></hook><hooks><b>4</b></hooks><p><hook><n>1</n></hook></p></h>",
	"<h><hook><string>s</string><int>x</int><bool>1</bool></hook><b>1</b></h>",
	"<h>\n<hook>\n<a>\r\nx</a><!-- c --><?pi d?><![CDATA[<]]></hook>\n<b>1</b><hooks></hooks></h>\n",
	// What is malformed, in the element and behind it.
	"<h><hook>t</hook><b>&nbsp;&e;</b><b>1<br>2</b><b a=1 b c='<'>3</b><hook>&nbsp;</hook></h>",
	"<h><hook><b>1<br></b></hook><b>2</b></h>",
	"<h><hook>t</hook><b>1</c><b>2</b></h>",
	"<h><hook>&nbsp;<b></hook><b>1</b></h>",
	"<h><hook>t</hook><b>1</b><hooks>u</hooks>",
	"<h><hook>t", "<h><hook", "<h><hook>", "<h><hook/>", "<h><hook></hook", "<h><hook></hoo></h>",
	"<h><hook>t</hook><?xml version='1.0' encoding='#'?><b>#</b><hook>#</hook><raw>#</raw></h>",
	"<h><hook>\x00</hook></h>", "<h><hook>t</hook>\x00</h>", "<h><hook>t</hook><b>]]></b><z:z/></h>",
	"<h><p:hook/><b>1</b></h>", "<h><row xmlns='urn:row' xmlns:h='urn:h'><h:hook/><h:hook h:a=''>t</h:hook></row><b xmlns='u'>1</b></h>",
	"<?xml version='1.0' encoding='utf-8'?><h><hook>é</hook></h>",
	"<!DOCTYPE h [<!ENTITY e 'x'>]><h><hook>&e;</hook></h>",
	"<h><next><next><next><hook>deep</hook></next></next><hook>less</hook></next><hook/><any><hook/></any></h>",
}

// TestHostileMethods reads documents with methods of every character.
func TestHostileMethods(t *testing.T) {
	for _, h := range readHooks {
		t.Run(h.name, func(t *testing.T) {
			for _, doc := range hookedDocuments {
				sameReading(t, doc, h.hook)
			}
		})
	}
}

// TestHostileMixedMethods has a different method for each element.
func TestHostileMixedMethods(t *testing.T) {
	for i := range len(readHooks) {
		for _, doc := range hookedDocuments {
			n := 0
			var last *trace
			sameReading(t, doc, func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
				if tr != last {
					n, last = 0, tr
				}
				n++
				return readHooks[(i+n*7)%len(readHooks)].hook(tr, h, d, start)
			})
		}
	}
}

// TestHostileTruncated cuts and breaks documents at every byte.
func TestHostileTruncated(t *testing.T) {
	hooks := []readHook{readAll, readHooks[1].hook, readHooks[16].hook, setting(func(d *xml.Decoder) { d.Strict = false })}
	for k, doc := range hookedDocuments {
		if testing.Short() && k%4 != 0 {
			continue
		}
		for i := range doc {
			sameReading(t, doc[:i], hooks[i%len(hooks)])
			for _, c := range []byte("</>&'\x00") {
				if (i+int(c))%3 == 0 {
					sameReading(t, doc[:i]+string(c)+doc[i+1:], hooks[(i+k)%len(hooks)])
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}

// TestHostileDecoderKept uses decoders after the call whose methods kept them.
func TestHostileDecoderKept(t *testing.T) {
	needsCode(t, reflect.TypeFor[Hooked]())
	for _, doc := range hookedDocuments {
		for _, h := range readHooks {
			use := func(read func(v any) error) (lines []string) {
				var kept []*xml.Decoder
				reading(func(tr *trace, hook *Hook, d *xml.Decoder, start xml.StartElement) error {
					hook.Kept = d
					kept = append(kept, d)
					return h.hook(tr, hook, d, start)
				}, read)
				// Another call in between must not be disturbed, nor disturb.
				if err := xml.Unmarshal([]byte("<h><hook>x</hook><b>1</b></h>"), new(Hooked)); err != nil {
					t.Error(err)
				}
				var tr trace
				for _, d := range kept {
					for range 3 {
						tr.token(d.Token())
					}
					v := new(Element)
					tr.add("%v %v", xml.DecodeElement(d, v, &xml.StartElement{Name: xml.Name{Local: "x"}}), *v)
					tr.add("%v", d.Skip())
				}
				return tr.lines
			}
			want := use(func(v any) error { return stdxml.Unmarshal([]byte(doc), v) })
			got := use(func(v any) error { return xml.Unmarshal([]byte(doc), v) })
			if w, g := strings.Join(want, "\n"), strings.Join(got, "\n"); w != g {
				t.Errorf("%s: %q: the decoder kept gives\n%s\nwith encoding/xml\n%s", h.name, doc, g, w)
			}
		}
	}
}

// TestHostileBlocks has a method that does not return until it is told: other
// calls of the same type must not wait for it, and it ends as it would have.
func TestHostileBlocks(t *testing.T) {
	needsCode(t, reflect.TypeFor[Hooked]())
	release, blocked := make(chan struct{}), make(chan struct{}, 2)
	onRead = func(h *Hook, d *xml.Decoder, start xml.StartElement) error {
		if len(start.Attr) > 0 {
			blocked <- struct{}{}
			<-release
		}
		return readAll(new(trace), h, d, start)
	}
	onWrite = func(h *Hook, e *xml.Encoder, start xml.StartElement) error {
		if h.Text == "block" {
			blocked <- struct{}{}
			<-release
		}
		return e.EncodeElement(h.Text, start)
	}
	defer func() { onRead, onWrite = nil, nil }()
	const doc = "<h><hook block=''>t</hook><b>1</b></h>"
	results := make(chan error, 2)
	go func() {
		var v Hooked
		err := xml.Unmarshal([]byte(doc), &v)
		if err == nil && (v.Hook.Text != "t" || len(v.B) != 1) {
			err = fmt.Errorf("read %v", v)
		}
		results <- err
	}()
	go func() {
		b, err := xml.Marshal(&Hooked{Hook: Hook{Text: "block"}, B: []string{"1"}})
		if want := "<Hooked id=\"\"><a></a><hook>block</hook><p></p><b>1</b>"; err == nil && !strings.HasPrefix(string(b), want) {
			err = fmt.Errorf("wrote %s", b)
		}
		results <- err
	}()
	deadline := time.After(20 * time.Second)
	wait := func(what string, c <-chan struct{}) {
		t.Helper()
		select {
		case <-c:
		case <-deadline:
			t.Fatal("late: " + what)
		}
	}
	wait("a method that blocks was not called", blocked)
	wait("a method that blocks was not called", blocked)
	others := make(chan struct{})
	go func() {
		defer close(others)
		for range 100 {
			if err := xml.Unmarshal([]byte("<h><hook>t</hook></h>"), new(Hooked)); err != nil {
				t.Error(err)
			}
			if _, err := xml.Marshal(&Hooked{}); err != nil {
				t.Error(err)
			}
			if err := xml.UnmarshalRead(strings.NewReader("<h><hook>t</hook></h>"), new(Hooked)); err != nil {
				t.Error(err)
			}
		}
	}()
	wait("other calls wait for a method that blocks", others)
	close(release)
	for range 2 {
		select {
		case err := <-results:
			if err != nil {
				t.Error(err)
			}
		case <-deadline:
			t.Fatal("late: a call whose method was released")
		}
	}
}

// TestHostileGoroutines runs calls whose methods go well, fail and panic in
// many goroutines at once.
func TestHostileGoroutines(t *testing.T) {
	needsCode(t, reflect.TypeFor[Recursive]())
	docs := []string{
		"<recursive xmlns='urn:recursive' xmlns:f='urn:frame' f:a='1'><frame id='x'><inner><key>a/b</key></inner><f:line n='1'><key>k/l</key></f:line></frame></recursive>",
		"<recursive xmlns='urn:recursive'><loop a='1'><frame id='1'/>t<line n='2'><note>x</note></line><text2>y</text2><z/></loop></recursive>",
		"<recursive xmlns='urn:recursive'><swallow><n><int>x</int></n><last>l</last></swallow><frames><frame id='2'/></frames></recursive>",
		"<recursive xmlns='urn:recursive'><frame><key>a/b!</key></frame></recursive>",
		"<recursive xmlns='urn:recursive'><frame><key>a/b!!</key></frame></recursive>",
		"<recursive xmlns='urn:recursive'><frame><key>a/b</frame></recursive>",
	}
	type result struct{ read, wrote string }
	run := func(doc string, unmarshal func([]byte, any) error, marshal func(any) ([]byte, error)) (r result) {
		v := new(Recursive)
		r.read = apart(func() error { return unmarshal([]byte(doc), v) })
		r.wrote = apart(func() error {
			b, err := marshal(v)
			r.read += fmt.Sprintf(" %q", b)
			return err
		})
		return r
	}
	var want []result
	for _, doc := range docs {
		want = append(want, run(doc, stdxml.Unmarshal, stdxml.Marshal))
	}
	var wg sync.WaitGroup
	for g := range 64 {
		wg.Go(func() {
			for i := range 30 {
				k := (g + i) % len(docs)
				if got := run(docs[k], xml.Unmarshal, xml.Marshal); got != want[k] {
					t.Errorf("%q:\nencoding/xml: %v\ncompiled:     %v", docs[k], want[k], got)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestHostileDeclarations has half a megabyte of declarations above elements
// with methods, and holds the bytes that their decoder has to read for it, and
// the memory, to the document's length.
func TestHostileDeclarations(t *testing.T) {
	needsCode(t, reflect.TypeFor[Hooked]())
	shapes := []struct {
		name string
		doc  func(n int) string
	}{
		{"above all", func(n int) string {
			return "<h " + counted(n/5, "xmlns:p%d='urn:%[1]d' ") + ">" + rep("<hooks/>", n) + "</h>"
		}},
		{"on each level", func(n int) string {
			n = min(n, 4000)
			return "<h>" + counted(n, "<next xmlns:p%d='urn:%[1]d'><hook/>") + rep("<hook/></next>", n) + "</h>"
		}},
		{"beside each other", func(n int) string {
			return "<h>" + counted(n/4, "<row xmlns='urn:row' xmlns:p%d='u'><hook xmlns='urn:h'/><hook xmlns='urn:h'/></row><hooks/>") + "</h>"
		}},
		{"one below many", func(n int) string {
			return "<h " + counted(n/5, "xmlns:p%d='urn:%[1]d' ") + ">" + rep("<row xmlns='urn:row' xmlns:q='u'><hook xmlns='urn:h'/></row>", n/4) + "</h>"
		}},
		{"nested in methods", func(n int) string {
			n = min(n, 3000)
			return "<h " + counted(n, "xmlns:p%d='urn:%[1]d' ") + ">" + rep("<hook><x/>", n) + rep("</hook>", n) + "</h>"
		}},
		{"in the methods", func(n int) string {
			return "<h>" + rep("<hook xmlns:p='u'><p:x xmlns:q='v'/></hook>", n/4) + "</h>"
		}},
	}
	recursive := func(h *Hook, d *xml.Decoder, start xml.StartElement) error {
		return xml.DecodeElement(d, new(Hooked), &start)
	}
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			work := func(doc string) int64 {
				// What decoders read is what their offsets grow by between two
				// looks at them, inside methods and out.
				offsets := make(map[*xml.Decoder]int64)
				hook := func(h *Hook, d *xml.Decoder, start xml.StartElement) error {
					offsets[d] = max(offsets[d], d.InputOffset())
					defer func() { offsets[d] = max(offsets[d], d.InputOffset()) }()
					if s.name == "nested in methods" {
						return recursive(h, d, start)
					}
					return d.Skip()
				}
				onRead = hook
				defer func() { onRead = nil }()
				if err := xml.Unmarshal([]byte(doc), new(Hooked)); err != nil {
					t.Fatal(err)
				}
				var sum int64
				for _, n := range offsets {
					sum += n
				}
				return sum
			}
			n := 100_000
			if testing.Short() {
				n = 4000
			}
			small, large := s.doc(n/2), s.doc(n)
			w1, w2 := work(small), work(large)
			t.Logf("%d bytes: %d read; %d bytes: %d read", len(small), w1, len(large), w2)
			if w2 > 3*int64(len(large)) || w2 > 5*w1/2 && len(large) < 5*len(small)/2 {
				t.Errorf("decoders read %d bytes for a document of %d, and %d for one of %d", w2, len(large), w1, len(small))
			}
			read := func(doc []byte, v any) error { return xml.Unmarshal(doc, v) }
			m1, _ := cost(reflect.TypeFor[Hooked](), []byte(small), read)
			m2, _ := cost(reflect.TypeFor[Hooked](), []byte(large), read)
			if m2 > 3*m1+1<<20 {
				t.Errorf("%d bytes allocated for a document of %d, and %d for one of %d", m2, len(large), m1, len(small))
			}
			doc := s.doc(400)
			sameReading(t, doc, readAll)
			sameReading(t, doc, func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error { return recursive(h, d, start) })
		})
	}
}

// TestHostileDelegationDepth compares documents around the depth limit where
// methods count levels as well.
func TestHostileDelegationDepth(t *testing.T) {
	nestings := []struct {
		name       string
		typ        reflect.Type
		open, done string
		levels     int
	}{
		{"methods", reflect.TypeFor[Frame](), "<inner>", "</inner>", 1},
		{"compiled", reflect.TypeFor[Recursive](), "<recursive>", "</recursive>", 1},
		{"tokens", reflect.TypeFor[Loop](), "<loop>", "</loop>", 1},
		{"below a method", reflect.TypeFor[CalledElements](), "<upper>", "</upper>", 1},
		{"below a text", reflect.TypeFor[CalledElements](), "<key>", "</key>", 1},
		{"below an interface", reflect.TypeFor[Interfaces](), "<any>", "</any>", 1},
		{"boxes", reflect.TypeFor[Boxes](), "<self>", "</self>", 1},
		{"any", reflect.TypeFor[Recursive](), "<x>", "</x>", 1},
	}
	insides := []string{"", "<key>a/b</key>", "<upper>x</upper>", "<frame><key/></frame>", "<line><key>1</key></line>", "<x/>text"}
	for _, n := range nestings {
		t.Run(n.name, func(t *testing.T) {
			for i, depth := range []int{9996, 9997, 9998, 9998, 9999, 9999, 10000, 10000, 10001, 12000} {
				inside := insides[i%len(insides)]
				times := depth / n.levels
				root, end := "<a>", "</a>"
				if n.typ == reflect.TypeFor[Recursive]() {
					root, end = "<recursive xmlns='urn:recursive'>", "</recursive>"
				}
				doc := []byte(root + rep(n.open, times) + inside + rep(n.done, times) + end)
				wantErr, want := outcome(n.typ, func(v any) error { return stdxml.Unmarshal(doc, v) })
				gotErr, got := outcome(n.typ, func(v any) error { return xml.Unmarshal(doc, v) })
				if wantErr != gotErr {
					t.Fatalf("depth %d, %q: encoding/xml: %.200s\ncompiled: %.200s", depth, inside, wantErr, gotErr)
				}
				if !reflect.DeepEqual(want.Interface(), got.Interface()) {
					t.Fatalf("depth %d, %q: targets differ", depth, inside)
				}
			}
		})
	}
}

// TestHostileSettings compares documents whose elements change the settings
// of their decoder for what follows.
func TestHostileSettings(t *testing.T) {
	typ := reflect.TypeFor[WithSettings]()
	needsCode(t, typ)
	const rest = "<a>&e; &nbsp; &amp;</a><b>1<br>2<br/>3</b><b x=1 y>4</b><B>5</b><raw>&e;<i>x</raw><c><d>6</c><next><a>&e;</a><b>7</b></next>"
	for _, attrs := range []string{
		"", "lax=''", "entity='x'", "lax='' entity='x'", "lax='' close='i'", "close='d'", "space='urn:s'", "lax='' entity='' close='d' space='urn:s'", "charset='X'", "strict=''",
	} {
		for _, doc := range []string{
			"<s><a>0</a><settings " + attrs + "/>" + rest + "</s>",
			"<s xmlns='urn:o' xmlns:p='urn:p'><settings " + attrs + ">&amp;<p:x/></settings><p:b/><a>&e;</a><q:b/><settings strict=''/><b>1</b></s>",
			"<s><next><settings " + attrs + "/><b>1<br>2</b></next>" + rest + "<settings>&e;</settings></s>",
			"<s><settings " + attrs + ">" + rest + "</settings><b>8</b></s>",
			"<s><settings " + attrs + "/><?xml version='1.0' encoding='e'?><b>#</b><raw>#</raw><settings>#</settings></s>",
			"<s><settings " + attrs + "/><b>" + rep("x", 300) + "</b>\n\n<b>&nope;</b></s>",
			"<s><settings " + attrs + "/><b>1</b>",
			"<s><settings " + attrs + "/><b>1</b></s><more>&e;",
			"<s><settings " + attrs + "/><b>\xff</b></s>", "<s><settings " + attrs + "/><b><![CDATA[&e;<br>]]></b><!-- - -- --></s>",
			"<s><settings " + attrs + "/><x y='&e;' z=&e; w='<'/><x:y xmlns:x='&e;'><x:z/></x:y></s>",
		} {
			sameOutcome(t, typ, doc)
		}
	}
}

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

// TestHostileWriters writes values with methods of every character.
func TestHostileWriters(t *testing.T) {
	needsCode(t, reflect.TypeFor[Hooked]())
	type result struct{ bytes, outcome, trace, kept string }
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
						t.Errorf("%s of value %d:\nencoding/xml: %.2000q\ncompiled:     %.2000q", c.name, i, want, got)
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
					t.Errorf("mix %d of value %d:\nencoding/xml: %.2000q\ncompiled:     %.2000q", k, i, want, got)
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
