package runtime

import (
	"bytes"
	"encoding/xml"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Attributes in a namespace are written with a prefix that encoding/xml
// invents from the namespace's URL. Which one has changed between releases, so
// the running encoding/xml is asked for it, once for each URL. What it does when a
// prefix is taken, and how long a prefix stays bound, is implemented here and
// compared with encoding/xml at first use.

// appendPrefix appends the prefix of a namespace that is not empty, and before
// it the namespace's declaration if it is not in scope.
func (e *Encoder) appendPrefix(b []byte, url string) []byte {
	if prefix, ok := e.scope.prefix(url); ok {
		return append(b, prefix...)
	}
	if e.delegating {
		return e.open().appendPrefix(b, url)
	}
	if !prefixRules() {
		e.std = true
		return b
	}
	return e.declare(b, url)
}

// declare appends a declaration of a namespace that is not in scope, and the
// prefix bound to it.
func (e *Encoder) declare(b []byte, url string) []byte {
	known := e.prober.base(url)
	if known == nil {
		e.std = true
		return b
	}
	if known.predeclared {
		return append(b, known.prefix...)
	}
	prefix := e.scope.bind(known.url, known.prefix)
	if prefix == known.prefix {
		return append(b, known.declared...)
	}
	return appendDeclared(b, prefix, url)
}

// appendDeclared appends the declaration of a prefix and, for the attribute's
// name behind it, the prefix.
func appendDeclared(b []byte, prefix, url string) []byte {
	b = append(b, "xmlns:"...)
	b = append(b, prefix...)
	b = append(b, '=', '"')
	b = AppendText(b, url)
	b = append(b, '"', ' ')
	return append(b, prefix...)
}

// A scope holds the prefixes bound to namespaces at one point of a document.
type scope struct {
	bound []boundPrefix
	seq   int // counts the prefixes that were taken, over the whole document

	// The same bindings by either side, once there have been too many to
	// search.
	byURL   map[string]string
	byName  map[string]struct{}
	indexed bool
}

type boundPrefix struct {
	url, prefix string
	open        bool // see live.appendPrefix
}

// searched is the number of bindings up to which a scope is searched from end to end.
const searched = 8

// prefix returns the prefix bound to url.
func (s *scope) prefix(url string) (string, bool) {
	if s.indexed {
		prefix, ok := s.byURL[url]
		return prefix, ok
	}
	for i := range s.bound {
		if s.bound[i].url == url {
			return s.bound[i].prefix, true
		}
	}
	return "", false
}

// taken reports whether prefix is bound.
func (s *scope) taken(prefix string) bool {
	if s.indexed {
		_, ok := s.byName[prefix]
		return ok
	}
	for i := range s.bound {
		if s.bound[i].prefix == prefix {
			return true
		}
	}
	return false
}

// bind binds a prefix to url and returns it: base, or base with a number where
// base is taken.
func (s *scope) bind(url, base string) string {
	prefix := base
	if s.taken(prefix) {
		for {
			s.seq++
			prefix = base + "_" + strconv.Itoa(s.seq)
			if !s.taken(prefix) {
				break
			}
		}
	}
	s.add(boundPrefix{url: url, prefix: prefix})
	return prefix
}

// add adds a binding.
func (s *scope) add(x boundPrefix) {
	s.bound = append(s.bound, x)
	switch {
	case s.indexed:
		s.byURL[x.url] = x.prefix
		s.byName[x.prefix] = struct{}{}
	case len(s.bound) > searched:
		s.index()
	}
}

// index builds the maps.
func (s *scope) index() {
	if s.byURL == nil {
		s.byURL = make(map[string]string)
		s.byName = make(map[string]struct{})
	}
	for _, x := range s.bound {
		s.byURL[x.url] = x.prefix
		s.byName[x.prefix] = struct{}{}
	}
	s.indexed = true
}

// release unbinds all but the first n bindings.
func (s *scope) release(n int) {
	if s.indexed {
		for _, x := range s.bound[n:] {
			delete(s.byURL, x.url)
			delete(s.byName, x.prefix)
		}
	}
	clear(s.bound[n:])
	s.bound = s.bound[:n]
}

// reset makes s the scope of a new document. Room for more bindings than keep is
// given up.
func (s *scope) reset() {
	const keep = 1024
	s.seq = 0
	s.indexed = false
	if cap(s.bound) > keep {
		*s = scope{}
		return
	}
	clear(s.bound)
	s.bound = s.bound[:0]
	clear(s.byURL)
	clear(s.byName)
}

// A base is what the running encoding/xml does for an attribute in a namespace
// when no prefix is taken.
type base struct {
	url         string
	prefix      string
	predeclared bool   // the prefix needs no declaration
	declared    string // what appendDeclared appends
}

// bases caches bases for all encoders. It is bounded in the number of URLs and
// in their length, so that documents cannot fill the memory.
var bases struct {
	byURL sync.Map // string to *base
	n     atomic.Int32
}

const (
	maxBases   = 1024
	maxBaseURL = 512
)

// A prober asks the running encoding/xml for prefixes. The zero value is ready.
type prober struct {
	recent [4]*base // by length of the URL, to save a look into bases
	out    bytes.Buffer
	enc    *xml.Encoder
}

// base returns what the running encoding/xml does for url; nil if its answer
// is not understood.
func (p *prober) base(url string) *base {
	recent := &p.recent[len(url)%len(p.recent)]
	if *recent != nil && (*recent).url == url {
		return *recent
	}
	if v, ok := bases.byURL.Load(url); ok {
		*recent = v.(*base)
		return *recent
	}
	known := p.ask(strings.Clone(url))
	if known == nil {
		p.enc = nil
		return nil
	}
	if len(url) <= maxBaseURL && bases.n.Load() < maxBases {
		if _, loaded := bases.byURL.LoadOrStore(known.url, known); !loaded {
			bases.n.Add(1)
		}
		*recent = known
	}
	return known
}

// ask has an element with one attribute in the namespace written. The prefix
// is what stands between the known parts.
func (p *prober) ask(url string) *base {
	if p.enc == nil {
		p.enc = xml.NewEncoder(&p.out)
	}
	p.out.Reset()
	start := xml.StartElement{
		Name: xml.Name{Local: "e"},
		Attr: []xml.Attr{{Name: xml.Name{Space: url, Local: "a"}}},
	}
	for _, token := range [...]xml.Token{start, start.End()} {
		if p.enc.EncodeToken(token) != nil {
			return nil
		}
	}
	if p.enc.Flush() != nil {
		return nil
	}
	attr, ok := strings.CutPrefix(p.out.String(), "<e ")
	if !ok {
		return nil
	}
	attr, ok = strings.CutSuffix(attr, `:a=""></e>`)
	if !ok {
		return nil
	}
	declaration, ok := strings.CutPrefix(attr, "xmlns:")
	if !ok {
		if strings.ContainsAny(attr, `:" `) {
			return nil
		}
		return &base{url: url, prefix: attr, predeclared: true}
	}
	prefix, _, _ := strings.Cut(declaration, "=")
	if attr != string(appendDeclared(nil, prefix, url)) {
		return nil
	}
	return &base{url: url, prefix: prefix, declared: attr}
}

// prefixRules reports whether the running encoding/xml numbers and unbinds
// prefixes as this package does, tried on a document that does both.
var prefixRules = sync.OnceValue(func() bool {
	type element []string // the namespaces of its attributes; nil ends one
	document := []element{
		{"u:/1/x", "u:/2/x", "u:/1/x", "u:/3/x"}, // two collisions
		{"u:/4/x", "u:/1/x", "u:/y"}, nil,        // a third, unbound at the end
		{"u:/4/x_1", "u:/4/x"}, nil, // a number that is taken
		nil,
		{"u:/2/x", "u:/3/x"}, nil, // unbound, but still counted
	}
	var std bytes.Buffer
	enc := xml.NewEncoder(&std)
	root := xml.StartElement{Name: xml.Name{Local: "e"}}
	_ = enc.EncodeToken(root)
	var e Encoder
	ours := []byte("<e>")
	var marks []int
	for _, spaces := range document {
		if spaces == nil {
			_ = enc.EncodeToken(root.End())
			ours = append(ours, "</e>"...)
			e.Release(marks[len(marks)-1])
			marks = marks[:len(marks)-1]
			continue
		}
		start := xml.StartElement{Name: root.Name}
		marks = append(marks, e.Mark())
		ours = append(ours, "<e"...)
		for _, space := range spaces {
			start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Space: space, Local: "a"}})
			ours = append(ours, ' ')
			if prefix, ok := e.scope.prefix(space); ok {
				ours = append(ours, prefix...)
			} else {
				ours = e.declare(ours, space)
			}
			ours = append(ours, `:a=""`...)
		}
		_ = enc.EncodeToken(start)
		ours = append(ours, '>')
	}
	_ = enc.EncodeToken(root.End())
	ours = append(ours, "</e>"...)
	return enc.Flush() == nil && !e.std && bytes.Equal(std.Bytes(), ours)
})

// commentRules reports whether the running encoding/xml treats dashes in
// comments as this package does.
var commentRules = sync.OnceValue(func() bool {
	type commented struct {
		Text string `xml:",comment"`
	}
	for text, want := range map[string]string{
		"-":    "<!--- -->",
		"-a":   "<!---a-->",
		"a-":   "<!--a- -->",
		"a<b>": "<!--a<b>-->",
		"--":   "",
		"a--b": "",
	} {
		got, err := xml.Marshal(commented{text})
		if want == "" {
			if err == nil || err.Error() != errComment().Error() {
				return false
			}
		} else if string(got) != "<commented>"+want+"</commented>" {
			return false
		}
	}
	return true
})
