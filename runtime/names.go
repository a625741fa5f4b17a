package runtime

import (
	"encoding/xml"
	"io"
	"sync/atomic"
	"unicode/utf8"
)

// Byte classes for the scanning of names and white space.
const (
	className  = 1 << iota // may continue a name; every non-ASCII byte may
	classFirst             // may start a name, as far as one byte can tell
	classColon
	classHigh  // not ASCII: the rune decides
	classSpace // white space (XML 1.0 section 2.3, S)
)

var class = func() (t [256]uint8) {
	for c := range t {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
			t[c] = className | classFirst
		case c == ':':
			t[c] = className | classFirst | classColon
		case '0' <= c && c <= '9', c == '-', c == '.':
			t[c] = className
		case c == ' ', c == '\t', c == '\n', c == '\r':
			t[c] = classSpace
		case c >= utf8.RuneSelf:
			t[c] = className | classFirst | classHigh
		}
	}
	return t
}()

// name scans the name that starts at p. It returns the offset behind it and
// that of its local part: behind the colon of "prefix:local", else p itself,
// as encoding/xml splits names. colons allows any number of colons, as the
// target of a processing instruction may have.
func (s *Scanner) name(p int, colons bool) (end, local int, ok bool) {
	b := s.buf
	if p >= len(b) {
		return 0, 0, s.malformed(p, "unexpected EOF")
	}
	start, colon, n := p, -1, 0
	seen := class[b[p]]
	if seen&className == 0 {
		return 0, 0, s.malformed(p, "expected a name")
	}
	high := uint8(0)
	for ; p < len(b); p++ {
		c := class[b[p]]
		if c&className == 0 {
			break
		}
		if c&(classColon|classHigh) != 0 {
			high |= c
			if c&classColon != 0 {
				colon = p
				n++
			}
		}
	}
	if p == len(b) {
		return 0, 0, s.malformed(p, "unexpected EOF")
	}
	if s.guards&GuardNames != 0 {
		if seen&classFirst == 0 || high&classHigh != 0 && !isName(b[start:p]) {
			return 0, 0, s.malformed(start, "invalid XML name")
		}
		if n > 1 && !colons {
			return 0, 0, s.malformed(start, "more than one colon in a name")
		}
	}
	local = start
	if n == 1 && colon > start && colon < p-1 {
		local = colon + 1
	}
	return p, local, true
}

// isName reports whether b is a Name as the running encoding/xml sees it.
func isName(b []byte) bool {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return false
		}
		if c := nameClass(r); c&className == 0 || i == 0 && c&classFirst == 0 {
			return false
		}
		i += size
	}
	return len(b) > 0
}

// namePage holds the classes of 256 neighbouring runes.
type namePage [256]uint8

// namePages are filled page by page at first use. The tables of encoding/xml
// are those of an edition of XML 1.0 and not exported; asking the library
// that runs keeps us equal to it when it changes editions.
var namePages [(utf8.MaxRune + 1) / 256]atomic.Pointer[namePage]

// nameClass returns className and classFirst of r.
func nameClass(r rune) uint8 {
	if r < utf8.RuneSelf {
		return class[r]
	}
	page := namePages[r>>8].Load()
	if page == nil {
		page = probeNamePage(r &^ 0xff)
		namePages[r>>8].Store(page)
	}
	return page[r&0xff]
}

// probeNamePage asks encoding/xml about the 256 runes from base on: an encoder
// takes a processing instruction only if its target is a name.
func probeNamePage(base rune) *namePage {
	enc := xml.NewEncoder(io.Discard)
	takes := func(target string) bool {
		return enc.EncodeToken(xml.ProcInst{Target: target}) == nil
	}
	page := new(namePage)
	for i := range page {
		r := base + rune(i)
		if !utf8.ValidRune(r) {
			continue
		}
		if takes("a" + string(r)) {
			page[i] |= className
		}
		if takes(string(r)) {
			page[i] |= classFirst
		}
	}
	return page
}
