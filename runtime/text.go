package runtime

import (
	"encoding/binary"
	"math/bits"
	"strconv"
	"unicode/utf8"
)

const (
	lsb = 0x0101010101010101 // the lowest bit of each byte
	msb = 0x8080808080808080 // the highest bit of each byte
)

// textStops marks, by its highest bit, each byte of x that character data
// cannot just run over: '<', '>', '&', controls and non-ASCII. Bytes above the
// lowest marked one may be marked by mistake.
func textStops(x uint64) uint64 {
	angle := (x | lsb<<1) ^ lsb*('>') // '<' and '>' differ in one bit
	amp := x ^ lsb*('&')
	return ((angle-lsb)&^angle | (amp-lsb)&^amp | (x-lsb*' ')&^x | x) & msb
}

// quotedStops is textStops for an attribute value within the quote that is
// repeated in quotes: it stops at the quote and runs over '>'.
func quotedStops(x, quotes uint64) uint64 {
	quote := x ^ quotes
	less := x ^ lsb*('<')
	amp := x ^ lsb*('&')
	return ((quote-lsb)&^quote | (less-lsb)&^less | (amp-lsb)&^amp | (x-lsb*' ')&^x | x) & msb
}

// charStops marks controls and non-ASCII: all that a CDATA section is checked for.
func charStops(x uint64) uint64 { return ((x-lsb*' ')&^x | x) & msb }

// text scans the character data that starts at p, up to the next '<' or the
// end of the input, checking it. dirty reports that it holds references or
// carriage returns, so that its value is not its bytes.
func (s *Scanner) text(p int) (end int, dirty, ok bool) {
	b := s.buf
	start := p
	for {
		for p+8 <= len(b) {
			if m := textStops(binary.LittleEndian.Uint64(b[p:])); m != 0 {
				p += bits.TrailingZeros64(m) >> 3
				break
			}
			p += 8
		}
		if p >= len(b) {
			return p, dirty, true
		}
		switch c := b[p]; {
		case c == '<':
			return p, dirty, true
		case c == '&':
			_, n := s.reference(p)
			if n == 0 {
				return 0, false, s.malformed(p, "invalid character entity")
			}
			dirty = true
			p += n
		case c == '>':
			if p-start >= 2 && b[p-1] == ']' && b[p-2] == ']' && s.guards&GuardCDataEnd != 0 {
				return 0, false, s.malformed(p, "unescaped ]]> not in CDATA section")
			}
			p++
		case c == '\r':
			dirty = true
			p++
		case c < ' ' || c >= utf8.RuneSelf:
			n := s.char(p)
			if n == 0 {
				return 0, false, false
			}
			p += n
		default:
			p++
		}
	}
}

// quoted scans an attribute value that starts at p, behind the opening quote,
// and returns the offset of the closing one.
func (s *Scanner) quoted(p int, quote byte) (end int, dirty, ok bool) {
	b := s.buf
	quotes := lsb * uint64(quote)
	for {
		for p+8 <= len(b) {
			if m := quotedStops(binary.LittleEndian.Uint64(b[p:]), quotes); m != 0 {
				p += bits.TrailingZeros64(m) >> 3
				break
			}
			p += 8
		}
		if p >= len(b) {
			return 0, false, s.malformed(p, "unexpected EOF")
		}
		switch c := b[p]; {
		case c == quote:
			return p, dirty, true
		case c == '<':
			return 0, false, s.malformed(p, "unescaped < inside quoted string")
		case c == '&':
			_, n := s.reference(p)
			if n == 0 {
				return 0, false, s.malformed(p, "invalid character entity")
			}
			dirty = true
			p += n
		case c == '\r':
			dirty = true
			p++
		case c < ' ' || c >= utf8.RuneSelf:
			n := s.char(p)
			if n == 0 {
				return 0, false, false
			}
			p += n
		default:
			p++
		}
	}
}

// chars checks the characters of a CDATA section.
func (s *Scanner) chars(p, end int) (dirty, ok bool) {
	b := s.buf
	for p < end {
		if p+8 <= end {
			m := charStops(binary.LittleEndian.Uint64(b[p:]))
			if m == 0 {
				p += 8
				continue
			}
			p += bits.TrailingZeros64(m) >> 3
		}
		switch c := b[p]; {
		case c == '\r':
			dirty = true
			p++
		case c < ' ' || c >= utf8.RuneSelf:
			n := s.char(p)
			if n == 0 {
				return false, false
			}
			p += n
		default:
			p++
		}
	}
	return dirty, true
}

// char checks a run of characters at p that starts with a control or a
// non-ASCII character, and returns its length in bytes, 0 if it is refused.
func (s *Scanner) char(p int) int {
	b := s.buf
	start := p
	for p < len(b) && b[p] >= utf8.RuneSelf {
		r, size := utf8.DecodeRune(b[p:])
		if r == utf8.RuneError && size == 1 {
			if s.guards&GuardUTF8 != 0 {
				s.malformed(p, "invalid UTF-8")
				return 0
			}
		} else if r&^1 == 0xfffe && s.guards&GuardChars != 0 {
			s.malformed(p, "illegal character code")
			return 0
		}
		p += size
	}
	if p > start {
		return p - start
	}
	if c := b[p]; c != '\t' && c != '\n' && s.guards&GuardChars != 0 {
		s.malformed(p, "illegal character code")
		return 0
	}
	return 1
}

// inCharRange reports whether r is a Char (XML 1.0 section 2.2). Surrogates
// cannot come up: decoding UTF-8 gives none.
func inCharRange(r rune) bool {
	return r >= ' ' && r&^1 != 0xfffe || r == '\t' || r == '\n' || r == '\r'
}

// reference scans the reference that starts at p and returns what it stands
// for and its length, 0 if it is refused. Without GuardReferences an unknown
// or malformed one stands for the '&' it starts with.
func (s *Scanner) reference(p int) (r rune, n int) {
	r, n = parseReference(s.buf[p:])
	switch {
	case n == 0:
		if s.guards&GuardReferences != 0 {
			return 0, 0
		}
		return '&', 1
	case !inCharRange(r) && s.guards&GuardChars != 0:
		return 0, 0
	}
	return r, n
}

// parseReference reads a character reference or one of the five predefined
// entities at the start of b (XML 1.0 sections 4.1 and 4.6). Like
// encoding/xml it takes a surrogate for U+FFFD.
func parseReference(b []byte) (r rune, n int) {
	if len(b) < 4 {
		return 0, 0
	}
	if b[1] == '#' {
		base, i := 10, 2
		if b[2] == 'x' {
			base, i = 16, 3
		}
		end := i
		for end < len(b) && (b[end]-'0' <= 9 || base == 16 && b[end]|0x20-'a' <= 'f'-'a') {
			end++
		}
		if end == len(b) || b[end] != ';' {
			return 0, 0
		}
		v, err := strconv.ParseUint(string(b[i:end]), base, 64)
		if err != nil || v > utf8.MaxRune {
			return 0, 0
		}
		r = rune(v)
		if !utf8.ValidRune(r) {
			r = utf8.RuneError
		}
		return r, end + 1
	}
	switch {
	case b[1] == 'l' && b[2] == 't' && b[3] == ';':
		return '<', 4
	case b[1] == 'g' && b[2] == 't' && b[3] == ';':
		return '>', 4
	case len(b) >= 5 && string(b[1:5]) == "amp;":
		return '&', 5
	case len(b) >= 6 && string(b[1:6]) == "quot;":
		return '"', 6
	case len(b) >= 6 && string(b[1:6]) == "apos;":
		return '\'', 6
	}
	return 0, 0
}

// appendDecoded appends the value of checked character data or of an
// attribute: references replaced, line ends normalised.
func appendDecoded(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		c := raw[i]
		if c == '&' {
			if r, n := parseReference(raw[i:]); n > 0 {
				dst = utf8.AppendRune(dst, r)
				i += n
				continue
			}
		}
		if c == '\r' {
			dst = append(dst, '\n')
			i++
			if i < len(raw) && raw[i] == '\n' {
				i++
			}
			continue
		}
		j := i + 1
		for j < len(raw) && raw[j] != '&' && raw[j] != '\r' {
			j++
		}
		dst = append(dst, raw[i:j]...)
		i = j
	}
	return dst
}

// appendLines appends the value of a CDATA section: line ends normalised.
func appendLines(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		if raw[i] == '\r' {
			dst = append(dst, '\n')
			i++
			if i < len(raw) && raw[i] == '\n' {
				i++
			}
			continue
		}
		j := i + 1
		for j < len(raw) && raw[j] != '\r' {
			j++
		}
		dst = append(dst, raw[i:j]...)
		i = j
	}
	return dst
}
