package xmlserdetest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
)

// A mutator changes documents at random places, as bytes and as tokens.
type mutator struct {
	r *rand.Rand
	// names are the names worth giving to elements and attributes.
	names []string
}

// mutate makes a few changes to doc and returns the new document.
func (m *mutator) mutate(doc []byte) []byte {
	for range 1 + min(m.r.IntN(4), m.r.IntN(4)) {
		if oneIn(m.r, 4) {
			doc = m.bytes(doc)
		} else {
			doc = m.tokens(doc)
		}
	}
	return doc
}

// bytes makes one change that knows nothing of XML.
func (m *mutator) bytes(doc []byte) []byte {
	doc = slices.Clone(doc)
	at := m.r.IntN(len(doc) + 1)
	n := min(1+m.r.IntN(4), len(doc)-at)
	switch m.r.IntN(7) {
	case 0:
		return doc[:at]
	case 1:
		return slices.Delete(doc, at, at+n)
	case 2:
		return slices.Insert(doc, at, byte(m.r.UintN(256)))
	case 3:
		return slices.Insert(doc, at, []byte(pick(m.r, fragments...))...)
	case 4:
		return slices.Insert(doc, at, slices.Clone(doc[at:at+n])...)
	case 5:
		if n > 0 {
			doc[at] = byte(m.r.UintN(256))
		}
		return doc
	default:
		if n > 0 {
			doc[at] = special[m.r.IntN(len(special))]
		}
		return doc
	}
}

// special are the bytes that mean something in XML.
const special = "<>/&;'\"=!?-[]: \n\r\tx0#"

// fragments are pieces of XML and of what is nearly so.
var fragments = []string{
	"<", ">", "/", "</", "/>", "<!", "<!--", "-->", "--", "<![CDATA[", "]]>", "<?", "?>", "&", "&amp;", "&lt", "&nope;", "&e;",
	"&#0;", "&#65;", "&#x41;", "&#xD800;", "&#x110000;", "&#-1;", "&#;", "&#x;", "&#99999999999999999999;", "&;", "& ", "&#65",
	`"`, "'", "=", `a="1"`, ` a="1"`, ` a='1'`, " a=1", " a", `xmlns=""`, ` xmlns:p="urn:p"`, "p:", ":", "\x00", "\x01", "\x7f", "\xff", "\xc3\x28",
	"\ufffe", "\uffff", "\U00010000", "\r", "\r\n", "\n", " ", "\u00a0", "\ufeff", "<a>", "</a>", "<a/>", "<p:a/>", "<:a/>", "<a:/>", "<a:b:c/>",
	"<1/>", "< a/>", "<é/>", "<!DOCTYPE a>", "<!DOCTYPE a [<!-- > --><!ENTITY x '>'>]>", "<?xml version=\"1.0\"?>", "<?xml version=\"2.0\"?>",
	"<?xml version=\"1.0\" encoding=\"utf-16\"?>", "<?p?>", "<?p <a> ?>", "<!---->", "<!-- a -- b -->", "<!--->", "<!-- -->", "text",
}

// tokens makes one change to the elements, attributes or text of doc.
func (m *mutator) tokens(doc []byte) []byte {
	tokens := split(doc)
	if len(tokens) == 0 {
		return doc
	}
	switch m.r.IntN(16) {
	case 0, 1:
		tokens = m.element(tokens)
	case 2, 3:
		tokens = m.move(tokens)
	case 4:
		m.rename(tokens)
	case 5, 6, 7:
		m.attribute(tokens)
	case 8, 9:
		tokens = m.insert(tokens, m.foreign())
	case 10:
		m.text(tokens)
	case 11:
		tokens = m.namespace(tokens)
	case 12:
		tokens = m.deepen(tokens)
	case 13:
		m.tagForm(tokens)
	case 14:
		return bytes.ReplaceAll(doc, []byte("\n"), []byte(pick(m.r, "\r\n", "\r", "")))
	case 15:
		if oneIn(m.r, 2) {
			return append([]byte(pick(m.r, declarations...)), doc...)
		}
		return append(slices.Clone(doc), pick(m.r, fragments...)...)
	}
	return join(tokens)
}

// insert puts a token in front of a random one.
func (m *mutator) insert(tokens []token, raw string) []token {
	return slices.Insert(tokens, m.r.IntN(len(tokens)+1), token{textToken, raw})
}

// foreign makes something the type says nothing of.
func (m *mutator) foreign() string {
	name := pick(m.r, append(m.names, "unknown", "p:unknown")...)
	return pick(m.r, pick(m.r, miscellany...), pick(m.r, fragments...),
		"<"+name+"/>", "<"+name+">1</"+name+">", "<"+name+` a="1"><b>text</b><!-- c --></`+name+">",
		"<"+name+"><"+name+"/>x<"+name+"/></"+name+">")
}

// element removes or doubles an element.
func (m *mutator) element(tokens []token) []token {
	spans := elements(tokens)
	if len(spans) == 0 {
		return tokens
	}
	s := pick(m.r, spans...)
	if oneIn(m.r, 2) {
		return slices.Delete(tokens, s.start, s.end)
	}
	return slices.Insert(tokens, s.end, slices.Clone(tokens[s.start:s.end])...)
}

// move takes an element out and puts it, or a copy, at a random place.
func (m *mutator) move(tokens []token) []token {
	spans := elements(tokens)
	if len(spans) == 0 {
		return tokens
	}
	s := pick(m.r, spans...)
	moved := slices.Clone(tokens[s.start:s.end])
	if !oneIn(m.r, 4) {
		tokens = slices.Delete(tokens, s.start, s.end)
	}
	return slices.Insert(tokens, m.r.IntN(len(tokens)+1), moved...)
}

// rename gives an element another name, rarely to one of its tags alone.
func (m *mutator) rename(tokens []token) {
	spans := elements(tokens)
	if len(spans) == 0 {
		return
	}
	name := pick(m.r, append(m.names, "other", "p:other", "xml:a", "")...)
	s := pick(m.r, spans...)
	m.setName(&tokens[s.start], name)
	if s.end-s.start > 1 && !oneIn(m.r, 10) {
		m.setName(&tokens[s.end-1], name)
	}
}

func (m *mutator) setName(t *token, name string) {
	s := tagName(t.raw)
	t.raw = t.raw[:s.start] + name + t.raw[s.end:]
}

// attribute adds, removes, doubles, moves or rewrites an attribute.
func (m *mutator) attribute(tokens []token) {
	i := m.pickTag(tokens)
	if i < 0 {
		return
	}
	t := &tokens[i]
	spans := attributes(t.raw)
	if len(spans) == 0 || oneIn(m.r, 4) {
		end := tagName(t.raw).end
		name := pick(m.r, append(m.names, "a", "xmlns", "xmlns:p", "p:a", "xml:space", "xsi:type", "type", "xmlns:xmlns", "xmlns:xml", ":", "p:", ":a")...)
		value := pick(m.r, `="1"`, `="1"`, `='1'`, `="urn:a"`, `="a&lt;b"`, `="a<b"`, "", "=1", `= "x"`, ` ="x"`, `=""`, `="true"`, `="`+"\n\t"+`"`, `="&nope;"`)
		t.raw = t.raw[:end] + " " + name + value + t.raw[end:]
		return
	}
	s := pick(m.r, spans...)
	a := t.raw[s.start:s.end]
	switch m.r.IntN(6) {
	case 0:
		a = ""
	case 1:
		a += " " + a
	case 2:
		a = pick(m.r, "p:", "q:", "xml:", "xmlns:", ":") + a
	case 3:
		_, value, _ := strings.Cut(a, "=")
		a = pick(m.r, append(m.names, "a")...) + "=" + value
	case 4:
		name, _, _ := strings.Cut(a, "=")
		a = name + "=" + pick(m.r, `""`, `" "`, `"1"`, `"x"`, `'a"b'`, `"a&#10;b"`, `"&#x0;"`, "\"\r\n\"", `"-1"`, `"2024-01-01T00:00:00Z"`, `"a]]>b"`)
	case 5:
		a = strings.ReplaceAll(a, `"`, pick(m.r, "'", ""))
	}
	t.raw = t.raw[:s.start] + a + t.raw[s.end:]
}

// pickTag returns the index of a random start or empty tag, -1 without one.
func (m *mutator) pickTag(tokens []token) int {
	var tags []int
	for i, t := range tokens {
		if t.kind == startToken || t.kind == emptyToken {
			tags = append(tags, i)
		}
	}
	if len(tags) == 0 {
		return -1
	}
	return pick(m.r, tags...)
}

// text puts a fragment into some text, or writes it another way.
func (m *mutator) text(tokens []token) {
	var texts []int
	for i, t := range tokens {
		if t.kind == textToken {
			texts = append(texts, i)
		}
	}
	if len(texts) == 0 {
		return
	}
	t := &tokens[pick(m.r, texts...)]
	at := m.r.IntN(len(t.raw) + 1)
	switch m.r.IntN(4) {
	case 0:
		t.raw = "<![CDATA[" + t.raw + "]]>"
	case 1:
		t.raw = pick(m.r, " ", "\n", "\u00a0") + t.raw + pick(m.r, " ", "\r\n", "\t")
	case 2:
		t.raw = pick(m.r, "", "0", "x", "true", "99999999999999999999", "-1", "1e5")
	default:
		t.raw = t.raw[:at] + pick(m.r, fragments...) + t.raw[at:]
	}
}

// namespace puts an element, or all below it, into a namespace.
func (m *mutator) namespace(tokens []token) []token {
	spans := elements(tokens)
	if len(spans) == 0 {
		return tokens
	}
	s := pick(m.r, spans...)
	start := &tokens[s.start]
	name := start.raw[tagName(start.raw).start:tagName(start.raw).end]
	end := tagName(start.raw).end
	space := quote(m.r, pick(m.r, "urn:a", "urn:b", "http://example.com/ns", "", "http://www.w3.org/XML/1998/namespace"))
	if oneIn(m.r, 2) {
		start.raw = start.raw[:end] + " xmlns=" + space + start.raw[end:]
		return tokens
	}
	start.raw = start.raw[:end] + " xmlns:p=" + space + start.raw[end:]
	if _, local, ok := strings.Cut(name, ":"); ok {
		name = local
	}
	m.setName(start, "p:"+name)
	if s.end-s.start > 1 {
		m.setName(&tokens[s.end-1], "p:"+name)
	}
	return tokens
}

// deepen wraps an element in elements of its own name, sometimes in more than
// encoding/xml follows.
func (m *mutator) deepen(tokens []token) []token {
	spans := elements(tokens)
	if len(spans) == 0 {
		return tokens
	}
	s := pick(m.r, spans...)
	raw := tokens[s.start].raw
	name := raw[tagName(raw).start:tagName(raw).end]
	n := 1 + m.r.IntN(12)
	if oneIn(m.r, 60) {
		n = pick(m.r, 9_990, 9_999, 10_001, 11_000)
	}
	tokens = slices.Insert(tokens, s.end, token{textToken, strings.Repeat("</"+name+">", n)})
	return slices.Insert(tokens, s.start, token{textToken, strings.Repeat("<"+name+">", n)})
}

// tagForm writes a tag another way.
func (m *mutator) tagForm(tokens []token) {
	t := &tokens[m.r.IntN(len(tokens))]
	switch t.kind {
	case endToken:
		t.raw = strings.Replace(t.raw, ">", pick(m.r, " >", "\n>", " a>", "/>", ""), 1)
	case startToken:
		t.raw = strings.TrimSuffix(t.raw, ">") + pick(m.r, " >", "\n>", "/>", "/ >", "", " / >")
	case emptyToken:
		name := t.raw[tagName(t.raw).start:tagName(t.raw).end]
		t.raw = strings.TrimSuffix(t.raw, "/>") + pick(m.r, "></"+name+">", " />", "/ >", ">")
	}
}
