package runtime

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"io"
	"sync"
)

// A document with types that marshal themselves is written by two: generated
// code, and one xml.Encoder of encoding/xml, which the methods of these types are
// called with. Both append to the same buffer, one at a time. What the
// methods can see of an Encoder's state is that of encoding/xml, which writes the
// whole document with it: the prefixes in scope and their numbers, the error
// it is stuck in, whether something has been written, the indentation that
// another method has left on.
//
// Some things are not kept:
//   - Flush hands what a method has written to the document, which reaches an
//     io.Writer in larger pieces. A method that goes on after the writer's error
//     meets it later.
//   - A method that closes its Encoder makes the document fail as it does in
//     encoding/xml, but another method may still be called there and not here.
//   - Where compiled code fails under EncodeElement and the method above goes on: if
//     a MarshalXMLAttr has failed, the attributes before it may have used up the
//     number of a prefix. If a MarshalText has panicked, or much has been
//     written since, which elements are left open is not known but for one.
//   - The ProcInst that only a document may begin with is refused behind all that
//     has been written and not flushed, even where encoding/xml has just
//     passed on more than its buffer holds.

// A live is the xml.Encoder of one document, and its place in the document.
type live struct {
	e     *Encoder // nil behind the end of the document
	enc   *xml.Encoder
	buf   *bufio.Writer // the buffer of enc itself
	state printer

	// out is the current buffer of the document while running is set: while
	// encoding/xml and what it calls write.
	out     []byte
	running bool
	called  bool // running has been set
	// pinned is not 0 while the end of out must not be handed to the sink.
	pinned int
	// skip counts the bytes that enc has yet to write before those of the document.
	skip int
	// pending is set where the buffer of an Encoder that writes the whole document
	// would not be empty: it has written something and not been flushed since.
	// There it refuses the ProcInst that only a document may begin with.
	pending bool
	writes  int // counts flushes that were not empty
	// at is the length of the buffer where encoding/xml stopped writing it,
	// -1 if the buffer has been changed since.
	at int
	// broken is set when encoding/xml has returned an error and left a mark, and left
	// holds the elements it has left open otherwise. See drop.
	broken  bool
	left    []xml.Name
	element *elementCall // the innermost that is under way
	entered int          // the length of the buffer where encoding/xml began to write it

	calls   *call // those at rest
	resting *elementCall

	// aside takes what enc writes while capturing is set.
	aside     []byte
	capturing bool

	// indenting is set while enc has been left with indentation on. Then what
	// generated code writes from the offset from on is indented afterwards.
	indenting bool
	from      int
	indenter  indenter

	after io.Writer // takes what is written behind the end of the document
}

// lives holds the live of each xml.Encoder that methods may have been called with,
// as long as its document is being written.
var lives sync.Map // *xml.Encoder to *live

// open returns the live of e's document.
func (e *Encoder) open() *live {
	if e.live == nil {
		l := &live{e: e}
		// NewEncoder takes a bufio.Writer as it is.
		l.buf = bufio.NewWriter(l)
		l.enc = xml.NewEncoder(l.buf)
		l.state.of(l.enc)
		l.at = e.begin
		e.live = l
		lives.Store(l.enc, l)
	}
	return e.live
}

// Write takes what enc flushes.
func (l *live) Write(p []byte) (int, error) {
	n := len(p)
	e := l.e
	if e == nil {
		return l.after.Write(p)
	}
	if l.capturing {
		l.aside = append(l.aside, p...)
		return n, nil
	}
	if e.failed != nil {
		return 0, e.failed
	}
	if l.skip > 0 {
		skip := min(l.skip, n)
		l.skip -= skip
		p = p[skip:]
	}
	if len(p) > 0 {
		l.writes++
	}
	if len(l.out) >= e.limit && l.pinned == 0 {
		var err error
		e.spills++
		if l.out, err = e.sink.put(l.out); err != nil {
			return 0, err
		}
	}
	l.out = append(l.out, p...)
	return n, nil
}

// enter hands the buffer b to encoding/xml. What generated code has written to it
// since leave is made what encoding/xml would have written.
func (l *live) enter(b []byte) error {
	if l.written(b) && l.called {
		// encoding/xml looks for it at the end of an element, but not of one with
		// a MarshalText method. It may thus call more methods before it fails,
		// and fail with what they return.
		if err := l.stuck(); err != nil && (l.at < 0 || bytes.Contains(b[l.at:], []byte("</"))) {
			return err
		}
	}
	if l.indenting {
		b = l.indented(b)
		l.steer()
	}
	l.pending = l.pending || l.written(b)
	if l.pending {
		l.prime()
	}
	l.out, l.entered = b, len(b)
	l.running, l.called = true, true
	return nil
}

// prime makes the buffer of enc, which is empty, hold something.
func (l *live) prime() {
	l.skip = 1
	_ = l.buf.WriteByte('-')
}

// leave takes the buffer back. err is what encoding/xml has returned.
func (l *live) leave(err error) []byte {
	if err != nil {
		// EncodeElement has not done it.
		_ = l.buf.Flush()
	}
	l.skip = 0
	b := l.out
	l.out = nil
	l.running, l.broken, l.left = false, false, nil
	l.at = len(b)
	if l.element != nil && l.entered < len(b) {
		l.element.spans = append(l.element.spans, opaqueSpan{l.entered, len(b)})
	}
	l.follow(b)
	return b
}

// written reports whether generated code has written to b since encoding/xml
// did.
func (l *live) written(b []byte) bool { return len(b) != l.at }

// nothing is a token that encodes to nothing.
var nothing xml.Token = xml.CharData(nil)

// stuck returns the error that enc returns from now on: it has been closed, or
// the io.Writer of the document has failed.
func (l *live) stuck() error {
	if l.e.failed != nil {
		return l.e.failed
	}
	return l.enc.EncodeToken(nothing)
}

// capture has enc write tokens beside the document, without indentation, and
// returns what it writes.
func (l *live) capture(tokens ...xml.Token) ([]byte, error) {
	if l.state.indents() {
		prefix, indent := l.state.prefix.String(), l.state.indent.String()
		l.enc.Indent("", "")
		defer l.enc.Indent(prefix, indent)
	}
	return l.write(tokens...)
}

// write is capture with the indentation that is on.
func (l *live) write(tokens ...xml.Token) ([]byte, error) {
	_ = l.buf.Flush()
	l.aside = l.aside[:0]
	l.capturing = true
	defer func() { l.capturing = false }()
	for _, t := range tokens {
		if err := l.enc.EncodeToken(t); err != nil {
			_ = l.buf.Flush()
			return nil, err
		}
	}
	err := l.buf.Flush()
	return l.aside, err
}

// spilled is called for a buffer that generated code is about to hand to the
// sink.
func (l *live) spilled(b []byte) []byte {
	if l.indenting {
		b = l.indented(b)
		l.from = 0
	}
	l.at = -1
	return b
}

// finish ends the document b, err being how generated code has ended it.
func (l *live) finish(b []byte, err error) ([]byte, error) {
	if err == nil && l.called {
		if err = l.enc.Flush(); err == nil && l.written(b) {
			err = l.stuck()
		}
	}
	if err == nil && l.indenting {
		b = l.indented(b)
	}
	after := l.e.w
	if after == nil {
		after = io.Discard
		if err == nil {
			// As Marshal does. An Encoder that Encode was called on stays open.
			err = l.enc.Close()
		}
	}
	l.close(after)
	return b, err
}

// close parts enc from the document. A method that has kept enc writes to
// after from now on.
func (l *live) close(after io.Writer) {
	lives.Delete(l.enc)
	l.e.live = nil
	l.after = after
	l.e = nil
}
