package xmlserdetest

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

var documentSamples = []string{
	"", "text", "<", "<a", "<a/>", "<a></a>", "<a b='>'>t<!-- <c> --><![CDATA[</a>]]></a >",
	`<?xml version="1.0"?><!DOCTYPE a><a b="1" c='/'><b x/><b/>text</a>`, "</a><a>", "<!-- ", "<a b=\"", "<>", "</>", "< a>",
}

func FuzzSplit(f *testing.F) {
	for _, s := range documentSamples {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		tokens := split(doc)
		if got := join(tokens); !bytes.Equal(got, doc) {
			t.Fatalf("split and joined: %q, want %q", got, doc)
		}
		for _, s := range elements(tokens) {
			if s.start < 0 || s.end > len(tokens) || s.start >= s.end {
				t.Fatalf("element %v of %d tokens", s, len(tokens))
			}
		}
		for _, token := range tokens {
			if token.raw == "" {
				t.Fatal("an empty token")
			}
			if token.kind != startToken && token.kind != emptyToken {
				continue
			}
			last := tagName(token.raw).end
			for _, s := range attributes(token.raw) {
				if s.start < last || s.end <= s.start || s.end > len(token.raw) {
					t.Fatalf("attribute %v of %q", s, token.raw)
				}
				last = s.end
			}
		}
	})
}

func TestTokens(t *testing.T) {
	tokens := split([]byte(`<a b="1>" c='2' ><!-- < --><b/>t<c></c></a>`))
	var kinds []tokenKind
	for _, token := range tokens {
		kinds = append(kinds, token.kind)
	}
	if want := []tokenKind{startToken, otherToken, emptyToken, textToken, startToken, endToken, endToken}; !slices.Equal(kinds, want) {
		t.Errorf("kinds %v, want %v", kinds, want)
	}
	if got, want := elements(tokens), []span{{2, 3}, {4, 6}, {0, 7}}; !slices.Equal(got, want) {
		t.Errorf("elements %v, want %v", got, want)
	}
	raw := tokens[0].raw
	var attrs []string
	for _, s := range attributes(raw) {
		attrs = append(attrs, raw[s.start:s.end])
	}
	if want := []string{`b="1>"`, `c='2'`}; !slices.Equal(attrs, want) {
		t.Errorf("attributes %q, want %q", attrs, want)
	}
}

// TestMutate makes many mutations of documents that are odd to begin with:
// none may fail, and most must change the document.
func TestMutate(t *testing.T) {
	const n = 2000
	changed := 0
	for i := range uint64(n) {
		m := mutator{r: rand.New(rand.NewPCG(3, i)), names: vocabulary(reflect.TypeFor[kitchen](), newSubject(reflect.TypeFor[kitchen]()))}
		doc := []byte(documentSamples[i%uint64(len(documentSamples))])
		before := bytes.Clone(doc)
		if !bytes.Equal(m.mutate(doc), before) {
			changed++
		}
		if !bytes.Equal(doc, before) {
			t.Fatalf("%q was changed in place to %q", before, doc)
		}
	}
	if changed < n/2 {
		t.Errorf("%d of %d mutations changed something", changed, n)
	}
}

func TestShrinkDocument(t *testing.T) {
	doc := []byte(`<?xml version="1.0"?><root a="1"><x>text</x><y n="1"><z k="v" bad="1">deep</z></y><x/></root>`)
	bad := func(doc []byte) bool {
		return bytes.Contains(doc, []byte(`bad="1"`)) && bytes.Contains(doc, []byte("deep"))
	}
	if got, want := string(shrinkDocument(doc, bad)), `bad="1"deep`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
