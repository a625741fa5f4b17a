package runtime

import (
	"bytes"
	"strings"
)

// Generated code writes the compact form only. The indented form is made from
// its bytes, which are simple to read: no '<' or '>' stands for itself outside of
// comments and CDATA sections, and no start tag is an end tag as well. The
// content of innerxml fields need not be like that, and is copied; a name that
// is not leaves the call to encoding/xml.

// An opaqueSpan is a part of a buffer that is copied as it is.
type opaqueSpan struct{ start, end int }

// checkName leaves the call to encoding/xml if the indent pass could not read a
// tag with this name, which is about to be appended at the offset n. Where
// methods have run, which must not run again, the name is made opaque.
func (e *Encoder) checkName(n int, local string) {
	if strings.IndexByte(local, '>') < 0 && (local == "" || local[0] != '/' && local[0] != '!') {
		return
	}
	if !e.delegating {
		e.std = true
		return
	}
	e.opaque = append(e.opaque, opaqueSpan{n, n + len(local)})
}

// An indenter makes the indented form of a document, piece by piece.
type indenter struct {
	prefix, indent string
	out            []byte // the indented form so far

	depth int // of elements
	// leaf is set from a start tag to the next tag: an end tag then stays on
	// its line. A comment between does not count.
	leaf  bool
	begun bool // a line has been begun
}

// append appends the indented form of b, a piece that ends behind a tag.
func (in *indenter) append(out, b []byte, opaque []opaqueSpan) []byte {
	done := 0
	for _, s := range opaque {
		out = in.markup(out, b[done:s.start])
		out = append(out, b[s.start:s.end]...)
		done = s.end
	}
	return in.markup(out, b[done:])
}

// markup appends the indented form of whole tokens.
func (in *indenter) markup(out, b []byte) []byte {
	for len(b) > 0 {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			break
		}
		out = append(out, b[:i]...)
		b = b[i:]
		var n int
		switch {
		case bytes.HasPrefix(b, []byte("</")):
			n = through(b, ">")
			in.depth--
			if !in.leaf {
				out = in.line(out)
			}
			in.leaf = false
		case bytes.HasPrefix(b, []byte("<!--")):
			n = len("<!--")
			n += through(b[n:], "-->") // not the dashes of the start
			out = in.line(out)
		case bytes.HasPrefix(b, []byte("<![CDATA[")):
			n = through(b, "]]>")
		default:
			n = through(b, ">")
			out = in.line(out)
			in.depth++
			in.leaf = true
		}
		out = append(out, b[:n]...)
		b = b[n:]
	}
	return append(out, b...)
}

// line begins a line, except that the document's first is begun already.
func (in *indenter) line(out []byte) []byte {
	if in.begun {
		out = append(out, '\n')
	}
	in.begun = true
	out = append(out, in.prefix...)
	for range in.depth {
		out = append(out, in.indent...)
	}
	return out
}

// through returns the length of the part of b up to and including end, which
// b holds.
func through(b []byte, end string) int {
	if i := bytes.Index(b, []byte(end)); i >= 0 {
		return i + len(end)
	}
	return len(b)
}
