package xml

import (
	stdxml "encoding/xml"
	"io"
	"reflect"
	"sync"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// Unmarshal reads the document in data into the value v points to, as
// encoding/xml's Unmarshal does.
func Unmarshal(data []byte, v any) error {
	t := xmlrt.Target(v)
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
	defer s.Detach() // not left to Reset, for after a panic s is never reset
	if err := s.Root(); err != nil {
		return err
	}
	return s.Into(t, v)
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
