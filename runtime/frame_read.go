package runtime

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
)

// Fill reads one document from r, as far as it goes. It returns nil once the
// document is complete or malformed, and r's error if that comes first, [io.EOF]
// included.
//
// If r is an [io.ByteReader], Fill takes no byte behind the last of the document.
// From any other reader it takes what a Read returns, as encoding/xml does; the
// rest is what [Framer.Rest] returns.
func (f *Framer) Fill(r io.Reader) error {
	switch r := r.(type) {
	case *bufio.Reader:
		return f.fillBuffered(r)
	case *bytes.Buffer:
		r.Next(f.Add(r.Bytes()))
		return f.eof()
	case *bytes.Reader:
		return f.fillSeeker(r)
	case *strings.Reader:
		return f.fillSeeker(r)
	case io.ByteReader:
		return f.fillBytes(r)
	}
	return f.fillBlocks(r)
}

// Rest returns the bytes that were read from a reader that is not an
// [io.ByteReader] and come behind the document.
func (f *Framer) Rest() []byte { return f.buf[f.pos:] }

// eof returns the error at the end of the input.
func (f *Framer) eof() error {
	if f.ended() {
		return nil
	}
	return io.EOF
}

func (f *Framer) fillBuffered(r *bufio.Reader) error {
	for !f.ended() {
		if _, err := r.Peek(1); err != nil {
			return err
		}
		piece, _ := r.Peek(r.Buffered())
		if _, err := r.Discard(f.Add(piece)); err != nil {
			return err
		}
	}
	return nil
}

// fillSeeker reads blocks from memory and goes back to the end of the document.
func (f *Framer) fillSeeker(r io.ReadSeeker) error {
	err := f.fillBlocks(r)
	if behind := len(f.Rest()); behind > 0 {
		f.buf = f.buf[:f.pos]
		if _, err := r.Seek(-int64(behind), io.SeekCurrent); err != nil {
			return err
		}
	}
	return err
}

func (f *Framer) fillBytes(r io.ByteReader) error {
	for !f.ended() {
		c, err := r.ReadByte()
		if err != nil {
			return err
		}
		f.buf = append(f.buf, c)
		f.scan()
	}
	return nil
}

// maxEmptyReads is how often a reader may return nothing and no error, as in
// package bufio.
const maxEmptyReads = 100

var errCount = errors.New("xmlserde: reader returned an impossible count from Read")

func (f *Framer) fillBlocks(r io.Reader) error {
	empty := 0
	for !f.ended() {
		f.buf = slices.Grow(f.buf, blockSize)
		room := f.buf[len(f.buf):min(cap(f.buf), len(f.buf)+f.window())]
		n, err := r.Read(room)
		if n < 0 || n > len(room) {
			return errCount
		}
		f.buf = f.buf[:len(f.buf)+n]
		f.scan()
		switch {
		case f.ended():
			return nil
		case err != nil:
			return err
		case n > 0:
			empty = 0
		default:
			if empty++; empty == maxEmptyReads {
				return io.ErrNoProgress
			}
		}
	}
	return nil
}
