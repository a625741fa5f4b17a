package corpus

import (
	stdxml "encoding/xml"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xmlserde/xmlserde/xml"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// needsCode demands that a type is compiled, so that a test does not compare
// encoding/xml with itself.
func needsCode(t *testing.T, typ reflect.Type) {
	t.Helper()
	if c := xmlrt.Lookup(typ); c == nil || c.Marshal == nil || c.Unmarshal == nil {
		t.Fatalf("%v is not compiled", typ)
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
