package xmlserdetest

import (
	"bytes"
	stdxml "encoding/xml"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"time"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// A run compares one type.
type run struct {
	cfg      Config
	t        reflect.Type
	compiled *xmlrt.Type
	label    string // before the type's name in the progress line
	names    []string
	subject  *subject
	watch    watch
	// self compares encoding/xml with itself, as tests of this package do.
	self bool

	// rng makes the choices of the current case.
	rng  *rand.Rand
	seq  int
	wild bool
	// written and read count the calls in methods.
	written, read inner
	// prior is the document before the current one.
	prior []byte

	mu     sync.Mutex // guards report
	report Report
}

func newRun(cfg Config, t reflect.Type, label string) *run {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s := newSubject(t)
	return &run{
		cfg:      cfg,
		t:        t,
		compiled: xmlrt.Lookup(t),
		label:    label,
		names:    slices.Clip(vocabulary(t, s)),
		subject:  s,
		report:   Report{Types: 1},
	}
}

// clearLine returns to the start of a terminal's line and clears it.
const clearLine = "\r\x1b[K"

// do runs the cases. It reports true if it gave up on a case that did not
// return within the limit and still runs.
func (r *run) do() (timedOut bool) {
	if !r.self && (r.compiled == nil || r.compiled.Marshal == nil && r.compiled.MarshalElement == nil && r.compiled.Unmarshal == nil) {
		r.report.Disagreements = []Disagreement{{
			Type: typeName(r.t), Call: "Register", Where: "the registry",
			Want: "the type with a function to compare", Got: "none",
		}}
		return false
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.cases()
	}()
	tick := time.NewTicker(min(100*time.Millisecond, r.cfg.Limit/2))
	defer tick.Stop()
	for {
		select {
		case <-done:
			return false
		case <-tick.C:
			r.progress()
			if d := r.watch.overdue(r.cfg.Limit); d != nil {
				r.mu.Lock()
				defer r.mu.Unlock()
				r.report.Disagreements = append(slices.Clip(r.report.Disagreements), *d)
				return true
			}
		}
	}
}

func (r *run) progress() {
	if r.cfg.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.cfg.Progress, "%s%s%s %d/%d", clearLine, r.label, r.t, r.report.Values, r.cfg.N)
	if n := len(r.report.Disagreements); n > 0 {
		fmt.Fprintf(r.cfg.Progress, ", %d disagreements", n)
	}
}

func typeName(t reflect.Type) string {
	if t.Name() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}

// cases runs all cases of the type, or as many as it takes to find
// maxPerType that disagree.
func (r *run) cases() {
	h := fnv.New64a()
	h.Write([]byte(typeName(r.t)))
	bad := 0
	for r.seq = range r.cfg.N {
		r.rng = rand.New(rand.NewPCG(r.cfg.Seed, h.Sum64()+uint64(r.seq)))
		d := r.one()
		r.mu.Lock()
		r.report.Values++
		if d != nil {
			r.add(*d)
			bad++
		}
		r.mu.Unlock()
		if bad == maxPerType {
			return
		}
	}
	if r.self {
		return
	}
	if d := r.unused(); d != nil {
		r.mu.Lock()
		r.add(*d)
		r.mu.Unlock()
	}
}

// add keeps a disagreement unless it was shrunk to one that is known.
func (r *run) add(d Disagreement) {
	same := func(k Disagreement) bool {
		return k.Call == d.Call && k.Value == d.Value && bytes.Equal(k.Document, d.Document) &&
			k.Where == d.Where && k.Want == d.Want && k.Got == d.Got
	}
	if !slices.ContainsFunc(r.report.Disagreements, same) {
		r.report.Disagreements = append(r.report.Disagreements, d)
	}
}

// one makes a value and its documents, and returns the first disagreement.
func (r *run) one() *Disagreement {
	r.wild = oneIn(r.rng, 2)
	v := r.value()
	if r.self || r.compiled.Marshal != nil || r.compiled.MarshalElement != nil {
		if d := r.marshal(v); d != nil {
			return d
		}
	}
	if r.self || r.compiled.Unmarshal != nil {
		for _, doc := range [][]byte{r.marshaled(v), r.generated()} {
			r.mu.Lock()
			r.report.Documents++
			r.mu.Unlock()
			if d := r.unmarshal(doc, v); d != nil {
				return d
			}
			r.prior = doc
		}
	}
	return nil
}

// value makes a random *T.
func (r *run) value() reflect.Value {
	g := values{r: r.rng, wild: r.wild, subject: r.subject}
	return g.value(r.t)
}

// marshaled makes a document of v, mutated more often than not.
func (r *run) marshaled(v reflect.Value) []byte {
	var doc []byte
	var err error
	v = clone(v) // methods may change it
	panicked, _ := r.catch(func() {
		if oneIn(r.rng, 3) {
			doc, err = stdxml.MarshalIndent(v.Interface(), "", pick(r.rng, "\t", "  ", ""))
		} else {
			doc, err = stdxml.Marshal(v.Interface())
		}
	})
	if panicked || err != nil || len(doc) == 0 {
		return r.generated()
	}
	if oneIn(r.rng, 3) {
		return doc
	}
	return r.mutate(doc)
}

// generated makes a document from the tags of the type, mutated half the time.
func (r *run) generated() []byte {
	g := documents{r: r.rng, wild: oneIn(r.rng, 3), subject: r.subject}
	doc := g.document(r.t)
	if oneIn(r.rng, 2) {
		return doc
	}
	return r.mutate(doc)
}

func (r *run) mutate(doc []byte) []byte {
	m := mutator{r: r.rng, names: r.names}
	return m.mutate(doc)
}
