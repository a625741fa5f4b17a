package xmlserdetest

import (
	"encoding"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"time"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
	"github.com/xmlserde/xmlserde/xml"
)

// A subject is what is known of the type under test beside its tags: what
// values of its interfaces may hold, and whether its methods run.
type subject struct {
	// known are the types below the root and those compiled beside it, and
	// pointers to them.
	known []reflect.Type
	held  map[reflect.Type][]reflect.Type
	// delegates tells that there are interfaces below the root, or types with
	// methods that encoding/xml calls.
	delegates bool
}

func newSubject(root reflect.Type) *subject {
	s := &subject{held: make(map[reflect.Type][]reflect.Type)}
	seen := make(map[reflect.Type]bool)
	s.collect(root, seen)
	if s.delegates {
		// What else may be behind an interface are most likely types of the
		// same package.
		for _, t := range xmlrt.Types(root.PkgPath()) {
			s.add(t, seen)
		}
	}
	return s
}

// add makes t, and a pointer to it, something to hold.
func (s *subject) add(t reflect.Type, seen map[reflect.Type]bool) {
	if !seen[t] {
		seen[t] = true
		s.known = append(s.known, t, reflect.PointerTo(t))
	}
}

// collect adds the types that t is made of.
func (s *subject) collect(t reflect.Type, seen map[reflect.Type]bool) {
	if seen[t] {
		return
	}
	if isCalled(t) || t.Kind() == reflect.Interface {
		s.delegates = true
	}
	switch t.Kind() {
	case reflect.Interface:
		seen[t] = true
		return
	case reflect.Pointer:
		seen[t] = true
		s.collect(t.Elem(), seen)
		return
	}
	s.add(t, seen)
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		s.collect(t.Elem(), seen)
	case reflect.Struct:
		for f := range fields(t) {
			s.collect(f.Type, seen)
		}
	}
}

// commonHeld are types that interfaces hold in every program, some of which
// encoding/xml refuses.
var commonHeld = []reflect.Type{
	reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[bool](), reflect.TypeFor[float64](), reflect.TypeFor[[]byte](),
	reflect.TypeFor[time.Time](), reflect.TypeFor[*string](), reflect.TypeFor[*int](), reflect.TypeFor[**uint8](), reflect.TypeFor[[]string](),
	reflect.TypeFor[*[]int](), reflect.TypeFor[[2]bool](), reflect.TypeFor[[3]byte](), reflect.TypeFor[xml.Name](), reflect.TypeFor[*xml.Name](),
	reflect.TypeFor[xml.Attr](), reflect.TypeFor[netip.Addr](), reflect.TypeFor[*netip.Addr](), reflect.TypeFor[*time.Time](), reflect.TypeFor[struct{}](),
	reflect.TypeFor[map[string]int](), reflect.TypeFor[*map[string]int](), reflect.TypeFor[func()](), reflect.TypeFor[chan int](),
	reflect.TypeFor[complex128](), reflect.TypeFor[[]any](), reflect.TypeFor[*any](),
	reflect.TypeFor[struct {
		XMLName xml.Name `xml:"urn:held unnamed"`
		A       any      `xml:"a"`
	}](),
}

// holds returns the types whose values an interface of type t can hold.
func (s *subject) holds(t reflect.Type) []reflect.Type {
	held, ok := s.held[t]
	if !ok {
		for _, list := range [][]reflect.Type{s.known, commonHeld} {
			for _, h := range list {
				if h.Implements(t) {
					held = append(held, h)
				}
			}
		}
		s.held[t] = held
	}
	return held
}

// pick chooses a type for a value of the interface t, nil if there is none.
func (s *subject) pick(r *rand.Rand, t reflect.Type) reflect.Type {
	held := s.holds(t)
	if len(held) == 0 {
		return nil
	}
	return pick(r, held...)
}

var (
	textMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

	callers = []reflect.Type{
		reflect.TypeFor[xml.Marshaler](), reflect.TypeFor[xml.Unmarshaler](), reflect.TypeFor[xml.MarshalerAttr](), reflect.TypeFor[xml.UnmarshalerAttr](),
		textMarshaler, textUnmarshaler,
	}
)

// isCalled reports whether t or a pointer to it has a method that encoding/xml
// calls. Those of times do not count: compiled code knows what they do.
func isCalled(t reflect.Type) bool {
	if t == timeType || t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return false
	}
	p := reflect.PointerTo(t)
	if p.NumMethod() == 0 {
		return false
	}
	for _, c := range callers {
		if p.Implements(c) {
			return true
		}
	}
	return false
}

// readsText reports whether values of type t can be made from text.
func readsText(t reflect.Type) bool {
	return t != timeType && reflect.PointerTo(t).Implements(textUnmarshaler)
}

// texts are what types with a text of their own may like.
var texts = []string{
	"", "0", "1", "-17", "340282366920938463463374607431768211456", "3.25", "true", "yes", "a", "a/b", "a,b,c", "text!", "text!!", "é<&>",
	"192.0.2.1", "2001:db8::1", "fe80::1%eth0", "10.0.0.0/8", "2001:db8::/32", "1.2.3.4", "[::1]:80", "192.0.2.1:8080",
	"2024-02-29T12:00:00Z", "2024-02-29", "12:00", "INFO", "P1DT2H", "1h30m", "f47ac10b-58cc-4372-a567-0e02b2c3d479", "https://example.com/a?b=c#d",
	"en-GB", "#ff0000", "AQID", "00:00:5e:00:53:01", "EUR 12.50", "1/3",
}

// fromText sets v to what its method makes of a text that it takes, and
// reports whether it found one.
func (g *values) fromText(v reflect.Value) bool {
	for range 8 {
		p := reflect.New(v.Type())
		ok := false
		_, _ = apart(func() {
			ok = p.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(pick(g.r, texts...))) == nil
		})
		if ok {
			v.Set(p.Elem())
			return true
		}
	}
	return false
}

// textOf returns what the method of a random value of type t writes, and
// reports whether there is such a text.
func (g *documents) textOf(t reflect.Type) (text string, ok bool) {
	if !reflect.PointerTo(t).Implements(textMarshaler) {
		return pick(g.r, texts...), readsText(t)
	}
	values := values{r: g.r, wild: g.wild, subject: g.subject}
	p := values.value(t)
	_, _ = apart(func() {
		b, err := p.Interface().(encoding.TextMarshaler).MarshalText()
		text, ok = string(b), err == nil
	})
	return plain(text), ok
}
