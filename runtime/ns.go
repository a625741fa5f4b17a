package runtime

import "encoding/xml"

const xmlURL = "http://www.w3.org/XML/1998/namespace"

// A binding is one namespace declaration in scope.
type binding struct {
	prefix string // set while the index is in use
	start  int    // the prefix in the input; start == end is the default namespace
	end    int
	val    span // the URI as written
	prev   int  // the binding of the same prefix that this one hides, -1 for none
	// uri is the URI itself once it is known. All names in the namespace share
	// it: a copy for each would cost the URI's length times their number.
	uri   string
	known bool
}

// namespaces are the declarations in scope, innermost last.
type namespaces struct {
	bindings []binding
	// index finds the innermost binding of a prefix. It exists only while
	// there are many, so that a document with a million declarations costs no
	// more than linear time and an ordinary one no map.
	index map[string]int
	// hidden are declarations that are in scope everywhere and stand nowhere:
	// see relay.
	hidden map[string]*binding
}

// indexFrom is the number of bindings from which an index pays.
const indexFrom = 24

func (n *namespaces) reset() {
	clear(n.bindings)
	n.bindings = n.bindings[:0]
	n.index = nil
}

// declare brings a declaration into scope.
func (n *namespaces) declare(buf []byte, start, end int, val span) {
	n.bindings = append(n.bindings, binding{start: start, end: end, val: val, prev: -1})
	switch {
	case n.index != nil:
		n.enter(buf, len(n.bindings)-1)
	case len(n.bindings) == indexFrom:
		n.index = make(map[string]int, 2*indexFrom)
		for i := range n.bindings {
			n.enter(buf, i)
		}
	}
}

func (n *namespaces) enter(buf []byte, i int) {
	b := &n.bindings[i]
	b.prefix = string(buf[b.start:b.end])
	b.prev = -1
	if j, ok := n.index[b.prefix]; ok {
		b.prev = j
	}
	n.index[b.prefix] = i
}

// leave takes the declarations from number keep on out of scope.
func (n *namespaces) leave(keep int) {
	if n.index != nil {
		if keep < indexFrom/2 {
			n.index = nil
		} else {
			for i := len(n.bindings) - 1; i >= keep; i-- {
				b := &n.bindings[i]
				if b.prev < 0 {
					delete(n.index, b.prefix)
				} else {
					n.index[b.prefix] = b.prev
				}
			}
		}
	}
	clear(n.bindings[keep:]) // lets go of long prefixes and URIs
	n.bindings = n.bindings[:keep]
}

// find returns the innermost binding of a prefix, nil if it is undeclared.
func (n *namespaces) find(buf, prefix []byte) *binding {
	if n.index != nil {
		if i, ok := n.index[string(prefix)]; ok {
			return &n.bindings[i]
		}
		return nil
	}
	for i := len(n.bindings) - 1; i >= 0; i-- {
		if b := &n.bindings[i]; string(buf[b.start:b.end]) == string(prefix) {
			return b
		}
	}
	return nil
}

// space resolves the prefix of a name as Decoder.Token does. It returns either
// a binding or, for a prefix that needs or has none, the namespace itself:
// encoding/xml takes an undeclared prefix for the namespace.
func (s *Scanner) space(q qname, attr bool) (*binding, []byte) {
	prefix := s.buf[q.start:max(q.start, q.local-1)]
	switch string(prefix) {
	case "":
		if attr || string(s.buf[q.local:q.end]) == "xmlns" {
			return nil, nil
		}
	case "xmlns":
		return nil, prefix
	case "xml":
		return nil, xmlURLBytes
	}
	if s.ns.hidden != nil {
		if b := s.ns.hidden[string(prefix)]; b != nil {
			return b, nil
		}
	}
	if b := s.ns.find(s.buf, prefix); b != nil {
		return b, nil
	}
	return nil, prefix
}

var xmlURLBytes = []byte(xmlURL)

// spaceIs reports whether the namespace of a name is uri.
func (s *Scanner) spaceIs(q qname, attr bool, uri string) bool {
	b, space := s.space(q, attr)
	switch {
	case b == nil:
		return string(space) == uri
	case b.val.dirty:
		return s.uri(b) == uri
	}
	return string(s.buf[b.val.start:b.val.end]) == uri
}

// uri returns the namespace that b declares.
func (s *Scanner) uri(b *binding) string {
	if !b.known {
		value := s.buf[b.val.start:b.val.end]
		if b.val.dirty {
			value = appendDecoded(nil, value)
		}
		b.uri, b.known = s.intern(value), true
	}
	return b.uri
}

func (s *Scanner) qname(q qname, attr bool) xml.Name {
	name := xml.Name{Local: s.intern(s.buf[q.local:q.end])}
	if b, space := s.space(q, attr); b != nil {
		name.Space = s.uri(b)
	} else {
		name.Space = s.intern(space)
	}
	return name
}

// internMax bounds the names that a scanner keeps for reuse, in bytes each.
const internMax = 64

// intern returns b as a string, sharing the strings of names that come again
// and again.
func (s *Scanner) intern(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > internMax {
		return string(b)
	}
	slot := &s.interned[(uint(len(b))*31+uint(b[0])*7+uint(b[len(b)-1])+uint(b[len(b)/2])*3)%uint(len(s.interned))]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}
