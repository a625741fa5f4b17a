package xmlserdetest

import "bytes"

// A token is a piece of a document as its mutations see it. Unlike a token of
// encoding/xml it always keeps its bytes, and any bytes at all are tokens.
type token struct {
	kind tokenKind
	raw  string
}

type tokenKind uint8

const (
	textToken tokenKind = iota
	startToken
	endToken
	emptyToken // an empty element's tag, <a/>
	otherToken // comments, processing instructions, CDATA sections, directives
)

// split cuts a document into tokens. Joined they give the document again.
func split(doc []byte) []token {
	var tokens []token
	for len(doc) > 0 {
		kind, n := textToken, bytes.IndexByte(doc, '<')
		if n < 0 {
			n = len(doc)
		}
		if n == 0 {
			kind, n = markup(doc)
		}
		tokens = append(tokens, token{kind, string(doc[:n])})
		doc = doc[n:]
	}
	return tokens
}

// markup returns the kind and length of the token at the start of doc, which
// begins with "<".
func markup(doc []byte) (tokenKind, int) {
	through := func(end string) int {
		if i := bytes.Index(doc, []byte(end)); i >= 0 {
			return i + len(end)
		}
		return len(doc)
	}
	switch {
	case bytes.HasPrefix(doc, []byte("<!--")):
		return otherToken, through("-->")
	case bytes.HasPrefix(doc, []byte("<![CDATA[")):
		return otherToken, through("]]>")
	case bytes.HasPrefix(doc, []byte("<?")):
		return otherToken, through("?>")
	case bytes.HasPrefix(doc, []byte("<!")):
		return otherToken, through(">")
	case bytes.HasPrefix(doc, []byte("</")):
		return endToken, through(">")
	}
	var quote byte
	for i, c := range doc {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			if doc[i-1] == '/' {
				return emptyToken, i + 1
			}
			return startToken, i + 1
		}
	}
	return textToken, len(doc)
}

// join is the inverse of split.
func join(tokens []token) []byte {
	var b []byte
	for _, t := range tokens {
		b = append(b, t.raw...)
	}
	return b
}

// A span is a range of tokens or bytes, end excluded.
type span struct{ start, end int }

// elements returns the spans of all elements that have both tags, in the
// order of their ends.
func elements(tokens []token) []span {
	var spans []span
	var open []int
	for i, t := range tokens {
		switch t.kind {
		case startToken:
			open = append(open, i)
		case emptyToken:
			spans = append(spans, span{i, i + 1})
		case endToken:
			if n := len(open); n > 0 {
				spans = append(spans, span{open[n-1], i + 1})
				open = open[:n-1]
			}
		}
	}
	return spans
}

// tagName returns the span of the name in a start, end or empty tag.
func tagName(raw string) span {
	start := 1
	if len(raw) > 1 && raw[1] == '/' {
		start = 2
	}
	end := start
	for end < len(raw) && !isSpace(raw[end]) && raw[end] != '>' && raw[end] != '/' {
		end++
	}
	return span{min(start, end), end}
}

// attributes returns the spans of the attributes in a start or empty tag,
// without the space before them.
func attributes(raw string) []span {
	var spans []span
	i := tagName(raw).end
	for {
		for i < len(raw) && isSpace(raw[i]) {
			i++
		}
		if i >= len(raw) || raw[i] == '>' || raw[i] == '/' {
			return spans
		}
		start := i
		var quote byte
		for ; i < len(raw); i++ {
			c := raw[i]
			if quote != 0 {
				if c == quote {
					i++
					break
				}
				continue
			}
			if c == '"' || c == '\'' {
				quote = c
			} else if isSpace(c) || c == '>' {
				break
			}
		}
		if i == start {
			return spans
		}
		spans = append(spans, span{start, i})
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
