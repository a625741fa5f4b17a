package xmlserdetest

import (
	"encoding"
	stdxml "encoding/xml"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/xmlserde/xmlserde/internal/corpus"
	"github.com/xmlserde/xmlserde/xml"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// delegating are types of all the ways in which user code is called.
var delegating = []reflect.Type{
	reflect.TypeFor[corpus.CalledElements](), reflect.TypeFor[corpus.CalledPointers](), reflect.TypeFor[corpus.CalledDeep](),
	reflect.TypeFor[corpus.CalledSlices](), reflect.TypeFor[corpus.CalledOmit](), reflect.TypeFor[corpus.CalledAttrs](),
	reflect.TypeFor[corpus.CalledAttrPointers](), reflect.TypeFor[corpus.CalledAnyAttrs](), reflect.TypeFor[corpus.CalledAnyAttrSlice](),
	reflect.TypeFor[corpus.CalledText](), reflect.TypeFor[corpus.CalledKeyCData](), reflect.TypeFor[corpus.CalledTextPointer](),
	reflect.TypeFor[corpus.CalledAny](), reflect.TypeFor[corpus.CalledAnyText](), reflect.TypeFor[corpus.CalledNames](), reflect.TypeFor[corpus.CalledMixed](),
	reflect.TypeFor[corpus.CalledEmbeds](), reflect.TypeFor[corpus.CalledBehind](), reflect.TypeFor[corpus.Boxes](), reflect.TypeFor[corpus.BoxOfBox](),
	reflect.TypeFor[corpus.Interfaces](), reflect.TypeFor[corpus.InterfaceAnys](), reflect.TypeFor[corpus.InterfaceMethods](),
	reflect.TypeFor[corpus.InterfacePointers](), reflect.TypeFor[corpus.InterfaceBehind](), reflect.TypeFor[corpus.Recursive](),
	reflect.TypeFor[corpus.WithSettings](), reflect.TypeFor[corpus.Foreign](),
	reflect.TypeFor[corpus.Upper](), reflect.TypeFor[corpus.Dict](), reflect.TypeFor[corpus.Call](), reflect.TypeFor[corpus.Shapes](), reflect.TypeFor[[]corpus.Key](),
	reflect.TypeFor[exits](), reflect.TypeFor[keepsDecoder](),
}

// exits ends its goroutine for some content.
type exits struct {
	Text exitsText `xml:"text"`
}

type exitsText string

func (e *exitsText) UnmarshalText(text []byte) error {
	*e = exitsText(text)
	if len(text)%4 == 1 {
		runtime.Goexit()
	}
	return nil
}

// keepsDecoder keeps what it can.
type keepsDecoder struct {
	d     *xml.Decoder
	self  *keepsDecoder
	made  chan int
	Start xml.StartElement
}

func (k *keepsDecoder) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	k.d, k.self, k.Start, k.made = d, k, start.Copy(), make(chan int, len(start.Attr))
	return d.Skip()
}

// TestSelf compares encoding/xml with itself on types whose methods it calls:
// what differs is not the library's, but that of the comparison.
func TestSelf(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 30
	}
	for _, typ := range delegating {
		t.Run(typ.String(), func(t *testing.T) {
			r := newRun(Config{N: n, Limit: defaultLimit}, typ, "")
			r.self = true
			if !r.subject.delegates {
				t.Error("nothing to call was found in the type")
			}
			if r.do() {
				t.Error("timed out")
			}
			if r.report.Values != n {
				t.Errorf("%d values compared, want %d", r.report.Values, n)
			}
			for _, d := range r.report.Disagreements {
				t.Errorf("%s", d)
			}
		})
	}
}

// TestDelegationMix demands that methods run, and do well, fail and panic, and
// that interfaces hold what documents fill.
func TestDelegationMix(t *testing.T) {
	count := make(map[string]int)
	for _, typ := range delegating {
		r := newRun(Config{}, typ, "")
		for i := range uint64(150) {
			r.rng = rand.New(rand.NewPCG(2, i))
			r.wild = oneIn(r.rng, 2)
			v := r.value()
			panicked, _ := r.catch(func() {
				if b, err := stdxml.Marshal(v.Interface()); err != nil {
					count["marshal: "+strings.SplitN(fmt.Sprintf("%T", err), ".", 2)[0]]++
				} else if len(b) > 0 {
					count["marshaled"]++
				}
			})
			if panicked {
				count["marshal panicked"]++
			}
			for _, doc := range [][]byte{r.marshaled(v), r.generated()} {
				for _, target := range []reflect.Value{reflect.New(typ), clone(v)} {
					before := clone(target)
					panicked, _ := r.catch(func() {
						if err := stdxml.Unmarshal(doc, target.Interface()); err != nil {
							count[fmt.Sprintf("unmarshal: %T", err)]++
						} else {
							count["unmarshaled"]++
						}
					})
					if panicked {
						count["unmarshal panicked"]++
					}
					if h := findHeld(target.Elem()); h.IsValid() && diff("", findHeld(before.Elem()), h) != nil {
						count["held changed"]++
					}
				}
			}
		}
	}
	t.Log(count)
	for what, least := range map[string]int{
		"marshaled": 2000, "marshal: *errors": 100, "marshal: *xml": 50, "marshal panicked": 50,
		"unmarshaled": 4000, "unmarshal: *fmt.wrapError": 5, "unmarshal: *strconv.NumError": 20, "unmarshal panicked": 20, "held changed": 20,
	} {
		if count[what] < least {
			t.Errorf("%s: %d, want at least %d", what, count[what], least)
		}
	}
}

// findHeld returns the first value behind a pointer in an interface in v.
func findHeld(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if v.Elem().Kind() == reflect.Pointer {
			return v.Elem().Elem()
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if h := findHeld(v.Field(i)); h.IsValid() {
				return h
			}
		}
	}
	return reflect.Value{}
}

// key is called for its text. It counts, so that calls too many show.
type key struct {
	Text  string
	kept  []byte
	calls int
}

func (k *key) UnmarshalText(text []byte) error {
	k.Text, k.kept = string(text), text
	k.calls++
	if strings.HasSuffix(k.Text, "0") {
		panic(&key{Text: k.Text})
	}
	return nil
}

func (k *key) MarshalText() ([]byte, error) {
	k.calls++
	return fmt.Appendf(nil, "%d", len(k.Text)), nil
}

// called is compiled by hand, as order is. The types below do one thing wrong.
type called struct {
	Key key `xml:"key"`
	Any any `xml:"any"`
}

type (
	callsTwice     called
	callsCopy      called
	keepsScanned   called
	recovers       called
	otherPanic     called
	leavesHeld     called
	replacesHeld   called
	writesByType   called
	passesOverNils called
)

type calleds interface {
	callsTwice | callsCopy | keepsScanned | recovers | otherPanic | leavesHeld | replacesHeld | writesByType | passesOverNils
}

func init() {
	xmlrt.Register(&xmlrt.Table{Package: "test/called", Types: []xmlrt.Type{
		calledType[callsTwice](false), calledType[callsCopy](true), calledType[keepsScanned](false), calledType[recovers](false), calledType[otherPanic](false),
		calledType[leavesHeld](false), calledType[replacesHeld](false), calledType[writesByType](true), calledType[passesOverNils](true),
	}})
}

// calledType is compiled for one direction.
func calledType[T calleds](marshal bool) xmlrt.Type {
	name := strings.TrimPrefix(typeNameOf[T](), "xmlserdetest.")
	if marshal {
		return xmlrt.Type{New: (*T)(nil), PointerOnly: true, Marshal: func(e *xmlrt.Encoder, b []byte, v any) ([]byte, error) {
			p, _ := v.(*T)
			if p == nil {
				return b, nil
			}
			c := asCalled(p)
			start := stdxml.StartElement{Name: stdxml.Name{Local: name}}
			switch name {
			case "callsCopy":
				copied := *c
				c = &copied
			case "passesOverNils":
				if h, ok := c.Any.(*string); ok && h == nil {
					return b, nil
				}
				if c.Any == nil {
					c.Any = ""
				}
			}
			var w strings.Builder
			enc := stdxml.NewEncoder(&w)
			var err error
			if name == "writesByType" {
				err = enc.EncodeElement(struct {
					Key *key `xml:"key"`
					Any []any
				}{&c.Key, []any{c.Any}}, start)
			} else {
				err = enc.EncodeElement(c, start)
			}
			return append(b, w.String()...), err
		}}
	}
	return xmlrt.Type{New: (*T)(nil), Unmarshal: func(s *xmlrt.Scanner, v any) error {
		return unmarshalCalled(s, asCalled(v), name)
	}}
}

// asCalled returns p, a pointer to one of the calleds, as one to called.
func asCalled(p any) *called {
	return reflect.ValueOf(p).Convert(reflect.TypeFor[*called]()).Interface().(*called)
}

func unmarshalCalled(s *xmlrt.Scanner, c *called, flaw string) error {
	for s.Child() {
		switch string(s.Local()) {
		case "key":
			text, err := s.Text()
			if err != nil {
				return s.Fail(err, "Key")
			}
			if err := callKey(&c.Key, text, flaw); err != nil {
				return err
			}
		case "any":
			held, ok := c.Any.(*string)
			if !ok || held == nil || flaw == "leavesHeld" {
				if err := s.Skip(); err != nil {
					return err
				}
				continue
			}
			text, err := s.Text()
			if err != nil {
				return s.Fail(err, "Any")
			}
			if flaw == "replacesHeld" {
				c.Any = text
				continue
			}
			*held = text
		default:
			if err := s.Skip(); err != nil {
				return err
			}
		}
	}
	return s.Err()
}

// scanned stands for memory of the library, which the next call writes to.
var scanned [64]byte

func callKey(u encoding.TextUnmarshaler, text, flaw string) error {
	switch flaw {
	case "recovers":
		defer func() { _ = recover() }()
	case "otherPanic":
		defer func() {
			if p := recover(); p != nil {
				panic(fmt.Sprint("called: ", p.(*key).Text))
			}
		}()
	case "keepsScanned":
		return u.UnmarshalText(append(scanned[:0], text...))
	case "callsTwice":
		if err := u.UnmarshalText([]byte(text)); err != nil {
			return err
		}
	}
	if text == "" {
		return u.UnmarshalText(nil)
	}
	return u.UnmarshalText([]byte(text))
}

// TestDelegationCaught runs types whose code calls methods or treats interfaces
// wrongly. Each must be caught.
func TestDelegationCaught(t *testing.T) {
	tests := []struct {
		t         reflect.Type
		where     string
		want, got string // in what each of the two did
	}{
		{reflect.TypeFor[callsTwice](), "callsTwice.Key.calls", "", ""},
		{reflect.TypeFor[callsCopy](), "the value after the call.Key.calls", "", ""},
		{reflect.TypeFor[keepsScanned](), "keepsScanned.Key.kept", "", ""},
		{reflect.TypeFor[recovers](), "panic", "&xmlserdetest.key{Text: ", "none"},
		{reflect.TypeFor[otherPanic](), "panic", "&xmlserdetest.key{Text: ", "called: "},
		{reflect.TypeFor[leavesHeld](), "", "", ""},
		{reflect.TypeFor[replacesHeld](), "replacesHeld.Any", "", ""},
		{reflect.TypeFor[writesByType](), "result", "", ""},
		{reflect.TypeFor[passesOverNils](), "result", "", "<any></any>"},
	}
	for _, test := range tests {
		t.Run(test.t.Name(), func(t *testing.T) {
			report := Run(Config{N: 300}, test.t)
			for _, d := range report.Disagreements {
				if strings.HasPrefix(d.Where, test.where) && strings.Contains(d.Want, test.want) && strings.Contains(d.Got, test.got) {
					return
				}
			}
			t.Errorf("not caught: %v", report)
			for _, d := range report.Disagreements {
				t.Log(d)
			}
		})
	}
}
