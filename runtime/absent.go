package runtime

import "encoding/xml"

// Code is generated for a type on the condition that it lacks the methods
// encoding/xml would call instead of looking at its fields. The compiler keeps
// the condition. In
//
//	var _ xmlrt.NoMethods = struct {
//		*Order
//		xmlrt.Absent
//	}{}
//
// a method of Order and the method of Absent with the same name stand at the
// same depth, so the selector is ambiguous, the struct lacks it, and the
// assignment does not compile. A method that Order gets from an embedded type
// stands deeper and is hidden: every embedded type needs a guard of its own.
//
// Where code calls a method of the type, the same assignment demands it, of a
// *Order or, to keep the method from moving to the pointer, of an Order:
//
//	var _ encoding.TextMarshaler = struct {
//		Order
//	}{}
//
// The compiler keeps nothing of either in the program.

// NoMethods is satisfied by a type embedded beside [Absent] as long as it has
// none of the methods that encoding/xml calls.
type NoMethods interface {
	NoMarshalXML
	NoUnmarshalXML
	NoMarshalXMLAttr
	NoUnmarshalXMLAttr
	NoMarshalText
	NoUnmarshalText
}

// Absent has every method that encoding/xml calls, each declared on itself so
// that it stands at depth one where Absent is embedded. Its methods are there
// to be ambiguous, not to be called, and do nothing.
type Absent struct{}

func (Absent) MarshalXML(*xml.Encoder, xml.StartElement) error   { return nil }
func (Absent) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }
func (Absent) MarshalXMLAttr(xml.Name) (xml.Attr, error)         { return xml.Attr{}, nil }
func (Absent) UnmarshalXMLAttr(xml.Attr) error                   { return nil }
func (Absent) MarshalText() ([]byte, error)                      { return nil, nil }
func (Absent) UnmarshalText([]byte) error                        { return nil }

// The pairs below guard one method each, for types that have some of the six
// where they make no difference.
type (
	// NoMarshalXML guards one method: embed AbsentMarshalXML beside the type.
	NoMarshalXML interface {
		MarshalXML(*xml.Encoder, xml.StartElement) error
	}
	// NoUnmarshalXML guards one method: embed AbsentUnmarshalXML beside the type.
	NoUnmarshalXML interface {
		UnmarshalXML(*xml.Decoder, xml.StartElement) error
	}
	// NoMarshalXMLAttr guards one method: embed AbsentMarshalXMLAttr beside the type.
	NoMarshalXMLAttr interface {
		MarshalXMLAttr(xml.Name) (xml.Attr, error)
	}
	// NoUnmarshalXMLAttr guards one method: embed AbsentUnmarshalXMLAttr beside the type.
	NoUnmarshalXMLAttr interface {
		UnmarshalXMLAttr(xml.Attr) error
	}
	// NoMarshalText guards one method: embed AbsentMarshalText beside the type.
	NoMarshalText interface {
		MarshalText() ([]byte, error)
	}
	// NoUnmarshalText guards one method: embed AbsentUnmarshalText beside the type.
	NoUnmarshalText interface {
		UnmarshalText([]byte) error
	}

	// AbsentMarshalXML has MarshalXML alone; see [Absent].
	AbsentMarshalXML struct{}
	// AbsentUnmarshalXML has UnmarshalXML alone; see [Absent].
	AbsentUnmarshalXML struct{}
	// AbsentMarshalXMLAttr has MarshalXMLAttr alone; see [Absent].
	AbsentMarshalXMLAttr struct{}
	// AbsentUnmarshalXMLAttr has UnmarshalXMLAttr alone; see [Absent].
	AbsentUnmarshalXMLAttr struct{}
	// AbsentMarshalText has MarshalText alone; see [Absent].
	AbsentMarshalText struct{}
	// AbsentUnmarshalText has UnmarshalText alone; see [Absent].
	AbsentUnmarshalText struct{}
)

func (AbsentMarshalXML) MarshalXML(*xml.Encoder, xml.StartElement) error     { return nil }
func (AbsentUnmarshalXML) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }
func (AbsentMarshalXMLAttr) MarshalXMLAttr(xml.Name) (xml.Attr, error)       { return xml.Attr{}, nil }
func (AbsentUnmarshalXMLAttr) UnmarshalXMLAttr(xml.Attr) error               { return nil }
func (AbsentMarshalText) MarshalText() ([]byte, error)                       { return nil, nil }
func (AbsentUnmarshalText) UnmarshalText([]byte) error                       { return nil }
