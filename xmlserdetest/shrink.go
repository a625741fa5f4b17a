package xmlserdetest

import (
	"reflect"
	"slices"
	"time"
)

// A shrinker bounds the work spent on one disagreement.
type shrinker struct {
	left     int
	deadline time.Time
}

func newShrinker() *shrinker {
	return &shrinker{left: 20_000, deadline: time.Now().Add(5 * time.Second)}
}

// more takes one attempt. It reports false if none is left.
func (s *shrinker) more() bool {
	s.left--
	return s.left > 0 && time.Now().Before(s.deadline)
}

// shrinkMarshal makes the value of a case that disagrees as simple as it can,
// and describes it.
func (r *run) shrinkMarshal(c marshalCase) *Disagreement {
	found := func(c marshalCase) *difference {
		want, got := r.marshalOutcomes(c)
		return compare(marshaledRoot, want, got)
	}
	if c.form != asNil {
		c.v = shrinkValue(newShrinker(), c.v, func(v reflect.Value) bool {
			c := c
			c.v = v
			return found(c) != nil
		})
	}
	d := r.describeMarshal(c)
	d.differ(found(c))
	return &d
}

// shrinkUnmarshal makes the document and the target of a case that disagrees
// as simple as it can, and describes it. A document that encoding/xml takes
// stays one, and one that it refuses too.
func (r *run) shrinkUnmarshal(c unmarshalCase, valid bool) *Disagreement {
	s := newShrinker()
	bad := func(c unmarshalCase) bool {
		if !s.more() {
			return false
		}
		d := r.unmarshalDiff(c)
		return d != nil && d.valid == valid
	}
	if simple := c; c.prior != nil {
		simple.prior, simple.how = nil, intoZero
		if bad(simple) {
			c = simple
		}
	}
	if simple := c; !c.base.Elem().IsZero() {
		simple.base, simple.how = reflect.New(r.t), intoZero
		if bad(simple) {
			c = simple
		}
	}
	c.doc = shrinkDocument(c.doc, func(doc []byte) bool {
		c := c
		c.doc = doc
		return bad(c)
	})
	if c.prior != nil {
		c.prior = shrinkDocument(c.prior, func(doc []byte) bool {
			c := c
			c.prior = doc
			return bad(c)
		})
	}
	c.base = shrinkValue(s, c.base, func(v reflect.Value) bool {
		c := c
		c.base = v
		return bad(c)
	})
	d := r.describeUnmarshal(c)
	d.differ(r.unmarshalDiff(c))
	return &d
}

// differ records where the libraries differ. Nil means that they no longer do.
func (d *Disagreement) differ(found *difference) {
	if found == nil {
		found = &difference{path: "something", want: "differed once", got: "agreed when tried again"}
	}
	d.Where, d.Want, d.Got = found.path, found.want, found.got
}

// shrinkValue simplifies what v points to while bad holds.
func shrinkValue(s *shrinker, v reflect.Value, bad func(reflect.Value) bool) reflect.Value {
	progress := false
	for k := 0; s.more(); {
		simpler := clone(v)
		switch {
		case !simplify(simpler.Elem(), k):
			// A later success may have made an earlier step possible.
			if !progress {
				return v
			}
			k, progress = 0, false
		case bad(simpler):
			v, progress = simpler, true
		default:
			k++
		}
	}
	return v
}

// maxByteShrink is the length up to which a document is shrunk byte by byte.
const maxByteShrink = 2000

// shrinkDocument leaves elements, tags, attributes and at last single bytes
// out of doc while bad holds.
func shrinkDocument(doc []byte, bad func([]byte) bool) []byte {
	badTokens := func(t []token) bool { return bad(join(t)) }
	tokens := split(doc)
	for {
		n := len(tokens)
		tokens = shrinkElements(tokens, badTokens)
		tokens = shrinkList(tokens, badTokens)
		if len(tokens) == n {
			break
		}
	}
	shrinkAttributes(tokens, badTokens)
	doc = join(tokens)
	if len(doc) <= maxByteShrink {
		doc = shrinkList(doc, bad)
	}
	return doc
}

// shrinkElements removes elements, or their tags alone, outer ones first.
func shrinkElements(tokens []token, bad func([]token) bool) []token {
	spans := elements(tokens)
	for i := len(spans) - 1; i >= 0; i-- {
		s := spans[i]
		shorter := slices.Concat(tokens[:s.start], tokens[s.end:])
		if !bad(shorter) {
			if s.end-s.start < 2 {
				continue
			}
			shorter = slices.Concat(tokens[:s.start], tokens[s.start+1:s.end-1], tokens[s.end:])
			if !bad(shorter) {
				continue
			}
		}
		tokens = shorter
		spans = elements(tokens)
		i = min(i, len(spans))
	}
	return tokens
}

// shrinkAttributes removes attributes in place.
func shrinkAttributes(tokens []token, bad func([]token) bool) {
	for i := range tokens {
		t := &tokens[i]
		if t.kind != startToken && t.kind != emptyToken {
			continue
		}
		for k := 0; ; {
			spans := attributes(t.raw)
			if k >= len(spans) {
				break
			}
			s, raw := spans[k], t.raw
			t.raw = raw[:s.start] + raw[s.end:]
			if !bad(tokens) {
				t.raw = raw
				k++
			}
		}
	}
}

// shrinkList removes ever smaller parts of list while bad holds.
func shrinkList[E any](list []E, bad func([]E) bool) []E {
	for size := max(1, len(list)/2); size > 0; size /= 2 {
		for i := 0; i < len(list); {
			end := min(i+size, len(list))
			if shorter := slices.Concat(list[:i], list[end:]); bad(shorter) {
				list = shorter
			} else {
				i = end
			}
		}
	}
	return list
}
