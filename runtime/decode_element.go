package runtime

import "encoding/xml"

// DecodeElement is d.DecodeElement(v, start), with compiled code if there is
// some for v, d is the decoder that generated code has given to a method, and the
// method has not yet read from it: start is the tag it was given.
func DecodeElement(d *xml.Decoder, v any, start *xml.StartElement) error {
	if g, ok := decoders.Load(d); ok && start != nil {
		g := g.(*delegation)
		if t := below(v); t != nil && g.enter(start) {
			CountCompiled()
			return g.run(t, v)
		}
	}
	CountFallback()
	return d.DecodeElement(v, start)
}

// enter opens the element of the element handed last to compiled code, if start
// is its start tag and the decoder has read no further.
func (g *delegation) enter(start *xml.StartElement) bool {
	n := len(g.handed)
	if n == 0 || g.exact || g.s.relay != nil || !g.base.same(g.d) {
		return false
	}
	f := &g.handed[n-1]
	if f.empty || g.in.pos != f.inside || len(g.in.before) > 0 {
		return false
	}
	s := g.s
	if !s.startTag(f.tag) || !s.reads(start) {
		s.close(f.level)
		s.err = nil
		return false
	}
	return true
}

// reads reports whether the start tag just read is start.
func (s *Scanner) reads(start *xml.StartElement) bool {
	if string(s.Local()) != start.Name.Local || !s.SpaceIs(start.Name.Space) || len(s.attrs) != len(start.Attr) {
		return false
	}
	for i := range start.Attr {
		a := &start.Attr[i]
		if string(s.AttrLocal(i)) != a.Name.Local || !s.AttrSpaceIs(i, a.Name.Space) || string(s.AttrValue(i)) != a.Value {
			return false
		}
	}
	return true
}

// run has compiled code read the element that enter has opened, and leaves the
// decoder where encoding/xml would: behind the element, or, if that fails, at
// the token that is at fault.
func (g *delegation) run(t *Type, v any) (err error) {
	s := g.s
	marks, buf := s.marks, s.buf
	s.fail = failure{}
	returned := false
	defer func() {
		f := &g.handed[len(g.handed)-1]
		if r := s.relay; r != nil {
			if !s.empty {
				_ = r.finish() // the end of <a/> is no error
			}
			s.endRelay(buf)
		} else if !returned || err != nil {
			g.catchUp(f)
		}
		s.marks = marks
		s.close(f.level)
		s.err = nil
	}()
	err = s.Into(t, v)
	returned = true
	if err != nil || s.relay != nil {
		return err
	}
	f := &g.handed[len(g.handed)-1]
	if err := g.hide(f.shown); err != nil {
		return err
	}
	return g.endOf(f)
}

// endOf has the decoder read the end tag of the element of f, and go where the
// scanner is.
func (g *delegation) endOf(f *handed) error {
	b, end := g.in.buf, f.tag+1
	for class[b[end]]&className != 0 {
		end++
	}
	if err := g.endTag(b[f.tag+1 : end]); err != nil {
		return err
	}
	g.in.seek(g.s.pos)
	return nil
}

// catchUp has the decoder read the element of f as far as compiled code has
// read it before it failed.
func (g *delegation) catchUp(f *handed) {
	if f.failed {
		// It is there already, and the elements that it was shown are those it
		// would have read.
		g.shown = g.shown[:f.shown]
		return
	}
	s := g.s
	if g.hide(f.shown) != nil {
		return
	}
	g.in.seek(f.inside)
	from := g.d.InputOffset()
	open := len(s.stack) - f.level
	for depth := 1; g.d.InputOffset()-from < int64(s.pos-f.inside) || depth > open; {
		t, err := g.d.Token()
		if err != nil {
			return
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
}
