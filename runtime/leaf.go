package runtime

import (
	"time"
)

// leaf consumes the element whose start tag has just been read and returns its
// character data: that of the element itself, its children skipped.
func (s *Scanner) leaf() (Chars, error) {
	if s.empty {
		s.pop()
		return nil, nil
	}
	b, p := s.buf, s.pos
	end, dirty, ok := s.text(p)
	if !ok {
		return nil, s.err
	}
	top := &s.stack[len(s.stack)-1]
	q := end + 2 + top.end - top.start
	if q < len(b) && b[q] == '>' && b[end+1] == '/' && string(b[end+2:q]) == string(b[top.start:top.end]) {
		s.endTag = end
		s.pos = q + 1
		s.pop()
		if !dirty {
			return b[p:end], nil
		}
		s.textBuf = appendDecoded(s.textBuf[:0], b[p:end])
		return s.textBuf, nil
	}
	return s.mixedLeaf()
}

// mixedLeaf is leaf for an element that holds more than one piece of text.
func (s *Scanner) mixedLeaf() (Chars, error) {
	var text Content
	tag := s.place()
	for {
		switch s.Next() {
		case CharData:
			text.AddCharData(s)
		case StartTag:
			if err := s.Skip(); err != nil {
				return nil, err
			}
		case EndTag:
			s.setPlace(tag) // if the text does not fit, that is no fault of a child's
			return text.Chars(), nil
		case Failed:
			return nil, s.err
		}
	}
}

// Text consumes the element whose start tag has just been read and returns its
// character data. Like all the methods that follow it skips children and
// ignores comments.
func (s *Scanner) Text() (string, error) {
	c, err := s.leaf()
	return string(c), err
}

// Bytes returns an element's character data as a new slice, never nil without
// an error.
func (s *Scanner) Bytes() ([]byte, error) {
	c, err := s.leaf()
	if err != nil {
		return nil, err
	}
	return c.Bytes(), nil
}

// Chars returns an element's character data, borrowed until the next call that
// reads.
func (s *Scanner) Chars() (Chars, error) { return s.leaf() }

// Bool returns an element's value as [Chars.Bool] does.
func (s *Scanner) Bool() (bool, error) {
	c, err := s.leaf()
	if err != nil {
		return false, err
	}
	return c.Bool()
}

// Int returns an element's value as [Chars.Int] does.
func (s *Scanner) Int(bits int) (int64, error) {
	c, err := s.leaf()
	if err != nil {
		return 0, err
	}
	return c.Int(bits)
}

// Uint returns an element's value as [Chars.Uint] does.
func (s *Scanner) Uint(bits int) (uint64, error) {
	c, err := s.leaf()
	if err != nil {
		return 0, err
	}
	return c.Uint(bits)
}

// Float returns an element's value as [Chars.Float] does.
func (s *Scanner) Float(bits int) (float64, error) {
	c, err := s.leaf()
	if err != nil {
		return 0, err
	}
	return c.Float(bits)
}

// Time sets t to an element's value as [Chars.Time] does.
func (s *Scanner) Time(t *time.Time) error {
	c, err := s.leaf()
	if err != nil {
		return err
	}
	return c.Time(t)
}
