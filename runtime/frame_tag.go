package runtime

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// wholeTag reads the tag behind the '<' just read in one go, if it stands in
// the buffer and there is nothing to it. Otherwise it does nothing, and the tag is
// read byte by byte. It is tried once for each tag.
func (f *Framer) wholeTag() {
	b, p := f.buf, f.pos
	if p < len(b) && b[p] == '/' && len(f.stack) > 0 {
		top := f.stack[len(f.stack)-1]
		end := p + 1 + top.end - top.start
		if end < len(b) && b[end] == '>' && bytes.Equal(b[p+1:end], b[top.start:top.end]) {
			f.pos = end + 1
			f.state = f.closeElement()
		}
		return
	}
	name := nameSpan{p, plainName(b, p)}
	for p = name.end; p > 0; {
		for p < len(b) && class[b[p]] == classSpace {
			p++
		}
		if p+1 >= len(b) {
			return
		}
		switch c := b[p]; {
		case c == '>':
			f.pos = p + 1
			f.stack = append(f.stack, name)
			f.state = f.text(inText)
			return
		case c == '/' && b[p+1] == '>':
			f.pos = p + 2
			f.stack = append(f.stack, name)
			f.state = f.closeElement()
			return
		}
		p = plainAttr(b, p)
	}
}

// plainName returns the end of the name at p, 0 if it is anything but a name
// in ASCII of moderate length with at most one colon, and something behind it.
func plainName(b []byte, p int) int {
	start := p
	colons := uint8(0)
	for p < len(b) && class[b[p]]&(className|classHigh) == className {
		colons += class[b[p]] & classColon
		p++
	}
	if p == len(b) || p == start || p-start > 60 || colons > classColon ||
		class[b[start]]&classFirst == 0 || class[b[p]]&className != 0 {
		return 0
	}
	return p
}

// plainAttr returns the end of the attribute at p, 0 if its name is not plain or
// its value holds anything but printable ASCII and no references.
func plainAttr(b []byte, p int) int {
	if p = plainName(b, p); p == 0 || p+1 >= len(b) || b[p] != '=' {
		return 0
	}
	quote := b[p+1]
	if quote != '"' && quote != '\'' {
		return 0
	}
	quotes := lsb * uint64(quote)
	for p += 2; p+8 <= len(b); p += 8 {
		if m := quotedStops(binary.LittleEndian.Uint64(b[p:]), quotes); m != 0 {
			if p += bits.TrailingZeros64(m) >> 3; b[p] == quote {
				return p + 1
			}
			return 0
		}
	}
	return 0
}
