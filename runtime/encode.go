package runtime

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"time"
)

// ErrStd is returned in place of a document that the running encoding/xml may
// write differently from this package: the caller serves the call with
// encoding/xml. See probe.go and indent.go for when that can be.
var ErrStd = errors.New("xmlserde: encoding/xml must serve this call")

// An Encoder is what outlives one element while a value is marshaled. The
// document itself is a byte slice that generated code threads through its
// calls; the Encoder's own methods take it and return it like append does.
//
// An Encoder belongs to one call of Marshal, MarshalAppend, MarshalWrite,
// MarshalIndent or Size, which hand it to generated code.
type Encoder struct {
	limit int  // Spill acts on buffers of at least this length
	sink  sink // where Spill hands full buffers
	std   bool // the call must be served by encoding/xml

	scope  scope  // prefixes of attribute namespaces
	prober prober // asks encoding/xml for new ones

	indenting bool
	indent    indenter
	opaque    []opaqueSpan // what the indent pass must not look into, in order

	full   [][]byte  // the document's buffers before the current one
	spares spares    // buffers of documents before
	w      io.Writer // takes the document instead, if not nil
	n      int64     // bytes written, or measured
}

// Spill hands a long buffer to the sink of the call and returns the one to go on
// with, empty then. Generated code calls it between two elements of a slice,
// where the end of b is the end of a tag. The error is the io.Writer's.
func (e *Encoder) Spill(b []byte) ([]byte, error) {
	if len(b) < e.limit {
		return b, nil
	}
	return e.spill(b)
}

// Mark returns the state of the prefixes invented for attribute namespaces.
// Generated code takes a mark before the attributes of an element that may
// need a prefix, and releases it after the element's end tag.
func (e *Encoder) Mark() int { return len(e.scope.bound) }

// Release ends the scope of the prefixes invented since m was marked.
func (e *Encoder) Release(m int) {
	if m < len(e.scope.bound) {
		e.scope.release(m)
	}
}

// AppendAttr appends an attribute up to and including the opening quote of its
// value, which the caller appends with the closing quote. If space is not
// empty the name gets a prefix, declared before it where it is not in scope.
func (e *Encoder) AppendAttr(b []byte, space, local string) []byte {
	if e.indenting {
		e.checkName(local)
	}
	b = append(b, ' ')
	if space != "" {
		b = e.appendPrefix(b, space)
		b = append(b, ':')
	}
	b = append(b, local...)
	return append(b, '=', '"')
}

// AppendAttrValue appends a whole attribute, and nothing if its local name is
// empty.
func (e *Encoder) AppendAttrValue(b []byte, a xml.Attr) []byte {
	if a.Name.Local == "" {
		return b
	}
	b = e.AppendAttr(b, a.Name.Space, a.Name.Local)
	b = AppendText(b, a.Value)
	return append(b, '"')
}

// AppendStart appends the start tag of an element with a name known at run
// time, without the closing '>': attributes follow. A namespace becomes an
// xmlns attribute.
func (e *Encoder) AppendStart(b []byte, name xml.Name) []byte {
	if e.indenting {
		e.checkName(name.Local)
	}
	b = append(b, '<')
	b = append(b, name.Local...)
	if name.Space != "" {
		b = append(b, ` xmlns="`...)
		b = AppendText(b, name.Space)
		b = append(b, '"')
	}
	return b
}

// AppendEnd appends the end tag of an element with a name known at run time.
func (e *Encoder) AppendEnd(b []byte, name xml.Name) []byte {
	b = append(b, '<', '/')
	b = append(b, name.Local...)
	return append(b, '>')
}

// AppendRaw appends s as it is: the content of an innerxml field.
func (e *Encoder) AppendRaw(b []byte, s string) []byte {
	n := len(b)
	b = append(b, s...)
	if e.indenting && len(s) > 0 {
		e.opaque = append(e.opaque, opaqueSpan{n, len(b)})
	}
	return b
}

// AppendRawBytes is [Encoder.AppendRaw] for a []byte.
func (e *Encoder) AppendRawBytes(b, s []byte) []byte {
	n := len(b)
	b = append(b, s...)
	if e.indenting && len(s) > 0 {
		e.opaque = append(e.opaque, opaqueSpan{n, len(b)})
	}
	return b
}

// AppendFloat appends f in the shortest form that reads back as the same value
// of the given width, 32 or 64: format 'g' of package strconv.
func AppendFloat(b []byte, f float64, bits int) []byte {
	return strconv.AppendFloat(b, f, 'g', -1, bits)
}

// BytesOf returns a copy of s as a []byte, for element types that are not byte
// itself. It returns nil for nil.
func BytesOf[S ~[]E, E ~uint8](s S) []byte {
	if s == nil {
		return nil
	}
	b := make([]byte, len(s))
	for i, c := range s {
		b[i] = byte(c)
	}
	return b
}

// AppendTime appends what t.MarshalText returns, and fails as it fails: for
// years outside of [0,9999] and for zone offsets of 24 hours or more.
func AppendTime(b []byte, t time.Time) ([]byte, error) {
	_, offset := t.Zone()
	sec := t.Unix() + int64(offset)
	if sec < minTextTime || sec > maxTextTime || offset <= -24*3600 || offset >= 24*3600 {
		text, err := t.MarshalText()
		return append(b, text...), err
	}
	days := int(sec/86400) + daysToEpoch
	rest := int(sec % 86400)
	if rest < 0 {
		days--
		rest += 86400
	}
	year, month, day := civil(days)
	b = append(b,
		byte('0'+year/1000), byte('0'+year/100%10), byte('0'+year/10%10), byte('0'+year%10), '-',
		byte('0'+month/10), byte('0'+month%10), '-',
		byte('0'+day/10), byte('0'+day%10), 'T',
		byte('0'+rest/36000), byte('0'+rest/3600%10), ':',
		byte('0'+rest%3600/600), byte('0'+rest%3600/60%10), ':',
		byte('0'+rest%60/10), byte('0'+rest%10))
	if nano := t.Nanosecond(); nano != 0 {
		b = appendFraction(b, nano)
	}
	if offset == 0 {
		return append(b, 'Z'), nil
	}
	sign := byte('+')
	if offset /= 60; offset < 0 {
		sign, offset = '-', -offset
	}
	return append(b, sign,
		byte('0'+offset/600), byte('0'+offset/60%10), ':',
		byte('0'+offset%60/10), byte('0'+offset%10)), nil
}

const (
	minTextTime = -62167219200 // 0000-01-01T00:00:00, in seconds since 1970
	maxTextTime = 253402300799 // 9999-12-31T23:59:59
	daysToEpoch = 719468       // from 0000-03-01 to 1970-01-01
)

// civil returns the date in the Gregorian calendar of a day counted from
// 0000-03-01. Years begin in March, so that the leap day is a year's last day.
func civil(days int) (year, month, day int) {
	days += 146097 // one cycle of 400 years, for the days before 0000-03-01
	cycle := days / 146097
	days %= 146097
	y := (days - days/1460 + days/36524 - days/146096) / 365
	days -= 365*y + y/4 - y/100
	m := (5*days + 2) / 153 // 0 is March
	day = days - (153*m+2)/5 + 1
	year = (cycle-1)*400 + y
	if month = m + 3; month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}

// appendFraction appends a point and the nanoseconds without trailing zeros.
func appendFraction(b []byte, nano int) []byte {
	var digits [9]byte
	for i := range digits {
		digits[8-i] = byte('0' + nano%10)
		nano /= 10
	}
	n := len(digits)
	for digits[n-1] == '0' {
		n--
	}
	b = append(b, '.')
	return append(b, digits[:n]...)
}
