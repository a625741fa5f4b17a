package xml

import (
	stdxml "encoding/xml"
	"io"
	"reflect"
	"sync"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// An Option changes how [UnmarshalRead] reads.
type Option func(readOptions) readOptions

type readOptions struct {
	locate  bool
	charset func(string, io.Reader) (io.Reader, error)
}

// Locate makes errors come back as a [*LocatedError], which wraps the error
// that comes back without it and tells where in the document it happened, and
// for compiled types at which field.
func Locate() Option {
	return func(o readOptions) readOptions {
		o.locate = true
		return o
	}
}

// CharsetReader has documents converted to UTF-8 that declare another encoding,
// as the field CharsetReader of a [Decoder] does. The function
// golang.org/x/net/html/charset.NewReaderLabel is one that can.
func CharsetReader(convert func(charset string, input io.Reader) (io.Reader, error)) Option {
	return func(o readOptions) readOptions {
		o.charset = convert
		return o
	}
}

// A LocatedError is an error with its place. See [Locate].
type LocatedError = xmlrt.Error

// UnmarshalRead reads one document from r into the value v points to, as
// NewDecoder(r).Decode(v) does: up to the end tag of the root element, without
// waiting for a byte behind it, and if r is an [io.ByteReader] without reading
// any. A reader without a document left gives [io.EOF].
//
// The document is buffered and then read. So a malformed one is refused as soon
// as encoding/xml would refuse it, whatever r has still to give, but a value that
// does not fit its field only once the document is complete, and on such an error r
// stands behind the document.
func UnmarshalRead(r io.Reader, v any, opts ...Option) error {
	var o readOptions
	for _, opt := range opts {
		o = opt(o)
	}
	t := xmlrt.Target(v)
	if t == nil {
		xmlrt.CountFallback()
		return decodeStd(r, v, o)
	}
	xmlrt.CountCompiled()
	f := framers.Get().(*xmlrt.Framer)
	s := scanners.Get().(*xmlrt.Scanner)
	err, cause := read(s, t, f, r, v, o)
	if err != nil && o.locate {
		err = s.Locate(cause, err, reflect.TypeOf(v).Elem().String())
	}
	release(s)
	f.Reset()
	framers.Put(f)
	return err
}

// framers holds framers at rest, ready to use.
var framers = sync.Pool{New: func() any { return new(xmlrt.Framer) }}

// read frames a document and reads it. Beside the error of the call it returns
// compiled code's own, by which the scanner knows the place.
func read(s *xmlrt.Scanner, t *xmlrt.Type, f *xmlrt.Framer, r io.Reader, v any, o readOptions) (err, cause error) {
	doc := document{err: f.Fill(r), charset: o.charset}
	if o.charset != nil && f.Charset() != "" {
		r = doc.convert(f, r)
	}
	doc.head = f.Document()
	if doc.err == nil {
		doc.rest, doc.tail = f.Rest(), r
	}
	if f.Malformed() && doc.replay() == errTail {
		// The framer has stopped too early. Nothing is decoded yet.
		s.Reset(doc.head)
		line, column := s.Position(len(doc.head))
		xmlrt.CountDisagreement(xmlrt.Disagreement{
			Type: reflect.TypeOf(v).Elem(), Offset: int64(len(doc.head)), Line: line, Column: column,
		})
		err := doc.decode(v)
		return err, err
	}
	if cause = doc.read(s, t, v); cause == nil {
		return nil, nil
	}
	return settle(s, t, v, cause, doc), cause
}

// decodeStd is UnmarshalRead without compiled code.
func decodeStd(r io.Reader, v any, o readOptions) error {
	d := stdxml.NewDecoder(r)
	d.CharsetReader = o.charset
	err := d.Decode(v)
	if err != nil && o.locate {
		line, column := d.InputPos()
		path := "nil"
		if typ := reflect.TypeOf(v); typ != nil {
			path = typ.String()
			if typ.Kind() == reflect.Pointer {
				path = typ.Elem().String()
			}
		}
		err = &LocatedError{Err: err, Offset: d.InputOffset(), Line: line, Column: column, Path: path}
	}
	return err
}
