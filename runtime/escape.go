package runtime

import (
	"bytes"
	"errors"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// escapes holds what stands for an ASCII character in text and in attribute
// values, "" for the characters that stand for themselves.
var escapes = [utf8.RuneSelf]string{
	'"': "&#34;", '\'': "&#39;", '&': "&amp;", '<': "&lt;", '>': "&gt;",
	'\t': "&#x9;", '\n': "&#xA;", '\r': "&#xD;",
}

// replacement stands for what no XML document can hold: invalid UTF-8 and
// characters outside the Char production (XML 1.0 section 2.2).
const replacement = "\uFFFD"

func init() {
	for c := range ' ' {
		if escapes[c] == "" {
			escapes[c] = replacement
		}
	}
}

// AppendText appends s escaped as character data, which also serves as an
// attribute value in quotes of either kind.
func AppendText(b []byte, s string) []byte { return appendText(b, s) }

// AppendTextBytes is [AppendText] for a []byte. The two slices must not overlap.
func AppendTextBytes(b, s []byte) []byte { return appendText(b, s) }

func appendText[S string | []byte](b []byte, s S) []byte {
	for {
		n := plain(s)
		b = append(b, s[:n]...)
		if n == len(s) {
			return b
		}
		if c := s[n]; c < utf8.RuneSelf {
			b = append(b, escapes[c]...)
		} else {
			b = append(b, replacement...)
		}
		if n+3 <= len(s) && (string(s[n:n+3]) == "\uFFFE" || string(s[n:n+3]) == "\uFFFF") {
			n += 2
		}
		s = s[n+1:]
	}
}

// special returns eight bytes, the lowest high bit of which is that of the first
// of the eight bytes of x that is a control character, one of "&'<> or not ASCII.
// It returns 0 if none is.
func special(x uint64) uint64 {
	// As long as the bytes below are neither, each difference sets the high bit
	// of the bytes it looks for and of no other. & and ' differ in their lowest
	// bit only, < and > in the next.
	control := x - lsb*' '
	quote := (x ^ lsb*'"') - lsb
	amp := ((x | lsb) ^ lsb*'\'') - lsb
	angle := ((x | lsb*2) ^ lsb*'>') - lsb
	return (x | control | quote | amp | angle) & msb
}

// plain returns the length of the longest prefix of s that escaping leaves as
// it is.
func plain[S string | []byte](s S) int {
	i := 0
	for i+8 <= len(s) {
		m := special(load64(s[i : i+8]))
		if m == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(m) / 8
		if s[i] < utf8.RuneSelf {
			return i
		}
		n := charLen(s, i)
		if n == 0 {
			return i
		}
		i += n
		// Such characters seldom come alone.
		for i+4 <= len(s) {
			x := load32(s[i : i+4])
			if x&0xC0C0F0 == 0x8080E0 && uint8(x) != 0xE0 && uint8(x) != 0xED && uint8(x) != 0xEF {
				i += 3
			} else if x&0xC0E0 == 0x80C0 && uint8(x) >= 0xC2 {
				i += 2
			} else {
				break
			}
		}
	}
	if i < len(s) && len(s) >= 8 && special(load64(s[len(s)-8:])) == 0 {
		return len(s)
	}
	for i < len(s) {
		n := 1
		if c := s[i]; c < utf8.RuneSelf {
			if escapes[c] != "" {
				return i
			}
		} else if n = charLen(s, i); n == 0 {
			return i
		}
		i += n
	}
	return i
}

// load64 returns the first eight bytes of s, and load32 the first four, as a number with
// the first byte lowest. The compiler makes one load of it.
func load64[S string | []byte](s S) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func load32[S string | []byte](s S) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// charLen returns the length of the character at s[i], which is not ASCII, and
// 0 if no document can hold it: it is invalid UTF-8, or U+FFFE or U+FFFF.
func charLen[S string | []byte](s S, i int) int {
	c := s[i]
	switch {
	case c < 0xC2 || c > 0xF4:
		return 0
	case c < 0xE0:
		if i+1 < len(s) && s[i+1]&0xC0 == 0x80 {
			return 2
		}
		return 0
	case c < 0xF0:
		if i+2 >= len(s) || s[i+1]&0xC0 != 0x80 || s[i+2]&0xC0 != 0x80 ||
			c == 0xE0 && s[i+1] < 0xA0 || // overlong
			c == 0xED && s[i+1] > 0x9F || // a surrogate
			c == 0xEF && s[i+1] == 0xBF && s[i+2] > 0xBD {
			return 0
		}
		return 3
	}
	if i+3 >= len(s) || s[i+1]&0xC0 != 0x80 || s[i+2]&0xC0 != 0x80 || s[i+3]&0xC0 != 0x80 ||
		c == 0xF0 && s[i+1] < 0x90 || // overlong
		c == 0xF4 && s[i+1] > 0x8F { // above U+10FFFF
		return 0
	}
	return 4
}

// AppendCData appends s as a CDATA section, as several where s holds "]]>",
// and nothing if s is empty. No character is escaped or checked.
func AppendCData(b []byte, s string) []byte {
	if s == "" {
		return b
	}
	b = append(b, "<![CDATA["...)
	for {
		before, after, found := strings.Cut(s, "]]>")
		b = append(b, before...)
		if !found {
			return append(b, "]]>"...)
		}
		b = append(b, "]]]]><![CDATA[>"...)
		s = after
	}
}

// AppendCDataBytes is [AppendCData] for a []byte.
func AppendCDataBytes(b, s []byte) []byte {
	if len(s) == 0 {
		return b
	}
	b = append(b, "<![CDATA["...)
	for {
		before, after, found := bytes.Cut(s, []byte("]]>"))
		b = append(b, before...)
		if !found {
			return append(b, "]]>"...)
		}
		b = append(b, "]]]]><![CDATA[>"...)
		s = after
	}
}

// AppendComment appends s as a comment, and nothing if s is empty. A dash at
// the end of s gets a space after it; two dashes in a row are an error, behind
// the start of the comment. It
// returns [ErrStd] if the running encoding/xml has other rules.
func AppendComment(b []byte, s string) ([]byte, error) {
	if s == "" {
		return b, nil
	}
	if !commentRules() {
		return b, ErrStd
	}
	if strings.Contains(s, "--") {
		return append(b, "<!--"...), errComment()
	}
	return closeComment(append(append(b, "<!--"...), s...)), nil
}

// AppendCommentBytes is [AppendComment] for a []byte.
func AppendCommentBytes(b, s []byte) ([]byte, error) {
	if len(s) == 0 {
		return b, nil
	}
	if !commentRules() {
		return b, ErrStd
	}
	if bytes.Contains(s, []byte("--")) {
		return append(b, "<!--"...), errComment()
	}
	return closeComment(append(append(b, "<!--"...), s...)), nil
}

func errComment() error {
	return errors.New(`xml: comments must not contain "--"`)
}

func closeComment(b []byte) []byte {
	if b[len(b)-1] == '-' {
		b = append(b, ' ')
	}
	return append(b, "-->"...)
}
