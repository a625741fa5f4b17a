package runtime

import (
	"encoding/xml"
	"strings"
)

// In a document that is written by two, the prefixes that generated code needs
// are asked of the document's own xml.Encoder, so that both go on from the
// same numbers. An element that it is given, but that is not part of the
// document, stays open there as long as the prefix is in scope.

// probeName is that of the element in which prefixes are asked for.
var (
	probeName           = xml.Name{Local: "e"}
	probeEnd  xml.Token = xml.EndElement{Name: probeName}
)

// appendPrefix appends a prefix for url, and before it the declaration if
// there has to be one.
func (l *live) appendPrefix(b []byte, url string) []byte {
	start := xml.StartElement{
		Name: probeName,
		Attr: []xml.Attr{{Name: xml.Name{Space: url, Local: "a"}}},
	}
	out, err := l.capture(start)
	if err != nil {
		// The document is going to fail: enc is stuck in the error.
		return append(b, '_')
	}
	attr := strings.TrimSuffix(strings.TrimPrefix(string(out), "<e "), `:a="">`)
	prefix := attr[strings.LastIndexByte(attr, ' ')+1:]
	open := len(prefix) < len(attr)
	if !open {
		_, _ = l.capture(probeEnd)
	}
	l.e.scope.add(boundPrefix{strings.Clone(url), prefix, open})
	return append(b, attr...)
}

// release unbinds all but the first n prefixes.
func (l *live) release(n int) {
	bound := l.e.scope.bound
	for i := len(bound) - 1; i >= n; i-- {
		if bound[i].open {
			// It fails behind an error that has left other elements open.
			_, _ = l.capture(probeEnd)
		}
	}
	l.e.scope.release(n)
}
