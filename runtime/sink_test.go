package runtime

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// A list is a value whose document has one element for each string.
type list struct {
	XMLName xml.Name `xml:"list"`
	Items   []string `xml:"item"`
}

var errList = errors.New("list: bad item")

// appendList is what the generator writes, apart from the item that fails.
func appendList(e *Encoder, b []byte, v any) ([]byte, error) {
	b = append(b, "<list>"...)
	for _, item := range v.(*list).Items {
		if item == "bad" {
			return b, errList
		}
		b = append(b, "<item>"...)
		b = AppendText(b, item)
		b = append(b, "</item>"...)
		var err error
		if b, err = e.Spill(b); err != nil {
			return b, err
		}
	}
	return append(b, "</list>"...), nil
}

// appendStd gives up in the middle.
func appendStd(e *Encoder, b []byte, v any) ([]byte, error) {
	b, err := appendList(e, b, v)
	e.std = true
	return b, err
}

// newList makes a list with a document of about size bytes, in items of up to twice
// longest bytes.
func newList(size, longest int) *list {
	r := rand.New(rand.NewPCG(11, 12))
	v := new(list)
	for size > 0 {
		item := strings.Repeat(strconv.Itoa(len(v.Items))+" ", r.IntN(longest/4)+1)
		v.Items = append(v.Items, item)
		size -= len(item) + len("<item></item>")
	}
	return v
}

// TestSinks compares the document that each call makes with encoding/xml's.
func TestSinks(t *testing.T) {
	skipRace(t)
	for _, size := range []int{0, 100, writeSize - 10, writeSize, 3 * writeSize, chunkSize, chunkSize + slack, 5*chunkSize + 77} {
		for _, longest := range []int{400, 3 * chunkSize} {
			v := newList(size, longest)
			want, err := xml.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if got, err := Marshal(appendList, v); err != nil || !bytes.Equal(got, want) {
					t.Fatalf("size %d: Marshal makes another document, error %v", size, err)
				}
			}
			for _, room := range []int{0, 1, size / 2, size, 2*size + chunkSize, 3 * chunkSize} {
				dst := append(make([]byte, 0, room+4), "dst:"...)
				got, err := MarshalAppend(appendList, dst, v)
				if err != nil || !bytes.HasPrefix(got, dst) || !bytes.Equal(got[4:], want) {
					t.Fatalf("size %d, room %d: MarshalAppend makes another document, error %v", size, room, err)
				}
			}
			var w pieces
			n, err := MarshalWrite(appendList, &w, v)
			if err != nil || n != int64(len(want)) || !bytes.Equal(w.all, want) {
				t.Fatalf("size %d: MarshalWrite makes another document of %d bytes, error %v", size, n, err)
			}
			for i, length := range w.lengths {
				if i < len(w.lengths)-1 && length < writeSize || length > writeSize+2*longest+20 {
					t.Errorf("size %d: piece %d of %d has %d bytes", size, i, len(w.lengths), length)
				}
			}
			if n, err := Size(appendList, v); err != nil || n != int64(len(want)) {
				t.Fatalf("Size = %d, %v, want %d", n, err, len(want))
			}
			want, _ = xml.MarshalIndent(v, "> ", "\t")
			if got, err := MarshalIndent(appendList, v, "> ", "\t"); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("size %d: MarshalIndent makes another document, error %v", size, err)
			}
		}
	}
}

// skipRace skips a long test in which nothing is concurrent under the race
// detector.
func skipRace(t *testing.T) {
	if raceEnabled {
		t.Skip("nothing is concurrent")
	}
}

// pieces is an io.Writer that tells how it was called.
type pieces struct {
	all     []byte
	lengths []int
	err     error // returned from the second piece on
	short   bool  // writes one byte less
}

func (w *pieces) Write(p []byte) (int, error) {
	w.lengths = append(w.lengths, len(p))
	if w.err != nil && len(w.lengths) > 1 {
		return 0, w.err
	}
	if w.short {
		p = p[1:]
	}
	w.all = append(w.all, p...)
	return len(p), nil
}

func TestSinkEmpty(t *testing.T) {
	nothing := func(e *Encoder, b []byte, v any) ([]byte, error) { return b, nil }
	if got, err := Marshal(nothing, nil); got != nil || err != nil {
		t.Errorf("Marshal = %v, %v, want nil", got, err)
	}
	if got, err := MarshalIndent(nothing, nil, "", " "); got != nil || err != nil {
		t.Errorf("MarshalIndent = %v, %v, want nil", got, err)
	}
	dst := []byte("dst")
	if got, err := MarshalAppend(nothing, dst, nil); string(got) != "dst" || err != nil {
		t.Errorf("MarshalAppend = %q, %v", got, err)
	}
	var w pieces
	if n, err := MarshalWrite(nothing, &w, nil); n != 0 || err != nil || len(w.lengths) != 0 {
		t.Errorf("MarshalWrite = %d, %v, with %d writes", n, err, len(w.lengths))
	}
}

func TestSinkErrors(t *testing.T) {
	for _, size := range []int{100, 3 * writeSize, 3 * chunkSize} {
		v := newList(size, 40)
		v.Items = append(v.Items, "bad")
		for _, test := range []struct {
			f    MarshalFunc
			v    *list
			want error
		}{{appendList, v, errList}, {appendStd, newList(size, 40), ErrStd}} {
			if got, err := Marshal(test.f, test.v); got != nil || err != test.want {
				t.Errorf("Marshal = %d bytes, %v, want none and %v", len(got), err, test.want)
			}
			if got, err := MarshalIndent(test.f, test.v, "", " "); got != nil || err != test.want {
				t.Errorf("MarshalIndent = %d bytes, %v, want none and %v", len(got), err, test.want)
			}
			if got, err := MarshalAppend(test.f, []byte("dst"), test.v); string(got) != "dst" || err != test.want {
				t.Errorf("MarshalAppend = %d bytes, %v, want dst and %v", len(got), err, test.want)
			}
			var w pieces
			n, err := MarshalWrite(test.f, &w, test.v)
			if err != test.want || n != int64(len(w.all)) || size < writeSize && n != 0 {
				t.Errorf("MarshalWrite = %d, %v, with %d bytes written, want %v", n, err, len(w.all), test.want)
			}
			if n, err := Size(test.f, test.v); n != 0 || err != test.want {
				t.Errorf("Size = %d, %v, want 0, %v", n, err, test.want)
			}
		}
	}

	v := newList(3*writeSize, 40)
	w := pieces{err: io.ErrClosedPipe}
	if n, err := MarshalWrite(appendList, &w, v); err != io.ErrClosedPipe || n != int64(len(w.all)) || len(w.lengths) != 2 {
		t.Errorf("MarshalWrite to a closed pipe = %d, %v, after %d writes of %d bytes", n, err, len(w.lengths), len(w.all))
	}
	w = pieces{short: true}
	if n, err := MarshalWrite(appendList, &w, v); err != io.ErrShortWrite || n != int64(len(w.all)) {
		t.Errorf("MarshalWrite with short writes = %d, %v, with %d bytes written", n, err, len(w.all))
	}
}

// TestSinkFresh: a document must not share memory with the next.
func TestSinkFresh(t *testing.T) {
	skipRace(t)
	for _, size := range []int{100, 2 * chunkSize} {
		v := newList(size, 40)
		a, _ := Marshal(appendList, v)
		want := bytes.Clone(a)
		if _, err := Marshal(appendList, &list{Items: []string{strings.Repeat("x", 2*size)}}); err != nil {
			t.Fatal(err)
		}
		appended, _ := MarshalAppend(appendList, nil, v)
		for range 3 {
			if _, err := MarshalAppend(appendList, nil, newList(2*size, 30)); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a, want) || !bytes.Equal(appended, want) {
			t.Fatal("a document has changed after it was returned")
		}
	}
}

func TestSinkAllocs(t *testing.T) {
	small, large := newList(1000, 40), newList(3*chunkSize, 4000)
	buf := make([]byte, 0, 4*chunkSize)
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"MarshalAppend", 0, func() { buf, _ = MarshalAppend(appendList, buf[:0], small) }},
		{"MarshalAppend large", 0, func() { buf, _ = MarshalAppend(appendList, buf[:0], large) }},
		{"MarshalWrite", 0, func() { _, _ = MarshalWrite(appendList, io.Discard, large) }},
		{"Size", 0, func() { _, _ = Size(appendList, large) }},
		{"Marshal", 1, func() { _, _ = Marshal(appendList, small) }},
		{"Marshal large", 1, func() { _, _ = Marshal(appendList, large) }},
		{"MarshalIndent", 1, func() { _, _ = MarshalIndent(appendList, small, "", " ") }},
	} {
		test.f()
		if raceEnabled {
			continue // sync.Pool drops at random
		}
		if got := testing.AllocsPerRun(20, test.f); got > test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
}

// TestMarshalAppendGrowth appends many documents to one buffer, whose growth must
// cost what append's does.
func TestMarshalAppendGrowth(t *testing.T) {
	skipRace(t)
	v := newList(chunkSize+chunkSize/2, 4000)
	var b []byte
	grown := 0
	for range 60 {
		before := cap(b)
		b, _ = MarshalAppend(appendList, b, v)
		if cap(b) != before {
			grown++
		}
	}
	if grown > 40 {
		t.Errorf("60 documents grow the buffer %d times", grown)
	}
}

func TestSparesBounded(t *testing.T) {
	var s spares
	for range 100 {
		s.keep(make([]byte, 0, chunkSize))
	}
	if s.size > maxKept {
		t.Errorf("%d bytes are kept, want at most %d", s.size, maxKept)
	}
	s.keep(make([]byte, 0, maxKept+1))
	n := 0
	for _, b := range s.buffers {
		n += cap(b)
	}
	if n != s.size {
		t.Errorf("%d bytes are kept, counted as %d", n, s.size)
	}
	for range 100 {
		s.take(chunkSize)
	}
	if s.size != 0 || len(s.buffers) != 0 {
		t.Errorf("%d bytes in %d buffers are left", s.size, len(s.buffers))
	}
}
