package runtime

import (
	"encoding"
	"encoding/xml"
	"reflect"
)

// Delegate is called before anything else by code that may call
// [Encoder.EncodeElement], [Encoder.Encode] or [Encoder.Interface]. It returns
// [ErrStd] where encoding/xml must write the whole document.
func (e *Encoder) Delegate() error {
	if e.delegating {
		return nil
	}
	if e.indenting || !printerRules() || !prefixRules() || !commentRules() {
		return ErrStd
	}
	e.delegating = true
	return nil
}

// EncodeElement appends the elements that encoding/xml writes for v, a pointer,
// with a start tag of the given name: what it writes for a field of that
// name whose type has a MarshalXML method, which it calls.
func (e *Encoder) EncodeElement(b []byte, v any, name xml.Name) ([]byte, error) {
	return e.encode(b, v, xml.StartElement{Name: name})
}

// Encode appends the document of v, as an Encoder's Encode writes it.
func (e *Encoder) Encode(b []byte, v any) ([]byte, error) {
	return e.encode(b, v, xml.StartElement{})
}

// encode appends v with a start tag, or with its own if start has no name.
func (e *Encoder) encode(b []byte, v any, start xml.StartElement) ([]byte, error) {
	l := e.open()
	if err := l.enter(b); err != nil {
		return b, err
	}
	open := l.state.tags.Len()
	var err error
	if m, ok := v.(xml.Marshaler); ok && nameCall(m, &start) {
		c := l.newCall(m)
		err = l.enc.EncodeElement(c, start)
		l.freeCall(c)
	} else {
		writes := l.writes
		if start.Name.Local == "" {
			err = l.enc.Encode(v)
		} else {
			err = l.enc.EncodeElement(v, start)
		}
		l.pending = l.pending || l.writes > writes || l.buf.Buffered() > 0
	}
	b = l.leave(err)
	if err != nil {
		l.drop(open, 0)
	}
	return b, err
}

// AppendMarshalAttr appends the attribute that v.MarshalXMLAttr returns, with a
// blank before it, and nothing if its name is empty.
func (e *Encoder) AppendMarshalAttr(b []byte, v xml.MarshalerAttr, name xml.Name) ([]byte, error) {
	e.partial = b
	a, err := v.MarshalXMLAttr(name)
	e.partial = nil
	if err != nil {
		return b, err
	}
	return e.AppendAttrValue(b, a), nil
}

// AppendMarshalText appends the text that v.MarshalText returns, escaped as
// [AppendText] does.
func AppendMarshalText(b []byte, v encoding.TextMarshaler) ([]byte, error) {
	text, err := v.MarshalText()
	if err != nil {
		return b, err
	}
	return AppendTextBytes(b, text), nil
}

// AppendMarshalCData appends the text that v.MarshalText returns as
// [AppendCData] does.
func AppendMarshalCData(b []byte, v encoding.TextMarshaler) ([]byte, error) {
	text, err := v.MarshalText()
	if err != nil {
		return b, err
	}
	return AppendCDataBytes(b, text), nil
}

// Source returns the compiled code that writes v, with v as the code takes it: a
// T or *T. Like encoding/xml it follows any number of pointers. It returns
// nil if encoding/xml must serve v: there is no code, or none for a copy of v, or
// one of the pointers is nil.
func Source(v any) (*Type, any) {
	typ := reflect.TypeOf(v)
	t := Lookup(typ)
	if t == nil {
		if typ == nil || typ.Kind() != reflect.Pointer {
			return nil, nil
		}
		for p := reflect.ValueOf(v); t == nil; {
			if p.IsNil() {
				return nil, nil
			}
			if p = p.Elem(); p.Kind() != reflect.Pointer {
				return nil, nil
			}
			typ = p.Type()
			t, v = Lookup(typ), p.Interface()
		}
	}
	if t.PointerOnly && typ != reflect.TypeOf(t.New) {
		return nil, nil
	}
	return t, v
}

// EncodeElement writes v to enc as enc.EncodeElement(v, start) does. In a method
// that the document of an [Encoder] calls with enc, compiled code writes v if
// there is some for its type.
func EncodeElement(enc *xml.Encoder, v any, start xml.StartElement) error {
	if x, ok := lives.Load(enc); ok {
		if l := x.(*live); l.running && start.Name.Local != "" {
			if t, v := Source(v); t != nil && t.MarshalElement != nil && l.takes(v) {
				CountCompiled()
				return l.encodeElement(t, v, &start)
			}
		}
	}
	CountFallback()
	return enc.EncodeElement(v, start)
}

// takes reports whether compiled code may write v where enc stands.
func (l *live) takes(v any) bool {
	if l.state.indents() || l.stuck() != nil {
		return false
	}
	p := reflect.ValueOf(v)
	return p.Kind() != reflect.Pointer || !p.IsNil()
}
