package xmlserdetest

import (
	"bytes"
	stdxml "encoding/xml"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

func typeNameOf[T any]() string { return reflect.TypeFor[T]().String() }

func TestGood(t *testing.T) {
	Check(t, xmlrt.Types("test")[0], reflect.TypeFor[oneWay]())
}

func TestReport(t *testing.T) {
	report := Run(Config{N: 10}, reflect.TypeFor[good](), reflect.TypeFor[*oneWay]())
	if got, want := report.String(), "2 types, 20 values, 20 documents, 0 disagreements"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCaught runs types that are compiled wrongly. Each must be caught, and
// shrunk to what matters.
func TestCaught(t *testing.T) {
	tests := []struct {
		t           reflect.Type
		where       string
		value       string // in the shrunk value
		document    string // the shrunk document
		want, got   string
		maxDocument int
	}{
		{t: reflect.TypeFor[unescaped](), where: "result", value: `xmlserdetest.unescaped{Text: []string{"'"}}`, got: `<text>'</text>`},
		{t: reflect.TypeFor[sharesOutput](), where: "result, after later calls,"},
		{t: reflect.TypeFor[swallows](), where: "result", value: `N: -1, Text: []string{"", "", ""}}`, want: `<text></text><text></text><text></text>`},
		{t: reflect.TypeFor[wrongError](), where: "error", want: "(*strconv.NumError)", got: "(xml.UnmarshalError)", maxDocument: 32},
		{t: reflect.TypeFor[overwrites](), where: "overwrites.Text", value: "Text: []string{", maxDocument: 40},
		{t: reflect.TypeFor[leavesError](), where: "leavesError.Text", want: "[]string{}", got: `[]string{""}`, maxDocument: 40},
		{t: reflect.TypeFor[panics](), where: "panic", want: "none", got: "text (string)", maxDocument: 40},
		{t: reflect.TypeFor[keepsInput](), where: "keepsInput.Raw[0]", got: "126", maxDocument: 40},
		{t: reflect.TypeFor[writesInput](), where: "the input after the call", maxDocument: 40},
		{t: reflect.TypeFor[forgetsAttrs](), where: "result", want: "xmlns:"},
		{t: reflect.TypeFor[notCompiled](), where: "the registry"},
	}
	for _, test := range tests {
		t.Run(test.t.Name(), func(t *testing.T) {
			report := Run(Config{N: 2000}, test.t)
			if len(report.Disagreements) == 0 {
				t.Fatal("not caught")
			}
			for _, d := range report.Disagreements {
				t.Log(d)
			}
			i := 0
			for i < len(report.Disagreements)-1 && report.Disagreements[i].Where != test.where {
				i++
			}
			d := report.Disagreements[i]
			if d.Where != test.where {
				t.Errorf("differs in %s, want %s", d.Where, test.where)
			}
			for _, c := range []struct{ what, text, want string }{
				{"value", d.Value, test.value},
				{"encoding/xml", d.Want, test.want},
				{"compiled", d.Got, test.got},
			} {
				if !strings.Contains(c.text, c.want) {
					t.Errorf("%s: got %s, want %s in it", c.what, c.text, c.want)
				}
			}
			if test.maxDocument > 0 && (len(d.Document) == 0 || len(d.Document) > test.maxDocument) {
				t.Errorf("the document has %d bytes, want at most %d: %q", len(d.Document), test.maxDocument, d.Document)
			}
		})
	}
}

func TestHang(t *testing.T) {
	start := time.Now()
	report := Run(Config{Limit: 200 * time.Millisecond}, reflect.TypeFor[hangs](), reflect.TypeFor[good]())
	if len(report.Disagreements) != 1 || report.Types != 1 {
		t.Fatalf("got %v, want one type with one disagreement", report)
	}
	d := report.Disagreements[0]
	if d.Where != "time" || !strings.Contains(d.Got, "still running after 200ms") || !bytes.Contains(d.Document, []byte("text")) {
		t.Errorf("got %v", d)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}

// TestRepeatable makes the same cases again for the same seed, and others for
// another.
func TestRepeatable(t *testing.T) {
	run := func(seed uint64) string {
		report := Run(Config{N: 300, Seed: seed}, reflect.TypeFor[unescaped]())
		return fmt.Sprint(report.Values, report.Disagreements)
	}
	one := run(1)
	if again := run(1); again != one {
		t.Errorf("the same seed gave\n%s\nand\n%s", one, again)
	}
	if run(2) == one {
		t.Error("another seed gave the same cases")
	}
}

// TestMix holds the values and documents to a mix that is worth comparing:
// neither mostly refused by encoding/xml nor mostly accepted.
func TestMix(t *testing.T) {
	const n = 1000
	r := newRun(Config{N: n}, reflect.TypeFor[kitchen](), "")
	marshaled, unmarshaled := 0, 0
	causes := make(map[string]bool)
	for i := range uint64(n) {
		r.rng = rand.New(rand.NewPCG(1, i))
		r.wild = oneIn(r.rng, 2)
		v := r.value()
		if _, err := stdxml.Marshal(v.Interface()); err == nil {
			marshaled++
		}
		for _, doc := range [][]byte{r.marshaled(v), r.generated()} {
			err := stdxml.Unmarshal(doc, new(kitchen))
			if err == nil {
				unmarshaled++
			} else {
				causes[fmt.Sprintf("%T", err)] = true
			}
		}
	}
	t.Logf("%d of %d values marshaled, %d of %d documents unmarshaled", marshaled, n, unmarshaled, 2*n)
	if marshaled < n/2 || marshaled > n*19/20 {
		t.Errorf("%d of %d values can be marshaled", marshaled, n)
	}
	if unmarshaled < n/2 || unmarshaled > n*3/2 {
		t.Errorf("%d of %d documents can be unmarshaled", unmarshaled, 2*n)
	}
	for _, cause := range []string{"*xml.SyntaxError", "*strconv.NumError", "*time.ParseError", "xml.UnmarshalError", "*errors.errorString"} {
		if !causes[cause] {
			t.Errorf("no document failed with a %s", cause)
		}
	}
}

func TestProgress(t *testing.T) {
	var w bytes.Buffer
	Run(Config{N: 3000, Progress: &w}, reflect.TypeFor[good]())
	if !strings.HasSuffix(w.String(), clearLine) {
		t.Errorf("the line was not cleared: %q", w.String())
	}
	if !strings.Contains(w.String(), "1/1 xmlserdetest.good ") {
		t.Errorf("got %q", w.String())
	}
}
