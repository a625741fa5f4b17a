package runtime

import (
	"bytes"
	"encoding/xml"
	"slices"
	"sort"
	"strconv"
)

// rewrite replaces what is behind the element at the offset tag, which the
// decoder has just read, by what the decoder makes of it. It is needed where the
// scanner would make something else of it: a method has changed how the decoder
// reads, or it has left the decoder in the midst of the element and encoding/xml
// has not noticed. end is where the element ends, as far as the scanner
// can tell.
//
// What takes its place is well-formed. Its names are in namespaces that no
// attribute declares, so that no attribute is there that the decoder has not
// reported.
func (g *delegation) rewrite(tag, end int) {
	s := g.s
	set := settingsOf(g.d)
	r := rewriter{s: s, hidden: make(map[string]*binding)}
	err := g.toRest(tag, end, set)
	if err == nil {
		err = r.read(g)
	}
	// A delegation of the outer document goes on if a method reads on there.
	if len(g.handed) == 0 {
		decoders.Delete(g.d)
		s.dropSpare()
	}
	r.out = append(r.out, s.buf[:tag]...)
	r.write()
	if !g.in.switched {
		s.written = s.written.then(g.in.buf, tag, r.places)
	}
	s.buf = r.out
	s.pos = tag
	s.cut = err
	s.ns.hidden = r.hidden
	g = &delegation{s: s, in: &feed{buf: s.buf, err: err}, rewritten: true}
	g.attach(set)
	s.delegate, s.spare = g, nil
}

// toRest has the decoder go where it is to read on, behind the element.
//
// That decoder may be the wrong one: the elements around are not its own, except
// if it is exact or if a method asks for what is being read.
func (g *delegation) toRest(tag, end int, set settings) error {
	if g.exact || len(g.handed) > 0 || g.base.same(g.d) {
		return nil
	}
	at := g.in.pos
	g.makeExact()
	if at != end {
		// The element ends elsewhere for the decoder as it is set now. That
		// it has been so from its start is the best guess there is.
		if _, err := g.advance(tag); err != nil {
			return err
		}
		set.apply(g.d)
		return g.d.Skip()
	}
	for g.offset() < end {
		if _, err := g.d.Token(); err != nil {
			return err
		}
	}
	set.apply(g.d)
	return nil
}

// A rewriter writes tokens for a scanner.
type rewriter struct {
	s        *Scanner
	tokens   []token
	prefixes map[string]string // of namespaces
	taken    map[string]bool   // prefixes that the document declares
	hidden   map[string]*binding
	out      []byte
	places   []place
}

// A token is one with the places in the document before and behind it.
type token struct {
	xml.Token
	before, behind int
}

// read reads the rest of the elements that the scanner has open.
func (r *rewriter) read(g *delegation) error {
	shift := g.at() - int(g.d.InputOffset())
	for open := len(r.s.stack); open > 0; {
		before := int(g.d.InputOffset()) + shift
		t, err := g.d.Token()
		if err != nil {
			return err
		}
		switch t.(type) {
		case xml.StartElement:
			open++
		case xml.EndElement:
			open--
		}
		r.tokens = append(r.tokens, token{xml.CopyToken(t), before, int(g.d.InputOffset()) + shift})
	}
	return nil
}

// reserve finds the prefixes that cannot be used for other namespaces.
func (r *rewriter) reserve() {
	r.prefixes = make(map[string]string)
	r.taken = make(map[string]bool)
	for prefix, b := range r.s.ns.hidden {
		r.hidden[prefix], r.taken[prefix] = b, true
	}
	for _, b := range r.s.ns.bindings {
		r.taken[string(r.s.buf[b.start:b.end])] = true
	}
	for _, t := range r.tokens {
		if start, ok := t.Token.(xml.StartElement); ok {
			for _, a := range start.Attr {
				if a.Name.Space == "xmlns" {
					r.taken[a.Name.Local] = true
				}
			}
		}
	}
}

// write writes the tokens as the text of a document.
func (r *rewriter) write() {
	r.reserve()
	level := len(r.s.stack)
	var open []string
	var before xml.Token
	for i, t := range r.tokens {
		switch x := t.Token.(type) {
		case xml.StartElement:
			name := r.name(x.Name)
			open = append(open, name)
			r.startTag(name, x.Attr)
			if i+1 < len(r.tokens) && r.tokens[i+1].behind == t.behind {
				// This is <a/>, as no other token than its end takes no place.
				r.put("/")
			}
			r.put(">")
			r.places = append(r.places, place{len(r.out), t.behind})
		case xml.EndElement:
			r.places = append(r.places, place{len(r.out), t.before})
			// The scanner holds an end tag to the start tag it belongs to. To
			// encoding/xml it can belong to another.
			var name string
			if n := len(open); n > 0 {
				name, open = open[n-1], open[:n-1]
				if t.before == t.behind && r.out[len(r.out)-2] == '/' {
					continue
				}
			} else {
				level--
				o := r.s.stack[level]
				name = string(r.s.buf[o.start:o.end])
			}
			r.put("</", name, ">")
		case xml.CharData:
			if _, ok := before.(xml.CharData); ok && !bytes.Contains(x, cdataEnd) && !bytes.Contains(x, []byte("\r")) {
				r.put("<![CDATA[", string(x), "]]>") // to keep it apart
			} else {
				r.escape(x)
			}
		case xml.Comment:
			r.put("<!--", string(x), "-->")
		case xml.Directive:
			r.put("<!", string(x), ">")
		case xml.ProcInst:
			if x.Target != "xml" { // it has been heeded
				r.put("<?", x.Target, " ", string(x.Inst), "?>")
			}
		}
		before = t.Token
	}
}

func (r *rewriter) put(texts ...string) {
	for _, text := range texts {
		r.out = append(r.out, text...)
	}
}

func (r *rewriter) escape(text []byte) {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, text) // a bytes.Buffer takes everything
	r.out = append(r.out, b.Bytes()...)
}

// startTag writes a start tag up to its end.
func (r *rewriter) startTag(name string, attrs []xml.Attr) {
	r.put("<", name)
	for _, a := range attrs {
		r.put(" ", r.name(a.Name), `="`)
		r.escape([]byte(a.Value))
		r.put(`"`)
	}
}

// name returns a name as it is written.
func (r *rewriter) name(n xml.Name) string {
	switch n.Space {
	case "":
		return n.Local
	case "xmlns":
		return "xmlns:" + n.Local
	}
	prefix := r.prefixes[n.Space]
	for i := len(r.hidden) + 1; prefix == ""; i++ {
		prefix = "ns" + strconv.Itoa(i)
		if r.taken[prefix] {
			prefix = ""
			continue
		}
		r.prefixes[n.Space], r.taken[prefix] = prefix, true
		r.hidden[prefix] = &binding{prev: -1, val: span{dirty: true}, uri: n.Space, known: true}
	}
	return prefix + ":" + n.Local
}

// A written tells where what a rewriter has written stood before, for fields
// that keep the markup as it is.
type written struct {
	raw    []byte
	from   int // the offset from which on nothing stands where it did
	places []place
}

// A place is the end of a start tag or the begin of an end tag, now and before.
type place struct{ now, before int }

// then returns where things are once they are written anew from the offset on.
func (w *written) then(raw []byte, from int, places []place) *written {
	if w == nil {
		return &written{raw, from, places}
	}
	n := sort.Search(len(w.places), func(i int) bool { return w.places[i].now >= from })
	all := slices.Clone(w.places[:n])
	for _, p := range places {
		all = append(all, place{p.now, w.before(p.before)})
	}
	return &written{w.raw, min(w.from, from), all}
}

// inner returns what was between two offsets.
func (w *written) inner(from, to int) []byte {
	from, to = w.before(from), w.before(to)
	if from > to {
		return []byte{}
	}
	return w.raw[from:to:to]
}

// before returns where the offset was before.
func (w *written) before(now int) int {
	if now <= w.from {
		return now
	}
	n := sort.Search(len(w.places), func(i int) bool { return w.places[i].now >= now })
	if n == len(w.places) {
		return len(w.raw)
	}
	return w.places[n].before
}

// showHidden has the decoder read a start tag that declares the hidden
// namespaces.
func (g *delegation) showHidden() {
	if len(g.s.ns.hidden) == 0 {
		return
	}
	var b bytes.Buffer
	b.WriteString("<_")
	for prefix, binding := range g.s.ns.hidden {
		b.WriteString(" xmlns:" + prefix + `="`)
		_ = xml.EscapeText(&b, []byte(binding.uri))
		b.WriteByte('"')
	}
	b.WriteByte('>')
	g.in.before = b.Bytes()
	if _, err := g.d.Token(); err != nil && g.in.err == nil {
		g.in.err = err
	}
	g.shift = int(g.d.InputOffset())
}
