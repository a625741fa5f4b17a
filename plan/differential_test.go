package plan

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"go/types"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

// sameValue ignores whether a slice is nil or empty: the plan leaves that to the
// code that reads.
var sameValue = cmp.Options{
	cmpopts.EquateEmpty(),
	cmpopts.EquateNaNs(),
	cmp.Exporter(func(reflect.Type) bool { return true }),
}

// An outcome is what a call gave: a panic counts as an error of its own.
type outcome struct {
	out      []byte
	err      error
	panicked bool
}

func (o outcome) failed() bool { return o.err != nil || o.panicked }

func (o outcome) String() string {
	if o.failed() {
		return fmt.Sprintf("error %v (panic %t)", o.err, o.panicked)
	}
	return fmt.Sprintf("%q", o.out)
}

func try(f func() ([]byte, error)) (o outcome) {
	defer func() {
		if e := recover(); e != nil {
			o = outcome{err: fmt.Errorf("%v", e), panicked: true}
		}
	}()
	o.out, o.err = f()
	return o
}

// compareMarshal compares the interpreter with encoding/xml on v.
func compareMarshal(t *testing.T, n *Node, v reflect.Value) {
	t.Helper()
	want := try(func() ([]byte, error) { return xml.Marshal(v.Addr().Interface()) })
	got := try(func() ([]byte, error) { return marshalByPlan(n, v) })
	if got.String() != want.String() {
		t.Errorf("%s: marshaling %#v\n got %s\nwant %s", v.Type(), v.Interface(), got, want)
	}
	if n.PointerOnly() {
		return
	}
	if copied := try(func() ([]byte, error) { return xml.Marshal(v.Interface()) }); copied.String() != want.String() {
		t.Errorf("%s: marshaling %#v\n by value %s\nby pointer %s", v.Type(), v.Interface(), copied, want)
	}
}

// compareUnmarshal compares the interpreter with encoding/xml on doc, reading
// into copies of a target that make gives.
func compareUnmarshal(t *testing.T, n *Node, doc []byte, target func() reflect.Value) {
	t.Helper()
	got, want := target(), target()
	wantErr := try(func() ([]byte, error) { return nil, xml.Unmarshal(doc, want.Interface()) })
	gotErr := try(func() ([]byte, error) { return nil, unmarshalByPlan(n, doc, got.Elem()) })
	if gotErr.String() != wantErr.String() {
		t.Errorf("%s: unmarshaling %s\n got %s\nwant %s", want.Type(), doc, gotErr, wantErr)
	} else if !reflect.DeepEqual(got.Interface(), want.Interface()) {
		if diff := cmp.Diff(want.Interface(), got.Interface(), sameValue); diff != "" {
			t.Errorf("%s: unmarshaling %s (-encoding/xml +plan)\n%s", want.Type(), doc, diff)
		}
	}
}

// randomDocument returns a document for a value of type rt: one that it marshals
// to, changed in some places, or one of its names at random.
// A third have all that the type's node n reads.
func randomDocument(r *rand.Rand, n *Node, rt reflect.Type, names []xml.Name) []byte {
	v := reflect.New(rt)
	fill(r, v.Elem(), names, 5)
	var doc *docTree
	if r.IntN(3) == 0 {
		doc = fullTree(n, rootName, 3)
	} else if o := try(func() ([]byte, error) { return xml.Marshal(v.Interface()) }); !o.failed() && r.IntN(4) > 0 {
		doc = parseTree(o.out)
	}
	if doc == nil {
		doc = randomTree(r, names, 3)
	}
	for range r.IntN(4) {
		doc.mutate(r, names)
	}
	var b bytes.Buffer
	doc.write(&b)
	return b.Bytes()
}

// compare puts values and documents of rt through the plans of its node n.
func compare(t *testing.T, n *Node, rt reflect.Type, tt verdicts, r *rand.Rand, rounds int) {
	t.Helper()
	names := namesOf(rt)
	for range rounds {
		if t.Failed() {
			return
		}
		if tt[Marshal].Accepted() {
			v := reflect.New(rt).Elem()
			fill(r, v, names, 5)
			compareMarshal(t, tt[Marshal].Plan, v)
		}
		if tt[Unmarshal].Accepted() {
			seed := r.Uint64()
			filled := r.IntN(3) == 0
			compareUnmarshal(t, tt[Unmarshal].Plan, randomDocument(r, n, rt, names), func() reflect.Value {
				v := reflect.New(rt)
				if filled {
					fill(rand.New(rand.NewPCG(seed, 0)), v.Elem(), names, 5)
				}
				return v
			})
		}
	}
}

// verdicts are a type's, indexed by Direction.
type verdicts [2]Verdict

// verdicts answers for calls that pass a pointer to a t.
func (b *Builder) verdicts(t types.Type) verdicts {
	p := types.NewPointer(t)
	return verdicts{b.Build(p, Marshal), b.Build(p, Unmarshal)}
}

func TestCorpus(t *testing.T) {
	pkg, err := corpusPackage()
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder(pkg)
	for _, rt := range corpus {
		t.Run(rt.Name(), func(t *testing.T) {
			tt := twin(t, rt)
			v := b.verdicts(tt)
			compare(t, b.node(tt), rt, v, rand.New(rand.NewPCG(1, 2)), 100)
		})
	}
}

// served are the refused types of the corpus that encoding/xml serves all the
// same, whatever their values.
var served = map[string]string{
	"nameAny marshal":            "an XMLName of interface type that may hold a name",
	"nameAny unmarshal":          "an XMLName of interface type that may hold a name",
	"embeddingHidden marshal":    "an unexported embedded scalar, whose methods are not called",
	"embeddingIgnored unmarshal": "a comment that is not set behind an embedded pointer that is",
	"unsupportedText marshal":    "character data that is not written",
}

func TestCorpusRefusals(t *testing.T) {
	pkg, err := corpusPackage()
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder(pkg)
	for _, rt := range corpus {
		for _, dir := range []Direction{Marshal, Unmarshal} {
			v := b.verdicts(twin(t, rt))[dir]
			if v.Accepted() {
				continue
			}
			name := rt.Name() + " " + dir.String()
			fails := canFail(b.node(twin(t, rt)), rt, dir, rand.New(rand.NewPCG(3, 4)), 300)
			if _, ok := served[name]; ok == fails {
				t.Errorf("%s: encoding/xml fails: %t, listed as served: %t: %v", name, fails, ok, v.Refusals)
			}
		}
	}
}

// canFail reports whether encoding/xml fails for a random value or document of
// rt, other than for the name of an element.
func canFail(n *Node, rt reflect.Type, dir Direction, r *rand.Rand, rounds int) bool {
	names := namesOf(rt)
	for range rounds {
		v := reflect.New(rt)
		o := try(func() ([]byte, error) {
			if dir == Unmarshal {
				return nil, xml.Unmarshal(randomDocument(r, n, rt, names), v.Interface())
			}
			fill(r, v.Elem(), names, 5)
			return xml.Marshal(v.Interface())
		})
		var mismatch xml.UnmarshalError
		if o.failed() && !errors.As(o.err, &mismatch) {
			return true
		}
	}
	return false
}
