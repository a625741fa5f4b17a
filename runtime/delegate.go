package runtime

import (
	"encoding/xml"
	"io"
	"reflect"
	"sync"
)

// A delegation is the decoder of encoding/xml that a scanner hands elements
// to: those of types that have their own UnmarshalXML, and others that generated
// code cannot read. There is one for a document, made when the first such
// element is met.
//
// As a rule its decoder is shown these elements alone, and of those around them
// the start tags of the root and of what declares namespaces: the scanner has
// checked each element before, so that the decoder finds nothing in it to complain
// about. Otherwise, because an element is malformed or too deep, the decoder
// becomes exact: it reads the whole document, from its first byte on.
type delegation struct {
	s  *Scanner
	d  *xml.Decoder
	in *feed

	exact   bool
	inner   bool // the decoder keeps what it reads: see choose
	from    int  // the start of the element checked last, and its end
	checked int
	handed  []handed
	shown   []shown
	base    settings // what the decoder was set to before the element being read
	ends    []extent // of the elements in the one checked last
	tag     []byte   // a tag that is not in the document, while the decoder reads it
	shift   int      // how much the exact decoder has read that is not in the document

	room struct { // for the first of shown, and a short tag
		shown [4]shown
		tag   [64]byte
	}
}

// A handed is one element that the decoder has been handed and has not yet read
// to its end.
type handed struct {
	tag, inside int  // offsets of its start tag and of what is behind it
	empty       bool // it is <a/>
	level       int  // how many elements are open around it
	shown       int  // how many elements around it the decoder has open
	failed      bool // an element in it has failed: the decoder stands where it did
}

// A shown is an open element around a delegated one whose start tag the
// decoder has been shown.
type shown struct {
	level      int // in the scanner's stack
	start, end int // its name
}

// decoders holds the delegation of each decoder that is in use.
var decoders sync.Map // of *xml.Decoder to *delegation

// Decode reads the element whose start tag has just been read into the value p
// points to, with encoding/xml: so it calls the methods that encoding/xml calls. p
// is a pointer to the field, whatever type that has.
//
// The decoder that an UnmarshalXML method is given has been shown a part of the
// document only. That is what a method can tell it from encoding/xml's by:
//   - InputOffset and InputPos count what the decoder has been shown.
//   - It may not be the decoder that another method of the document was given.
//   - Kept after a call that failed, it does not go on where reading stopped.
//   - Kept after an UnmarshalRead, it is at the end, whatever the reader holds.
//   - Kept after a call in which a method has changed its settings, it goes on
//     behind that method's element, not behind the root.
//   - Where a method unmarshals its element again into types with such a method, and so
//     reads on behind it, only the elements around that are the root or declare
//     namespaces are open.
//   - In place of the CharsetReader of an UnmarshalRead, one that a method sets is
//     not asked for encodings that the document declares behind it.
//   - That CharsetReader is asked for all of them before the first method is called.
func (s *Scanner) Decode(p any) error {
	if err := s.TooDeep(); err != nil {
		return err
	}
	s.called = true
	if s.relay != nil {
		return s.relay.decode(p)
	}
	return s.choose().decode(p)
}

// Interface reads the element whose start tag has just been read into an
// interface as Decode(p) does, where p points to it and held is its value.
func (s *Scanner) Interface(p, held any) error {
	if held == nil {
		if err := s.TooDeep(); err != nil {
			return err
		}
		return s.Skip()
	}
	// Compiled code counts on a depth from the root that its types allow, so it
	// is not for the last levels. Of a **T encoding/xml does not follow the second
	// pointer here.
	if t := below(held); t != nil && reflect.TypeOf(held) == reflect.TypeOf(t.New) && len(s.stack) < maxDepthWasm/2 {
		return t.Unmarshal(s, held)
	}
	return s.Decode(p)
}

// Called reports whether a method of the caller's may have run since Reset.
func (s *Scanner) Called() bool { return s.called }

// SetTail tells what encoding/xml would find behind the data the scanner was
// given: the error err, or else rest and then what r reads, or else, both being
// nil, the end. The data may be changed once the scanner is reset.
func (s *Scanner) SetTail(rest []byte, r io.Reader, err error) {
	s.tail = tail{true, rest, r, err}
}

// SetCharset tells that the decoders given to methods have this CharsetReader,
// and that the declarations before the offset converted have been heeded.
func (s *Scanner) SetCharset(f func(string, io.Reader) (io.Reader, error), converted int) {
	s.charset, s.converted = f, converted
}

// Detach ends the use of the decoder that methods have been given. A method
// that has kept it finds what is behind the document. It must be deferred, for
// a panic of a method's ends the document too, and the scanner may never be reset.
func (s *Scanner) Detach() {
	if s.delegate == nil {
		return
	}
	if s.relay != nil {
		s.endRelay(s.delegate.in.buf)
	}
	s.delegate.detach()
	if s.spare != nil {
		s.spare.detach()
	}
	s.delegate, s.spare = nil, nil
}

func newDelegation(s *Scanner) *delegation {
	g := &delegation{s: s, in: &feed{buf: s.buf}}
	g.shown, g.tag = g.room.shown[:0], g.room.tag[:0]
	set := settings{strict: true}
	if s.charset != nil {
		charset, converted := s.charset, s.converted
		set.charset = func(label string, r io.Reader) (io.Reader, error) {
			if in, ok := r.(*feed); ok && in.pos <= converted {
				return r, nil
			}
			return charset(label, r)
		}
	}
	g.attach(set)
	return g
}

// attach makes the decoder, which reads what in holds.
func (g *delegation) attach(set settings) {
	g.d = xml.NewDecoder(g.in)
	g.base = set
	set.apply(g.d)
	decoders.Store(g.d, g)
}

func (g *delegation) detach() {
	decoders.Delete(g.d)
	if !g.exact && len(g.handed) == 0 && g.in.pos <= g.s.pos && g.hide(0) == nil {
		g.in.seek(g.s.pos)
	}
	if g.s.tail.known {
		g.in.end() // the data is not ours to keep
	}
}

// decode is Decode once the delegation exists.
func (g *delegation) decode(p any) error {
	s := g.s
	tag, level := s.tag, len(s.stack)-1
	end := g.end(tag, level)
	s.close(level)
	if err := g.read(tag, level, p); err != nil {
		if s.fail.err == nil {
			s.tag = tag
		}
		return err
	}
	s.fail = failure{} // of compiled code whose error the method has not returned
	if g.at() != end || !g.base.same(g.d) || g.in.switched || g.in.grown {
		g.relay(tag, end)
	} else {
		s.pos = end
	}
	return nil
}

// at returns where the decoder is in the document.
func (g *delegation) at() int {
	if g.exact {
		return g.offset()
	}
	return g.in.pos
}

// read has the decoder read the element at the offset tag into p, with level
// elements around it.
func (g *delegation) read(tag, level int, p any) error {
	f := handed{tag: tag, level: level}
	if g.exact {
		start, err := g.advance(tag)
		if err != nil {
			return err
		}
		return g.call(f, p, &start)
	}
	if err := g.show(); err != nil {
		return err
	}
	start, err := g.startTag(tag)
	if err != nil {
		return err
	}
	return g.call(f, p, &start)
}

// call has the decoder unmarshal the element whose start tag it has just read.
func (g *delegation) call(f handed, p any, start *xml.StartElement) (err error) {
	if !g.exact {
		f.inside = g.in.pos
		f.empty = g.in.buf[g.in.pos-2] == '/'
		f.shown = len(g.shown)
	}
	n := len(g.handed)
	g.handed = append(g.handed, f)
	returned := false
	defer func() {
		g.handed = g.handed[:n]
		if n > 0 && (!returned || err != nil) {
			g.handed[n-1].failed = true
		}
	}()
	err = g.d.DecodeElement(p, start)
	returned = true
	return err
}

// close closes the elements from number level on, wherever the scanner is in
// them.
func (s *Scanner) close(level int) {
	s.empty = false
	if len(s.stack) > level {
		s.ns.leave(s.stack[level].bindings)
		s.stack = s.stack[:level]
	}
}
