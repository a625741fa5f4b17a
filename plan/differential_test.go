package plan

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/xmlserde/xmlserde/refusal"
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
func randomDocument(r *rand.Rand, rt reflect.Type, names []xml.Name) []byte {
	v := reflect.New(rt)
	fill(r, v.Elem(), names, 5)
	var doc *docTree
	if o := try(func() ([]byte, error) { return xml.Marshal(v.Interface()) }); !o.failed() && r.IntN(4) > 0 {
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

// compare puts values and documents of rt through the plans of tt.
func compare(t *testing.T, b *Builder, rt reflect.Type, tt verdicts, r *rand.Rand, rounds int) {
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
			compareUnmarshal(t, tt[Unmarshal].Plan, randomDocument(r, rt, names), func() reflect.Value {
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

func (v verdicts) refused(dir Direction, reasons ...refusal.Reason) bool {
	return slices.ContainsFunc(v[dir].Refusals, func(r refusal.Refusal) bool { return slices.Contains(reasons, r.Reason) })
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
			v := verdicts{b.Build(tt, Marshal), b.Build(tt, Unmarshal)}
			compare(t, b, rt, v, rand.New(rand.NewPCG(1, 2)), 100)
		})
	}
}
