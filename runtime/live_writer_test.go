package runtime

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// A hiccup is a writer that fails once and would then go on.
type hiccup struct {
	after  int // the writes before
	short  bool
	writes int
}

var errHiccup = errors.New("hiccup")

func (w *hiccup) Write(p []byte) (int, error) {
	w.writes++
	if w.writes != w.after+1 {
		return len(p), nil
	}
	if w.short {
		return len(p) / 2, nil
	}
	return 0, errHiccup
}

// TestLiveWriterError: after an error of the writer nothing more is written, as
// in encoding/xml, and the call returns it, whatever methods make of it. That one
// of them has left its element open may be noticed first.
func TestLiveWriterError(t *testing.T) {
	long := strings.Repeat("long ", writeSize)
	parts := &page{Parts: []part{{ID: long}, {ID: long}, {ID: long}}}
	for name, swallow := range map[string]func(e *xml.Encoder, start xml.StartElement){
		"at once": func(e *xml.Encoder, start xml.StartElement) {
			_ = EncodeElement(e, parts, start)
		},
		"again": func(e *xml.Encoder, start xml.StartElement) {
			_ = EncodeElement(e, parts, start)
			_ = EncodeElement(e, parts, start)
		},
		"again with encoding/xml": func(e *xml.Encoder, start xml.StartElement) {
			_ = EncodeElement(e, parts, start)
			_ = e.EncodeElement(long, start)
		},
		"encoding/xml": func(e *xml.Encoder, start xml.StartElement) {
			_ = e.EncodeElement(long, start)
			_ = EncodeElement(e, parts, start)
		},
		"tokens": func(e *xml.Encoder, start xml.StartElement) {
			_ = EncodeElement(e, parts, start)
			for range 3 {
				_ = e.EncodeToken(start)
				_ = e.EncodeToken(xml.CharData(long))
				_ = e.EncodeToken(start.End())
				_ = e.Flush()
			}
		},
	} {
		swallowing := method{func(e *xml.Encoder, start xml.StartElement) error {
			swallow(e, start)
			return nil
		}}
		nested := method{func(e *xml.Encoder, start xml.StartElement) error {
			return EncodeElement(e, &page{First: swallowing, Parts: parts.Parts}, start)
		}}
		for where, v := range map[string]*page{
			"first":  {First: swallowing, Parts: parts.Parts, Last: &swallowing},
			"in any": {Any: &swallowing, Parts: parts.Parts, More: []method{swallowing, swallowing}},
			"nested": {First: nested, Parts: parts.Parts, Last: &nested},
		} {
			std := new(hiccup)
			if err := xml.NewEncoder(std).Encode(v); err == nil || std.writes != 1 {
				t.Errorf("%s, %s: encoding/xml: error %v, %d writes", name, where, err, std.writes)
			}
			for _, short := range []bool{false, true} {
				for after := range 8 {
					w := &hiccup{after: after, short: short}
					_, err := MarshalWrite(appendRoot, w, v)
					want := errHiccup
					switch {
					case w.writes <= after:
						want = nil
					case short:
						want = io.ErrShortWrite
					}
					if err != nil && want != nil && strings.HasSuffix(err.Error(), "not closed") {
						want = err
					}
					if w.writes > after+1 || err != want {
						t.Errorf("%s, %s, error after %d, short %t: error %v, want %v, %d writes", name, where, after, short, err, want, w.writes)
					}
				}
			}
		}
	}
	noLives(t)
}
