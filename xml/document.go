package xml

import (
	"bufio"
	"bytes"
	stdxml "encoding/xml"
	"errors"
	"io"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// A document is what a call reads: the bytes that compiled code was given, and
// what encoding/xml would find behind them.
type document struct {
	head []byte
	// err is what reading behind head returned. Otherwise rest and then tail
	// are behind it. Without both the input ends with head.
	err  error
	rest []byte
	tail io.Reader

	charset func(string, io.Reader) (io.Reader, error)
	// declared is how many declarations of encodings have been heeded, the last
	// of them before the offset converted. refused is what charset has
	// returned for the next.
	declared, converted int
	refused             error
}

// errTail tells that encoding/xml reads on where compiled code has stopped.
var errTail = errors.New("xmlserde: the document goes on")

// replay returns the error with which encoding/xml refuses the document, nil
// if it reads it up to the end tag of its root. No target is touched.
func (doc document) replay() error {
	head := io.Reader(bytes.NewReader(doc.head))
	switch {
	case doc.err != nil:
		head = io.MultiReader(head, failing{doc.err})
	case doc.tail != nil:
		head = io.MultiReader(head, failing{errTail})
	}
	d := doc.decoder(head)
	for depth := 0; ; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token.(type) {
		case stdxml.StartElement:
			depth++
		case stdxml.EndElement:
			if depth--; depth == 0 {
				return nil
			}
		}
	}
}

// decode has encoding/xml read the document into v.
func (doc document) decode(v any) error {
	var r io.Reader = bytes.NewReader(doc.head)
	if doc.err != nil {
		r = io.MultiReader(r, failing{doc.err})
	} else if tail, ok := doc.tail.(io.ByteReader); ok {
		r = &byteReader{doc.head, tail}
	} else if doc.tail != nil {
		r = io.MultiReader(r, bytes.NewReader(doc.rest), doc.tail)
	}
	return doc.decoder(r).Decode(v)
}

// read has compiled code read the document into v.
func (doc document) read(s *xmlrt.Scanner, t *xmlrt.Type, v any) error {
	s.Reset(doc.head)
	if doc.err != nil || doc.tail != nil {
		s.SetTail(doc.rest, doc.tail, doc.err)
	}
	if doc.charset != nil {
		s.SetCharset(doc.charset, doc.converted)
	}
	return run(s, t, v)
}

// decoder returns encoding/xml's decoder of r, which holds the document as it
// is after the conversions there have been.
func (doc document) decoder(r io.Reader) *Decoder {
	d := stdxml.NewDecoder(r)
	if doc.charset == nil {
		return d
	}
	heeded := 0
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		if heeded++; heeded <= doc.declared {
			return in, nil
		}
		if doc.refused != nil {
			return nil, doc.refused
		}
		return doc.charset(label, in)
	}
	return d
}

// convert goes on with a document that is in another encoding from here on, as
// often as it declares one. It returns what reads behind the document.
func (doc *document) convert(f *xmlrt.Framer, r io.Reader) io.Reader {
	for f.Charset() != "" {
		if _, ok := r.(io.ByteReader); !ok {
			r = bufio.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(f.Rest())), r))
		}
		converted, err := doc.charset(f.Charset(), r)
		if err != nil {
			doc.refused = err
			return r
		}
		if converted == nil {
			panic("CharsetReader returned a nil Reader for charset " + f.Charset())
		}
		r = converted
		f.Convert()
		doc.declared++
		doc.converted = len(f.Document())
		doc.err = f.Fill(r)
	}
	return r
}

// failing is a reader of nothing.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// A byteReader reads head and then r, never more than it is asked for.
type byteReader struct {
	head []byte
	r    io.ByteReader
}

func (b *byteReader) ReadByte() (byte, error) {
	if len(b.head) == 0 {
		return b.r.ReadByte()
	}
	c := b.head[0]
	b.head = b.head[1:]
	return c, nil
}

func (b *byteReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c, err := b.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = c
	return 1, nil
}
