package xml

import (
	"bufio"
	"bytes"
	stdxml "encoding/xml"
	"errors"
	"io"
	"reflect"
	"sync"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// Unmarshal reads the document in data into the value v points to, as
// encoding/xml's Unmarshal does.
func Unmarshal(data []byte, v any) error {
	t := target(v)
	if t == nil {
		xmlrt.CountFallback()
		return stdxml.Unmarshal(data, v)
	}
	xmlrt.CountCompiled()
	s := scanners.Get().(*xmlrt.Scanner)
	err := decode(s, t, data, v)
	if err != nil {
		err = settle(s, t, v, err, document{head: data})
	}
	release(s)
	return err
}

// DecodeElement reads the element that begins with start, which d has just
// read, into the value v points to, as d.DecodeElement(v, start) does. With start
// nil it reads the next element.
//
// Compiled code serves the call if there is some for v, in an UnmarshalXML method
// that compiled code has called, as long as start is the tag the method was
// given and it has read nothing from d. Otherwise d itself does.
func DecodeElement(d *Decoder, v any, start *StartElement) error {
	return xmlrt.DecodeElement(d, v, start)
}

// target returns the compiled code that reads into v, nil if encoding/xml
// must: there is no code, or v is not a pointer to anything. Beside a *T, v may be
// a **T.
func target(v any) *xmlrt.Type {
	typ := reflect.TypeOf(v)
	t := xmlrt.Lookup(typ)
	if t == nil && typ != nil && typ.Kind() == reflect.Pointer && typ.Elem().Kind() == reflect.Pointer {
		t = xmlrt.Lookup(typ.Elem())
	}
	if t == nil || t.Unmarshal == nil || typ.Kind() != reflect.Pointer || reflect.ValueOf(v).IsNil() {
		return nil
	}
	return t
}

// scanners holds scanners at rest, which refer to no input.
var scanners = sync.Pool{New: func() any { return new(xmlrt.Scanner) }}

func release(s *xmlrt.Scanner) {
	s.Reset(nil)
	scanners.Put(s)
}

// decode runs compiled code over data.
func decode(s *xmlrt.Scanner, t *xmlrt.Type, data []byte, v any) error {
	s.Reset(data)
	return run(s, t, v)
}

// run is decode for a scanner that has its data.
func run(s *xmlrt.Scanner, t *xmlrt.Type, v any) error {
	defer s.Detach()
	if err := s.Root(); err != nil {
		return err
	}
	if p := reflect.ValueOf(v).Elem(); p.Kind() == reflect.Pointer {
		if p.IsNil() {
			p.Set(reflect.New(p.Type().Elem()))
		}
		v = p.Interface()
	}
	return t.Unmarshal(s, v)
}

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

// settle returns the error of the call in which compiled code returned err.
// That a value does not fit is compiled code's to say, and what a method returns
// is the method's. That a document is malformed is said in encoding/xml's words,
// if it agrees.
func settle(s *xmlrt.Scanner, t *xmlrt.Type, v any, err error, doc document) error {
	if !xmlrt.Malformed(err) && (err != io.EOF || s.Called() || doc.err == nil && doc.tail == nil) {
		return err
	}
	stdErr := doc.replay()
	if stdErr != nil && stdErr != errTail {
		return stdErr
	}
	at := s.Locate(err, err, "")
	xmlrt.CountDisagreement(xmlrt.Disagreement{
		Type: reflect.TypeOf(v).Elem(), Offset: at.Offset, Line: at.Line, Column: at.Column,
	})
	if s.Called() {
		return err
	}
	// If the target looks as a zero one would, encoding/xml may start anew.
	into := reflect.ValueOf(v).Elem()
	fresh := reflect.New(into.Type())
	if again := doc.read(s, t, fresh.Interface()); again == nil ||
		!reflect.DeepEqual(fresh.Elem().Interface(), into.Interface()) {
		return err
	}
	into.SetZero()
	return doc.decode(v)
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
