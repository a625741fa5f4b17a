package runtime

import (
	"encoding"
	"encoding/xml"
	"errors"
)

var errTodo = errors.New("not yet")

// Delegate is called first by code whose values may marshal themselves.
func (e *Encoder) Delegate() error { return nil }

// EncodeElement appends the element of v, a pointer, as encoding/xml writes it
// under the name of a field.
func (e *Encoder) EncodeElement(b []byte, v any, name xml.Name) ([]byte, error) { return b, errTodo }

// Encode appends the document of v, which names itself.
func (e *Encoder) Encode(b []byte, v any) ([]byte, error) { return b, errTodo }

// Interface appends the elements of what an interface field holds.
func (e *Encoder) Interface(b []byte, held any, name xml.Name, around bool) ([]byte, error) {
	return b, errTodo
}

// AppendMarshalAttr appends the attribute that v.MarshalXMLAttr returns, and
// nothing if its name is empty.
func (e *Encoder) AppendMarshalAttr(b []byte, v xml.MarshalerAttr, name xml.Name) ([]byte, error) {
	a, err := v.MarshalXMLAttr(name)
	if err != nil {
		return b, err
	}
	return e.AppendAttrValue(b, a), nil
}

// AppendMarshalText appends the text that v.MarshalText returns, escaped.
func AppendMarshalText(b []byte, v encoding.TextMarshaler) ([]byte, error) {
	text, err := v.MarshalText()
	if err != nil {
		return b, err
	}
	return AppendTextBytes(b, text), nil
}

// AppendMarshalCData appends the text that v.MarshalText returns as a CDATA
// section, like [AppendCDataBytes].
func AppendMarshalCData(b []byte, v encoding.TextMarshaler) ([]byte, error) {
	text, err := v.MarshalText()
	if err != nil {
		return b, err
	}
	return AppendCDataBytes(b, text), nil
}

// EncodeElement writes v to enc as enc.EncodeElement(v, start) does, with compiled
// code where it can.
func EncodeElement(enc *xml.Encoder, v any, start xml.StartElement) error {
	return enc.EncodeElement(v, start)
}
