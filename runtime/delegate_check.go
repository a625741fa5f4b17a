package runtime

import "sort"

// An extent is where an element begins and ends.
type extent struct{ tag, end int }

// nowhere is the end of an element that is malformed.
const nowhere = -1

// end returns where the element ends whose start tag at the offset tag has just
// been read, with level elements around it, or nowhere. It makes the
// delegation exact if encoding/xml would find something wrong in the element.
func (g *delegation) end(tag, level int) int {
	s := g.s
	if tag >= g.checked {
		ok, deep := s.check(level)
		if (!ok || deep) && !g.exact {
			g.makeExact()
		}
		if !ok {
			return nowhere
		}
		g.from, g.checked, g.ends = tag, s.pos, g.ends[:0]
		return s.pos
	}
	// It is in an element that is well-formed. To find the ends of all those in
	// there takes one more look at it, and not one for each level.
	if len(g.ends) == 0 {
		g.findEnds()
	}
	i := sort.Search(len(g.ends), func(i int) bool { return g.ends[i].tag >= tag })
	if i == len(g.ends) || g.ends[i].tag != tag {
		return nowhere
	}
	return g.ends[i].end
}

// check reads the rest of the element whose start tag has just been read. It
// reports whether it is well-formed and whether something in it is too deep.
func (s *Scanner) check(level int) (ok, deep bool) {
	guards := s.guards
	s.guards = StdGuards
	defer func() { s.guards = guards }()
	for len(s.stack) > level {
		if s.Child() {
			deep = deep || s.TooDeep() != nil
		} else if s.err != nil {
			s.err = nil
			return false, deep
		}
	}
	return true, deep
}

// findEnds finds the ends of the elements in the one checked last. It makes the
// checks that have been made then, so it does not fail, and comes to the end of that
// element. If it failed all the same, the elements open there would be nowhere.
func (g *delegation) findEnds() {
	w := NewScanner(g.s.buf[:g.checked])
	w.pos, w.converted = g.from, g.s.converted
	var open []int // as many as the scanner has open
	for e := w.Next(); e != Failed; e = w.Next() {
		switch e {
		case StartTag:
			open = append(open, len(g.ends))
			g.ends = append(g.ends, extent{w.tag, nowhere})
		case EndTag:
			g.ends[open[len(open)-1]].end = w.pos
			if open = open[:len(open)-1]; len(open) == 0 {
				return
			}
		}
	}
}
