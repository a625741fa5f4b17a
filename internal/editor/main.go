// Command editor does what an editor does with the checker's suggested fixes:
// it takes one, replaces the files that it edits, and leaves the rest for the
// next round. On standard input it reads what xmlserde-vet -json prints, and it
// prints what the fix says. Its exit status is 3 if no fix is offered.
//
// With -last it takes the last fix instead of the first.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// A diagnostic is one as the drivers of go/analysis print it.
type diagnostic struct {
	Posn           string `json:"posn"`
	Message        string `json:"message"`
	SuggestedFixes []fix  `json:"suggested_fixes"`
}

type fix struct {
	Message string `json:"message"`
	Edits   []edit `json:"edits"`
}

// An edit replaces the bytes from Start to End.
type edit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	New      string `json:"new"`
}

var errNone = errors.New("no fix is offered")

func main() {
	last := flag.Bool("last", false, "take the last fix")
	flag.Parse()
	err := run(os.Stdin, os.Stdout, *last)
	if errors.Is(err, errNone) {
		os.Exit(3)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "editor:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer, last bool) error {
	all, err := read(in)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(d diagnostic) bool { return len(d.SuggestedFixes) == 0 })
	if len(all) == 0 {
		return errNone
	}
	d := all[0]
	if last {
		d = all[len(all)-1]
	}
	if n := len(d.SuggestedFixes); n != 1 {
		return fmt.Errorf("%s: %d fixes for one diagnostic", d.Posn, n)
	}
	fmt.Fprintf(out, "%s: %s: %s\n", d.Posn, d.Message, d.SuggestedFixes[0].Message)
	return apply(d.SuggestedFixes[0])
}

// read returns the diagnostics in the order of their positions.
func read(in io.Reader) ([]diagnostic, error) {
	var packages map[string]map[string]json.RawMessage
	if err := json.NewDecoder(in).Decode(&packages); err != nil {
		return nil, err
	}
	var all []diagnostic
	for name, results := range packages {
		for _, result := range results {
			var some []diagnostic
			if err := json.Unmarshal(result, &some); err != nil {
				return nil, fmt.Errorf("%s: %s", name, result)
			}
			all = append(all, some...)
		}
	}
	slices.SortFunc(all, func(a, b diagnostic) int { return strings.Compare(a.Posn, b.Posn) })
	return all, nil
}

// apply makes the edits of a fix, all of which refer to the files as they are.
func apply(f fix) error {
	edits := slices.Clone(f.Edits)
	slices.SortStableFunc(edits, func(a, b edit) int {
		if c := strings.Compare(a.Filename, b.Filename); c != 0 {
			return c
		}
		return a.Start - b.Start
	})
	for len(edits) > 0 {
		name := edits[0].Filename
		n := 0
		for n < len(edits) && edits[n].Filename == name {
			n++
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text, err := replace(src, edits[:n])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if bytes.Equal(text, src) {
			return fmt.Errorf("%s: the fix changes nothing", name)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return err
		}
		edits = edits[n:]
	}
	return nil
}

// replace makes edits that are sorted. They may not overlap.
func replace(src []byte, edits []edit) ([]byte, error) {
	var text []byte
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(src) {
			return nil, fmt.Errorf("edit of bytes %d to %d, behind byte %d of %d", e.Start, e.End, at, len(src))
		}
		text = append(append(text, src[at:e.Start]...), e.New...)
		at = e.End
	}
	return append(text, src[at:]...), nil
}
