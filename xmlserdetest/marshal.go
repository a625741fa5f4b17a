package xmlserdetest

import (
	"bytes"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"

	"github.com/xmlserde/xmlserde/xml"
)

// A marshalCall is one way to marshal, in both libraries.
type marshalCall struct {
	name      string
	std, ours func(v any) ([]byte, error)
	// mayFallBack is true if the facade may leave the call to encoding/xml for
	// values with odd names.
	mayFallBack bool
	// inMethod is true if the call is one in a method.
	inMethod bool
	// onlyValid is true if the libraries need not agree where Marshal fails.
	onlyValid bool
	// partial is true if they need not agree on the output before an error.
	partial bool
}

var indents = [...][2]string{
	{"", "  "}, {"", "\t"}, {"", " "}, {">", ""}, {"> ", "\t"}, {"\t", "  "}, {"", ""}, {"<!-- -->", "é"}, {"\n", "\n"},
}

// marshalCalls are the calls to compare for one value, Marshal itself first.
func marshalCalls(r *rand.Rand) []marshalCall {
	in := pick(r, indents[:]...)
	prefix, indent := in[0], in[1]
	head := pick(r, "", "head", "<?xml?>\n")
	room := pick(r, 0, 1, 64, 4096)
	at := r.IntN(1 << r.IntN(14))
	short := oneIn(r, 2)
	return []marshalCall{
		{name: "Marshal(v)", std: stdxml.Marshal, ours: xml.Marshal},
		{
			name: fmt.Sprintf("MarshalIndent(v, %q, %q)", prefix, indent), mayFallBack: true,
			std:  func(v any) ([]byte, error) { return stdxml.MarshalIndent(v, prefix, indent) },
			ours: func(v any) ([]byte, error) { return xml.MarshalIndent(v, prefix, indent) },
		},
		{
			name: fmt.Sprintf("MarshalAppend(dst, v) with len(dst) = %d, cap(dst) = %d", len(head), len(head)+room),
			std: func(v any) ([]byte, error) {
				b, err := stdxml.Marshal(v)
				return append([]byte(head), b...), err // head alone on an error
			},
			ours: func(v any) ([]byte, error) {
				dst := append(make([]byte, 0, len(head)+room), head...)
				return xml.MarshalAppend(dst, v)
			},
		},
		{
			name: "MarshalWrite(w, v)", partial: true,
			std: func(v any) ([]byte, error) {
				var w bytes.Buffer
				err := stdxml.NewEncoder(&w).Encode(v)
				return w.Bytes(), err
			},
			ours: func(v any) ([]byte, error) {
				var w bytes.Buffer
				err := xml.MarshalWrite(&w, v)
				return w.Bytes(), err
			},
		},
		{
			name: fmt.Sprintf("MarshalWrite(w, v) with w failing after %d bytes", at), onlyValid: true,
			std:  func(v any) ([]byte, error) { return nil, stdxml.NewEncoder(&failing{at, short}).Encode(v) },
			ours: func(v any) ([]byte, error) { return nil, xml.MarshalWrite(&failing{at, short}, v) },
		},
	}
}

// failing is a writer that fails after some bytes, or that then writes less
// than it is given and says nothing.
type failing struct {
	left  int
	short bool
}

var errFailing = errors.New("the writer fails")

func (w *failing) Write(p []byte) (int, error) {
	n := min(w.left, len(p))
	w.left -= n
	if n < len(p) && !w.short {
		return n, errFailing
	}
	return n, nil
}

var _ io.Writer = (*failing)(nil)

// A marshalCase is one call with one value.
type marshalCase struct {
	seq  int // of the value in the run
	call marshalCall
	v    reflect.Value // *T
	// form is how v is passed.
	form marshalForm
}

type marshalForm uint8

const (
	asPointer marshalForm = iota
	asValue
	asNil
)

func (c *marshalCase) arg() any {
	switch c.form {
	case asValue:
		return c.v.Elem().Interface()
	case asNil:
		return reflect.Zero(c.v.Type()).Interface()
	}
	return c.v.Interface()
}

// marshaledRoot names the value marshaled in Go paths.
const marshaledRoot = "the value after the call"

// marshal compares all calls for v, a *T.
func (r *run) marshal(v reflect.Value) *Disagreement {
	form := pick(r.rng, asPointer, asValue)
	if oneIn(r.rng, 50) {
		form = asNil
	}
	// Results are compared a second time after all calls, as one that shares
	// memory with the library changes with the calls that follow.
	type result struct {
		c    marshalCase
		out  []byte
		copy []byte
	}
	var results []result
	valid := false
	calls := marshalCalls(r.rng)
	if !r.self && r.compiled.Marshal == nil {
		calls = nil
	}
	if r.self || r.compiled.MarshalElement != nil {
		calls = append(calls, elementCall(r.rng))
	}
	for i, call := range calls {
		if call.onlyValid && !valid {
			continue
		}
		c := marshalCase{r.seq, call, v, form}
		want, got := r.marshalOutcomes(c)
		if compare(marshaledRoot, want, got) != nil {
			return r.shrinkMarshal(c)
		}
		if i == 0 {
			valid = !want.panicked && want.err == nil
		}
		results = append(results, result{c, got.out, bytes.Clone(got.out)})
	}
	for _, s := range results {
		if !bytes.Equal(s.out, s.copy) {
			d := r.describeMarshal(s.c)
			d.Where = "result, after later calls,"
			d.Want, d.Got = fmt.Sprintf("%q", s.copy), fmt.Sprintf("%q", s.out)
			return &d
		}
	}
	return nil
}

func (r *run) marshalOutcomes(c marshalCase) (want, got outcome) {
	mustCompile := !c.call.mayFallBack || !r.wild && !r.subject.delegates
	ours := c.call.ours
	if r.self {
		mustCompile, ours = false, c.call.std
	}
	if c.form == asValue && r.compiled != nil && r.compiled.PointerOnly {
		mustCompile = false
	}
	wantArg, gotArg := c.arg(), c.arg()
	if r.subject.delegates {
		c := c // Methods may change what they write.
		c.v = clone(c.v)
		gotArg = c.arg()
		c.v = clone(c.v)
		wantArg = c.arg()
	}
	want.partial, got.partial = c.call.partial, c.call.partial
	describe := func() Disagreement { return r.describeMarshal(c) }
	r.watch.time(false, describe, func() {
		want.panicked, want.panicVal = r.catch(func() { want.out, want.err = c.call.std(wantArg) })
	})
	r.watch.time(true, describe, func() {
		got.panicked, got.panicVal = r.catch(func() {
			got.count(mustCompile, func() { got.out, got.err = ours(gotArg) })
		})
	})
	if c.call.inMethod && c.form == asPointer {
		r.written.add(want, got)
	}
	if r.subject.delegates && c.form == asPointer && !want.panicked && want.err == nil {
		// What methods did to the value counts as well.
		want.target, got.target = reflect.ValueOf(wantArg), reflect.ValueOf(gotArg)
	}
	return want, got
}

func (r *run) describeMarshal(c marshalCase) Disagreement {
	d := Disagreement{Type: typeName(r.t), Seed: r.cfg.Seed, Case: c.seq, Call: c.call.name}
	switch c.form {
	case asPointer:
		d.Value = format(c.v)
	case asValue:
		d.Value = format(c.v.Elem())
	case asNil:
		d.Value = "(*" + r.t.String() + ")(nil)"
	}
	return d
}
