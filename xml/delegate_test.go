package xml

import (
	"encoding/json"
	stdxml "encoding/xml"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// An outcome is what a call comes to.
type outcome struct {
	v        any
	err      error
	panicked any
	exited   bool
}

// outcomeOf runs a call on a goroutine of its own, which it may end.
func outcomeOf(v any, call func(v any) error) outcome {
	o := outcome{v: v, exited: true}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() { o.panicked = recover() }()
		o.err = call(v)
		o.exited = false
	}()
	wg.Wait()
	return o
}

func (o outcome) diff(want outcome) string {
	switch {
	case fmt.Sprintf("%T %v", o.err, o.err) != fmt.Sprintf("%T %v", want.err, want.err):
		return fmt.Sprintf("error %T %v, want %T %v", o.err, o.err, want.err, want.err)
	case fmt.Sprint(o.panicked) != fmt.Sprint(want.panicked):
		return fmt.Sprintf("panic %v, want %v", o.panicked, want.panicked)
	case o.exited != want.exited:
		return fmt.Sprintf("exited %t, want %t", o.exited, want.exited)
	case !reflect.DeepEqual(o.v, want.v):
		return fmt.Sprintf("value\n%s\nwant\n%s", dump(o.v), dump(want.v))
	}
	return ""
}

func dump(v any) string {
	b, err := json.MarshalIndent(v, "", " ")
	return fmt.Sprintf("%s %v", b, err)
}

// checkDelegation compares reading a document into a Party with encoding/xml.
func checkDelegation(t *testing.T, doc string, prefill func() any) {
	t.Helper()
	want := outcomeOf(prefill(), func(v any) error { return stdxml.Unmarshal([]byte(doc), v) })
	before := Stats()
	got := outcomeOf(prefill(), func(v any) error { return Unmarshal([]byte(doc), v) })
	if d := got.diff(want); d != "" {
		t.Fatalf("Unmarshal(%q): %s", doc, d)
	}
	if n := Stats().Disagreements - before.Disagreements; n > 0 {
		t.Fatalf("Unmarshal(%q): %d disagreements", doc, n)
	}
	got = outcomeOf(prefill(), func(v any) error { return UnmarshalRead(strings.NewReader(doc), v, Locate()) })
	got.err = unlocated(t, doc, got.err)
	if d := got.diff(want); d != "" {
		t.Fatalf("UnmarshalRead(%q): %s", doc, d)
	}
}

// unlocated returns the error that err tells the place of, which must be one in
// the document.
func unlocated(t *testing.T, doc string, err error) error {
	t.Helper()
	at, ok := err.(*LocatedError)
	if !ok {
		return err
	}
	if at.Offset < 0 || at.Offset > int64(len(doc)) {
		t.Fatalf("%q: %v at offset %d", doc, at, at.Offset)
	}
	head := doc[:at.Offset]
	if at.Line != strings.Count(head, "\n")+1 || at.Column != len(head)-strings.LastIndex(head, "\n") {
		t.Fatalf("%q: %v at offset %d", doc, at, at.Offset)
	}
	return at.Err
}

func party() any { return new(Party) }

// heldParty has an interface with something in it.
func heldParty() any { return &Party{Held: new(Party), Any: &guest{Log: []string{"held"}}} }

var delegated = []string{
	`<party id="1" xmlns:p="urn:p" p:stamp="s" key=""><guest do="drain"/>text<guest do="drain">a<b/>&lt;<!--c--><![CDATA[d]]></guest>more</party>`,
	`<party xmlns="urn:d" xmlns:p="urn:p"><after xmlns:q="urn:q"><p:guest do="drain" q:a="1"><q:b xmlns:q="urn:r"/></p:guest><guest do="drain"><q:c/></guest></after><guest do="drain" q:a="2"/></party>`,
	`<party><hall><table xmlns:t="urn:t"><guest do="drain"><t:a/></guest><t:guest do="skip"><b/></t:guest></table><table><guest do="drain"><t:a/></guest></table></hall></party>`,
	`<party><guest>left</guest></party>`,
	`<party><guest do="token">a<b></b></guest><guest do="drain"/></party>`,
	`<party><guest do="token token token"><b></b></guest><guest do="drain">x</guest></party>`,
	`<party><guest do="refuse">a</guest></party>`,
	`<party><guest do="EOF">a</guest></party>`,
	`<party><guest do="panic">a</guest></party>`,
	`<party><guest do="exit">a</guest></party>`,
	`<party><guest do="raw">a</guest></party>`,
	`<party><guest do="try-raw skip">a</guest></party>`,
	`<party><guest do="std"><note>n</note><guest do="drain">x</guest></guest><note/></party>`,
	`<party><guest do="plain" a="1" xmlns:p="urn:p"><empty/><hall><table><guest do="drain"><p:b/></guest></table></hall><empty>x</empty></guest><note>n</note></party>`,
	`<party><inner><guest do="plain"><empty/><note/></guest><party><guest do="envelope"/><guest do="envelope"></guest></party></inner></party>`,
	`<party><inner><guest do="plain"/><guest do="drain">x</guest><guest do="sub"><inner/></guest></inner><inner/></party>`,
	`<party><guest do="sub" id="7" xmlns:p="urn:p"><note>n</note><guest do="drain">x<p:y/></guest><hall><table><guest do="sub" id="8"><guest do="skip"/></guest></table></hall></guest><note>m</note></party>`,
	`<party><guest do="pointer" id="7"><hall p="1"><table><guest do="skip"/><guest do="drain">x</guest></table><x/></hall><guest do="skip"/></guest></party>`,
	`<party><guest do="next"><a id="3"/></guest></party>`,
	`<party><guest do="next drain"><a id="3"/>b<c/></guest></party>`,
	`<party><guest do="renamed" id="3"><note/></guest></party>`,
	`<party><guest do="children"><a id="1"/><b id="2"><guest do="sub"/></b></guest></party>`,
	`<party><guest do="try-sub drain" id="1x"><a/>b</guest><guest do="drain"/></party>`,
	`<party><guest do="try-sub drain"><a/>b<after id="1x"><z/></after><c/></guest><guest do="drain">x</guest></party>`,
	`<party><guest do="try-sub drain"><a/>b<hall><table>y<guest do="token refuse">i<j/></guest>k</table></hall><c/></guest><guest do="drain">x</guest></party>`,
	`<party><guest do="try-sub drain"><hall><table>y<guest do="skip"/><guest do="skip"/></table><table>y<guest do="skip">x</guest>k<guest/><guest do="refuse"/></table></hall><c/></guest><guest do="drain">x</guest></party>`,
	`<party><guest do="try-sub drain"><hall><table>y<guest do="skip"/></table></hall>z<note>refuse</note><c/></guest><guest do="drain">x</guest></party>`,
	`<party><guest do="try-sub drain"><hall><table>y<guest do="token try-sub token refuse"><a/></guest></table></hall>z</guest><guest do="drain">x</guest></party>`,
	`<party><guest do="try-sub drain">refuse</guest><guest do="drain">x</guest></party>`,
	`<party><guest do="recover drain">a<hall><table><guest do="token panic">q<r/></guest></table></hall>b</guest><guest do="drain">x</guest></party>`,
	`<party><guest do="recover drain">a<after stamp="panic"/>b</guest><guest do="drain">x</guest></party>`,
	`<party><guest do="recover drain">a<note>panic</note>b</guest><guest do="drain">x</guest></party>`,
	`<party><guest do="sub sub">a</guest></party>`,
	`<party><guest do="sub drain">a</guest></party>`,
	`<party><guest do="token sub"><guest do="skip"/></guest></party>`,
	`<party><guest do="key">a<b>c</b>d</guest><guest do="key"/></party>`,
	`<party><guest do="again">a<b/></guest></party>`,
	`<party><guest do="drain" a="1&#10;&amp;"><note>a&#13;b</note></guest></party>`,
	`<party><any><guest do="drain"/></any><held id="3"><guest do="drain">x</guest></held></party>`,
	`<party><note>a<b>c</b>d<!--e--><![CDATA[f]]></note><note/><note></note><note><![CDATA[]]></note>x<note>refuse</note></party>`,
	`<party stamp="refuse"/>`,
	`<party key="refuse"/>`,
	`<party key="panic"/>`,
	`<party><x do="drain" xmlns="u"><y/></x><z do="skip" xmlns:xml="v"/></party>`,
	`<?xml version="1.0" encoding="utf-8"?><!DOCTYPE party [<!ENTITY a "b">]><party><guest do="drain"><?pi x?><!DOCTYPE y></guest></party>`,
	"\ufeff<party>\r\n<guest do='drain'>\r\n<a/>\r</guest>\n</party>",
}

func TestDelegation(t *testing.T) {
	for _, doc := range delegated {
		t.Run("", func(t *testing.T) {
			checkDelegation(t, doc, party)
			checkDelegation(t, doc, heldParty)
		})
	}
}

// step is how far apart the bytes are that tests of truncated documents look at.
func step() int {
	if testing.Short() {
		return 5
	}
	return 1
}

// TestDelegationTruncated cuts documents at each byte, and puts each of a few
// bytes in the place of each.
func TestDelegationTruncated(t *testing.T) {
	for _, doc := range delegated {
		t.Run("", func(t *testing.T) {
			for i := 0; i < len(doc); i += step() {
				checkDelegation(t, doc[:i], party)
				for _, c := range "<>/ &\"x\n" {
					checkDelegation(t, doc[:i]+string(c)+doc[i+1:], party)
				}
				checkDelegation(t, doc[:i]+doc[i+1:], party)
			}
		})
	}
}

// randomDocument returns a document with methods that do all sorts of things.
func randomDocument(r *rand.Rand, more ...string) string {
	var b strings.Builder
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var element func(depth int)
	element = func(depth int) {
		name := pick("guest", "guest", "host", "hall", "table", "note", "any", "held", "after", "inner", "party", "p:guest", "x", "empty", "sub")
		b.WriteString("<" + name)
		done := false
		for range r.IntN(4) {
			switch r.IntN(5) {
			case 0:
				fmt.Fprintf(&b, ` xmlns%s=%q`, pick("", ":p", ":q", ":xml"), pick("urn:a", "urn:b", "", "a&amp;b"))
			case 1:
				b.WriteString(pick(` id="1"`, ` id="1"`, ` id="x"`))
			default:
				if done {
					continue
				}
				done = true
				// An element with a method that is read twice derails
				// encoding/xml, which goes on behind it.
				var do []string
				if r.IntN(8) == 0 {
					do = append(do, "again")
				}
				for range r.IntN(3) {
					do = append(do, pick("token", "token", "drain", "skip", "sub", "try-sub", "try-std", "pointer", "next", "children",
						"envelope", "key", "std", "plain", "recover", "raw", "renamed", "try-raw", "try-next", "refuse", "try-envelope"))
					if len(more) > 0 && r.IntN(5) == 0 {
						do = append(do, pick(more...))
					}
				}
				do = append(do, pick("skip", "drain", "sub", "drain", "refuse"))
				fmt.Fprintf(&b, ` do="%s"`, strings.Join(do, " "))
			case 4:
				b.WriteString(pick(` p:stamp="s"`, ` key="k"`, ` q:a="1"`, ` stamp="refuse"`))
			}
		}
		if r.IntN(6) == 0 {
			b.WriteString("/>")
			return
		}
		b.WriteString(">")
		for range r.IntN(4) {
			switch {
			case depth < 6 && r.IntN(3) > 0:
				element(depth + 1)
			default:
				b.WriteString(pick("text", " \n", pick(append(more, "text")...), "&lt;", "<!--c-->", "<![CDATA[x]]>", "refuse", "<?pi?>"))
			}
		}
		b.WriteString("</" + name + ">")
	}
	b.WriteString(`<party xmlns:p="urn:p">`)
	for range 1 + r.IntN(4) {
		element(0)
	}
	b.WriteString("</party>")
	return b.String()
}

func TestDelegationRandom(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range n {
		doc := randomDocument(r)
		checkDelegation(t, doc, party)
		checkDelegation(t, doc, heldParty)
		// Spoilt documents: a byte less, and another byte.
		at := r.IntN(len(doc))
		checkDelegation(t, doc[:at]+doc[at+1:], party)
		checkDelegation(t, doc[:at]+string("<>&/=\"\x00"[r.IntN(7)])+doc[at+1:], party)
	}
}

// lenient are documents in which methods change how their decoder reads.
var lenient = []string{
	`<party><guest do="lax drain">a&b;<c d=e f>x</guest><guest do="drain">b&lt;&c;<g h></guest><note>&d;</note>&e;</party>`,
	`<party><guest do="lax drain">a</guest><guest do="drain">b</guest>x<note id=3 n>&d;</note>&e;</party>`,
	`<party xmlns:p="urn:p" xmlns="urn:d"><guest do="lax drain">a</guest><p:guest do="drain" p:x="1" q:y="2">b<p:c xmlns:q="urn:q" q:y=z /></p:guest><after p:stamp="a&amp;b&c;" id=4/><x do=skip><y/></x></party>`,
	`<party><guest do="lax skip">a<b></guest><guest do="drain">b</guest></party>`,
	`<party><guest do="lax skip">a<b></guest><guest do="strict skip">b</guest><note>&x;</note></party>`,
	`<party><guest do="lax drain strict">a&b;</guest><note>x</note></party>`,
	`<party><guest do="lax drain strict">a&b;</guest><note>&x;</note></party>`,
	`<party><guest do="entity drain">a&zero;</guest><guest do="drain">&less;</guest><note>&less;</note><after id="&zero;"/></party>`,
	`<party><guest do="entity skip"/><guest do="drain">&less;</guest><note>&other;</note><after id="&zero;"/></party>`,
	`<party><guest do="html drain">a<br>b<hr></guest><note>x<br>y</note><br do="drain"><guest do="drain">&nbsp;<img src=x>c</guest><note>z</note></party>`,
	`<party><guest do="skip"/><br do="html drain">text<note>n</note><x do="drain">q</x></party>`,
	`<party><guest do="space drain"><a/></guest><guest do="drain" a="1"><b xmlns="urn:b"/><c xmlns=""/></guest><x do="drain"/></party>`,
	`<party><guest do="sub"><guest do="lax skip"/><note>&x;</note><guest do="drain">y&z;</guest></guest><note>&x;</note></party>`,
	`<party><guest do="sub drain"><hall><table><guest do="lax skip"/></table></hall><note>&x;</note><guest do="drain">y&z;</guest></guest><note>&x;</note><guest do="drain">y&z;</guest></party>`,
	`<party><guest do="try-sub"><guest do="entity skip"/><note>&zero;</note><guest do="sub">y&less;<note>&less;</note></guest></guest><note>&zero;</note></party>`,
	`<party><guest do="charset drain">a</guest><?xml version="1.0" encoding="latin1"?><note>` + "\xe4" + `</note><guest do="drain">` + "\xf6" + `</guest></party>`,
	`<party><guest do="charset drain">a<?xml version="1.0" encoding="latin1"?>` + "\xe4" + `</guest><note>` + "\xe4" + `</note><guest do="drain">` + "\xf6" + `</guest></party>`,
	`<party><inner><guest do="lax skip"/>a&b;<c d=e/>  <!--f--><guest do="plain">x<empty/><empty></empty></guest></inner><inner>&amp;<br></inner></party>`,
	`<party><inner><guest do="entity skip"/>a&zero;<party>x</party>y</inner><inner><party/>&#65;</inner><inner/></party>`,
	`<party><guest do="lax drain"/>a<![CDATA[b]]>c<guest do="drain">a<![CDATA[b]]><![CDATA[]]]]><![CDATA[>]]>c<!--d--><?e f?><!G [<!-- h --> i]></guest></party>`,
}

func TestDelegationLenient(t *testing.T) {
	for _, doc := range lenient {
		t.Run("", func(t *testing.T) {
			checkDelegation(t, doc, party)
			checkDelegation(t, doc, heldParty)
		})
	}
}

func TestDelegationLenientTruncated(t *testing.T) {
	for _, doc := range lenient {
		t.Run("", func(t *testing.T) {
			for i := 0; i < len(doc); i += step() {
				checkDelegation(t, doc[:i], party)
				for _, c := range "<>/ &\"x\n" {
					checkDelegation(t, doc[:i]+string(c)+doc[i+1:], party)
				}
				checkDelegation(t, doc[:i]+doc[i+1:], party)
			}
		})
	}
}

func TestDelegationLenientRandom(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range n {
		doc := randomDocument(r, "lax", "strict", "entity", "html", "space", "lax", "&less;", "&x;", "<br>", "<br/>", "<hr a=1 b>")
		checkDelegation(t, doc, party)
		checkDelegation(t, doc, heldParty)
		at := r.IntN(len(doc))
		checkDelegation(t, doc[:at]+string("<>&/=\"\x00"[r.IntN(7)])+doc[at+1:], party)
	}
}
