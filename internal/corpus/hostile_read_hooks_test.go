package corpus

import (
	stdxml "encoding/xml"
	"fmt"
	"io"
	"reflect"
	"runtime"

	"github.com/xmlserde/xmlserde/xml"
)

// readAll notes all tokens up to the end of the element.
func readAll(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
	tr.token(start, nil)
	for {
		token, err := d.Token()
		tr.token(token, err)
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.CharData:
			h.Text += string(token)
		case xml.EndElement:
			if token.Name == start.Name {
				return nil
			}
		}
	}
}

// readHooks are methods of every character.
var readHooks = []struct {
	name string
	hook readHook
}{
	{"all", readAll},
	{"nothing", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error { return nil }},
	{"one token", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.Token())
		return nil
	}},
	{"too much", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		for range 30 {
			tr.token(d.Token())
		}
		return nil
	}},
	{"too much, and the error", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		for {
			if _, err := d.Token(); err != nil {
				return fmt.Errorf("wrapped: %w", err)
			}
		}
	}},
	{"raw token", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.RawToken())
		return d.Skip()
	}},
	{"error at once", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error { return errContent }},
	{"EOF", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error { return io.EOF }},
	{"error later", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.Token())
		return &stdxml.SyntaxError{Msg: "mine", Line: 7}
	}},
	{"panic", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		h.Text = "before"
		panic("hook at " + start.Name.Local)
	}},
	{"panic with an error", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.Token())
		panic(errContent)
	}},
	{"nil panic", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		var m map[string]int
		m["x"] = 1
		return nil
	}},
	{"Goexit", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		runtime.Goexit()
		return nil
	}},
	{"skip, then tokens", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		err := d.Skip()
		tr.token(d.Token())
		tr.token(d.Token())
		return err
	}},
	{"decode itself", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		type plain Hook
		err := d.DecodeElement((*plain)(h), &start)
		tr.add("%v %q", err, h.Text)
		return err
	}},
	{"decode compiled", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(Element)
		err := xml.DecodeElement(d, v, &start)
		tr.add("%v %v", err, *v)
		return err
	}},
	{"decode recursively", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(Hooked)
		err := xml.DecodeElement(d, v, &start)
		forget(reflect.ValueOf(v))
		tr.add("%v %d %v %q", err, len(v.Hooks), v.Any, v.B)
		h.Text = v.Hook.Text + "," + v.A
		return err
	}},
	{"decode the next", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		for {
			v := new(Text)
			err := d.Decode(v)
			tr.add("%v %v", err, *v)
			if err != nil {
				tr.token(d.Token())
				return nil
			}
		}
	}},
	{"decode the next, compiled", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(Element)
		err := xml.DecodeElement(d, v, nil)
		tr.add("%v %v", err, *v)
		return d.Skip()
	}},
	{"decode nil and no pointer", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.add("%v", xml.DecodeElement(d, nil, &start))
		tr.add("%v", xml.DecodeElement(d, Text{}, &start))
		tr.add("%v", xml.DecodeElement(d, (*Text)(nil), &start))
		return d.Skip()
	}},
	{"decode under another name", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		start = start.Copy()
		start.Name.Local, start.Attr = "other", append(start.Attr, xml.Attr{Name: xml.Name{Local: "lang"}, Value: "l"})
		v := new(Element)
		err := xml.DecodeElement(d, v, &start)
		tr.add("%v %v", err, *v)
		return err
	}},
	{"decode after a token", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.Token())
		v := new(Element)
		err := xml.DecodeElement(d, v, &start)
		tr.add("%v %v", err, *v)
		return err
	}},
	{"decode twice", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		for range 2 {
			v := new(Element)
			tr.add("%v %v", xml.DecodeElement(d, v, &start), *v)
		}
		return nil
	}},
	{"decode what fails, and go on", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(Scalars)
		tr.add("%v", xml.DecodeElement(d, v, &start))
		tr.add("%v", v.String)
		for range 5 {
			tr.token(d.Token())
		}
		return nil
	}},
	{"unmarshal another document", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		outer := onRead
		onRead = func(h *Hook, d *xml.Decoder, start xml.StartElement) error { return readAll(tr, h, d, start) }
		defer func() { onRead = outer }()
		v := new(Hooked)
		tr.add("%v", xml.Unmarshal([]byte("<x xmlns:q='urn:q'><a>1</a><hook q:z=''>in<q:z/></hook><b>2</b></x>"), v))
		tr.add("%q %q %q", v.A, v.Hook.Text, v.B)
		return d.Skip()
	}},
	{"marshal", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		b, err := xml.Marshal(&Hooked{ID: "1", Hook: Hook{Text: "<t>"}, Names: []SpaceRow{{B: "b"}}})
		tr.add("%q %v", b, err)
		return d.Skip()
	}},
	{"inner XML", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(InnerText)
		err := xml.DecodeElement(d, v, &start)
		tr.add("%v %q %q", err, v.Raw, v.Text)
		return err
	}},
	{"inner XML by the method", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		v := new(InnerText)
		err := d.DecodeElement(v, &start)
		tr.add("%v %q %q", err, v.Raw, v.Text)
		return err
	}},
	{"lax", setting(func(d *xml.Decoder) { d.Strict = false })},
	{"lax while it reads", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		tr.token(d.Token())
		d.Strict = false
		return readAll(tr, h, d, start)
	}},
	{"entities", setting(func(d *xml.Decoder) { d.Entity = map[string]string{"nbsp": "<nb>", "e": "&amp;"} })},
	{"lax entities", setting(func(d *xml.Decoder) { d.Strict, d.Entity = false, xml.HTMLEntity })},
	{"auto close", setting(func(d *xml.Decoder) { d.Strict, d.AutoClose = false, []string{"br", "b"} })},
	{"strict auto close", setting(func(d *xml.Decoder) { d.AutoClose = []string{"br", "b"} })},
	{"default space", setting(func(d *xml.Decoder) { d.DefaultSpace = "urn:default" })},
	{"charset", setting(func(d *xml.Decoder) {
		d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) { return &shifted{in, charset}, nil }
	})},
	{"there and back", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		d.Strict = !d.Strict
		tr.token(d.Token())
		d.Strict = !d.Strict
		return d.Skip()
	}},
	{"changing", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		d.Strict = !d.Strict
		return d.Skip()
	}},
	{"changing in a frame", func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		d.Strict = !d.Strict
		v := new(Hooked)
		err := xml.DecodeElement(d, v, &start)
		tr.add("%v %q", err, v.B)
		return err
	}},
}

// setting returns a hook that changes settings and skips the element.
func setting(change func(d *xml.Decoder)) readHook {
	return func(tr *trace, h *Hook, d *xml.Decoder, start xml.StartElement) error {
		change(d)
		return d.Skip()
	}
}
