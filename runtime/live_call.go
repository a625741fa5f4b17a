package runtime

import (
	"encoding/xml"
	"fmt"
	"reflect"
)

// A call is a Marshaler that calls another one's MarshalXML, to see what state it
// leaves: EncodeElement flushes before it returns.
type call struct {
	l    *live
	m    xml.Marshaler
	next *call // in the list of those at rest
}

func (l *live) newCall(m xml.Marshaler) *call {
	c := l.calls
	if c == nil {
		c = &call{l: l}
	} else {
		l.calls = c.next
	}
	c.m = m
	return c
}

func (l *live) freeCall(c *call) {
	c.m = nil
	c.next, l.calls = l.calls, c
}

// MarshalXML does what encoding/xml does around a call of the method.
func (c *call) MarshalXML(enc *xml.Encoder, start xml.StartElement) error {
	tags := &c.l.state.tags
	n := tags.Len()
	err := c.m.MarshalXML(enc, start)
	c.l.pending = c.l.buf.Buffered() > 0
	if err != nil {
		return err
	}
	if open := tags.Len(); open > n {
		return errUnclosed(reflect.TypeOf(c.m), c.l.state.tag(open-1).Local)
	}
	return nil
}

// errUnclosed is the error of a MarshalXML method that leaves an element open. t
// is the type of the value, or of a pointer to it.
func errUnclosed(t reflect.Type, local string) error {
	if t.Kind() == reflect.Pointer && t.Elem().Implements(reflect.TypeFor[xml.Marshaler]()) {
		t = t.Elem()
	}
	receiver := t.String()
	if t.Name() == "" {
		receiver = "(" + receiver + ")"
	}
	return fmt.Errorf("xml: %s.MarshalXML wrote invalid XML: <%s> not closed", receiver, local)
}

// nameCall gives start the name that m has as a root if it has none. It
// reports false where encoding/xml does not call m, or panics.
func nameCall(m xml.Marshaler, start *xml.StartElement) bool {
	t := reflect.TypeOf(m)
	if t.Kind() == reflect.Pointer {
		if reflect.ValueOf(m).IsNil() {
			return false
		}
		t = t.Elem()
	}
	if start.Name.Local == "" {
		start.Name.Local = t.Name()
	}
	return start.Name.Local != ""
}

// An unclosed is a value that leaves an element open.
type unclosed struct{}

func (*unclosed) MarshalXML(enc *xml.Encoder, start xml.StartElement) error {
	return enc.EncodeToken(start)
}

// callRules reports whether the running encoding/xml has the error of errUnclosed.
func callRules() bool {
	v := new(unclosed)
	_, err := xml.Marshal(v)
	return err != nil && err.Error() == errUnclosed(reflect.TypeOf(v), "unclosed").Error()
}
