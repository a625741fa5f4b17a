package xml

import (
	"bytes"
	stdxml "encoding/xml"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"weak"
)

// TestDecodeElementStats: compiled code serves what it can, and no more.
func TestDecodeElementStats(t *testing.T) {
	for _, test := range []struct {
		name, doc          string
		read               func([]byte, any) error
		compiled, fallback uint64
	}{
		{"a method calls it with compiled code", "<party><guest do='sub'><note>a</note></guest></party>", Unmarshal, 2, 0},
		{"with a pointer to a pointer", "<party><guest do='pointer'><note>a</note></guest></party>", Unmarshal, 2, 0},
		{"below itself", "<party><guest do='sub'><guest do='sub'/><guest do='sub'></guest></guest></party>", Unmarshal, 3, 1},
		{"encoding/xml serves the document", "<party><guest do='sub'/></party>", stdxml.Unmarshal, 0, 1},
		{"with a type that has a method", "<party><guest do='again'/></party>", Unmarshal, 1, 1},
		{"with a start tag that is not the method's", "<party><guest do='renamed'/></party>", Unmarshal, 1, 1},
		{"without a start tag", "<party><guest do='next'><a/></guest></party>", Unmarshal, 1, 1},
		{"behind a token", "<party><guest do='token sub'>a<b/></guest></party>", Unmarshal, 1, 1},
		{"with other settings", "<party><guest do='lax sub'></guest></party>", Unmarshal, 1, 1},
	} {
		before := Stats()
		_ = test.read([]byte(test.doc), new(Party))
		after := Stats()
		if c, f := after.Compiled-before.Compiled, after.Fallback-before.Fallback; c != test.compiled || f != test.fallback {
			t.Errorf("%s: %d compiled, %d fallback, want %d, %d", test.name, c, f, test.compiled, test.fallback)
		}
	}
}

// TestDecodeElementConverted: that an encoding has been declared in an element
// that a method asks for keeps compiled code from nothing behind it.
func TestDecodeElementConverted(t *testing.T) {
	const doc = "<party><guest do='sub'><?xml version='1.0' encoding='latin1'?>\xe4<guest do='sub'></guest><guest do='sub'></guest></guest></party>"
	convert := func(_ string, in io.Reader) (io.Reader, error) { return latin1{in}, nil }
	var got, want Party
	d := stdxml.NewDecoder(strings.NewReader(doc))
	d.CharsetReader = convert
	if err := d.Decode(&want); err != nil {
		t.Fatal(err)
	}
	before := Stats()
	if err := UnmarshalRead(strings.NewReader(doc), &got, CharsetReader(convert)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("error %v, value\n%s\nwant\n%s", err, dump(got), dump(want))
	}
	after := Stats()
	if c, f := after.Compiled-before.Compiled, after.Fallback-before.Fallback; c != 4 || f != 0 {
		t.Errorf("%d compiled, %d fallback, want 4 and 0", c, f)
	}
}

// TestInterfacePointers: of the pointers in an interface encoding/xml follows
// one, and of those that a call is given two.
func TestInterfacePointers(t *testing.T) {
	const doc = "<party><held id='3'><note>a</note></held><note>b</note></party>"
	for _, prefill := range []func() any{
		func() any { return &Party{Held: new(*Party)} },
		func() any { return &Party{Held: ref(new(Party))} },
		func() any { return &Party{Held: ref(new(*Party))} },
		func() any { return &Party{Held: (*Party)(nil)} },
		func() any { return &Party{Held: Party{}} },
		func() any { return new(*Party) },
		func() any { return ref(new(Party)) },
		func() any { return new(**Party) },
		func() any { return (*Party)(nil) },
		func() any { return (**Party)(nil) },
		func() any { return Party{} },
		func() any { return nil },
	} {
		checkDelegation(t, doc, prefill)
		checkDelegation(t, "", prefill)
	}
}

// TestDecodeElementTwice: what comes of a method that reads its element more than
// once depends on the elements around, of which one must be open.
func TestDecodeElementTwice(t *testing.T) {
	for _, do := range []string{
		"again again", "drain again", "skip again", "sub again", "try-sub again", "std again", "plain again", "key again", "skip try-again",
		"again sub", "again std", "again drain", "again skip", "skip std again", "skip sub", "skip plain", "skip skip again",
	} {
		element := `<guest do="` + do + `">a<guest do="skip"/></guest>`
		for _, doc := range []string{
			element,
			"<party>" + element + "<note>n</note></party>",
			`<party><guest do="skip"/><after>` + element + `</after><guest do="drain">x</guest></party>`,
			`<party xmlns:a="b"><after xmlns:c="d">` + element + `</after><note>n</note></party>`,
			`<party><guest do="sub">` + element + `</guest><note>n</note></party>`,
			`<party><inner>` + element + `</inner><note>n</note></party>`,
		} {
			checkDelegation(t, doc, party)
			checkDelegation(t, doc, func() any { return new(guest) })
		}
	}
}

// TestDecoderReleased: nothing holds on to a method's decoder when a call has
// ended, in whatever way.
func TestDecoderReleased(t *testing.T) {
	for _, inside := range []string{
		"", "<note>panic</note>", "<note>refuse</note>", "<guest do='panic'/>", "<guest do='exit'/>", "<guest do='refuse'/>",
		"<guest do='lax skip'/><note>panic</note>", "<guest do='lax skip'/><guest do='panic'/>", "<guest do='sub'><note>panic</note></guest>",
		"<inner><guest do='skip'/></inner><note>panic</note>", "<guest>", "<note>", "<guest do='lax skip'/><note>",
	} {
		for name, unmarshal := range map[string]func([]byte, any) error{
			"Unmarshal":     Unmarshal,
			"UnmarshalRead": func(data []byte, v any) error { return UnmarshalRead(bytes.NewReader(data), v) },
		} {
			var d weak.Pointer[Decoder]
			outcomeOf(nil, func(any) error {
				k := new(keeper)
				defer func() { d = weak.Make(k.d) }()
				return unmarshal([]byte("<party><any/>"+inside+"</party>"), &Party{Any: k})
			})
			runtime.GC()
			if d.Value() != nil {
				t.Errorf("%s: a decoder outlives the document with %s", name, inside)
			}
		}
	}
}
