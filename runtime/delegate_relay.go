package runtime

import (
	"bytes"
	"encoding/xml"
	"sort"
	"strconv"
	"strings"
)

// A relay feeds a scanner with the tokens of a decoder, one at a time: the
// scanner reads them as text that the relay writes. It takes over behind an
// element after which the scanner would read something else than encoding/xml:
// a method has changed how the decoder reads, or it has left the decoder
// in the midst of the element and encoding/xml has not noticed, or the element is
// malformed and encoding/xml has not noticed either.
//
// The names in the text are in namespaces that no attribute declares, so that
// no attribute is there that the decoder has not reported.
type relay struct {
	s     *Scanner
	g     *delegation
	start xml.StartElement // the token read last, if it is one
	level int              // how many elements are open that the relay has not written
	open  []string         // the others

	// empty tells that the decoder has still to report the end of <a/>, of which
	// the scanner needs no report.
	empty bool

	prefixes map[string]string // of namespaces
	hidden   map[string]*binding

	// What the relay has written begins at the offset from. shift is what the
	// decoder's offset lacks to be that in the document.
	from, shift int
	places      []place

	// fault is where in the document an error is to be placed: at the start tag
	// written last, or where the decoder has failed. It stays where it is once
	// the decoder reads through somebody else, for its offset no longer tells.
	fault int
}

// A place is the end of a start tag or the begin of an end tag in the text, and
// where it is in the document.
type place struct{ text, document int }

// relay has a relay take over from the element at the offset tag on, which the
// decoder has just read. end is where the scanner takes the element to end.
func (g *delegation) relay(tag, end int) {
	s := g.s
	r := &relay{
		s: s, g: g, level: len(s.stack), from: tag, fault: tag,
		prefixes: make(map[string]string), hidden: make(map[string]*binding),
	}
	if s.err = g.toRest(tag, end); s.err == nil {
		r.shift = g.at() - int(g.d.InputOffset())
	}
	s.pos = tag
	s.buf = s.buf[:tag:tag]
	s.relay, s.ns.hidden = r, r.hidden
}

// endRelay has the scanner stand in the document buf again.
func (s *Scanner) endRelay(buf []byte) {
	s.tag = s.place()
	s.buf, s.relay, s.ns.hidden = buf, nil, nil
}

// place returns where in the document the start tag last read begins, or where
// the decoder that a relay reads from has failed.
func (s *Scanner) place() int {
	if s.relay != nil {
		return s.relay.fault
	}
	return s.tag
}

// setPlace sets what place returns.
func (s *Scanner) setPlace(at int) {
	if s.relay != nil {
		s.relay.fault = at
	} else {
		s.tag = at
	}
}

// toRest has the decoder go where it is to read on, behind the element.
//
// That decoder may be the wrong one: the elements around are not its own, except
// if it is exact or if a method asks for what is being read. It is the right one
// if it is still in the element, as it will not get beyond it.
func (g *delegation) toRest(tag, end int) error {
	inside := g.in.pos < end && len(g.d.AutoClose) == 0
	if g.exact || inside || len(g.handed) > 0 || g.base.same(g.d) {
		return nil
	}
	set, at := settingsOf(g.d), g.in.pos
	g.makeExact()
	if _, err := g.advance(tag); err != nil {
		return err
	}
	if at != end {
		// The element ends elsewhere for the decoder as it is set now. That
		// it has been so from its start is the best guess there is.
		set.apply(g.d)
	}
	if err := g.d.Skip(); err != nil {
		return err
	}
	set.apply(g.d)
	return nil
}

// next writes one more token. It reports whether there is one; the scanner's
// error tells why not.
func (r *relay) next() bool {
	if r.s.err = r.finish(); r.s.err != nil {
		return false
	}
	before := r.offset()
	t, err := r.g.d.Token()
	if err != nil {
		if !r.g.in.switched {
			r.fault = r.offset()
		}
		r.s.err = err
		return false
	}
	r.write(t, before)
	return true
}

// finish reads the end of <a/>.
func (r *relay) finish() error {
	if !r.empty {
		return nil
	}
	r.empty = false
	_, err := r.g.d.Token()
	return err
}

// offset returns where the decoder is in the document.
func (r *relay) offset() int { return int(r.g.d.InputOffset()) + r.shift }

// decode has the decoder read the element whose start tag the scanner has just
// read.
func (r *relay) decode(p any) error {
	if !r.empty {
		r.open = r.open[:len(r.open)-1]
	}
	r.empty = false
	r.places = r.places[:len(r.places)-1] // nothing begins there
	level, start := len(r.s.stack)-1, r.start
	r.s.close(level)
	// The text ends here, whatever the decoder reads.
	r.s.pos = len(r.s.buf)
	return r.g.call(handed{level: level}, p, &start)
}

func (r *relay) put(texts ...string) {
	for _, text := range texts {
		r.s.buf = append(r.s.buf, text...)
	}
}

func (r *relay) escape(text []byte) {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, text) // a bytes.Buffer takes everything
	r.s.buf = append(r.s.buf, b.Bytes()...)
}

func (r *relay) mark(document int) {
	r.places = append(r.places, place{len(r.s.buf), document})
}

// write writes a token.
func (r *relay) write(t xml.Token, before int) {
	switch t := t.(type) {
	case xml.StartElement:
		r.start = t
		r.startTag(t)
	case xml.EndElement:
		r.mark(before)
		// The scanner holds an end tag to the start tag it belongs to. To
		// encoding/xml it can belong to another.
		var name string
		if n := len(r.open); n > 0 {
			name, r.open = r.open[n-1], r.open[:n-1]
		} else {
			r.level--
			o := r.s.stack[r.level]
			name = string(r.s.buf[o.start:o.end])
		}
		r.put("</", name, ">")
	case xml.CharData:
		if len(t) == 0 {
			r.put("<![CDATA[]]>")
		}
		r.escape(t)
	case xml.Comment:
		r.put("<!--", string(t), "-->")
	default:
		r.put("<?_?>") // so that what has a length in the document has one here
	}
}

func (r *relay) startTag(t xml.StartElement) {
	name := r.name(t.Name, true)
	r.open = append(r.open, name)
	r.put("<", name)
	for _, a := range t.Attr {
		r.put(" ", r.name(a.Name, false), `="`)
		r.escape([]byte(a.Value))
		r.put(`"`)
	}
	at := r.offset()
	if raw := r.g.in.buf; at >= 2 && at <= len(raw) && !r.g.in.switched {
		// A start tag holds no other '<'. The decoder may have read it earlier,
		// to close the element before it.
		r.fault = max(bytes.LastIndexByte(raw[:at], '<'), 0)
		if raw[at-2] == '/' {
			r.empty = true
			r.open = r.open[:len(r.open)-1]
			r.put("/")
		}
	}
	r.put(">")
	r.mark(at)
}

// name returns a name as it is written.
func (r *relay) name(n xml.Name, element bool) string {
	switch {
	case n.Space == "xmlns":
		return "xmlns:" + n.Local
	case n.Space == "" && !element, strings.Contains(n.Local, ":"):
		return n.Local
	}
	prefix, ok := r.prefixes[n.Space]
	if !ok {
		prefix = "ns" + strconv.Itoa(len(r.prefixes))
		r.prefixes[n.Space] = prefix
		r.hidden[prefix] = &binding{prev: -1, val: span{dirty: true}, uri: n.Space, known: true}
	}
	return prefix + ":" + n.Local
}

// inner returns the bytes of the document between two offsets in the text.
func (r *relay) inner(from, to int) []byte {
	if r.g.in.switched {
		return r.s.buf[from:to:to]
	}
	raw := r.g.in.buf
	if from > r.from {
		from = r.place(from)
	}
	to = min(r.place(to), len(raw))
	if from > to {
		return []byte{}
	}
	return raw[from:to:to]
}

// place returns where the offset in the text is in the document.
func (r *relay) place(text int) int {
	n := sort.Search(len(r.places), func(i int) bool { return r.places[i].text >= text })
	if n == len(r.places) {
		return len(r.g.in.buf)
	}
	return r.places[n].document
}
