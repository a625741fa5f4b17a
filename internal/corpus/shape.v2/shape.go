// Package shape declares types for the tests of shapes, at an import path that
// the compiler escapes in the names of instances.
package shape

import (
	"encoding/xml"
	"io"
	"sync"
)

type (
	// A Plain has nothing but exported fields.
	Plain struct {
		XMLName xml.Name `xml:"urn:x plain" json:"plain"`
		A       int      `xml:"a,attr"`
		B       []string `xml:"b>c,omitempty"`
	}
	// A Private has all kinds of unexported fields.
	Private struct {
		Shown  int
		hidden map[string]private
		_      [4]byte
		mu     *sync.Mutex
		private
		*text
		Deep
		Last string `xml:",chardata"`
	}
	private struct {
		Inner int `xml:"inner"`
		other string
		Private2
	}
	text string
	// Private2 has a method that whatever embeds it has as well.
	Private2 struct{ n int }
	// A Deep embeds what leads back to it.
	Deep struct {
		*Deeper
		X int
	}
	// A Deeper is embedded in a Deep.
	Deeper struct {
		*Deep
		Y int
	}
	// An Alias stands for an instance of a generic type.
	Alias = Pair[private, *Plain]
	// An Unnamed stands for an unnamed type.
	Unnamed = struct {
		A int
		b string
	}
	// A List is an alias with a parameter of its own.
	List[T any] = Pair[[]T, T]
	// A Pair is a generic type.
	Pair[A, B any] struct {
		First  A
		Second B
		third  *Pair[B, A]
	}
	// A Hook is an interface with an unexported method.
	Hook interface {
		io.Reader
		Do(n int, rest ...Plain) (Private, error)
		done() private
		Also()
	}
	// An Embedding embeds by aliases.
	Embedding struct {
		Alias
		Unnamed
		Hook
		//lint:ignore SA5008 A field that is left out has no name.
		*Plain `xml:"-"`
	}
)

// MarshalText is on the value.
func (Private2) MarshalText() ([]byte, error) { return nil, nil }

// UnmarshalText is on the pointer.
func (*Private2) UnmarshalText([]byte) error { return nil }

// MarshalText has another signature than encoding/xml's.
func (*Deep) MarshalText() error { return nil }

// MarshalXMLAttr is on the pointer.
func (*Pair[A, B]) MarshalXMLAttr(xml.Name) (a xml.Attr, err error) { return a, nil }

// UnmarshalXML is on a value that is a string.
func (text) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }

var _ = []any{Private{}.hidden, Private{}.text, private{}.other, Private2{}.n, Pair[int, int]{}.third, Unnamed{}.b, Private{}.mu}
