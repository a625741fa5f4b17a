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
// encoding/xml. See prefix.go and indent.go for when that can be.
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

	// delegating is set while what is written may call methods that write, and
	// live, then, once one has been called or is about to be.
	delegating bool
	live       *live
	begin      int     // where the document begins, -1 behind the first buffer
	spills     int     // counts buffers handed to the sink
	failed     error   // the io.Writer's
	partial    []byte  // the current buffer while MarshalXMLAttr runs
	starts     []Start // of the elements around, see Interface

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
		e.release(m)
	}
}

// release is the part of Release that is not inlined.
func (e *Encoder) release(m int) {
	if e.live != nil {
		e.live.release(m)
		return
	}
	e.scope.release(m)
}

// AppendAttr appends an attribute up to and including the opening quote of its
// value, which the caller appends with the closing quote. If space is not
// empty the name gets a prefix, declared before it where it is not in scope.
func (e *Encoder) AppendAttr(b []byte, space, local string) []byte {
	b = append(b, ' ')
	if space != "" {
		b = e.appendPrefix(b, space)
		b = append(b, ':')
	}
	if e.indenting {
		e.checkName(len(b), local)
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
	b = append(b, '<')
	if e.indenting {
		e.checkName(len(b), name.Local)
	}
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
	if e.indenting {
		e.checkName(len(b), name.Local)
	}
	b = append(b, name.Local...)
	return append(b, '>')
}

// AppendRaw appends s as it is: the content of an innerxml field.
func (e *Encoder) AppendRaw(b []byte, s string) []byte {
	n := len(b)
	b = append(b, s...)
	if e.indenting || e.live != nil {
		e.keep(opaqueSpan{n, len(b)})
	}
	return b
}

// AppendRawBytes is [Encoder.AppendRaw] for a []byte.
func (e *Encoder) AppendRawBytes(b, s []byte) []byte {
	n := len(b)
	b = append(b, s...)
	if e.indenting || e.live != nil {
		e.keep(opaqueSpan{n, len(b)})
	}
	return b
}

// keep notes a span that holds markup of which nothing is known.
func (e *Encoder) keep(s opaqueSpan) {
	if s.start == s.end {
		return
	}
	if e.indenting {
		e.opaque = append(e.opaque, s)
	}
	if e.live != nil && e.live.element != nil {
		e.live.element.spans = append(e.live.element.spans, s)
	}
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
	year, month, day := civil(uint(days + daysInCycle))
	const layout = "0000-00-00T00:00:00.000000000+00:00"
	n := len(b)
	b = append(b, layout...)
	d := b[n : n+len(layout)]
	twoDigits(d[0:], year/100)
	twoDigits(d[2:], year%100)
	twoDigits(d[5:], month)
	twoDigits(d[8:], day)
	clock := uint(rest)
	twoDigits(d[11:], clock/3600)
	twoDigits(d[14:], clock/60%60)
	twoDigits(d[17:], clock%60)
	end := len("0000-00-00T00:00:00")
	if nano := uint(t.Nanosecond()); nano != 0 {
		twoDigits(d[20:], nano/1e7)
		twoDigits(d[22:], nano/1e5%100)
		twoDigits(d[24:], nano/1e3%100)
		twoDigits(d[26:], nano/10%100)
		d[28] = byte('0' + nano%10)
		for end = 29; d[end-1] == '0'; {
			end--
		}
	}
	if offset == 0 {
		d[end] = 'Z'
		return b[:n+end+1], nil
	}
	d[end] = '+'
	if offset /= 60; offset < 0 {
		offset = -offset
		d[end] = '-'
	}
	twoDigits(d[end+1:], uint(offset)/60)
	d[end+3] = ':'
	twoDigits(d[end+4:], uint(offset)%60)
	return b[:n+end+6], nil
}

const (
	minTextTime = -62167219200 // 0000-01-01T00:00:00, in seconds since 1970
	maxTextTime = 253402300799 // 9999-12-31T23:59:59
	daysToEpoch = 719468       // from 0000-03-01 to 1970-01-01
	daysInCycle = 146097       // in 400 years of the Gregorian calendar
)

// civil returns the date of a day counted from the first of March in the year
// -400. Years begin in March here, so that the leap day is a year's last day.
func civil(days uint) (year, month, day uint) {
	cycle := days / daysInCycle
	days %= daysInCycle
	y := (days - days/1460 + days/36524 - days/146096) / 365
	days -= 365*y + y/4 - y/100
	m := (5*days + 2) / 153 // 0 is March
	day = days - (153*m+2)/5 + 1
	year = cycle*400 + y
	if month = m + 3; month > 12 {
		month -= 12
		year++
	}
	return year - 400, month, day
}

// twoDigits writes n, which is below 100, as two digits.
func twoDigits(d []byte, n uint) {
	const all = "00010203040506070809" + "10111213141516171819" +
		"20212223242526272829" + "30313233343536373839" +
		"40414243444546474849" + "50515253545556575859" +
		"60616263646566676869" + "70717273747576777879" +
		"80818283848586878889" + "90919293949596979899"
	d[1] = all[2*n+1]
	d[0] = all[2*n]
}
