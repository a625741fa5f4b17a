package xmlserdetest

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/xmlserde/xmlserde/xml"
)

// documents makes random documents that mostly fit a type: what its tags name,
// in about their order, with lexical forms of every kind.
type documents struct {
	r       *rand.Rand
	subject *subject
	strings.Builder
	// wild documents hold text that does not fit the field's kind, undeclared
	// prefixes and declarations that encoding/xml refuses.
	wild bool
	// scopes are the namespace declarations in force, innermost last.
	scopes []scope
	// budget is how many more elements the document may have.
	budget int
}

// A scope is one namespace declaration. Its prefix is "" for the default.
type scope struct{ prefix, space string }

const maxDocumentDepth = 8

// document makes a document for a target of type t.
func (g *documents) document(t reflect.Type) []byte {
	g.budget = 10 << g.r.IntN(5)
	if oneIn(g.r, 3) {
		n := len(declarations)
		if !g.wild {
			n = tameDeclarations
		}
		g.WriteString(pick(g.r, declarations[:n]...))
	}
	g.misc()
	g.element(elementName(t, xml.Name{Local: pick(g.r, "", "", "root")}), t, 0)
	g.misc()
	return []byte(g.String())
}

// declarations are ways to start a document. encoding/xml takes the first
// tameDeclarations.
var declarations = []string{
	"<?xml version=\"1.0\"?>\n",
	`<?xml version="1.0" encoding="UTF-8"?>`,
	`<?xml version='1.0' encoding='utf-8' standalone='yes' ?>`,
	`<?xml version="1.0" encoding=""?>`,
	`<?xml?>`, `<?XML version="1.1"?>`, ` <?xml version="1.0"?>`,
	"\ufeff<?xml version=\"1.0\"?>", "\ufeff",
	"<!DOCTYPE a>", `<!DOCTYPE a [<!ENTITY e "v"><!ELEMENT a (b)>]>`, `<!DOCTYPE a SYSTEM "a'<.dtd">`,
	`<?xml version="1.1"?>`,
	`<?xml version="1.0" encoding="ISO-8859-1"?>`,
	`<?xml version=1.0 encoding=latin1?>`,
}

const tameDeclarations = 12

// miscellany is what may stand between elements and matters to no field.
var miscellany = []string{
	" ", "\n", "\r\n", "\t", "<!-- comment -->", "<!---->", "<?target data?>", "<?t?>", "<![CDATA[]]>", "text", "&amp;",
}

func (g *documents) misc() {
	for oneIn(g.r, 3) {
		if oneIn(g.r, 2) {
			g.WriteString("\n  ")
		} else {
			g.WriteString(pick(g.r, miscellany...))
		}
	}
}

// element writes an element of type t and the given name.
func (g *documents) element(name xml.Name, t reflect.Type, depth int) {
	g.budget--
	t = g.content(t)
	outer := len(g.scopes)
	defer func() { g.scopes = g.scopes[:outer] }()
	qualified, attrs := g.qualify(name, false)
	text := isCalled(t) && (!isTree(t) || readsText(t)) && oneIn(g.r, 2)
	if isTree(t) && g.budget > 0 {
		attrs = append(attrs, g.attributes(t)...)
	} else if oneIn(g.r, 12) || isCalled(t) && oneIn(g.r, 2) {
		attrs = append(attrs, g.attribute(xml.Name{Local: "extra"}, reflect.TypeFor[string]()))
	}
	if oneIn(g.r, 8) {
		g.r.Shuffle(len(attrs), func(i, j int) { attrs[i], attrs[j] = attrs[j], attrs[i] })
	}
	g.WriteString("<" + qualified)
	for _, a := range attrs {
		g.WriteString(pick(g.r, " ", " ", " ", "\n", "  ") + a)
	}
	start := g.Len()
	g.WriteString(pick(g.r, ">", ">", ">", ">", " >"))
	inner := g.Len()
	switch {
	case text:
		g.text(t)
	case isTree(t):
		if depth < maxDocumentDepth {
			g.children(t, depth)
		}
	case isCalled(t) && depth < maxDocumentDepth:
		// Who knows what its method likes.
		for range g.r.IntN(4) {
			g.misc()
			g.element(xml.Name{Local: pick(g.r, "a", "b", "text", "unknown")}, reflect.TypeFor[string](), depth+1)
		}
	default:
		g.text(t)
	}
	if g.Len() == inner && oneIn(g.r, 2) {
		s := g.String()[:start]
		g.Reset()
		g.WriteString(s + "/>")
		return
	}
	g.WriteString("</" + qualified + pick(g.r, ">", ">", ">", " >", "\n>"))
}

// content is [content] of t or, of an interface, of a type that it can hold.
func (g *documents) content(t reflect.Type) reflect.Type {
	for range 3 {
		t = content(t)
		if t.Kind() != reflect.Interface {
			break
		}
		if t = g.subject.pick(g.r, t); t == nil {
			break
		}
	}
	if t == nil || t.Kind() == reflect.Interface || t.Kind() == reflect.Map && !isCalled(t) {
		t = reflect.TypeFor[string]()
	}
	return t
}

// qualify writes a name with the prefix that a declaration in scope gives its
// namespace, or with a new declaration, which it returns as an attribute.
func (g *documents) qualify(name xml.Name, isAttr bool) (string, []string) {
	space := name.Space
	if g.wild && oneIn(g.r, 15) {
		space = pick(g.r, "", "urn:other", space+"x")
	}
	if space == "" {
		return name.Local, nil
	}
	if space == "http://www.w3.org/XML/1998/namespace" {
		return "xml:" + name.Local, nil
	}
	for i := len(g.scopes) - 1; i >= 0; i-- {
		if s := g.scopes[i]; s.space == space && !(isAttr && s.prefix == "") {
			return prefixed(s.prefix, name.Local), nil
		}
	}
	prefix := pick(g.r, "p", "q", "ns0")
	if !isAttr && oneIn(g.r, 2) {
		prefix = ""
	}
	g.scopes = append(g.scopes, scope{prefix, space})
	declaration := "xmlns"
	if prefix != "" {
		declaration = "xmlns:" + prefix
	}
	return prefixed(prefix, name.Local), []string{declaration + "=" + quote(g.r, space)}
}

func prefixed(prefix, local string) string {
	if prefix == "" {
		return local
	}
	return prefix + ":" + local
}

// quote writes an attribute's value around text that holds no raw quotes.
func quote(r *rand.Rand, text string) string {
	if oneIn(r, 4) {
		return "'" + strings.ReplaceAll(text, "'", "&#39;") + "'"
	}
	return `"` + strings.ReplaceAll(text, `"`, "&#34;") + `"`
}

// attributes makes attributes for the fields of t, and some others.
func (g *documents) attributes(t reflect.Type) []string {
	var attrs []string
	for f := range fields(t) {
		x := fieldTag(f)
		switch {
		case isEmbedded(f):
			if e := content(f.Type); e != t {
				attrs = append(attrs, g.attributes(e)...)
			}
		case x.mode != "attr" || oneIn(g.r, 3):
		case x.any:
			attrs = append(attrs, g.declared(xml.Name{Space: pick(g.r, "", "urn:any"), Local: "any"}, content(f.Type))...)
		default:
			name := xml.Name{Space: x.space, Local: f.Name}
			if len(x.path) > 0 {
				name.Local = x.path[0]
			}
			attrs = append(attrs, g.declared(name, content(f.Type))...)
		}
	}
	if oneIn(g.r, 10) {
		attrs = append(attrs, pick(g.r, `xml:lang="en"`, `unknown="1"`, `xmlns:unused="urn:u"`, `undeclared:id="1"`, `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="T"`))
	}
	if g.wild && oneIn(g.r, 10) {
		attrs = append(attrs, pick(g.r, `xmlns="urn:default"`, `xmlns:p=""`, `xmlns=""`, `xmlns:p="urn:p"`))
	}
	return attrs
}

// declared makes an attribute and the declaration its namespace needs.
func (g *documents) declared(name xml.Name, t reflect.Type) []string {
	qualified, attrs := g.qualify(name, true)
	return append(attrs, g.attribute(xml.Name{Local: qualified}, t))
}

func (g *documents) attribute(name xml.Name, t reflect.Type) string {
	return name.Local + "=" + quote(g.r, escaped(g.r, g.lexical(t)))
}

// children writes the content of an element of type t.
func (g *documents) children(t reflect.Type, depth int) {
	var list []reflect.StructField
	for f := range fields(t) {
		list = append(list, f)
	}
	if oneIn(g.r, 4) {
		g.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	for _, f := range list {
		if f.Name != "XMLName" && !oneIn(g.r, 5) {
			g.field(t, f, depth)
		}
	}
	if oneIn(g.r, 8) {
		g.element(xml.Name{Local: "unknown"}, pick(g.r, t, reflect.TypeFor[string]()), depth+1)
	}
	g.misc()
}

// field writes the content of an element of type t that is field f's.
func (g *documents) field(t reflect.Type, f reflect.StructField, depth int) {
	g.misc()
	x := fieldTag(f)
	switch {
	case isEmbedded(f):
		if e := content(f.Type); e != t {
			g.children(e, depth)
		}
		return
	case x.mode == "attr":
		return
	case x.mode == "chardata", x.mode == "cdata":
		g.text(content(f.Type))
		return
	case x.mode == "comment":
		g.WriteString("<!--" + pick(g.r, "", " c ", "a-b", "é") + "-->")
		return
	case x.mode == "innerxml":
		g.WriteString(pick(g.r, "raw", "<raw/>", "<raw a='1'>t</raw>"))
		return
	}
	n := 1
	if isSlice(f.Type) || x.any {
		n = pick(g.r, 0, 1, 2, 2, 3, 5)
	} else if oneIn(g.r, 12) {
		n = 2
	}
	name := xml.Name{Local: f.Name}
	var parents []string
	if len(x.path) > 0 {
		name.Local = x.path[len(x.path)-1]
		parents = x.path[:len(x.path)-1]
	} else {
		name = elementName(content(f.Type), name)
	}
	if x.space != "" {
		name.Space = x.space
	}
	if x.any && !oneIn(g.r, 4) {
		name = xml.Name{Space: pick(g.r, "", "urn:any"), Local: pick(g.r, "any", "other", "b")}
	}
	g.path(parents, name.Space, func() {
		for i := range n {
			if g.budget <= 0 {
				return
			}
			if i > 0 {
				g.misc()
			}
			g.element(name, f.Type, depth+1)
		}
	})
}

// path writes what content writes inside the elements of an "a>b>c" path.
func (g *documents) path(parents []string, space string, content func()) {
	if len(parents) == 0 {
		content()
		return
	}
	outer := len(g.scopes)
	defer func() { g.scopes = g.scopes[:outer] }()
	name, attrs := g.qualify(xml.Name{Space: space, Local: parents[0]}, false)
	if oneIn(g.r, 10) {
		attrs = append(attrs, `on="path"`)
	}
	g.WriteString("<" + strings.Join(append([]string{name}, attrs...), " ") + ">")
	g.misc()
	g.path(parents[1:], space, content)
	g.misc()
	g.WriteString("</" + name + ">")
}

// text writes character data for a value of type t, in one or more pieces.
func (g *documents) text(t reflect.Type) {
	s := g.lexical(t)
	if !oneIn(g.r, 6) {
		g.WriteString(escaped(g.r, s))
		return
	}
	cut := g.r.IntN(len(s) + 1)
	for !utf8.ValidString(s[:cut]) {
		cut--
	}
	g.WriteString(escaped(g.r, s[:cut]))
	g.WriteString(pick(g.r, "<!-- -->", "<?p?>", "<b>1</b>", "<![CDATA[]]>", "<b/>"))
	if oneIn(g.r, 2) {
		g.WriteString("<![CDATA[" + strings.ReplaceAll(s[cut:], "]]>", "") + "]]>")
	} else {
		g.WriteString(escaped(g.r, s[cut:]))
	}
}
