package xmlserdetest

import (
	"bytes"
	stdxml "encoding/xml"
	"fmt"
	"io"
	"reflect"

	"github.com/xmlserde/xmlserde/xml"
)

// An unmarshalCall is one way to unmarshal, in both libraries.
type unmarshalCall struct {
	name      string
	std, ours func(doc []byte, v any) error
	// inMethod is true if the call is one in a method.
	inMethod bool
}

var unmarshalBytes = unmarshalCall{"Unmarshal", stdxml.Unmarshal, xml.Unmarshal, false}

// unmarshalChunks reads the document from a reader, n bytes at a time.
func unmarshalChunks(n int) unmarshalCall {
	return unmarshalCall{
		fmt.Sprintf("UnmarshalRead, %d bytes a read,", n),
		func(doc []byte, v any) error { return stdxml.NewDecoder(&chunks{doc, n}).Decode(v) },
		func(doc []byte, v any) error { return xml.UnmarshalRead(&chunks{doc, n}, v) },
		false,
	}
}

// chunks is a reader that gives at most n bytes a call.
type chunks struct {
	doc []byte
	n   int
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.doc) == 0 {
		return 0, io.EOF
	}
	n := copy(p, c.doc[:min(c.n, len(c.doc))])
	c.doc = c.doc[n:]
	return n, nil
}

// An unmarshalCase is one document for one target.
type unmarshalCase struct {
	seq  int // of the value in the run
	call unmarshalCall
	doc  []byte
	// prior is decoded into the target first, if it is not nil.
	prior []byte
	// base is the *T that the targets are copies of, and how names its kind.
	base reflect.Value
	how  string
}

const (
	intoZero    = "into a zero target"
	intoFilled  = "into a filled target"
	intoReused  = "into a target with its slices cut to [:0]"
	intoDecoded = "into a target with a document decoded before"
)

// unmarshal compares doc on targets of all kinds. v is the value whose document
// it may be: what its interfaces hold fits.
func (r *run) unmarshal(doc []byte, v reflect.Value) *Disagreement {
	zero := reflect.New(r.t)
	filled := r.value()
	if r.subject.delegates && oneIn(r.rng, 2) {
		filled = v
	}
	reused := clone(filled)
	truncate(reused)
	cases := []unmarshalCase{
		{r.seq, unmarshalBytes, doc, nil, zero, intoZero},
		{r.seq, unmarshalBytes, doc, nil, filled, intoFilled},
		{r.seq, unmarshalBytes, doc, nil, reused, intoReused},
	}
	if r.prior != nil {
		cases = append(cases, unmarshalCase{r.seq, unmarshalBytes, doc, r.prior, zero, intoDecoded})
	}
	if oneIn(r.rng, 4) {
		cases = append(cases, unmarshalCase{r.seq, unmarshalChunks(pick(r.rng, 1, 2, 7, 64, 4096)), doc, nil, zero, intoZero})
	}
	if oneIn(r.rng, 2) {
		cases = append(cases, unmarshalCase{r.seq, decodeElement, doc, nil, filled, intoFilled})
	}
	for _, c := range cases {
		if d := r.unmarshalDiff(c); d != nil {
			return r.shrinkUnmarshal(c, d.valid)
		}
	}
	return nil
}

// unmarshalDiff runs the case in both libraries.
func (r *run) unmarshalDiff(c unmarshalCase) *difference {
	describe := func() Disagreement { return r.describeUnmarshal(c) }
	want, got := outcome{target: clone(c.base)}, outcome{target: clone(c.base)}
	r.watch.time(false, describe, func() {
		want.panicked, want.panicVal = r.catch(func() {
			if c.prior != nil {
				c.call.std(c.prior, want.target.Interface())
			}
			want.err = c.call.std(c.doc, want.target.Interface())
		})
	})
	ours := c.call.ours
	if r.self {
		ours = c.call.std
	}
	// Compiled code has the document to itself, so that what it changes in it,
	// or keeps of it, shows in the comparison.
	doc := bytes.Clone(c.doc)
	r.watch.time(true, describe, func() {
		got.panicked, got.panicVal = r.catch(func() {
			if c.prior != nil {
				ours(c.prior, got.target.Interface())
			}
			got.count(!r.self, func() { got.err = ours(doc, got.target.Interface()) })
		})
	})
	if c.call.inMethod {
		r.read.add(want, got)
	}
	if !bytes.Equal(doc, c.doc) {
		return &difference{
			path: "the input after the call", want: fmt.Sprintf("%q", c.doc), got: fmt.Sprintf("%q", doc), valid: want.err == nil,
		}
	}
	for i := range doc {
		doc[i] = '~'
	}
	name := r.t.Name()
	if name == "" {
		name = r.t.String()
	}
	return compare(name, want, got)
}

func (r *run) describeUnmarshal(c unmarshalCase) Disagreement {
	d := Disagreement{
		Type: typeName(r.t), Seed: r.cfg.Seed, Case: c.seq,
		Call: c.call.name + " " + c.how, Document: c.doc, Prior: c.prior,
	}
	if !c.base.Elem().IsZero() {
		d.Value = format(c.base)
	}
	return d
}
