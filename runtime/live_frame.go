package runtime

import (
	"bytes"
	"encoding/xml"
)

// A frame is a call of [EncodeElement] that compiled code serves, in a method
// that encoding/xml has called. Whatever the call comes to, what the method finds
// afterwards is what encoding/xml would have left.
type frame struct {
	l     *live
	name  xml.Name
	out   []byte // as the method has left it, then as compiled code has
	start int    // of the frame in out
	up    *frame // the frame around

	// The elements that compiled code has begun and not ended, up to an offset in
	// out, and what is not to be looked into behind it. They are only found out
	// if need be.
	open    []xml.Name
	scanned int
	spans   []opaqueSpan

	ended bool   // compiled code has returned
	err   error  // what it has returned

	mark, starts, held, entered, spills int // to go back to
}

// encodeElement has compiled code write v while a method is running.
func (l *live) encodeElement(t *Type, v any, start *xml.StartElement) error {
	e := l.e
	pending := l.buf.Buffered() > 0
	if err := l.buf.Flush(); err != nil {
		return err
	}
	f := frame{
		l: l, name: start.Name, out: l.out, start: len(l.out), up: l.frame, scanned: len(l.out),
		mark: e.Mark(), starts: len(e.starts), held: l.held, entered: l.entered, spills: e.spills,
	}
	l.frame = &f
	defer f.end()
	l.out, l.running, l.broken, l.left, l.held = nil, false, false, nil, 0
	l.at, l.pending = len(f.out), pending
	l.follow(f.out)
	e.starts = append(e.starts, Start{
		Name: start.Name, Attr: start.Attr, Forced: true, Around: l.state.inSpace(),
	})
	f.out, f.err = t.MarshalElement(e, f.out, v, &e.starts[f.starts])
	if f.err == nil && l.written(f.out) {
		f.err = l.stuck()
	}
	if f.err == nil && l.indenting {
		f.out = l.indented(f.out)
		l.steer()
	}
	f.ended = true
	return f.err
}

// end goes back to the method.
func (f *frame) end() {
	l := f.l
	e := l.e
	if e == nil {
		return // the document has ended before
	}
	var open []xml.Name
	pending := l.pending
	switch {
	case f.ended && f.err != nil && !l.broken:
		pending = pending || l.written(f.out)
		open = f.cut(f.out)
	case !f.ended && l.running:
		// A method that encoding/xml has called has panicked.
		pending = l.buf.Buffered() > 0
		_ = l.buf.Flush()
		f.out = l.out
	case !f.ended && e.partial != nil:
		open = f.cut(e.partial)
		e.partial = nil
	case !f.ended:
		// A MarshalText method has. How far compiled code has come is lost.
		open = []xml.Name{f.name}
		if f.spills != e.spills {
			f.out = nil
		}
	}
	e.Release(f.mark)
	for _, name := range open {
		_, _ = l.capture(xml.StartElement{Name: name})
	}
	clear(e.starts[f.starts:])
	e.starts = e.starts[:f.starts]
	l.frame, l.entered = f.up, f.entered
	l.out, l.running, l.held, l.skip = f.out, true, f.held, 0
	if pending && (f.err != nil || !f.ended) {
		// Only without an error EncodeElement flushes.
		l.prime()
	}
}

// cut ends the frame where compiled code has stopped in b, and returns the
// elements that encoding/xml would have left open.
func (f *frame) cut(b []byte) []xml.Name {
	if f.spills != f.l.e.spills {
		// Only that there are some is known.
		f.out = b
		return []xml.Name{f.name}
	}
	f.out = b[:f.scan(b)]
	return append(f.open, f.l.left...)
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
func (f *frame) scan(b []byte) int {
	for _, s := range f.spans {
		if s.start >= f.scanned {
			f.tags(b[f.scanned:s.start])
			f.scanned = s.end
		}
	}
	f.spans = f.spans[:0]
	f.scanned += f.tags(b[f.scanned:])
	return f.scanned
}

// tags is scan for tokens.
func (f *frame) tags(b []byte) int {
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
			if len(f.open) > 0 {
				f.open = f.open[:len(f.open)-1]
			}
		default:
			local, attrs, _ := bytes.Cut(tag, []byte(" "))
			name := xml.Name{Local: string(local)}
			if space, ok := bytes.CutPrefix(attrs, []byte(`xmlns="`)); ok {
				space, _, _ = bytes.Cut(space, []byte(`"`))
				name.Space = string(appendDecoded(nil, space))
			}
			f.open = append(f.open, name)
		}
	}
}
