package runtime

import (
	"encoding/xml"
	"io"
	goruntime "runtime"
)

// A span is a piece of the input: [start, end). dirty says that its value is
// not its bytes, for it holds references or carriage returns.
type span struct {
	start, end int
	dirty      bool
}

// A qname is a name in the input: [start, end), with its local part from local on.
type qname struct {
	start, local, end int
}

// An attr is an attribute of the start tag last read.
type attr struct {
	name qname
	val  span
}

// An open is an element whose end tag has not been read.
type open struct {
	start, end int // its name, prefix included
	bindings   int // how many namespace declarations were in scope before it
}

// An Event is what [Scanner.Next] has read.
type Event uint8

const (
	// Failed: [Scanner.Err] says why.
	Failed Event = iota
	// StartTag: the start tag of a child, its attributes included.
	StartTag
	// EndTag: the end tag of the innermost open element.
	EndTag
	// CharData: character data, or a CDATA section, for [Content.AddCharData].
	CharData
	// Comment: a comment, for [Content.AddComment].
	Comment
)

// A Scanner reads one document held in memory, for generated code. It makes
// the checks that encoding/xml makes, in the same order of tokens: what it has
// reported before an error is what encoding/xml would have reported.
//
// Names, values and [Chars] that it returns as bytes are borrowed from the
// input or from the scanner's own buffers, until the next call that reads.
// The input must not change while the scanner reads it; nothing that generated
// code stores refers to it.
//
// A Scanner is not safe for concurrent use.
type Scanner struct {
	buf    []byte
	pos    int
	guards Guards

	// The start tag last read.
	tag     int // offset of its '<'
	tagName qname
	attrs   []attr
	empty   bool // it is <a/>, and its end has not been reported

	stack  []open
	ns     namespaces
	endTag int // offset of the '<' of the end tag last read

	// The character data or comment last read.
	piece span
	cdata bool

	marks int // innerxml fields that are being collected

	textBuf, attrBuf []byte // values that are not their bytes
	interned         [32]string

	err  error
	fail failure

	delegate *delegation // made when first needed
	spare    *delegation // see choose
	tail     tail
	charset  func(string, io.Reader) (io.Reader, error) // of UnmarshalRead
	// converted is where the input begins that is in no encoding announced before.
	converted int
	called    bool   // a method of the caller's may have run
	relay     *relay // what the input comes from once it is set
}

// NewScanner returns a scanner of data with the checks of encoding/xml.
func NewScanner(data []byte) *Scanner {
	s := new(Scanner)
	s.Reset(data)
	return s
}

// Reset makes s ready to read data, with the checks of encoding/xml. Reset(nil)
// lets go of the input.
func (s *Scanner) Reset(data []byte) {
	s.Detach() // in case nobody has: a decoder of another document must not read this one
	s.tail = tail{}
	s.charset, s.converted = nil, 0
	s.called = false
	s.ns.hidden = nil
	s.buf = data
	s.pos = 0
	s.guards = StdGuards
	s.tag = 0
	s.tagName = qname{}
	s.attrs = trim(s.attrs)
	s.empty = false
	s.stack = trim(s.stack)
	s.ns.reset()
	s.ns.bindings = trim(s.ns.bindings)
	s.marks = 0
	s.textBuf, s.attrBuf = trim(s.textBuf), trim(s.attrBuf)
	s.err = nil
	s.fail = failure{}
}

// keepMax bounds the elements of a buffer that a scanner keeps from one
// document to the next, so that one hostile document does not pin memory.
const keepMax = 1 << 16

func trim[E any](buf []E) []E {
	if cap(buf) > keepMax {
		return nil
	}
	return buf[:0]
}

// SetGuards chooses the checks to make from here on.
func (s *Scanner) SetGuards(g Guards) { s.guards = g }

// Err returns why the last reading call failed, nil if it did not.
func (s *Scanner) Err() error { return s.err }

// Root reads up to the start tag of the root element, as Decoder.Decode does.
// Without one the error is [io.EOF].
func (s *Scanner) Root() error {
	for {
		switch s.Next() {
		case StartTag:
			return nil
		case Failed:
			return s.err
		}
	}
}

// Offset returns how many bytes of the input have been read.
func (s *Scanner) Offset() int { return s.pos }

// Child reads the next child of the innermost open element. It returns true
// behind the child's start tag, and false behind the element's own end tag or
// on an error, which [Scanner.Err] tells apart. Text, comments and processing
// instructions before it are checked and dropped.
func (s *Scanner) Child() bool {
	if s.empty {
		s.pop()
		return false
	}
	b, p := s.buf, s.pos
	for p < len(b) && class[b[p]] == classSpace {
		p++
	}
	if p+1 < len(b) && b[p] == '<' {
		switch c := b[p+1]; {
		case class[c]&className != 0:
			return s.startTag(p)
		case c == '/':
			s.end(p)
			return false
		}
	}
	s.pos = p
	for {
		switch s.Next() {
		case StartTag:
			return true
		case EndTag, Failed:
			return false
		}
	}
}

// Next reads the next token: a start or end tag, character data or a comment.
// Processing instructions and directives are checked and dropped.
func (s *Scanner) Next() Event {
	if s.err != nil {
		return Failed
	}
	if s.empty {
		s.pop()
		return EndTag
	}
	for {
		b, p := s.buf, s.pos
		if p == len(b) {
			if s.relay != nil && s.relay.next() {
				continue
			}
			s.eof(p)
			return Failed
		}
		if b[p] != '<' {
			end, dirty, ok := s.text(p)
			if !ok {
				return Failed
			}
			s.piece = span{p, end, dirty}
			s.cdata = false
			s.pos = end
			return CharData
		}
		if p+1 == len(b) {
			s.malformed(p, "unexpected EOF")
			return Failed
		}
		switch b[p+1] {
		case '/':
			if s.end(p) {
				return EndTag
			}
			return Failed
		case '!':
			if e := s.declaration(p); e != directive {
				return e
			}
		case '?':
			if !s.procInst(p) {
				return Failed
			}
		default:
			if s.startTag(p) {
				return StartTag
			}
			return Failed
		}
	}
}

// startTag reads the start tag at p with all its attributes, and opens the
// element and its namespace declarations.
func (s *Scanner) startTag(p int) bool {
	b := s.buf
	s.tag = p
	s.attrs = s.attrs[:0]
	// Most start tags are a plain name and nothing else.
	end := p + 1
	for end < len(b) && class[b[end]]&(className|classColon|classHigh) == className {
		end++
	}
	if end < len(b) && b[end] == '>' && class[b[p+1]]&classFirst != 0 {
		s.empty = false
		s.pos = end + 1
		s.tagName = qname{p + 1, p + 1, end}
		s.stack = append(s.stack, open{p + 1, end, len(s.ns.bindings)})
		return true
	}
	end, local, ok := s.name(p+1, false)
	if !ok {
		return false
	}
	bindings := len(s.ns.bindings)
	name := qname{p + 1, local, end}
	for p = end; ; {
		for p < len(b) && class[b[p]] == classSpace {
			p++
		}
		if p == len(b) {
			return s.malformed(p, "unexpected EOF")
		}
		if c := b[p]; c == '>' {
			s.empty = false
			break
		} else if c == '/' {
			p++
			if p == len(b) || b[p] != '>' {
				return s.malformed(p, "expected /> in element")
			}
			s.empty = true
			break
		}
		var a attr
		a.name.start = p
		if a.name.end, a.name.local, ok = s.name(p, false); !ok {
			return false
		}
		p = a.name.end
		for p < len(b) && class[b[p]] == classSpace {
			p++
		}
		if p == len(b) || b[p] != '=' {
			return s.malformed(p, "attribute name without = in element")
		}
		p++
		for p < len(b) && class[b[p]] == classSpace {
			p++
		}
		if p == len(b) || b[p] != '"' && b[p] != '\'' {
			return s.malformed(p, "unquoted or missing attribute value in element")
		}
		a.val.start = p + 1
		if a.val.end, a.val.dirty, ok = s.quoted(p+1, b[p]); !ok {
			return false
		}
		p = a.val.end + 1
		s.attrs = append(s.attrs, a)
		if b[a.name.start] == 'x' {
			s.declare(a)
		}
	}
	s.pos = p + 1
	s.tagName = name
	s.stack = append(s.stack, open{name.start, name.end, bindings})
	return true
}

// declare brings the namespace that a declares into scope, if it does.
func (s *Scanner) declare(a attr) {
	switch n := a.name; {
	case n.local == n.start && string(s.buf[n.start:n.end]) == "xmlns":
		s.ns.declare(s.buf, n.end, n.end, a.val)
	case n.local == n.start+6 && string(s.buf[n.start:n.start+5]) == "xmlns":
		s.ns.declare(s.buf, n.local, n.end, a.val)
	}
}

// end reads the end tag at p and closes the innermost open element, which it
// must match to the letter, prefix included.
func (s *Scanner) end(p int) bool {
	b := s.buf
	if n := len(s.stack); n > 0 {
		top := &s.stack[n-1]
		q := p + 2 + top.end - top.start
		if q < len(b) && b[q] == '>' && string(b[p+2:q]) == string(b[top.start:top.end]) {
			s.endTag = p
			s.pos = q + 1
			s.pop()
			return true
		}
	}
	end, _, ok := s.name(p+2, false)
	if !ok {
		return false
	}
	q := end
	for q < len(b) && class[b[q]] == classSpace {
		q++
	}
	if q == len(b) || b[q] != '>' {
		return s.malformed(q, "invalid characters in end tag")
	}
	if len(s.stack) == 0 {
		return s.malformed(p, "unexpected end element")
	}
	top := s.stack[len(s.stack)-1]
	if string(b[p+2:end]) != string(b[top.start:top.end]) && s.guards&GuardEndTags != 0 {
		return s.malformed(p, "element closed by another's end tag")
	}
	s.endTag = p
	s.pos = q + 1
	s.pop()
	return true
}

// pop closes the innermost open element.
func (s *Scanner) pop() {
	s.empty = false
	n := len(s.stack) - 1
	if keep := s.stack[n].bindings; keep != len(s.ns.bindings) {
		s.ns.leave(keep)
	}
	s.stack = s.stack[:n]
}

// eof fails at the end of the input: malformed within an element, else [io.EOF].
func (s *Scanner) eof(p int) {
	if s.relay != nil {
		return // which has set the error
	}
	if len(s.stack) > 0 {
		s.malformed(p, "unexpected EOF")
		return
	}
	s.err = io.EOF
}

// Skip consumes the rest of the element whose start tag has just been read,
// checking it.
func (s *Scanner) Skip() error {
	for outer := len(s.stack) - 1; len(s.stack) > outer; {
		if !s.Child() && s.err != nil {
			return s.err
		}
	}
	return nil
}

// maxDepth is encoding/xml's limit on the depth of elements that are
// unmarshaled (CVE-2022-30633), and maxDepthWasm its limit on WebAssembly.
const (
	maxDepth     = 10000
	maxDepthWasm = 5000
)

// TooDeep returns encoding/xml's error if the element whose start tag has just
// been read is nested too deeply to be unmarshaled. Elements that are skipped
// have no limit.
func (s *Scanner) TooDeep() error {
	if len(s.stack) > maxDepth || goruntime.GOARCH == "wasm" && len(s.stack) > maxDepthWasm {
		return errDepth
	}
	return nil
}

// Local returns the local name of the start tag last read.
func (s *Scanner) Local() []byte { return s.buf[s.tagName.local:s.tagName.end] }

// SpaceIs reports whether the element whose start tag has just been read is in
// the namespace uri; "" is none.
func (s *Scanner) SpaceIs(uri string) bool {
	return s.spaceIs(s.tagName, false, uri)
}

// Name returns the name of the element whose start tag has just been read. As
// in encoding/xml an undeclared prefix is its own namespace.
func (s *Scanner) Name() xml.Name { return s.qname(s.tagName, false) }

// Attrs returns the number of attributes of the start tag last read, namespace
// declarations included.
func (s *Scanner) Attrs() int { return len(s.attrs) }

// AttrLocal returns the local name of attribute i.
func (s *Scanner) AttrLocal(i int) []byte {
	n := &s.attrs[i].name
	return s.buf[n.local:n.end]
}

// AttrSpaceIs reports whether attribute i is in the namespace uri. Namespace
// declarations are in "xmlns", except a default one, which is in none.
func (s *Scanner) AttrSpaceIs(i int, uri string) bool {
	return s.spaceIs(s.attrs[i].name, true, uri)
}

// AttrValue returns the value of attribute i, valid until the next AttrValue or
// reading call.
func (s *Scanner) AttrValue(i int) Chars {
	v := &s.attrs[i].val
	if !v.dirty {
		return s.buf[v.start:v.end]
	}
	s.attrBuf = appendDecoded(s.attrBuf[:0], s.buf[v.start:v.end])
	return s.attrBuf
}

// Attr returns attribute i with its name in its namespace.
func (s *Scanner) Attr(i int) xml.Attr {
	return xml.Attr{Name: s.qname(s.attrs[i].name, true), Value: string(s.AttrValue(i))}
}

// Expect checks the element whose start tag has just been read against the name
// in its struct's XMLName tag; "" matches any. The error is an
// [xml.UnmarshalError] in encoding/xml's words.
func (s *Scanner) Expect(space, local string) error {
	if local != "" && local != string(s.Local()) {
		return xml.UnmarshalError("expected element type <" + local + "> but have <" + string(s.Local()) + ">")
	}
	if space != "" && !s.SpaceIs(space) {
		have := "no name space"
		if got := s.Name().Space; got != "" {
			have = got
		}
		return xml.UnmarshalError("expected element <" + local + "> in name space " + space + " but have " + have)
	}
	return nil
}
