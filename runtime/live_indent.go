package runtime

import (
	"bytes"
	"encoding/xml"
)

// A method may turn the indentation of its xml.Encoder on and leave it so. Then
// encoding/xml indents the rest of the document. Generated code does not, so
// what it writes is passed through an indenter that goes on from the state of
// the xml.Encoder, and the other way round.

// follow notes, where encoding/xml has written b up to its end, whether the rest
// is to be indented.
func (l *live) follow(b []byte) {
	if !l.state.indents() {
		if l.indenting {
			l.indenting, l.e.indenting = false, false
		}
		return
	}
	l.indenting, l.e.indenting = true, true
	l.from = len(b)
	l.e.opaque = l.e.opaque[:0]
	l.indenter = indenter{
		prefix: l.state.prefix.String(), indent: l.state.indent.String(),
		depth: int(l.state.depth.Int()),
		leaf:  l.state.indentedIn.Bool(), begun: l.state.putNewline.Bool(),
	}
}

// indented returns b with what generated code has written since follow or indented
// indented.
func (l *live) indented(b []byte) []byte {
	if l.element != nil {
		l.element.scan(b)
		defer func() { l.element.scanned = len(b) }()
	}
	compact := bytes.Clone(b[l.from:])
	opaque := l.e.opaque
	for i := range opaque {
		opaque[i].start -= l.from
		opaque[i].end -= l.from
	}
	b = l.indenter.append(b[:l.from], compact, opaque)
	l.e.opaque = opaque[:0]
	l.from = len(b)
	return b
}

// steer gives the xml.Encoder the state of the indenter. An element that is
// begun with indentation on and ended with it off makes the depth one more;
// the other way round it makes it one less.
func (l *live) steer() {
	in := &l.indenter
	on := func() { l.enc.Indent(in.prefix, in.indent) }
	off := func() { l.enc.Indent("", "") }
	var start xml.Token = xml.StartElement{Name: probeName}
	element := func(before, between func()) {
		before()
		_, _ = l.write(start)
		between()
		_, _ = l.write(probeEnd)
		on()
	}
	for range in.depth - int(l.state.depth.Int()) {
		element(on, off)
	}
	for range int(l.state.depth.Int()) - in.depth {
		element(off, on)
	}
	if in.leaf && !l.state.indentedIn.Bool() {
		element(off, on)
		element(on, off)
	}
	if !in.leaf && l.state.indentedIn.Bool() || in.begun && !l.state.putNewline.Bool() {
		element(on, on)
	}
}
