package runtime

import (
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"slices"
)

// errPlace says that encoding/xml does not find a start tag where the scanner
// has. It is never returned as long as both agree on what is markup.
var errPlace = errors.New("xmlserde: encoding/xml is at another place of the document")

// makeExact gives the delegation a decoder of the whole document: its errors
// have the right lines, it counts the depth from the root on, and it reads
// what is behind the data as encoding/xml would.
func (g *delegation) makeExact() {
	decoders.Delete(g.d)
	g.s.dropSpare()
	g.in = &feed{buf: g.s.buf}
	if t := &g.s.tail; t.known {
		if g.in.err = t.err; t.err == nil && t.r != nil {
			g.in.tail = t.bytes()
		}
	}
	g.exact, g.shown = true, nil
	g.attach(g.base)
	if g.s.marks > 0 {
		g.keepBytes()
		g.shift = int(g.d.InputOffset())
	}
}

// offset returns how far the decoder has read the document.
func (g *delegation) offset() int { return int(g.d.InputOffset()) - g.shift }

// advance has the decoder read on to the start tag at the offset tag.
func (g *delegation) advance(tag int) (xml.StartElement, error) {
	for {
		at := g.offset()
		t, err := g.d.Token()
		if err != nil {
			return xml.StartElement{}, err
		}
		start, ok := t.(xml.StartElement)
		switch {
		case ok && at == tag:
			return start, nil
		case at > tag:
			return xml.StartElement{}, errPlace
		}
	}
}

// settings are what a method may change at the decoder it is given.
type settings struct {
	strict    bool
	autoClose []string
	entity    map[string]string
	charset   func(string, io.Reader) (io.Reader, error)
	space     string
}

func settingsOf(d *xml.Decoder) settings {
	return settings{d.Strict, d.AutoClose, d.Entity, d.CharsetReader, d.DefaultSpace}
}

func (s settings) apply(d *xml.Decoder) {
	d.Strict, d.AutoClose, d.Entity, d.CharsetReader, d.DefaultSpace = s.strict, s.autoClose, s.entity, s.charset, s.space
}

// same reports whether d is set so that it reads the same.
func (s settings) same(d *xml.Decoder) bool {
	return s.strict == d.Strict && s.space == d.DefaultSpace &&
		(s.charset == nil) == (d.CharsetReader == nil) &&
		len(s.autoClose) == len(d.AutoClose) && (len(s.autoClose) == 0 || slices.Equal(s.autoClose, d.AutoClose)) &&
		len(s.entity) == len(d.Entity) && (len(s.entity) == 0 || maps.Equal(s.entity, d.Entity))
}
