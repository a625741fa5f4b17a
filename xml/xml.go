// Package xml is encoding/xml with compiled code behind it. A program changes
// one import line,
//
//	import "github.com/xmlserde/xmlserde/xml" // was "encoding/xml"
//
// and everything else stays: every exported name of encoding/xml is here, and the
// types are the same types. [Marshal], [MarshalIndent] and [Unmarshal] look
// for code that xmlserde has generated for the type they are called with. Without
// such code, encoding/xml serves the call.
//
// With it the result is the same: byte for byte when marshaling, value for value and
// error for error when unmarshaling, the target's state after an error
// included. [Stats] tells how calls were served, [Compiled] whether a type has
// code.
//
// Methods of [Decoder] and [Encoder] are encoding/xml's own. [UnmarshalRead] and
// [MarshalWrite] do what a Decoder's Decode and an Encoder's Encode do, with
// compiled code.
package xml

import (
	stdxml "encoding/xml"
	"io"
	"reflect"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// Marshal returns the XML encoding of v, as encoding/xml's Marshal does.
func Marshal(v any) ([]byte, error) {
	if t, v := source(v); t != nil {
		if b, err := xmlrt.Marshal(t.Marshal, v); err != xmlrt.ErrStd {
			xmlrt.CountCompiled()
			return b, err
		}
	}
	xmlrt.CountFallback()
	return stdxml.Marshal(v)
}

// source returns the compiled code that writes the document of v, with v as the
// code takes it, and nil if encoding/xml must serve v.
func source(v any) (*xmlrt.Type, any) {
	t, v := xmlrt.Source(v)
	if t == nil || t.Marshal == nil {
		return nil, nil
	}
	return t, v
}

// MarshalIndent works like [Marshal], but each element begins on a new line that
// starts with prefix and one copy of indent for each element around it.
func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	if t, v := source(v); t != nil {
		if b, err := xmlrt.MarshalIndent(t.Marshal, v, prefix, indent); err != xmlrt.ErrStd {
			xmlrt.CountCompiled()
			return b, err
		}
	}
	xmlrt.CountFallback()
	return stdxml.MarshalIndent(v, prefix, indent)
}

// MarshalAppend appends the XML encoding of v to dst and returns the extended
// slice. With compiled code it allocates nothing if dst has room for it. On an
// error it returns dst with its length unchanged.
func MarshalAppend(dst []byte, v any) ([]byte, error) {
	if t, v := source(v); t != nil {
		if b, err := xmlrt.MarshalAppend(t.Marshal, dst, v); err != xmlrt.ErrStd {
			xmlrt.CountCompiled()
			return b, err
		}
	}
	xmlrt.CountFallback()
	b, err := stdxml.Marshal(v)
	if err != nil {
		return dst, err
	}
	return append(dst, b...), nil
}

// MarshalWrite writes the XML encoding of v to w, as NewEncoder(w).Encode(v)
// does, in pieces of at least 32 KiB but for the last. On an error part of the
// encoding may have been written. Where v cannot be encoded and w fails as well, either
// error may come back, as w is asked later.
func MarshalWrite(w io.Writer, v any) error {
	if t, v := source(v); t != nil {
		n, err := xmlrt.MarshalWrite(t.Marshal, w, v)
		if err != xmlrt.ErrStd {
			xmlrt.CountCompiled()
			return err
		}
		w = &tailWriter{w, n}
	}
	xmlrt.CountFallback()
	return stdxml.NewEncoder(w).Encode(v)
}

// A tailWriter drops what the writer behind it has already been given.
type tailWriter struct {
	w     io.Writer
	given int64
}

func (t *tailWriter) Write(p []byte) (int, error) {
	skip := int(min(t.given, int64(len(p))))
	t.given -= int64(skip)
	if skip == len(p) {
		return skip, nil
	}
	n, err := t.w.Write(p[skip:])
	return skip + n, err
}

// Compiled reports whether there is compiled code for *T: for marshaling, for
// unmarshaling, for [EncodeElement] alone, or all of them, as far as T allows
// them. It also serves a T, but where encoding/xml calls no methods of *T on a
// copy. Types without a package of their own, such as string, and time.Time need
// no generated code and have it.
func Compiled[T any]() bool {
	t := xmlrt.Lookup(reflect.TypeFor[T]())
	return t != nil && (t.Marshal != nil || t.MarshalElement != nil || t.Unmarshal != nil)
}

// Counters tell how the calls of this package have been served.
type Counters = xmlrt.Counters

// A Disagreement is a document that compiled code refused and encoding/xml
// accepts.
type Disagreement = xmlrt.Disagreement

// Stats returns the current counters. The caller owns the result.
func Stats() Counters { return xmlrt.ReadCounters() }
