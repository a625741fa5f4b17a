// Package xmlserdetest compares compiled types with encoding/xml: the same
// values marshaled both ways, the same documents unmarshaled both ways.
//
// It makes random values and random, mutated documents for each type, and
// holds compiled code to the bytes, the values, the targets after errors, the
// error texts and types and the panics of the encoding/xml of the running Go.
// What differs is shrunk and reported with all that is needed to repeat it.
//
// In a test:
//
//	func TestXML(t *testing.T) {
//		xmlserdetest.Check(t, reflect.TypeFor[Order](), reflect.TypeFor[Invoice]())
//	}
//
// The command "xmlserde verify" does the same for every compiled type of a
// package, without a test.
package xmlserdetest

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"
)

// A Config sets the size of a run. The zero value is a run of the default size.
type Config struct {
	// N is the number of values for each type. About two documents are made
	// for a value. Zero means 1000.
	N int
	// Seed starts the random choices. Runs with the same seed make the same
	// cases for a type, in the same order, whatever N is.
	Seed uint64
	// Limit is the longest one case may take, in either library. A case that
	// takes longer is reported as a disagreement and ends the run. Zero means
	// ten seconds.
	Limit time.Duration
	// Progress takes one line, rewritten in place with a carriage return, as a
	// terminal shows it. Nil means no progress is shown.
	Progress io.Writer
}

const (
	defaultN     = 1000
	defaultLimit = 10 * time.Second

	// maxPerType is how many disagreements of one type are shrunk and kept. The
	// type's run ends with them: more of the same would hide the others.
	maxPerType = 3
)

// A Report is the outcome of a run.
type Report struct {
	// Types, Values and Documents are how many of each were compared.
	Types, Values, Documents int
	// Disagreements are at most three of each type. The run of a type ends
	// with its third.
	Disagreements []Disagreement
}

// Add adds the counts and disagreements of s to r.
func (r *Report) Add(s Report) {
	r.Types += s.Types
	r.Values += s.Values
	r.Documents += s.Documents
	r.Disagreements = append(r.Disagreements, s.Disagreements...)
}

// String returns "N types, V values, D documents, X disagreements".
func (r Report) String() string {
	return fmt.Sprintf("%d types, %d values, %d documents, %d disagreements",
		r.Types, r.Values, r.Documents, len(r.Disagreements))
}

// A Disagreement is one case, shrunk, in which the compiled code and
// encoding/xml did not do the same.
type Disagreement struct {
	// Type is the type at the root, with its import path.
	Type string
	// Seed and Case repeat the case as it was before it was shrunk: it is the
	// value number Case of a run with that seed.
	Seed uint64
	Case int
	// Call names the function and how its arguments came about, such as
	// `MarshalIndent(v, "", "\t")` or "Unmarshal into a filled target".
	Call string
	// Value is the value marshaled, or the target before Unmarshal, in Go
	// syntax. Unexported fields are left out.
	Value string
	// Prior is the document decoded into the target before Document, if any.
	Prior []byte
	// Document is the document unmarshaled, nil for calls that marshal.
	Document []byte
	// Where is the place of the first difference: "result", "error", "panic",
	// "time", or a Go path into the target such as "Order.Lines[1].Name".
	Where string
	// Want and Got are what encoding/xml and the compiled code have there.
	Want, Got string
}

// String returns the disagreement in several lines, without a final newline.
func (d Disagreement) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s differs\n", d.Type, d.Call, d.Where)
	fmt.Fprintf(&b, "\tcase:         seed %d, value %d\n", d.Seed, d.Case)
	if d.Prior != nil {
		fmt.Fprintf(&b, "\tbefore:       %q\n", d.Prior)
	}
	if d.Document != nil {
		fmt.Fprintf(&b, "\tdocument:     %q\n", d.Document)
	}
	if d.Value != "" {
		fmt.Fprintf(&b, "\tvalue:        %s\n", d.Value)
	}
	fmt.Fprintf(&b, "\tencoding/xml: %s\n", d.Want)
	fmt.Fprintf(&b, "\tcompiled:     %s", d.Got)
	return b.String()
}

// Run compares the compiled code of the types with encoding/xml. A type that
// is compiled in one direction is compared in that one. A type that is not
// compiled at all is a disagreement, so that a run cannot compare encoding/xml
// with itself.
//
// Run counts the calls the facade served with compiled code, so nothing else
// in the program should use XML meanwhile.
func Run(cfg Config, types ...reflect.Type) Report {
	if cfg.N <= 0 {
		cfg.N = defaultN
	}
	if cfg.Limit <= 0 {
		cfg.Limit = defaultLimit
	}
	var report Report
	for i, t := range types {
		r := newRun(cfg, t, fmt.Sprintf("%d/%d ", i+1, len(types)))
		timedOut := r.do()
		report.Add(r.report)
		if timedOut {
			break // The case still runs, and would disturb all others.
		}
	}
	if cfg.Progress != nil {
		fmt.Fprint(cfg.Progress, clearLine)
	}
	return report
}

// Check runs the default number of cases for each type, fewer with -short, and
// fails t for each disagreement.
func Check(t testing.TB, types ...reflect.Type) {
	t.Helper()
	cfg := Config{}
	if testing.Short() {
		cfg.N = defaultN / 10
	}
	report := Run(cfg, types...)
	for _, d := range report.Disagreements {
		t.Errorf("%s", d)
	}
	t.Log(report)
}
