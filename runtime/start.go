package runtime

import "encoding/xml"

// Resolve returns the name of the element that starts as s says, of a value
// whose XMLName gives it the name own, without a Local name if it does not, and
// whose type is called typ.
func (s *Start) Resolve(own xml.Name, typ string) xml.Name {
	name := s.Name
	if !s.Forced && own.Local != "" {
		name = own
	}
	if name.Local == "" {
		name.Local = typ
	}
	return name
}

// AppendStartOf is [Encoder.AppendStart] with the attributes of a start tag that
// was given. The mark of their prefixes is to be taken before.
func (e *Encoder) AppendStartOf(b []byte, name xml.Name, s *Start) []byte {
	b = e.AppendStart(b, name)
	for _, a := range s.Attr {
		b = e.AppendAttrValue(b, a)
	}
	return b
}
