package runtime

// Chars is decoded character data or an attribute's value: references
// replaced, line ends as "\n". It is borrowed from the scanner or the input
// and must be copied to be kept; string(c) does.
type Chars []byte

// Bytes returns a copy, never nil: encoding/xml gives an empty, non-nil slice
// for empty text.
func (c Chars) Bytes() []byte { return append(make([]byte, 0, len(c)), c...) }

// A Content collects the character data or the comments of an element that
// come in several pieces. The zero Content is empty.
type Content struct {
	b     []byte
	owned bool
}

// AddCharData adds the character data that [Scanner.Next] has just reported.
func (c *Content) AddCharData(s *Scanner) {
	piece := s.buf[s.piece.start:s.piece.end]
	if c.b == nil && !s.piece.dirty {
		c.b = piece
		return
	}
	c.own(len(piece))
	if s.cdata {
		c.b = appendLines(c.b, piece)
	} else {
		c.b = appendDecoded(c.b, piece)
	}
}

// AddComment adds the comment that [Scanner.Next] has just reported.
func (c *Content) AddComment(s *Scanner) {
	piece := s.buf[s.piece.start:s.piece.end]
	if c.b == nil {
		c.b = piece
		return
	}
	c.own(len(piece))
	c.b = append(c.b, piece...)
}

// own makes the collected bytes the content's own, with room for n more.
func (c *Content) own(n int) {
	if !c.owned {
		c.b = append(make([]byte, 0, len(c.b)+n), c.b...)
		c.owned = true
	}
}

// Chars returns what was collected, nil if that is nothing. It may be borrowed
// from the input.
func (c *Content) Chars() Chars {
	if len(c.b) == 0 {
		return nil
	}
	return c.b
}

// CopyBytes returns c as a slice of a user's type, never nil.
func CopyBytes[S ~[]E, E ~uint8](c []byte) S {
	dst := make(S, len(c))
	for i, x := range c {
		dst[i] = E(x)
	}
	return dst
}

// Extend returns s with one more element. Within the capacity that element is
// what the array holds there, not a zero value: encoding/xml merges into the
// stale elements of a slice that was cut to s[:0].
func Extend[S ~[]E, E any](s S) S {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	var zero E
	return append(s, zero)
}

// An InnerMark is where the content of an element with an innerxml field starts.
type InnerMark struct {
	start     int
	outermost bool
	empty     bool
}

// InnerMark marks the content of the element whose start tag has just been
// read. Marks nest as elements do.
func (s *Scanner) InnerMark() InnerMark {
	s.marks++
	return InnerMark{start: s.pos, outermost: s.marks == 1, empty: s.empty}
}

// Inner returns what stands between the tags of the marked element, whose end
// has just been read, borrowed from the input. It is nil for an outermost
// <a/>, as encoding/xml sets a []byte then, and non-nil for any other.
func (s *Scanner) Inner(m InnerMark) []byte {
	s.marks--
	if m.empty {
		if m.outermost {
			return nil
		}
		return []byte{}
	}
	if s.relay != nil {
		return s.relay.inner(m.start, s.endTag)
	}
	return s.buf[m.start:s.endTag:s.endTag]
}
