package xml

import (
	stdxml "encoding/xml"
	"testing"
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
