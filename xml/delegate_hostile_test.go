package xml

import (
	"bufio"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

// nested wraps an inside in n elements.
func nested(n int, name, inside string) string {
	return strings.Repeat("<"+name+">", n) + inside + strings.Repeat("</"+name+">", n)
}

// TestDelegationDepth: the depth is counted from the root, whoever reads.
func TestDelegationDepth(t *testing.T) {
	for _, inside := range []string{
		`<guest do="drain">x</guest>`, `<guest do="std"><note/></guest>`, `<guest do="sub"><note/><guest do="drain"><x/></guest></guest>`,
		`<guest do="skip"><a><b><c/></b></a></guest><guest do="drain"/>`, `<guest do="plain"><empty/><note>x</note></guest>`,
		`<guest do="try-std drain"><after><after/></after>x</guest><guest do="drain">&x;</guest>`, `<held/>`, `<any/>`, `<note/>`,
		`<guest do="children"><a/></guest>`,
	} {
		first := 9997
		if testing.Short() {
			first = 10000
		}
		for depth := first; depth <= 10000; depth++ {
			checkDelegation(t, `<party>`+nested(depth-1, "after", inside)+`</party>`, heldParty)
		}
	}
}

// A keeper keeps the decoder of its method.
type keeper struct{ d *Decoder }

func (k *keeper) UnmarshalXML(d *Decoder, start StartElement) error {
	k.d = d
	return d.Skip()
}

// TestDecoderKept: what a decoder gives after the call is what comes behind
// the document, and it is never another call's.
func TestDecoderKept(t *testing.T) {
	keep := func(unmarshal func([]byte, any) error, data string) (string, error) {
		k := &keeper{}
		v := &Party{Any: k}
		if err := unmarshal([]byte(data), v); err != nil {
			t.Fatal(err)
		}
		var tokens strings.Builder
		for {
			tok, err := k.d.Token()
			if err != nil {
				return tokens.String(), err
			}
			fmt.Fprintf(&tokens, "%#v ", tok)
		}
	}
	for _, data := range []string{
		`<party><any/></party>`,
		`<party xmlns:a="b"><hall xmlns:c="d"></hall><any/><note/></party> <more/>x`,
		`<party xmlns:a="b"><after xmlns:c="d"></after><any>x</any><note/></party></end>`,
	} {
		want, wantErr := keep(stdxml.Unmarshal, data)
		got, err := keep(Unmarshal, data)
		if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%s: the decoder goes on with %s, %v, want %s, %v", data, got, err, want, wantErr)
		}
	}
	for _, data := range []string{`<party><any/></party>`, `<party xmlns:a="b"><any/></party>`} {
		got, err := keep(func(data []byte, v any) error { return UnmarshalRead(strings.NewReader(string(data)), v) }, data)
		if got != "" || err != io.EOF {
			t.Errorf("%s: the decoder of UnmarshalRead goes on with %s, %v", data, got, err)
		}
	}
}

func TestDelegationConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for _, doc := range delegated {
				want := outcomeOf(heldParty(), func(v any) error { return stdxml.Unmarshal([]byte(doc), v) })
				got := outcomeOf(heldParty(), func(v any) error { return Unmarshal([]byte(doc), v) })
				if d := got.diff(want); d != "" {
					t.Errorf("%s: %s", doc, d)
				}
			}
		})
	}
	wg.Wait()
}

// TestDelegationReaders: readers that end with an error, and documents in
// pieces.
func TestDelegationReaders(t *testing.T) {
	broken := errors.New("broken")
	for _, doc := range append(delegated, lenient...) {
		for i := 0; i < len(doc); i += 7 {
			for _, reader := range []func() io.Reader{
				func() io.Reader { return io.MultiReader(strings.NewReader(doc[:i]), iotest.ErrReader(broken)) },
				func() io.Reader { return iotest.OneByteReader(strings.NewReader(doc[:i])) },
				func() io.Reader { return strings.NewReader(doc[:i] + "<&" + doc[i:]) },
				func() io.Reader { return bufio.NewReaderSize(strings.NewReader(doc[:i]+"</x>"+doc[i:]), 16) },
			} {
				want := outcomeOf(party(), func(v any) error { return stdxml.NewDecoder(reader()).Decode(v) })
				got := outcomeOf(party(), func(v any) error { return UnmarshalRead(reader(), v) })
				if d := got.diff(want); d != "" {
					t.Fatalf("%s, cut at %d: %s", doc, i, d)
				}
			}
		}
	}
}

func latin1Reader(label string, in io.Reader) (io.Reader, error) {
	switch label {
	case "latin1", "ISO-8859-1":
		return latin1{in}, nil
	case "same":
		return in, nil
	case "nil":
		return nil, nil
	}
	return nil, errors.New("unknown charset " + label)
}

func TestCharsetReader(t *testing.T) {
	for _, doc := range []string{
		`<?xml version="1.0" encoding="ISO-8859-1"?><party id="3"><note>` + "\xe4" + `</note><guest do="drain" a="` + "\xf6" + `">b</guest></party>`,
		`<?xml version="1.0" encoding="ISO-8859-1"?><!-- ` + "\xe4" + ` --><party id="3"><note>` + "\xe4" + `</note><guest do="drain">` + "\xf6" + `&x;</guest></party>`,
		`<?xml version="1.0" encoding="ISO-8859-1"?><party><guest do="sub">` + "\xe4" + `<note>` + "\xf6" + `</note></guest><inner>` + "\xe4" + `<guest do="plain">` + "\xf6" + `</guest></inner></party>`,
		`<?xml version="1.0" encoding="ISO-8859-1"?><party><guest do="lax skip"/>` + "\xe4" + `&x;<note>` + "\xf6" + `</note></party>`,
		`<?xml version="1.0" encoding="ISO-8859-1"?><party><guest do="drain">` + "\xe4" + `</gust></party>`,
		`<?xml version="1.0" encoding="ISO-8859-1"?><party><guest do="drain">` + "\xe4",
		`<?xml version="1.0" encoding="ISO-8859-1"?>`,
		`<?xml version="1.0" encoding="same"?><party><note>x</note><?xml version="1.0" encoding="ISO-8859-1"?><note>` + "\xe4" + `</note></party>`,
		`<?xml version="1.0" encoding="same"?><party><guest do="drain">x<?xml version="1.0" encoding="ISO-8859-1"?>` + "\xe4" + `</guest><guest do="drain">` + "\xe4" + `</guest></party>`,
		`<?xml version="1.0" encoding="unknown"?><party><note>x</note></party>`,
		`<?xml version="1.0" encoding="nil"?><party><note>x</note></party>`,
		`<party><note>x</note><?xml version="1.0" encoding="unknown"?></party>`,
		`<party><guest do="drain">x<?xml version="1.0" encoding="unknown"?></guest></party>`,
		`<?xml version="1.1" encoding="ISO-8859-1"?><party/>`,
		`<?xml version="1.0" encoding="UTF-8"?><party><note>ä</note></party>`,
		"\ufeff" + `<?xml version="1.0" encoding="utf-8"?><party><note>ä</note></party>`,
		"\xff\xfe<\x00p\x00",
	} {
		for _, convert := range []func(string, io.Reader) (io.Reader, error){latin1Reader, nil} {
			for _, reader := range []func() io.Reader{
				func() io.Reader { return strings.NewReader(doc) },
				func() io.Reader { return iotest.OneByteReader(strings.NewReader(doc)) },
				func() io.Reader { return iotest.DataErrReader(iotest.HalfReader(strings.NewReader(doc))) },
			} {
				want := outcomeOf(party(), func(v any) error {
					d := stdxml.NewDecoder(reader())
					d.CharsetReader = convert
					return d.Decode(v)
				})
				var opts []Option
				if convert != nil {
					opts = append(opts, CharsetReader(convert))
				}
				got := outcomeOf(party(), func(v any) error { return UnmarshalRead(reader(), v, opts...) })
				if d := got.diff(want); d != "" {
					t.Errorf("%q: %s", doc, d)
				}
			}
		}
	}
}

// TestDelegationLinear: what the decoder of methods is shown grows no faster than
// the document.
func TestDelegationLinear(t *testing.T) {
	var declarations strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&declarations, ` xmlns:p%d="urn:%d"`, i, i)
	}
	leaves := strings.Repeat(`<guest do="skip"/>`, 20000)
	for name, doc := range map[string]string{
		"declared at the root": `<party` + declarations.String() + `>` + leaves + `<any/></party>`,
		"declared around each": `<party` + declarations.String() + `>` + strings.Repeat(`<hall xmlns:p="q"/><after xmlns:p="q"><guest do="skip"/></after>`, 10000) + `<any/></party>`,
		"declared at each":     `<party` + declarations.String() + `>` + strings.Repeat(`<guest do="skip" xmlns:p="q"/>`, 10000) + `<any/></party>`,
		"deep":                 `<party>` + strings.Repeat(`<after xmlns:p="q">`, 5000) + leaves + strings.Repeat(`</after>`, 5000) + `<any/></party>`,
		"deep and undeclared":  `<party>` + strings.Repeat(`<after>`, 5000) + strings.Repeat(`<after xmlns:p="q"><guest do="skip"/></after>`, 10000) + strings.Repeat(`</after>`, 5000) + `<any/></party>`,
		"innerxml":             `<party` + declarations.String() + `>` + leaves + strings.Repeat(`<inner><party><guest do="skip"/></party></inner><guest do="skip"/>`, 5000) + `<any/></party>`,
		"nested":               `<party` + declarations.String() + `><guest do="skip"/>` + strings.Repeat(`<guest do="sub"><guest do="skip"/>`, 5000) + strings.Repeat(`<guest do="skip"/></guest>`, 5000) + `<any/></party>`,
		"nested and apart": `<party` + declarations.String() + `><guest do="skip"/>` +
			strings.Repeat(`<guest do="sub"><hall><table>`, 2000) + strings.Repeat(`<guest do="skip"/></table><guest do="skip"/></hall><guest do="skip"/></guest>`, 2000) + `<any/></party>`,
	} {
		k := &keeper{}
		v := &Party{Any: k}
		if err := Unmarshal([]byte(doc), v); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if n := k.d.InputOffset(); n > int64(3*len(doc)) {
			t.Errorf("%s: the decoder has read %d bytes of %d", name, n, len(doc))
		}
	}
}
