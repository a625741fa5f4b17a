package xml

import (
	stdxml "encoding/xml"
	"strconv"
	"time"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// An Order stands for a type with generated code, which is written here in the
// shape the generator gives it.
type Order struct {
	XMLName stdxml.Name `xml:"urn:order order"`
	ID      int         `xml:"id,attr"`
	Kind    string      `xml:"urn:kind kind,attr,omitempty"`
	Placed  time.Time   `xml:"placed"`
	Notes   []string    `xml:"notes>note"`
	Lines   []Line      `xml:"line"`
	Remark  string      `xml:",comment"`
}

// A Line has character data and raw markup beside each other.
type Line struct {
	Sum  float64 `xml:"sum,attr"`
	Raw  string  `xml:",innerxml"`
	Next *Line   `xml:"next"`
}

func init() {
	xmlrt.Register(&xmlrt.Table{
		Package: "github.com/xmlserde/xmlserde/xml",
		Types: []xmlrt.Type{
			{
				New: (*Order)(nil),
				Marshal: func(e *xmlrt.Encoder, b []byte, v any) ([]byte, error) {
					x, ok := v.(*Order)
					if !ok {
						y := v.(Order)
						x = &y
					}
					if x == nil {
						return b, nil
					}
					b = append(b, `<order xmlns="urn:order"`...)
					m := e.Mark()
					b, err := marshalOrder(e, b, x)
					if err != nil {
						return b, err
					}
					e.Release(m)
					return append(b, `</order>`...), nil
				},
				Unmarshal: func(s *xmlrt.Scanner, v any) error { return unmarshalOrder(s, v.(*Order)) },
			},
			{New: (*wronged)(nil), Unmarshal: func(s *xmlrt.Scanner, v any) error { return unmarshalWronged(s, v.(*wronged)) }},
			{New: (*oneWay)(nil), Marshal: func(_ *xmlrt.Encoder, b []byte, _ any) ([]byte, error) { return append(b, `<oneWay></oneWay>`...), nil }},
			{New: (*unsure)(nil), Marshal: marshalUnsure},
		},
	})
}

func marshalOrder(e *xmlrt.Encoder, b []byte, v *Order) ([]byte, error) {
	var err error
	b = append(b, ` id="`...)
	b = strconv.AppendInt(b, int64(v.ID), 10)
	b = append(b, '"')
	if v.Kind != "" {
		b = e.AppendAttr(b, "urn:kind", "kind")
		b = xmlrt.AppendText(b, v.Kind)
		b = append(b, '"')
	}
	b = append(b, `><placed>`...)
	if b, err = xmlrt.AppendTime(b, v.Placed); err != nil {
		return b, err
	}
	b = append(b, `</placed><notes>`...)
	for _, note := range v.Notes {
		b = append(b, `<note>`...)
		b = xmlrt.AppendText(b, note)
		b = append(b, `</note>`...)
	}
	b = append(b, `</notes>`...)
	for i := range v.Lines {
		b = append(b, `<line`...)
		b = marshalLine(e, b, &v.Lines[i])
		b = append(b, `</line>`...)
		if b, err = e.Spill(b); err != nil {
			return b, err
		}
	}
	return xmlrt.AppendComment(b, v.Remark)
}

func marshalLine(e *xmlrt.Encoder, b []byte, v *Line) []byte {
	b = append(b, ` sum="`...)
	b = xmlrt.AppendFloat(b, v.Sum, 64)
	b = append(b, `">`...)
	b = e.AppendRaw(b, v.Raw)
	if v.Next != nil {
		b = append(b, `<next`...)
		b = marshalLine(e, b, v.Next)
		b = append(b, `</next>`...)
	}
	return b
}

func unmarshalOrder(s *xmlrt.Scanner, v *Order) error {
	if err := s.Expect("urn:order", "order"); err != nil {
		return err
	}
	v.XMLName = s.Name()
	for i := range s.Attrs() {
		switch string(s.AttrLocal(i)) {
		case "id":
			n, err := s.AttrValue(i).Int(0)
			if err != nil {
				return s.Fail(err, "ID")
			}
			v.ID = int(n)
		case "kind":
			if s.AttrSpaceIs(i, "urn:kind") {
				v.Kind = string(s.AttrValue(i))
			}
		}
	}
	var remark xmlrt.Content
	for {
		switch s.Next() {
		case xmlrt.StartTag:
			switch string(s.Local()) {
			case "placed":
				if err := s.Time(&v.Placed); err != nil {
					return s.Fail(err, "Placed")
				}
			case "notes":
				for s.Child() {
					switch string(s.Local()) {
					case "note":
						n := len(v.Notes)
						v.Notes = xmlrt.Extend(v.Notes)
						x, err := s.Text()
						if err != nil {
							v.Notes = v.Notes[:n]
							return s.FailIndex(err, "Notes", n)
						}
						v.Notes[n] = x
					default:
						if err := s.Skip(); err != nil {
							return err
						}
					}
				}
				if err := s.Err(); err != nil {
					return err
				}
			case "line":
				n := len(v.Lines)
				v.Lines = xmlrt.Extend(v.Lines)
				if err := unmarshalLine(s, &v.Lines[n]); err != nil {
					v.Lines = v.Lines[:n]
					return s.FailIndex(err, "Lines", n)
				}
			default:
				if err := s.Skip(); err != nil {
					return err
				}
			}
		case xmlrt.Comment:
			remark.AddComment(s)
		case xmlrt.EndTag:
			v.Remark = string(remark.Chars())
			return nil
		case xmlrt.Failed:
			return s.Err()
		}
	}
}

func unmarshalLine(s *xmlrt.Scanner, v *Line) error {
	if err := s.TooDeep(); err != nil {
		return err
	}
	m := s.InnerMark()
	for i := range s.Attrs() {
		if string(s.AttrLocal(i)) == "sum" {
			n, err := s.AttrValue(i).Float(64)
			if err != nil {
				return s.Fail(err, "Sum")
			}
			v.Sum = n
		}
	}
	for s.Child() {
		switch string(s.Local()) {
		case "next":
			if v.Next == nil {
				v.Next = new(Line)
			}
			if err := unmarshalLine(s, v.Next); err != nil {
				return s.Fail(err, "Next")
			}
		default:
			if err := s.Skip(); err != nil {
				return err
			}
		}
	}
	if err := s.Err(); err != nil {
		return err
	}
	v.Raw = string(s.Inner(m))
	return nil
}

// A wronged has code that refuses good documents.
type wronged struct {
	A []string `xml:"a"`
	B string   `xml:"b"`
}

func unmarshalWronged(s *xmlrt.Scanner, v *wronged) error {
	for s.Child() {
		x, err := s.Text()
		if err != nil {
			return err
		}
		v.A = append(v.A, x)
		return xmlrt.NewScanner([]byte("<")).Root()
	}
	return s.Err()
}

// A oneWay has code for marshaling only.
type oneWay struct{}

// An unsure has code that leaves its calls to encoding/xml in the middle.
type unsure struct {
	Items []string `xml:"item"`
}

func marshalUnsure(e *xmlrt.Encoder, b []byte, v any) ([]byte, error) {
	b = append(b, `<unsure>`...)
	for i, item := range v.(*unsure).Items {
		if i == len(v.(*unsure).Items)-1 {
			return b, xmlrt.ErrStd
		}
		b = append(b, `<item>`...)
		b = xmlrt.AppendText(b, item)
		b = append(b, `</item>`...)
		var err error
		if b, err = e.Spill(b); err != nil {
			return b, err
		}
	}
	return append(b, `</unsure>`...), nil
}

// A plain has no code.
type plain struct {
	A int `xml:"a,attr"`
}
