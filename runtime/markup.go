package runtime

import "bytes"

// directive is how declaration reports a directive, which is no event.
const directive Event = 0xff

// declaration reads the markup that starts with "<!" at p: a comment, a CDATA
// section or a directive.
func (s *Scanner) declaration(p int) Event {
	b := s.buf
	p += 2
	rest := b[p:]
	switch {
	case bytes.HasPrefix(rest, commentStart):
		return s.comment(p + len(commentStart))
	case bytes.HasPrefix(rest, cdataStart):
		return s.cdataSection(p + len(cdataStart))
	case len(rest) == 0:
		s.malformed(p, "unexpected EOF")
		return Failed
	case rest[0] == '-':
		s.malformed(p, "invalid sequence <!- not part of <!--")
		return Failed
	case rest[0] == '[':
		s.malformed(p, "invalid <![ sequence")
		return Failed
	}
	return s.directive(p)
}

var (
	commentStart = []byte("--")
	commentEnd   = []byte("-->")
	cdataStart   = []byte("[CDATA[")
	cdataEnd     = []byte("]]>")
	procInstEnd  = []byte("?>")
)

// comment reads the comment whose content starts at p. Like encoding/xml it
// does not look at the characters.
func (s *Scanner) comment(p int) Event {
	until := commentStart
	if s.guards&GuardComments == 0 {
		until = commentEnd
	}
	n := bytes.Index(s.buf[p:], until)
	if n < 0 || p+n+2 == len(s.buf) {
		s.malformed(len(s.buf), "unexpected EOF")
		return Failed
	}
	end := p + n
	if s.buf[end+2] != '>' {
		s.malformed(end, `invalid sequence "--" not allowed in comments`)
		return Failed
	}
	s.piece = span{start: p, end: end}
	s.pos = end + len(commentEnd)
	return Comment
}

// cdataSection reads the CDATA section whose content starts at p.
func (s *Scanner) cdataSection(p int) Event {
	n := bytes.Index(s.buf[p:], cdataEnd)
	if n < 0 {
		s.malformed(len(s.buf), "unexpected EOF in CDATA section")
		return Failed
	}
	dirty, ok := s.chars(p, p+n)
	if !ok {
		return Failed
	}
	s.piece = span{p, p + n, dirty}
	s.cdata = true
	s.pos = p + n + len(cdataEnd)
	return CharData
}

// directive reads the directive whose content starts at p, behind "<!". It
// ends at the '>' that no '<' inside it, no quotes and no comment claim. The
// first byte of the content is never looked at, as in encoding/xml.
func (s *Scanner) directive(p int) Event {
	b := s.buf
	var quote byte
	depth := 0
	for p++; p < len(b); p++ {
		switch c := b[p]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			if depth == 0 {
				s.pos = p + 1
				return directive
			}
			depth--
		case c == '<':
			rest := b[p+1:]
			if !bytes.HasPrefix(rest, []byte("!--")) {
				depth++
				continue
			}
			p += len("<!--")
			n := bytes.Index(b[p:], commentEnd)
			if n < 0 {
				s.malformed(len(b), "unexpected EOF")
				return Failed
			}
			p += n + len(commentEnd) - 1
		}
	}
	s.malformed(p, "unexpected EOF")
	return Failed
}

// procInst reads the processing instruction at p, and holds an XML
// declaration to version 1.0 and UTF-8 wherever it stands.
func (s *Scanner) procInst(p int) bool {
	b := s.buf
	start := p + 2
	end, _, ok := s.name(start, true)
	if !ok {
		return false
	}
	p = end
	for p < len(b) && class[b[p]] == classSpace {
		p++
	}
	n := bytes.Index(b[p:], procInstEnd)
	if n < 0 {
		return s.malformed(len(b), "unexpected EOF")
	}
	s.pos = p + n + len(procInstEnd)
	if string(b[start:end]) != "xml" || s.guards&GuardDeclaration == 0 {
		return true
	}
	content := b[p : p+n]
	if v := pseudoAttr(content, "version="); len(v) > 0 && string(v) != "1.0" {
		return s.malformed(p, "unsupported version")
	}
	if e := pseudoAttr(content, "encoding="); len(e) > 0 && !bytes.EqualFold(e, []byte("utf-8")) && s.pos > s.converted {
		return s.malformed(p, "encoding other than UTF-8")
	}
	return true
}

// pseudoAttr finds a quoted value behind name in an XML declaration, wherever
// name stands, as encoding/xml does.
func pseudoAttr(content []byte, name string) []byte {
	for {
		_, rest, ok := bytes.Cut(content, []byte(name))
		if !ok || len(rest) == 0 {
			return nil
		}
		if rest[0] == '"' || rest[0] == '\'' {
			v, _, ok := bytes.Cut(rest[1:], rest[:1])
			if !ok {
				return nil
			}
			return v
		}
		content = rest[1:]
	}
}
