package xmlserdetest

import (
	"bytes"
	stdxml "encoding/xml"
	"strconv"
	"strings"
	"time"

	"github.com/xmlserde/xmlserde/xml"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// kitchen has a field of every kind and mode that encoding/xml knows. It is
// not compiled: values and documents for it are made and not compared.
type kitchen struct {
	XMLName xml.Name `xml:"urn:kitchen kitchen"`

	ID    int        `xml:"id,attr"`
	On    *bool      `xml:"on,attr,omitempty"`
	When  time.Time  `xml:"urn:when when,attr"`
	Tags  []string   `xml:"tag,attr"`
	Extra []xml.Attr `xml:",any,attr"`

	Base
	*More

	Bool    bool
	Int8    int8      `xml:"int8,omitempty"`
	Uint16  *uint16   `xml:"uint16"`
	Float32 float32   `xml:"a>float32"`
	Floats  []float64 `xml:"a>b>float"`
	Time    time.Time `xml:"a>b>time"`
	Name    xml.Name  `xml:"name"`
	Bytes   []byte    `xml:"urn:bytes bytes"`
	Nested  *kitchen  `xml:"urn:kitchen kitchen"`
	Items   []line    `xml:"items>item"`
	Points  []*point
	Alias   named    `xml:"alias,omitempty"`
	Secret  chan int `xml:"-"`
	hidden  int

	Any []anything `xml:",any"`
}

type Base struct {
	Label string `xml:"label"`
	Kind  string `xml:"kind,attr"`
}

type More struct {
	Detail string `xml:"a>detail"`
}

type named string

type line struct {
	Text    string `xml:",chardata"`
	Comment string `xml:",comment"`
	N       uint   `xml:"n,attr"`
}

type point struct {
	X, Y float64
	Data struct {
		Text []byte `xml:",cdata"`
	}
}

type anything struct {
	XMLName xml.Name
	Inner   string `xml:",innerxml"`
}

// order is compiled by hand, as the generator would, in several ways. The
// types below differ from it in name only; what each does wrong stands at the
// switch of its flaw.
type order struct {
	N    int      `xml:"n,attr"`
	Text []string `xml:"text"`
	Raw  []byte   `xml:"raw"`
}

type (
	good         order
	unescaped    order
	swallows     order
	sharesOutput order
	wrongError   order
	overwrites   order
	leavesError  order
	panics       order
	hangs        order
	keepsInput   order
	writesInput  order
	oneWay       order
	forgetsAttrs order
	notCompiled  order
)

func init() {
	xmlrt.Register(&xmlrt.Table{Package: "test", Types: []xmlrt.Type{
		{New: (*good)(nil), Marshal: marshal[good](""), Unmarshal: unmarshal[good]("")},
		{New: (*unescaped)(nil), Marshal: marshal[unescaped]("unescaped")},
		{New: (*swallows)(nil), Marshal: marshal[swallows]("swallows")},
		{New: (*sharesOutput)(nil), Marshal: marshal[sharesOutput]("sharesOutput")},
		{New: (*wrongError)(nil), Unmarshal: unmarshal[wrongError]("wrongError")},
		{New: (*overwrites)(nil), Unmarshal: unmarshal[overwrites]("overwrites")},
		{New: (*leavesError)(nil), Unmarshal: unmarshal[leavesError]("leavesError")},
		{New: (*panics)(nil), Unmarshal: unmarshal[panics]("panics")},
		{New: (*hangs)(nil), Unmarshal: unmarshal[hangs]("hangs")},
		{New: (*keepsInput)(nil), Unmarshal: unmarshal[keepsInput]("keepsInput")},
		{New: (*writesInput)(nil), Unmarshal: unmarshal[writesInput]("writesInput")},
		{New: (*oneWay)(nil), Marshal: marshal[oneWay]("")},
		{New: (*forgetsAttrs)(nil), MarshalElement: marshalForgetful},
	}})
}

// marshalForgetful marshals an element, and forgets the attributes of its start
// tag.
func marshalForgetful(e *xmlrt.Encoder, b []byte, v any, start *xmlrt.Start) ([]byte, error) {
	p, ok := v.(*forgetsAttrs)
	if !ok {
		t := v.(forgetsAttrs)
		p = &t
	}
	if p == nil {
		return b, nil
	}
	plain := order(*p)
	x, err := stdxml.Marshal(&plain)
	x = bytes.TrimSuffix(bytes.TrimPrefix(x, []byte("<order")), []byte("order>"))
	b = append(b, "<"+start.Name.Local...)
	if start.Name.Space != "" {
		b = xmlrt.AppendText(append(b, ` xmlns="`...), start.Name.Space)
		b = append(b, '"')
	}
	return append(append(b, x...), start.Name.Local+">"...), err
}

// orders are the types that can be converted to order.
type orders interface {
	good | unescaped | swallows | sharesOutput | wrongError | overwrites | leavesError | panics | hangs | keepsInput | writesInput | oneWay
}

// shared is a result of sharesOutput, which its next call overwrites.
var shared []byte

func marshal[T orders](flaw string) func(e *xmlrt.Encoder, b []byte, v any) ([]byte, error) {
	var name = strings.TrimPrefix(typeNameOf[T](), "xmlserdetest.")
	return func(e *xmlrt.Encoder, b []byte, v any) ([]byte, error) {
		p, ok := v.(*T)
		if !ok {
			t := v.(T)
			p = &t
		}
		if p == nil {
			return b, nil
		}
		o := order(*p)
		if flaw == "sharesOutput" {
			clear(shared)
			shared = nil
			if len(b) > 0 { // of MarshalAppend, which hands the memory on
				defer func() { shared = b }()
			}
		}
		b = append(b, "<"+name+` n="`...)
		b = strconv.AppendInt(b, int64(o.N), 10)
		b = append(b, `">`...)
		for i, text := range o.Text {
			if flaw == "swallows" && i == 2 && o.N == -1 {
				continue
			}
			b = append(b, "<text>"...)
			if flaw == "unescaped" && strings.Contains(text, "'") {
				b = append(b, text...)
			} else {
				b = xmlrt.AppendText(b, text)
			}
			b = append(b, "</text>"...)
		}
		b = append(b, "<raw>"...)
		b = xmlrt.AppendTextBytes(b, o.Raw)
		b = append(b, "</raw></"+name+">"...)
		return b, nil
	}
}

func unmarshal[T orders](flaw string) func(s *xmlrt.Scanner, v any) error {
	return func(s *xmlrt.Scanner, v any) error {
		p := v.(*T)
		o := order(*p)
		err := unmarshalOrder(s, &o, flaw)
		*p = T(o)
		return err
	}
}

func unmarshalOrder(s *xmlrt.Scanner, o *order, flaw string) error {
	for i := range s.Attrs() {
		switch string(s.AttrLocal(i)) {
		case "n":
			n, err := s.AttrValue(i).Int(0)
			if err != nil {
				if flaw == "wrongError" {
					return stdxml.UnmarshalError("n: " + err.Error())
				}
				return s.Fail(err, "N")
			}
			o.N = int(n)
		}
	}
	fresh := true
	for s.Child() {
		switch string(s.Local()) {
		case "text":
			if flaw == "hangs" {
				select {}
			}
			if flaw == "overwrites" && fresh {
				o.Text = nil
			}
			fresh = false
			n := len(o.Text)
			o.Text = xmlrt.Extend(o.Text)
			x, err := s.Text()
			if err != nil {
				if flaw != "leavesError" {
					o.Text = o.Text[:n]
				}
				return s.FailIndex(err, "Text", n)
			}
			if flaw == "panics" && strings.HasPrefix(x, "t") {
				panic("text")
			}
			o.Text[n] = x
		case "raw":
			if flaw == "keepsInput" || flaw == "writesInput" {
				m := s.InnerMark()
				if err := s.Skip(); err != nil {
					return err
				}
				x := s.Inner(m)
				if flaw == "writesInput" && len(x) > 0 {
					x[0] = '!'
				}
				o.Raw = x
				continue
			}
			x, err := s.Bytes()
			if err != nil {
				return s.Fail(err, "Raw")
			}
			o.Raw = x
		default:
			if err := s.Skip(); err != nil {
				return err
			}
		}
	}
	return s.Err()
}
