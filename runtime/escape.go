package runtime

import (
	"bytes"
	"encoding/binary"
	"errors"
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
func AppendText(b []byte, s string) []byte {
	n := len(b)
	b = append(b, s...)
	if i := plain(b[n:]); i < len(s) {
		b = appendEscaped(b[:n+i], s[i:])
	}
	return b
}

// AppendTextBytes is [AppendText] for a []byte. The two slices must not overlap.
func AppendTextBytes(b, s []byte) []byte {
	n := len(b)
	b = append(b, s...)
	if i := plain(b[n:]); i < len(s) {
		b = appendEscaped(b[:n+i], s[i:])
	}
	return b
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// needsEscape reports whether one of eight bytes is a control character, one of
// "&'<> or not ASCII.
func needsEscape(x uint64) bool {
	// Each difference sets the high bit of the lowest byte it is looking for, as
	// long as all bytes are below 0x80. & and ' differ in their lowest bit only,
	// < and > in the next.
	control := x - ones*' '
	quote := (x ^ ones*'"') - ones
	amp := ((x | ones) ^ ones*'\'') - ones
	angle := ((x | ones*2) ^ ones*'>') - ones
	return (x|control|quote|amp|angle)&highs != 0
}

// plain returns the length of the longest prefix of s that escaping leaves as
// it is.
func plain(s []byte) int {
	i := 0
	for i < len(s) {
		if i+8 <= len(s) && !needsEscape(binary.LittleEndian.Uint64(s[i:])) {
			i += 8
			continue
		}
		// Past the next character that is not ASCII, or eight characters, the
		// words get another chance.
		end := min(i+8, len(s))
		for i < end {
			c := s[i]
			if c < utf8.RuneSelf {
				if escapes[c] != "" {
					return i
				}
				i++
				continue
			}
			n, ok := char(s[i:])
			if !ok {
				return i
			}
			i += n
		}
	}
	return i
}

// char returns the length of the character at the start of s, which is not
// ASCII, and whether a document can hold it: it is valid UTF-8 and in the Char
// production.
func char(s []byte) (n int, ok bool) {
	r, n := utf8.DecodeRune(s)
	return n, !(r == utf8.RuneError && n == 1 || r == 0xFFFE || r == 0xFFFF)
}

// appendEscaped appends s with everything escaped that must be.
func appendEscaped[S string | []byte](b []byte, s S) []byte {
	last := 0
	for i := 0; i < len(s); {
		esc, n := "", 1
		if c := s[i]; c < utf8.RuneSelf {
			esc = escapes[c]
		} else {
			var head [utf8.UTFMax]byte
			var ok bool
			if n, ok = char(head[:copy(head[:], s[i:])]); !ok {
				esc = replacement
			}
		}
		if esc != "" {
			b = append(b, s[last:i]...)
			b = append(b, esc...)
			last = i + n
		}
		i += n
	}
	return append(b, s[last:]...)
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
// the end of s gets a space after it; two dashes in a row are an error. It
// returns [ErrStd] if the running encoding/xml has other rules.
func AppendComment(b []byte, s string) ([]byte, error) {
	if s == "" {
		return b, nil
	}
	if !commentRules() {
		return b, ErrStd
	}
	if strings.Contains(s, "--") {
		return b, errComment()
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
		return b, errComment()
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
