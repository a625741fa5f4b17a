package runtime

import (
	"encoding/xml"
	"testing"
)

// The two constants of a generated file, of each contract served.
const (
	_ = EnforceVersion(MinVersion - MinVersion)
	_ = EnforceVersion(MaxVersion - MaxVersion)
	_ = EnforceVersion(MaxVersion - MinVersion)
)

type bare struct{ A int }

// What a generated file declares for a type without methods.
var _ NoMethods = struct {
	*bare
	Absent
}{}

// What it declares for a type with one of the methods.
var _ interface {
	NoMarshalXML
	NoUnmarshalXML
	NoMarshalXMLAttr
	NoUnmarshalXMLAttr
	NoUnmarshalText
} = struct {
	*withMarshalText
	AbsentMarshalXML
	AbsentUnmarshalXML
	AbsentMarshalXMLAttr
	AbsentUnmarshalXMLAttr
	AbsentUnmarshalText
}{}

// What it declares for a type with methods that are called.
var (
	_ xml.Marshaler = struct {
		withMarshalXML
	}{}
	_ interface {
		xml.Unmarshaler
		NoMarshalXML
	} = struct {
		*withUnmarshalXML
		AbsentMarshalXML
	}{}
)

type (
	withMarshalXML       struct{}
	withUnmarshalXML     struct{}
	withMarshalXMLAttr   struct{}
	withUnmarshalXMLAttr struct{}
	withMarshalText      struct{}
	withUnmarshalText    struct{}
)

func (withMarshalXML) MarshalXML(*xml.Encoder, xml.StartElement) error      { return nil }
func (*withUnmarshalXML) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }
func (withMarshalXMLAttr) MarshalXMLAttr(xml.Name) (xml.Attr, error)        { return xml.Attr{}, nil }
func (*withUnmarshalXMLAttr) UnmarshalXMLAttr(xml.Attr) error               { return nil }
func (*withMarshalText) MarshalText() ([]byte, error)                       { return nil, nil }
func (*withUnmarshalText) UnmarshalText([]byte) error                       { return nil }

// TestAbsent: a guard that would not compile is one whose struct does not
// satisfy the interface.
func TestAbsent(t *testing.T) {
	all := []any{
		struct {
			*withMarshalXML
			Absent
		}{},
		struct {
			*withUnmarshalXML
			Absent
		}{},
		struct {
			*withMarshalXMLAttr
			Absent
		}{},
		struct {
			*withUnmarshalXMLAttr
			Absent
		}{},
		struct {
			*withMarshalText
			Absent
		}{},
		struct {
			*withUnmarshalText
			Absent
		}{},
	}
	for _, guard := range all {
		if _, ok := guard.(NoMethods); ok {
			t.Errorf("%T does not notice the method", guard)
		}
	}
	if _, ok := any(struct{ withMarshalText }{}).(NoMarshalText); ok {
		t.Error("a method of the pointer passes for one of the value")
	}
	if _, ok := any(struct {
		*withMarshalXML
		AbsentMarshalXML
	}{}).(NoMarshalXML); ok {
		t.Error("AbsentMarshalXML does not notice the method")
	}
	if _, ok := any(struct {
		*withUnmarshalXML
		AbsentUnmarshalXML
	}{}).(NoUnmarshalXML); ok {
		t.Error("AbsentUnmarshalXML does not notice the method")
	}
	if _, ok := any(struct {
		*withMarshalXMLAttr
		AbsentMarshalXMLAttr
	}{}).(NoMarshalXMLAttr); ok {
		t.Error("AbsentMarshalXMLAttr does not notice the method")
	}
	if _, ok := any(struct {
		*withUnmarshalXMLAttr
		AbsentUnmarshalXMLAttr
	}{}).(NoUnmarshalXMLAttr); ok {
		t.Error("AbsentUnmarshalXMLAttr does not notice the method")
	}
	if _, ok := any(struct {
		*withMarshalText
		AbsentMarshalText
	}{}).(NoMarshalText); ok {
		t.Error("AbsentMarshalText does not notice the method")
	}
	if _, ok := any(struct {
		*withUnmarshalText
		AbsentUnmarshalText
	}{}).(NoUnmarshalText); ok {
		t.Error("AbsentUnmarshalText does not notice the method")
	}
}
