// Command ratio measures xmlserde and encoding/xml by turns in one run and
// prints their ratios as Markdown, with the bytes each allocates and what ten
// times the document costs.
//
// With -check it exits 1 if a goal is missed.
package main

import (
	"bytes"
	stdxml "encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/xmlserde/xmlserde/bench"
	"github.com/xmlserde/xmlserde/xml"
)

// The goals that -check holds a run to.
const (
	goalUnmarshal = 12.0 // geometric mean of the ratios
	goalMarshal   = 6.0  // geometric mean of the ratios, fresh result
	goalBytes     = 2.0  // bytes allocated, relative to a clone of the graph
	goalLinear    = 1.5  // time a byte at ten times the length, relative to once
)

func main() {
	log := ratio{out: os.Stdout}
	shape := flag.String("shape", "", "measure the shapes whose names contain this `text` only")
	huge := flag.Bool("huge", false, "measure HUGE as well, a document of more than 100 MB")
	check := flag.Bool("check", false, "exit 1 if a goal is missed")
	flag.IntVar(&log.rounds, "rounds", 9, "rounds of each measurement, of which the median counts")
	flag.DurationVar(&log.slice, "slice", 60*time.Millisecond, "processor `time` of one round, at least")
	flag.Parse()

	shapes := bench.Shapes()
	if *huge {
		shapes = append(shapes, bench.Huge())
	}
	shapes = slices.DeleteFunc(shapes, func(s bench.Shape) bool { return !strings.Contains(s.Name, *shape) })
	if err := log.run(shapes); err != nil {
		fmt.Fprintln(os.Stderr, "ratio:", err)
		os.Exit(1)
	}
	for _, m := range log.missed {
		fmt.Println("missed:", m)
	}
	if *check && len(log.missed) > 0 {
		os.Exit(1)
	}
}

// A ratio is one run of the command.
type ratio struct {
	out    io.Writer
	rounds int
	slice  time.Duration
	missed []string
}

func (r *ratio) miss(format string, args ...any) {
	r.missed = append(r.missed, fmt.Sprintf(format, args...))
}

// run measures the shapes and prints the three tables.
func (r *ratio) run(shapes []bench.Shape) error {
	fmt.Fprintf(r.out, "%s %s/%s, %d processors; processor time, median of %d rounds, by turns\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), r.rounds)

	var unmarshal, marshal, appended []float64
	fmt.Fprint(r.out, "\n| Unmarshal | bytes | std MB/s | MB/s | ratio | std B | std allocs | B | allocs | B / clone |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	values := make([]any, len(shapes))
	for i, s := range shapes {
		doc := s.Doc(1)
		v := s.New()
		if err := stdxml.Unmarshal(doc, v); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		values[i] = v
		std := func() { must(stdxml.Unmarshal(doc, s.New())) }
		ours := func() { must(xml.Unmarshal(doc, s.New())) }
		if err := compiled(s, ours); err != nil {
			return err
		}
		tStd, tOurs, q := r.compare(std, ours)
		unmarshal = append(unmarshal, q)
		aStd, aOurs := bench.Allocated(3, std), bench.Allocated(3, ours)
		floor := bench.Allocated(3, func() { s.Clone(v) })
		relative := float64(aOurs.Bytes) / float64(floor.Bytes)
		if relative > goalBytes {
			r.miss("Unmarshal %s allocates %.2f times a clone, goal %.0f", s.Name, relative, goalBytes)
		}
		fmt.Fprintf(r.out, "| %s | %d | %.0f | %.0f | %.1f | %d | %d | %d | %d | %.2f |\n", s.Name, len(doc),
			mbps(len(doc), tStd), mbps(len(doc), tOurs), q, aStd.Bytes, aStd.Objects, aOurs.Bytes, aOurs.Objects, relative)
	}
	r.geomean("Unmarshal", unmarshal, goalUnmarshal, 4, 10)

	fmt.Fprint(r.out, "\n| Marshal | bytes | std MB/s | MB/s | ratio | std B | std allocs | B | allocs | append MB/s | append ratio | append allocs |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for i, s := range shapes {
		v := values[i]
		out, err := stdxml.Marshal(v)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		var buf []byte
		std := func() { must2(stdxml.Marshal(v)) }
		fresh := func() { must2(xml.Marshal(v)) }
		reused := func() { buf = must2(xml.MarshalAppend(buf[:0], v)) }
		if err := compiled(s, fresh); err != nil {
			return err
		}
		if reused(); !bytes.Equal(buf, out) {
			return fmt.Errorf("%s: Marshal: other bytes than encoding/xml's", s.Name)
		}
		tStd, tFresh, qFresh := r.compare(std, fresh)
		_, tReused, qReused := r.compare(std, reused)
		marshal, appended = append(marshal, qFresh), append(appended, qReused)
		aStd, a, aReused := bench.Allocated(3, std), bench.Allocated(3, fresh), bench.Allocated(3, reused)
		if aReused.Objects != 0 {
			r.miss("MarshalAppend %s allocates %d times, goal 0", s.Name, aReused.Objects)
		}
		fmt.Fprintf(r.out, "| %s | %d | %.0f | %.0f | %.1f | %d | %d | %d | %d | %.0f | %.1f | %d |\n", s.Name, len(out),
			mbps(len(out), tStd), mbps(len(out), tFresh), qFresh, aStd.Bytes, aStd.Objects, a.Bytes, a.Objects, mbps(len(out), tReused), qReused, aReused.Objects)
	}
	r.geomean("Marshal", marshal, goalMarshal, 4, 12)
	r.geomean("MarshalAppend", appended, 0, 10, 12)

	fmt.Fprint(r.out, "\n| ten times the document | bytes | times as long | times the time | per byte |\n|---|--:|--:|--:|--:|\n")
	for _, s := range shapes {
		if s.Name == "HUGE" {
			continue
		}
		once, tenfold := s.Doc(1), s.Doc(10)
		_, _, q := r.compare(
			func() { must(xml.Unmarshal(tenfold, s.New())) },
			func() { must(xml.Unmarshal(once, s.New())) })
		longer := float64(len(tenfold)) / float64(len(once))
		if q/longer > goalLinear {
			r.miss("%s %.1f times as long takes %.1f times the time", s.Name, longer, q)
		}
		fmt.Fprintf(r.out, "| %s | %d | %.1f | %.1f | %.2f |\n", s.Name, len(tenfold), longer, q, q/longer)
	}
	fmt.Fprintln(r.out)
	return nil
}

// geomean prints the last row of a table of so many columns, its mean in the
// given column, from 0, and notes a missed goal.
func (r *ratio) geomean(name string, ratios []float64, goal float64, column, columns int) {
	sum := 0.0
	for _, q := range ratios {
		sum += math.Log(q)
	}
	mean := math.Exp(sum / float64(len(ratios)))
	if mean < goal {
		r.miss("%s is %.1f times as fast in the geometric mean, goal %.0f", name, mean, goal)
	}
	fmt.Fprintf(r.out, "| geomean %s |%s **%.1f** |%s\n", name, strings.Repeat(" |", column-1), mean, strings.Repeat(" |", columns-1-column))
}

// compare runs a and b by turns and returns the median time of each and the
// median of a's time over b's in the same round.
func (r *ratio) compare(a, b func()) (ta, tb time.Duration, q float64) {
	na, nb := r.calibrate(a), r.calibrate(b)
	as, bs := make([]time.Duration, r.rounds), make([]time.Duration, r.rounds)
	qs := make([]float64, r.rounds)
	for i := range r.rounds {
		as[i], bs[i] = timeOf(a, na), timeOf(b, nb)
		qs[i] = float64(as[i]) / float64(bs[i])
	}
	return median(as), median(bs), median(qs)
}

// calibrate returns how often f runs in one round.
func (r *ratio) calibrate(f func()) int {
	f()
	for n := 1; ; n *= 2 {
		if t := timeOf(f, n) * time.Duration(n); t >= r.slice/2 || n >= 1<<24 {
			return max(1, int(float64(n)*float64(r.slice)/float64(max(t, 1))))
		}
	}
}

// timeOf returns the processor time of one run of f, over n of them.
func timeOf(f func(), n int) time.Duration {
	runtime.GC()
	begin := cpuTime()
	for range n {
		f()
	}
	return max(1, (cpuTime()-begin)/time.Duration(n))
}

// compiled reports an error if f was served by encoding/xml.
func compiled(s bench.Shape, f func()) error {
	before := xml.Stats()
	f()
	if after := xml.Stats(); after.Compiled == before.Compiled || after.Fallback != before.Fallback {
		return fmt.Errorf("%s: no compiled code ran, run go generate", s.Name)
	}
	return nil
}

func median[T time.Duration | float64](s []T) T {
	slices.Sort(s)
	return s[len(s)/2]
}

func mbps(n int, t time.Duration) float64 { return float64(n) / t.Seconds() / 1e6 }

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func must2(b []byte, err error) []byte {
	must(err)
	return b
}
