package runtime

import "encoding/xml"

// startTag has the decoder read the start tag at the offset tag, wherever it
// stands.
func (g *delegation) startTag(tag int) (xml.StartElement, error) {
	g.in.seek(tag)
	t, err := g.d.Token()
	if err != nil {
		return xml.StartElement{}, err
	}
	start, ok := t.(xml.StartElement)
	if !ok {
		return xml.StartElement{}, errPlace
	}
	return start, nil
}

// endTag has the decoder read an end tag.
func (g *delegation) endTag(name []byte) error { return g.aside("</", name) }

// aside has the decoder read a tag that is not in its place in the document.
func (g *delegation) aside(begin string, name []byte) error {
	g.tag = append(append(append(g.tag[:0], begin...), name...), '>')
	g.in.before = g.tag
	_, err := g.d.Token()
	return err
}

// show brings the elements that the decoder has open in line with those that
// are open around the one it is to be handed. In a document these are the
// elements that declare namespaces, and the root, for a method that unmarshals
// its element twice makes encoding/xml look for one that is open. In an element that
// a method has asked for they are all, for the method may go on by itself in
// the midst of them.
//
// Each element is shown at most once while it is open, so that all in all
// this takes time in proportion to the document.
func (g *delegation) show() error {
	s := g.s
	low := 0
	if n := len(g.handed); n > 0 {
		low = g.handed[n-1].shown
	}
	keep := len(g.shown)
	for keep > low && !s.isOpen(g.shown[keep-1]) {
		keep--
	}
	if err := g.hide(keep); err != nil {
		return err
	}
	if n := len(g.handed); n > 0 {
		for level := g.handed[n-1].level + 1 + keep - low; level < len(s.stack); level++ {
			if err := g.showTag(level); err != nil {
				return err
			}
		}
		return nil
	}
	if keep == 0 && len(s.stack) > 0 && s.bindingsIn(0) == 0 {
		root := s.stack[0]
		if err := g.aside("<", g.in.buf[root.start:root.end]); err != nil {
			return err
		}
		g.shown = append(g.shown, shown{0, root.start, root.end})
		keep = 1
	}
	known := 0
	if keep > 0 {
		known = s.bindingsIn(g.shown[keep-1].level)
	}
	var levels []int
	for level, n := len(s.stack)-1, len(s.ns.bindings); n > known; level-- {
		if before := s.stack[level].bindings; before < n {
			levels = append(levels, level)
			n = before
		}
	}
	for i := len(levels) - 1; i >= 0; i-- {
		if err := g.showTag(levels[i]); err != nil {
			return err
		}
	}
	return nil
}

func (g *delegation) showTag(level int) error {
	o := g.s.stack[level]
	if _, err := g.startTag(o.start - 1); err != nil {
		return err
	}
	g.shown = append(g.shown, shown{level, o.start, o.end})
	return nil
}

// hide has the decoder close all but the first keep elements it was shown.
func (g *delegation) hide(keep int) error {
	for n := len(g.shown) - 1; n >= keep; n-- {
		if err := g.endTag(g.in.buf[g.shown[n].start:g.shown[n].end]); err != nil {
			return err
		}
		g.shown = g.shown[:n]
	}
	return nil
}

// isOpen reports whether an element is still open. If it is, so are those
// around it.
func (s *Scanner) isOpen(e shown) bool {
	return e.level < len(s.stack) && s.stack[e.level].start == e.start
}

// bindingsIn returns how many namespace declarations are in scope in the open
// element number level.
func (s *Scanner) bindingsIn(level int) int {
	if level+1 < len(s.stack) {
		return s.stack[level+1].bindings
	}
	return len(s.ns.bindings)
}
