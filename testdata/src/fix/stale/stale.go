// Package stale has a region that does not fit its type any longer. // want package:`holds\[\S+stale.Order marshal unmarshal stale, \S+stale.Order marshal unmarshal offered\]`
package stale

import (
	"strconv"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
	"github.com/xmlserde/xmlserde/xml"
)

// Order is compiled in both directions: what non-test files ask for is.
type Order struct {
	ID   int      `xml:"id,attr"`
	Note []string `xml:"note"`
}

func Write(o Order) ([]byte, error) {
	return xml.Marshal(o) // want `^XMLSERDE005: stale.Order: the generated code in stale.go is stale$`
}

// xmlserde: generated code begins; DO NOT EDIT. Run "xmlserde gen -inline" to renew it.

func init() { xmlrt.RegisterSource(xmlserdeSource{}) }

// xmlserdeSource leads to the table by a method. The linker leaves it out, and with it the
// code below, where a program never looks for a table.
type xmlserdeSource struct{}

func (xmlserdeSource) XMLTable() *xmlrt.Table { return &xmlserdeTable }

var xmlserdeTable = xmlrt.Table{
	Package:  "github.com/xmlserde/xmlserde/testdata/src/fix/stale",
	Contract: 2,
	Types: []xmlrt.Type{
		{
			New: (*Order)(nil),
			Marshal: func(e *xmlrt.Encoder, b []byte, v any) ([]byte, error) {
				p := xmlrt.Pointer[Order](v)
				if p == nil {
					return b, nil
				}
				b, err := xmlserdeMarshalOrder(e, append(b, `<Order`...), p)
				if err != nil {
					return b, err
				}
				return append(b, `</Order>`...), nil
			},
			MarshalElement: func(e *xmlrt.Encoder, b []byte, v any, start *xmlrt.Start) ([]byte, error) {
				p := xmlrt.Pointer[Order](v)
				if p == nil {
					return b, nil
				}
				b, element := e.Begin(b, start, xml.Name{}, "Order")
				b, err := xmlserdeMarshalOrder(e, b, p)
				return e.End(b, element, err)
			},
			Unmarshal: func(s *xmlrt.Scanner, v any) error {
				return xmlserdeUnmarshalOrder(s, v.(*Order))
			},
		},
	},
}

// xmlserdeUnmarshalOrder reads the element whose start tag s has just read.
func xmlserdeUnmarshalOrder(s *xmlrt.Scanner, v *Order) error {
	for i := range s.Attrs() {
		switch string(s.AttrLocal(i)) {
		case "id":
			x, err := s.AttrValue(i).Int(0)
			if err != nil {
				return s.Fail(err, "ID")
			}
			v.ID = int(x)
		}
	}
	for s.Child() {
		switch string(s.Local()) {
		case "note":
			x, err := s.Text()
			if err != nil {
				return s.Fail(err, "Note")
			}
			v.Note = x
		default:
			if err := s.Skip(); err != nil {
				return err
			}
		}
	}
	return s.Err()
}

// xmlserdeMarshalOrder appends v's attributes, the '>' and v's content to the start of a tag.
func xmlserdeMarshalOrder(e *xmlrt.Encoder, b []byte, v *Order) ([]byte, error) {
	b = append(b, ` id="`...)
	b = strconv.AppendInt(b, int64(v.ID), 10)
	b = append(b, `"><note>`...)
	b = xmlrt.AppendText(b, v.Note)
	return append(b, `</note>`...), nil
}

// The contract between this file and package runtime.
const (
	_ = xmlrt.EnforceVersion(2 - xmlrt.MinVersion)
	_ = xmlrt.EnforceVersion(xmlrt.MaxVersion - 2)
)

// A line below does not compile if its type has changed since this file was generated.

var _ struct {
	ID   int    `xml:"id,attr"`
	Note string `xml:"note"`
} = Order{} // stale? run: xmlserde gen -inline

var _ xmlrt.NoMethods = struct { // stale? run: xmlserde gen -inline
	*Order
	xmlrt.Absent
}{}

// xmlserde: generated code ends.
