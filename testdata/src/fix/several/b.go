package several

import (
	"bytes"
	stdxml "encoding/xml" // under another name

	"github.com/xmlserde/xmlserde/xml"
)

type Line struct {
	Text string `xml:",chardata"`
}

func (l Line) write(buf *bytes.Buffer) error {
	b, err := stdxml.Marshal(l) // want `^XMLSERDE003: several.Line: can be compiled$`
	buf.Write(b)
	return err
}

func (l *Line) read(b []byte) error {
	return xml.Unmarshal(b, l) // want `^XMLSERDE005: several.Line: no generated code to unmarshal it$`
}
