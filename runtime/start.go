package runtime

import "encoding/xml"

// A Start says how the element of a value begins.
type Start struct {
	// Name is the element's name. Forced, it is that of a start tag, as given to
	// EncodeElement, and wins over all names the value has; otherwise it is that
	// of a field, which a name in the XMLName of the value's type or a captured
	// one that is not empty wins over. Without a Local name the value names itself.
	Name xml.Name
	// Attr are written before the attributes that the value has.
	Attr []xml.Attr
	// Forced tells where Name comes from. Around tells that the element
	// around is in a namespace.
	Forced, Around bool
}

// An Element is an element that is being written. [Encoder.Begin] begins it and
// [Encoder.End] ends it.
type Element struct {
	// Name is its name.
	Name xml.Name
	mark int // of the prefixes bound in its start tag
}

// Begin appends the start tag of an element that begins as start says, without the
// closing '>': more attributes follow. The XMLName of the value it is written for
// gives it the name own, which has no Local name if it does not, and the value's
// type is called typ.
func (e *Encoder) Begin(b []byte, start *Start, own xml.Name, typ string) ([]byte, Element) {
	name := start.Name
	if !start.Forced && own.Local != "" {
		name = own
	}
	if name.Local == "" {
		name.Local = typ
	}
	el := Element{name, e.Mark()}
	b = e.AppendStart(b, name)
	for _, a := range start.Attr {
		b = e.AppendAttrValue(b, a)
	}
	return b, el
}

// End appends the end tag of an element, unless err says that its content could
// not be written.
func (e *Encoder) End(b []byte, el Element, err error) ([]byte, error) {
	if err != nil {
		return b, err
	}
	e.Release(el.mark)
	return e.AppendEnd(b, el.Name), nil
}
