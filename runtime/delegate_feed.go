package runtime

import (
	"bufio"
	"io"
)

// A feed is what the decoder of a delegation reads. It reads no byte before
// the decoder wants it, so that its place is the decoder's.
type feed struct {
	before []byte // comes before anything else
	buf    []byte
	pos    int
	tail   io.ByteReader // behind buf
	err    error         // behind buf without a tail, [io.EOF] if nil

	grown    bool // buf has bytes from the tail
	switched bool // somebody else reads, to convert the character set
}

// A tail is what encoding/xml would find behind the data of a scanner: see
// [Scanner.SetTail].
type tail struct {
	known bool
	rest  []byte
	r     io.Reader
	err   error
}

// bytes returns a reader of the tail that reads no byte too early, as far as
// the reader of the tail allows it.
func (t *tail) bytes() io.ByteReader {
	if r, ok := t.r.(io.ByteReader); ok {
		return r
	}
	return bufio.NewReader(io.MultiReader(&feed{buf: t.rest}, t.r))
}

func (in *feed) seek(pos int) { in.pos = pos }

// end lets go of all data.
func (in *feed) end() { *in = feed{} }

// ReadByte implements [io.ByteReader].
func (in *feed) ReadByte() (byte, error) {
	switch {
	case len(in.before) > 0:
		c := in.before[0]
		in.before = in.before[1:]
		return c, nil
	case in.pos < len(in.buf):
		c := in.buf[in.pos]
		in.pos++
		return c, nil
	case in.tail != nil:
		c, err := in.tail.ReadByte()
		if err == nil {
			if !in.grown {
				in.buf = in.buf[:in.pos:in.pos] // what is behind belongs to others
				in.grown = true
			}
			in.buf = append(in.buf, c)
			in.pos++
		}
		return c, err
	case in.err != nil:
		return 0, in.err
	}
	return 0, io.EOF
}

// Read implements [io.Reader], for functions that convert character sets.
func (in *feed) Read(p []byte) (int, error) {
	in.switched = true
	if len(p) == 0 {
		return 0, nil
	}
	if len(in.before) == 0 && in.pos < len(in.buf) {
		n := copy(p, in.buf[in.pos:])
		in.pos += n
		return n, nil
	}
	c, err := in.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = c
	return 1, nil
}
