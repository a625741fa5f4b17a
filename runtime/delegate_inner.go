package runtime

import (
	"encoding/xml"
	"errors"
)

// In an element whose innerxml is collected encoding/xml's decoder keeps the
// bytes that it reads. It shows: an empty element in there has an innerxml of
// []byte{}, and nil otherwise. So a document may need two decoders.

// choose returns the delegation for the element whose start tag has just been
// read.
func (s *Scanner) choose() *delegation {
	g, inner := s.delegate, s.marks > 0
	switch {
	case g == nil:
		s.delegate = newDelegation(s)
	case g.inner == inner || g.exact || len(g.handed) > 0:
	case s.spare == nil:
		s.delegate, s.spare = newDelegation(s), g
	case s.spare.inner == inner:
		s.delegate, s.spare = s.spare, g
	}
	if g = s.delegate; inner && !g.inner && !g.exact {
		g.keepBytes()
	}
	return g
}

// dropSpare ends the use of the second decoder.
func (s *Scanner) dropSpare() {
	if s.spare != nil {
		decoders.Delete(s.spare.d)
		s.spare = nil
	}
}

// aborted has a field for innerxml and another that cannot be read.
type aborted struct {
	Inner string `xml:",innerxml"`
	Child abort  `xml:",any"`
}

type abort struct{}

var errAbort = errors.New("xmlserde: abort")

// UnmarshalText refuses any text.
func (*abort) UnmarshalText([]byte) error { return errAbort }

// keepBytes has the decoder keep the bytes that it reads from now on. That is
// what it does behind an error in an element whose innerxml it collects.
func (g *delegation) keepBytes() {
	g.in.before = []byte("<_><_></_></_>")
	t, err := g.d.Token()
	if start, ok := t.(xml.StartElement); ok {
		if err = g.d.DecodeElement(new(aborted), &start); err == errAbort {
			_, err = g.d.Token()
		}
	}
	if err != nil {
		panic("xmlserde: cannot collect innerxml: " + err.Error())
	}
	g.inner = true
}
