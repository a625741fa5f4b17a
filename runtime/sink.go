package runtime

import (
	"io"
	"slices"
	"sync"
)

// A sink takes full buffers from [Encoder.Spill].
type sink interface {
	// put takes b, which ends behind a tag, and returns an empty buffer to go on
	// with, which may be b's memory.
	put(b []byte) ([]byte, error)
}

const (
	// chunkSize is the length from which a growing document is continued in a
	// new buffer: copying a document once at the end is cheaper than letting
	// append grow it.
	chunkSize = 1 << 20
	// writeSize is the length from which a document is handed to an io.Writer.
	writeSize = 32 << 10
	// slack is how much room a buffer should have left behind an element.
	slack = 16 << 10
	// maxKept bounds the memory that an Encoder at rest keeps.
	maxKept = 8 << 20
)

// A MarshalFunc appends the document of v to b, as [Type].Marshal does.
type MarshalFunc func(e *Encoder, b []byte, v any) ([]byte, error)

// Marshal returns the document that f appends for v, nil if it is empty. The
// result is the caller's; it is allocated once, at its length.
func Marshal(f MarshalFunc, v any) ([]byte, error) {
	e := newEncoder()
	defer e.free()
	b, err := e.collect(f, e.spares.take(0), v)
	if err != nil {
		return nil, err
	}
	return e.join(nil, b), nil
}

// MarshalAppend appends the document of v to dst and returns the extended
// slice, as append does. It allocates nothing if dst has room for the document.
// On an error it returns dst with its length unchanged.
func MarshalAppend(f MarshalFunc, dst []byte, v any) ([]byte, error) {
	e := newEncoder()
	defer e.free()
	b, err := e.collect(f, dst, v)
	if err != nil {
		return dst, err
	}
	if len(e.full) == 0 {
		return b, nil
	}
	// The first buffer begins with dst and is the caller's.
	first := e.full[0]
	e.full = slices.Delete(e.full, 0, 1)
	return e.join(first, b), nil
}

// collect calls f with a buffer that continues in chunks.
func (e *Encoder) collect(f MarshalFunc, b []byte, v any) ([]byte, error) {
	e.sink = (*chunkSink)(e)
	e.limit = len(b) + max(chunkSize, cap(b)-len(b)-slack)
	return e.run(f, b, v)
}

// MarshalWrite writes the document of v to w in pieces of 32 KiB or more, and
// the last one of any length. It returns the number of bytes written. An error
// of w ends it; on an error of v, what is already written stays.
func MarshalWrite(f MarshalFunc, w io.Writer, v any) (int64, error) {
	e := newEncoder()
	defer e.free()
	e.w = w
	e.sink = (*writeSink)(e)
	e.limit = writeSize
	b, err := e.run(f, e.spares.take(0), v)
	if err == nil && len(b) > 0 {
		b, err = e.sink.put(b)
	}
	e.spares.keep(b)
	return e.n, err
}

// Size returns the length of the document of v in bytes, in the memory of a
// small buffer.
func Size(f MarshalFunc, v any) (int64, error) {
	e := newEncoder()
	defer e.free()
	e.sink = (*sizeSink)(e)
	e.limit = writeSize
	b, err := e.run(f, e.spares.take(0), v)
	if err != nil {
		return 0, err
	}
	n := e.n + int64(len(b))
	e.spares.keep(b)
	return n, nil
}

// MarshalIndent returns the document of v with each element on a line of its
// own that starts with prefix and one indent for each element around it.
func MarshalIndent(f MarshalFunc, v any, prefix, indent string) ([]byte, error) {
	if prefix == "" && indent == "" {
		return Marshal(f, v)
	}
	e := newEncoder()
	defer e.free()
	e.indenting = true
	e.indent = indenter{prefix: prefix, indent: indent}
	e.indent.out = e.spares.take(0)
	e.sink = (*indentSink)(e)
	e.limit = writeSize
	b, err := e.run(f, e.spares.take(0), v)
	if err == nil {
		b, err = e.sink.put(b)
	}
	if err != nil {
		return nil, err
	}
	e.spares.keep(b)
	return e.join(nil, e.indent.out), nil
}

// run calls f and looks whether its document counts.
func (e *Encoder) run(f MarshalFunc, b []byte, v any) ([]byte, error) {
	e.begin, e.spills = len(b), 0
	b, err := f(e, b, v)
	if e.live != nil {
		b, err = e.live.finish(b, err)
	}
	if e.std {
		return b, ErrStd
	}
	return b, err
}

// spill is the part of Spill that is not inlined.
//
//go:noinline
func (e *Encoder) spill(b []byte) ([]byte, error) {
	if e.std {
		return b, ErrStd
	}
	e.begin = -1
	e.spills++
	if e.live != nil {
		b = e.live.spilled(b)
	}
	return e.sink.put(b)
}

// encoders holds Encoders at rest.
var encoders = sync.Pool{New: func() any { return new(Encoder) }}

func newEncoder() *Encoder { return encoders.Get().(*Encoder) }

// free returns e to rest, without anything of the caller's.
func (e *Encoder) free() {
	if e.live != nil {
		e.live.close(io.Discard)
	}
	e.delegating = false
	e.failed = nil
	e.partial = nil
	clear(e.starts[:cap(e.starts)])
	e.starts = e.starts[:0]
	e.sink = nil
	e.std = false
	e.scope.reset()
	e.indenting = false
	e.indent = indenter{}
	e.opaque = e.opaque[:0]
	clear(e.full)
	e.full = e.full[:0]
	e.w = nil
	e.n = 0
	encoders.Put(e)
}

// join appends all full buffers and b to dst, which grows once, and keeps their
// memory. It returns nil for nothing.
func (e *Encoder) join(dst, b []byte) []byte {
	n := len(b)
	for _, full := range e.full {
		n += len(full)
	}
	dst = slices.Grow(dst, n)
	for _, full := range e.full {
		dst = append(dst, full...)
		e.spares.keep(full)
	}
	dst = append(dst, b...)
	e.spares.keep(b)
	return dst
}

// chunkSink collects a document that is wanted in one piece.
type chunkSink Encoder

func (s *chunkSink) put(b []byte) ([]byte, error) {
	s.full = append(s.full, b)
	s.limit = chunkSize
	return s.spares.take(chunkSize + slack), nil
}

// writeSink writes a document to an io.Writer.
type writeSink Encoder

func (s *writeSink) put(b []byte) ([]byte, error) {
	n, err := s.w.Write(b)
	s.n += int64(n)
	if n < len(b) && err == nil {
		err = io.ErrShortWrite
	}
	s.failed = err
	return b[:0], err
}

// sizeSink measures a document.
type sizeSink Encoder

func (s *sizeSink) put(b []byte) ([]byte, error) {
	s.n += int64(len(b))
	return b[:0], nil
}

// indentSink collects the indented form of a document.
type indentSink Encoder

func (s *indentSink) put(b []byte) ([]byte, error) {
	s.indent.out = s.indent.append(s.indent.out, b, s.opaque)
	s.opaque = s.opaque[:0]
	if len(s.indent.out) >= chunkSize {
		s.full = append(s.full, s.indent.out)
		s.indent.out = s.spares.take(chunkSize + slack)
	}
	return b[:0], nil
}

// spares are empty buffers kept for the next documents, at most maxKept bytes
// of them.
type spares struct {
	buffers [][]byte
	size    int
}

// take returns an empty buffer with room for n bytes.
func (s *spares) take(n int) []byte {
	for i := len(s.buffers) - 1; i >= 0; i-- {
		if b := s.buffers[i]; cap(b) >= n {
			s.buffers = slices.Delete(s.buffers, i, i+1)
			s.size -= cap(b)
			return b
		}
	}
	if n == 0 {
		return nil
	}
	return make([]byte, 0, n)
}

// keep takes back a buffer that nobody else refers to.
func (s *spares) keep(b []byte) {
	const buffers = 16
	if cap(b) > 0 && len(s.buffers) < buffers && s.size+cap(b) <= maxKept {
		s.buffers = append(s.buffers, b[:0])
		s.size += cap(b)
	}
}
