package runtime

import (
	"bytes"
	"encoding/xml"
)

// An elementCall is a call of [EncodeElement] that compiled code serves, in a
// method that encoding/xml has called. Whatever the call comes to, what the method finds
// afterwards is what encoding/xml would have left.
type elementCall struct {
	l     *live
	name  xml.Name
	out   []byte       // as the method has left it, then as compiled code has
	start int          // of the call's bytes in out
	up    *elementCall // the call around, or the next at rest

	// The elements that compiled code has begun and not ended, up to an offset in
	// out, and what is not to be looked into behind it. They are only found out
	// if need be.
	open    []xml.Name
	scanned int
	spans   []opaqueSpan

	ended bool  // compiled code has returned
	err   error // what it has returned

	mark, starts, pinned, entered, spills int // to go back to
}

// encodeElement has compiled code write v while a method is running.
func (l *live) encodeElement(t *Type, v any, start *xml.StartElement) error {
	e := l.e
	pending := l.buf.Buffered() > 0
	if err := l.buf.Flush(); err != nil {
		return err
	}
	c := l.resting
	if c == nil {
		c = new(elementCall)
	} else {
		l.resting = c.up
	}
	*c = elementCall{
		l: l, name: start.Name, out: l.out, start: len(l.out), up: l.element, scanned: len(l.out),
		mark: e.Mark(), starts: len(e.starts), pinned: l.pinned, entered: l.entered, spills: e.spills,
		spans: c.spans[:0], open: c.open[:0],
	}
	l.element = c
	defer c.end()
	l.out, l.running, l.broken, l.left, l.pinned = nil, false, false, nil, 0
	l.at, l.pending = len(c.out), pending
	l.follow(c.out)
	e.starts = append(e.starts, Start{
		Name: start.Name, Attr: start.Attr, Forced: true, Around: l.state.inSpace(),
	})
	c.out, c.err = t.MarshalElement(e, c.out, v, &e.starts[c.starts])
	if c.err == nil && l.written(c.out) {
		c.err = l.stuck()
	}
	if c.err == nil && l.indenting {
		c.out = l.indented(c.out)
		l.steer()
	}
	c.ended = true
	return c.err
}

// end goes back to the method.
func (c *elementCall) end() {
	l := c.l
	e := l.e
	if e == nil {
		return // the document has ended before
	}
	var open []xml.Name
	pending := l.pending
	switch {
	case c.ended && c.err != nil && !l.broken:
		pending = pending || l.written(c.out)
		open = c.cut(c.out)
	case !c.ended && l.running:
		// A method that encoding/xml has called has panicked.
		pending = l.buf.Buffered() > 0
		_ = l.buf.Flush()
		c.out = l.out
	case !c.ended && e.partial != nil:
		open = c.cut(e.partial)
		e.partial = nil
	case !c.ended:
		// A MarshalText method has. How far compiled code has come is lost.
		open = []xml.Name{c.name}
		if c.spills != e.spills {
			c.out = nil
		}
	}
	e.Release(c.mark)
	for _, name := range open {
		_, _ = l.capture(xml.StartElement{Name: name})
	}
	clear(e.starts[c.starts:])
	e.starts = e.starts[:c.starts]
	l.element, l.entered = c.up, c.entered
	l.out, l.running, l.pinned, l.skip = c.out, true, c.pinned, 0
	if pending && (c.err != nil || !c.ended) {
		// Only without an error EncodeElement flushes.
		l.prime()
	}
	*c = elementCall{up: l.resting, spans: c.spans[:0], open: c.open[:0]}
	l.resting = c
}

// cut ends the call where compiled code has stopped in b, and returns the
// elements that encoding/xml would have left open.
func (c *elementCall) cut(b []byte) []xml.Name {
	if c.spills != c.l.e.spills {
		// Only that there are some is known.
		c.out = b
		return []xml.Name{c.name}
	}
	c.out = b[:c.scan(b)]
	return append(c.open, c.l.left...)
}

// drop ends the elements that encoding/xml has left open with an error, all but
// the first n, without writing them, and notes all but those that are hidden. If
// there is a mark among them, which encoding/xml puts down before it calls a
// method, they stay: enc is broken, nothing that is open below the mark can be
// seen any more.
func (l *live) drop(n, hidden int) {
	open := l.state.tags.Len()
	for i := n; i < open; i++ {
		name := l.state.tag(i)
		if name.Local == "" {
			l.broken = true
			return
		}
		if i >= n+hidden {
			l.left = append(l.left, name)
		}
	}
	for i := open - 1; i >= n; i-- {
		_, _ = l.capture(xml.EndElement{Name: l.state.tag(i)})
	}
}

// scan looks for the elements that compiled code has begun and ended in b, and
// returns the length of b up to the last tag that is whole: encoding/xml makes all
// attributes before it begins a tag. A comment it begins before it looks what
// is in it.
func (c *elementCall) scan(b []byte) int {
	for _, s := range c.spans {
		if s.start >= c.scanned {
			c.tags(b[c.scanned:s.start])
			c.scanned = s.end
		}
	}
	c.spans = c.spans[:0]
	c.scanned += c.tags(b[c.scanned:])
	return c.scanned
}

// tags is scan for tokens.
func (c *elementCall) tags(b []byte) int {
	n := 0
	for {
		i := bytes.IndexByte(b[n:], '<')
		if i < 0 {
			return len(b)
		}
		tag := b[n+i:]
		end := ">"
		switch {
		case bytes.HasPrefix(tag, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(tag, []byte("<![CDATA[")):
			end = "]]>"
		}
		size := bytes.Index(tag, []byte(end))
		switch {
		case size < 0 && end == "-->":
			return len(b)
		case size < 0:
			return n + i
		}
		n += i + size + len(end)
		tag = tag[1:size]
		switch {
		case len(tag) == 0 || tag[0] == '!':
		case tag[0] == '/':
			if len(c.open) > 0 {
				c.open = c.open[:len(c.open)-1]
			}
		default:
			local, attrs, _ := bytes.Cut(tag, []byte(" "))
			name := xml.Name{Local: string(local)}
			if space, ok := bytes.CutPrefix(attrs, []byte(`xmlns="`)); ok {
				space, _, _ = bytes.Cut(space, []byte(`"`))
				name.Space = string(appendDecoded(nil, space))
			}
			c.open = append(c.open, name)
		}
	}
}
