package corpus

import (
	stdxml "encoding/xml"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/xmlserde/xmlserde/xml"
)

// A side is what one library did with a hooked document.
type side struct {
	outcome string // the error or the panic
	target  *Hooked
	trace   trace
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
				if sameReading(t, doc, h.hook); t.Failed() {
					return
				}
			}
		})
	}
}

// TestHostileMixedMethods has a different method for each element.
func TestHostileMixedMethods(t *testing.T) {
	for i := range len(readHooks) {
		for _, doc := range hookedDocuments {
			if t.Failed() {
				return
			}
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
// Behind a document that was read they stand where those of encoding/xml do.
// After an error or a panic, or if a method has left other settings behind, they
// give what is left of this document or an error, and nothing of another.
func TestHostileDecoderKept(t *testing.T) {
	needsCode(t, reflect.TypeFor[Hooked]())
	use := func(h readHook, read func(v any) error) (outcome, after string, changed bool) {
		var kept []*xml.Decoder
		outcome = reading(func(tr *trace, hook *Hook, d *xml.Decoder, start xml.StartElement) error {
			hook.Kept = d
			kept = append(kept, d)
			before := settingsOf(d)
			defer func() { changed = changed || settingsOf(d) != before }()
			return h(tr, hook, d, start)
		}, read).outcome
		// Another call in between must not be disturbed, nor disturb.
		var other Hooked
		if err := xml.Unmarshal([]byte("<h>SECRET<hook>SECRET</hook><b>1</b></h>"), &other); err != nil || len(other.B) != 1 {
			t.Errorf("another call: %v %v", other.B, err)
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
		return outcome, strings.Join(tr.lines, "\n"), changed
	}
	for _, doc := range hookedDocuments {
		for _, h := range readHooks {
			outcome, want, changed := use(h.hook, func(v any) error { return stdxml.Unmarshal([]byte(doc), v) })
			_, got, _ := use(h.hook, func(v any) error { return xml.Unmarshal([]byte(doc), v) })
			switch {
			case strings.Contains(got, "SECRET"):
				t.Errorf("%s: %q: the decoder kept reads another document:\n%s", h.name, doc, got)
			case outcome == "<nil>: <nil>" && !changed && want != got:
				t.Errorf("%s: %q: the decoder kept gives\n%s\nwith encoding/xml\n%s", h.name, doc, got, want)
			}
		}
	}
}

// settingsOf tells the settings of a decoder apart.
func settingsOf(d *xml.Decoder) string {
	return fmt.Sprint(d.Strict, d.AutoClose, d.Entity, d.CharsetReader != nil, d.DefaultSpace)
}
