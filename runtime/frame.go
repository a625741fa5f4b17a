package runtime

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// A Framer finds the end of a document that arrives in pieces of any size: the
// end tag of its root. It looks at each byte once, stops at the byte that ends
// the document, and, so that nobody waits for more of a document that is
// already malformed, at the byte where encoding/xml would give up.
//
// It buffers the document. The zero Framer is ready to use.
type Framer struct {
	buf   []byte
	pos   int // bytes of buf that have been looked at
	state frameState
	stack []nameSpan // the open elements

	start   int        // where the token or its part begins that the state is in
	content frameState // the state a reference is in
	refs    int        // where the reference begins
	check   bool       // the text has characters that must be looked at
	illegal bool       // the text refers to a character no document can hold
	quote   byte       // of a value or in a directive; 0 is none
	run     int        // of dashes, or of the characters of "[CDATA[" or "!--"
	depth   int        // of '<' in a directive
	charset string     // the encoding that has made the document malformed
}

type nameSpan struct{ start, end int }

type frameState uint8

const (
	inText   frameState = iota
	inMarkup            // behind '<'
	inStartName
	inTag
	inAttrName
	inAttrEquals
	inAttrQuote
	inValue
	inEmptyTag // behind '/'
	inEndName
	inEndTag
	inReference
	inTarget
	inTargetSpace
	inProcInst
	inDeclaration // behind "<!"
	inCommentStart
	inComment
	inCDataStart
	inCData
	inDirective
	inDirectiveMarkup // behind '<' in a directive
	inDirectiveComment
	framed    // the root's end tag is read
	malformed // the last byte looked at cannot follow
)

// Reset makes f ready for the next document. It keeps the buffers unless they
// are large.
func (f *Framer) Reset() {
	buf, stack := f.buf, f.stack
	if cap(buf) > maxKept {
		buf = nil
	}
	*f = Framer{buf: buf[:0], stack: trim(stack)}
}

// Document returns the document so far: up to the root's end tag, up to and
// including the byte that is malformed, or all that has been added. It is valid
// until the next Reset.
func (f *Framer) Document() []byte { return f.buf[:f.pos] }

// Done reports whether the document is complete.
func (f *Framer) Done() bool { return f.state == framed }

// Malformed reports whether the document cannot become well-formed any more.
func (f *Framer) Malformed() bool { return f.state == malformed }

// Charset returns the encoding other than UTF-8 that a declaration has just
// announced and that has made the document malformed, "" if it is none.
func (f *Framer) Charset() string { return f.charset }

// Convert goes on with a document whose declaration has made it malformed. What
// is added next is no longer in the encoding it announced.
func (f *Framer) Convert() {
	f.charset = ""
	f.buf = f.buf[:f.pos]
	f.state = f.text(inText)
}

// ended reports whether f wants no more bytes.
func (f *Framer) ended() bool { return f.state >= framed }

// Add adds a piece to the document and returns how many bytes of it belong
// to the document. If these are not all, the document is complete or malformed.
func (f *Framer) Add(piece []byte) int {
	before := f.pos
	// What is copied is in proportion to the document, not to the piece, which
	// may hold a great many.
	for len(piece) > 0 && !f.ended() {
		n := min(len(piece), f.window())
		f.buf = append(f.buf[:f.pos], piece[:n]...)
		f.scan()
		piece = piece[n:]
	}
	f.buf = f.buf[:f.pos]
	return f.pos - before
}

// blockSize is the room that a Read has at least.
const blockSize = 4096

// window is how many bytes to look for the end of the document in: as many as
// there have been.
func (f *Framer) window() int { return max(blockSize, len(f.buf)) }

// scan looks at the bytes of buf from pos on.
func (f *Framer) scan() {
	b := f.buf
	for f.pos < len(b) && f.state < framed {
		p := f.skip(f.pos)
		if p == len(b) {
			f.pos = p
			return
		}
		f.pos = p + 1
		f.state = f.step(p, b[p])
		if f.state == inMarkup {
			f.wholeTag()
		}
	}
}

// skip returns the offset of the next byte from p on that can change the state.
func (f *Framer) skip(p int) int {
	b := f.buf
	end := byte('>')
	switch f.state {
	case inText, inValue:
		return f.skipText(p)
	case inStartName, inAttrName, inEndName:
		for p < len(b) && class[b[p]]&className != 0 {
			p++
		}
		return p
	case inProcInst, inCData:
	case inComment:
		if f.run > 0 {
			return p
		}
		end = '-'
	default:
		return p
	}
	if i := bytes.IndexByte(b[p:], end); i >= 0 {
		return p + i
	}
	return len(b)
}

// step returns the state behind the byte c at p.
func (f *Framer) step(p int, c byte) frameState {
	b := f.buf
	switch f.state {
	case inText:
		switch c {
		case '<':
			if !f.checkText(f.start, p) {
				return malformed
			}
			return inMarkup
		case '&':
			f.content, f.refs = inText, p
			return inReference
		}
		return malformed // "]]>"

	case inValue:
		switch c {
		case f.quote:
			if !f.checkText(f.start, p) {
				return malformed
			}
			return inTag
		case '&':
			f.content, f.refs = inValue, p
			return inReference
		}
		return malformed // '<'

	case inReference:
		if !f.reference(p, c) {
			return malformed
		}
		if c == ';' {
			return f.content
		}

	case inMarkup:
		f.start = p + 1
		switch {
		case c == '/':
			return inEndName
		case c == '?':
			return inTarget
		case c == '!':
			return inDeclaration
		case class[c]&className != 0:
			f.start = p
			return inStartName
		}
		return malformed

	case inStartName:
		if class[c]&className != 0 {
			return inStartName
		}
		if !isQName(b[f.start:p]) {
			return malformed
		}
		f.stack = append(f.stack, nameSpan{f.start, p})
		return f.tag(p, c)

	case inTag:
		return f.tag(p, c)

	case inAttrName:
		if class[c]&className != 0 {
			return inAttrName
		}
		if !isQName(b[f.start:p]) {
			return malformed
		}
		return attrEquals(c)

	case inAttrEquals:
		return attrEquals(c)

	case inAttrQuote:
		switch {
		case c == '"' || c == '\'':
			f.quote = c
			return f.text(inValue)
		case class[c] == classSpace:
			return inAttrQuote
		}
		return malformed

	case inEmptyTag:
		if c == '>' {
			return f.closeElement()
		}
		return malformed

	case inEndName:
		if class[c]&className != 0 {
			return inEndName
		}
		if !isQName(b[f.start:p]) {
			return malformed
		}
		f.refs = p // the end of the name
		return f.endTag(c)

	case inEndTag:
		return f.endTag(c)

	default:
		return f.stepMarkup(p, c)
	}
	return f.state
}

// stepMarkup is step in processing instructions, comments, CDATA sections and
// directives.
func (f *Framer) stepMarkup(p int, c byte) frameState {
	b := f.buf
	switch f.state {
	case inTarget:
		if class[c]&className != 0 {
			return inTarget
		}
		if !isName(b[f.start:p]) {
			return malformed
		}
		f.check = string(b[f.start:p]) == "xml"
		return f.procInst(p, c)

	case inTargetSpace:
		return f.procInst(p, c)

	case inProcInst:
		if c != '>' || p == f.start || b[p-1] != '?' {
			return inProcInst
		}
		if f.check && !f.supported(b[f.start:p-1]) {
			return malformed
		}
		return f.text(inText)

	case inDeclaration:
		f.run = 1
		switch c {
		case '-':
			return inCommentStart
		case '[':
			return inCDataStart
		}
		f.quote, f.depth = 0, 0
		return inDirective

	case inCommentStart:
		if c != '-' {
			return malformed
		}
		f.run = 0
		return inComment

	case inComment:
		switch {
		case f.run == 2 && c == '>':
			return f.text(inText)
		case f.run == 2:
			return malformed
		case c == '-':
			f.run++
		default:
			f.run = 0
		}

	case inCDataStart:
		if c != cdataStart[f.run] {
			return malformed
		}
		if f.run++; f.run == len(cdataStart) {
			return f.text(inCData)
		}

	case inCData:
		if c == '>' && p-f.start >= 2 && b[p-1] == ']' && b[p-2] == ']' {
			if !validChars(b[f.start : p-2]) {
				return malformed
			}
			return f.text(inText)
		}

	case inDirective:
		return f.directive(c)

	case inDirectiveMarkup:
		if c != "!--"[f.run] {
			f.depth++
			return f.directive(c)
		}
		if f.run++; f.run == len("!--") {
			f.run = 0
			return inDirectiveComment
		}

	case inDirectiveComment:
		switch {
		case f.run >= 2 && c == '>':
			return inDirective
		case c == '-':
			f.run++
		default:
			f.run = 0
		}
	}
	return f.state
}

// text begins the text, value or CDATA section behind pos.
func (f *Framer) text(in frameState) frameState {
	f.start = f.pos
	f.check, f.illegal = false, false
	return in
}

// tag returns the state behind the byte c at p, which is not part of a name, in
// a start tag.
func (f *Framer) tag(p int, c byte) frameState {
	switch {
	case class[c] == classSpace:
		return inTag
	case c == '>':
		return f.text(inText)
	case c == '/':
		return inEmptyTag
	case class[c]&className != 0:
		f.start = p
		return inAttrName
	}
	return malformed
}

func attrEquals(c byte) frameState {
	switch {
	case c == '=':
		return inAttrQuote
	case class[c] == classSpace:
		return inAttrEquals
	}
	return malformed
}

func (f *Framer) endTag(c byte) frameState {
	switch {
	case c == '>':
		n := len(f.stack)
		if n == 0 {
			return malformed
		}
		top := f.stack[n-1]
		if !bytes.Equal(f.buf[f.start:f.refs], f.buf[top.start:top.end]) {
			return malformed
		}
		return f.closeElement()
	case class[c] == classSpace:
		return inEndTag
	}
	return malformed
}

func (f *Framer) closeElement() frameState {
	f.stack = f.stack[:len(f.stack)-1]
	if len(f.stack) == 0 {
		return framed
	}
	return f.text(inText)
}

// reference reports whether c at p can continue the reference.
func (f *Framer) reference(p int, c byte) bool {
	if c == ';' {
		r, n := parseReference(f.buf[f.refs : p+1])
		f.illegal = f.illegal || !inCharRange(r)
		return n > 0
	}
	digits := p - f.refs - 2 // behind "&#"
	switch {
	case digits < 0:
		return c == '#' || class[c]&className != 0
	case f.buf[f.refs+1] != '#':
		return class[c]&className != 0
	case digits > 0 && f.buf[f.refs+2] == 'x':
		return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
	}
	return '0' <= c && c <= '9' || digits == 0 && c == 'x'
}

// procInst returns the state behind the byte c at p, which is not part of the
// target, in a processing instruction.
func (f *Framer) procInst(p int, c byte) frameState {
	if class[c] == classSpace {
		return inTargetSpace
	}
	f.start = p
	return inProcInst
}

// directive returns the state behind the byte c in a directive.
func (f *Framer) directive(c byte) frameState {
	switch {
	case f.quote != 0:
		if c == f.quote {
			f.quote = 0
		}
	case c == '"' || c == '\'':
		f.quote = c
	case c == '>' && f.depth == 0:
		return f.text(inText)
	case c == '>':
		f.depth--
	case c == '<':
		f.run = 0
		return inDirectiveMarkup
	}
	return inDirective
}

// skipText returns the offset of the next byte from p on that the state, text
// or a value, must look at.
func (f *Framer) skipText(p int) int {
	b := f.buf
	quotes := lsb * uint64(f.quote)
	for {
		for p+8 <= len(b) {
			x := binary.LittleEndian.Uint64(b[p:])
			m := textStops(x)
			if f.state == inValue {
				m = quotedStops(x, quotes)
			}
			if m != 0 {
				p += bits.TrailingZeros64(m) >> 3
				break
			}
			p += 8
		}
		if p >= len(b) {
			return len(b)
		}
		switch c := b[p]; {
		case c == '<' || c == '&':
			return p
		case f.state == inValue && c == f.quote:
			return p
		case f.state == inText && c == '>' && p-f.start >= 2 && b[p-1] == ']' && b[p-2] == ']':
			return p
		case c < ' ' || c >= utf8.RuneSelf:
			f.check = true
		}
		p++
	}
}

// checkText reports whether the text or value between start and end holds
// only characters that a document can hold.
func (f *Framer) checkText(start, end int) bool {
	return !f.illegal && (!f.check || validChars(f.buf[start:end]))
}

// validChars reports whether b is valid UTF-8 of characters in the Char
// production.
func validChars(b []byte) bool {
	for i := 0; i < len(b); {
		if i+8 <= len(b) && charStops(binary.LittleEndian.Uint64(b[i:])) == 0 {
			i += 8
			continue
		}
		n := 1
		if c := b[i]; c >= utf8.RuneSelf {
			n = charLen(b, i)
		} else if c < ' ' && class[c] != classSpace {
			n = 0
		}
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

// isQName reports whether b is a name with at most one colon.
func isQName(b []byte) bool { return bytes.Count(b, []byte(":")) <= 1 && isName(b) }

// supported reports whether encoding/xml reads documents with this XML
// declaration.
func (f *Framer) supported(declaration []byte) bool {
	version := pseudoAttr(declaration, "version=")
	if len(version) > 0 && string(version) != "1.0" {
		return false
	}
	encoding := pseudoAttr(declaration, "encoding=")
	if len(encoding) == 0 || bytes.EqualFold(encoding, []byte("utf-8")) {
		return true
	}
	f.charset = string(encoding)
	return false
}
