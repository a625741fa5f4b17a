package generator_test

import (
	"strings"
	"testing"

	"github.com/xmlserde/xmlserde/generator"
)

const staleSource = `package orders

import (
	"encoding/xml"
	"example.com/shared"
)

type Order struct {
	XMLName xml.Name ` + "`xml:\"order\"`" + `
	Base
	*Part
	Status  Status ` + "`xml:\"status,attr\"`" + `
	Lines   []Line ` + "`xml:\"line\"`" + `
	Where   shared.Address
	Marked  Marked
	Inline  struct{ A int }
	Pages   Page[Line]
	Labels  Labels
	Legacy  ` + "`xml:\"-\"`" + `
	Doer    ` + "`xml:\"-\"`" + `
	Hooks   ` + "`xml:\"-\"`" + `
	AliasOfUnnamed
	Field   AliasOfUnnamed
	Plain   AliasOfNamed
}

type (
	Base   struct{ ID int }
	Part   struct{ Number int }
	Status string
	Line   struct{ SKU string }
	Legacy struct{ Old int }
	Hooks  []func()
	Doer   interface{ Do() }
	Labels []string
	Marked struct{ V int }

	Page[T any] struct{ Items []T }

	AliasOfUnnamed = struct{ X int }
	AliasOfNamed   = Line
)

// It is in use in one direction alone, and so is no obstacle in the other.
func (Marked) MarshalText() ([]byte, error) { return nil, nil }
`

const sharedSource = `package shared

type Address struct{ City City }

type City string
`

// TestStale changes types behind the back of a generated file, which must then
// no longer compile until it is generated anew.
func TestStale(t *testing.T) {
	known := imports(t, "github.com/xmlserde/xmlserde/runtime", "bytes", "encoding/xml", "slices", "strconv", "time")
	// generate returns the generated file of a version of the sources, for the
	// types that are still accepted.
	generate := func(t *testing.T, source string) string {
		t.Helper()
		pkg, err := known.check("example.com/orders", source)
		if err != nil {
			t.Fatal(err)
		}
		out, err := generator.File(generator.Request{Package: pkg, Roots: roots(pkg)})
		if err != nil {
			t.Fatal(err)
		}
		return string(out.Source)
	}
	setShared := func(t *testing.T, source string) {
		t.Helper()
		pkg, err := known.check("example.com/shared", source)
		if err != nil {
			t.Fatal(err)
		}
		known["example.com/shared"] = pkg
	}
	setShared(t, sharedSource)
	fresh := generate(t, staleSource)
	if _, err := known.check("example.com/orders", staleSource, fresh); err != nil {
		t.Fatalf("the generated file does not compile: %v\n%s", err, fresh)
	}

	for _, version := range []string{"EnforceVersion(2 - ", "MaxVersion - 2"} {
		other := strings.Replace(fresh, version, strings.Replace(version, "2", map[bool]string{true: "0", false: "99"}[version[0] == 'E'], 1), 1)
		if _, err := known.check("example.com/orders", staleSource, other); err == nil {
			t.Errorf("a file of another contract than %q compiles", version)
		}
	}

	changes := []struct{ name, old, new string }{
		{name: "field added", old: "struct{ ID int }", new: "struct{ ID, Other int }"},
		{name: "unexported field added", old: "struct{ SKU string }", new: "struct{ SKU string; cached int }"},
		{name: "field removed", old: "	Labels  Labels\n", new: ""},
		{name: "field renamed", old: "SKU string", new: "Sku string"},
		{name: "field retyped", old: "Number int", new: "Number int64"},
		{name: "field tagged", old: "ID int }", new: "ID int `xml:\"id\"` }"},
		{name: "tag changed", old: "status,attr", new: "state,attr"},
		{name: "option added", old: "status,attr", new: "status,attr,omitempty"},
		{name: "fields swapped", old: "	Base\n	*Part\n", new: "	*Part\n	Base\n"},
		{name: "embedded pointer", old: "	Base\n", new: "	*Base\n"},
		{name: "unnamed struct", old: "struct{ A int }", new: "struct{ A, B int }"},
		{name: "generic type", old: "struct{ Items []T }", new: "struct{ Items []T; Next string }"},
		{name: "named type", old: "Labels []string", new: "Labels []int"},
		{name: "named basic type", old: "Status string", new: "Status int"},
		{name: "embedded alias", old: "= struct{ X int }", new: "= struct{ X, Y int }"},
		{name: "alias", old: "= Line", new: "= Base"},
		{name: "foreign field", old: "struct{ City City }", new: "struct{ City, Street City }"},
		{name: "MarshalXML", new: "func (Order) MarshalXML(*xml.Encoder, xml.StartElement) error { return nil }"},
		{name: "UnmarshalXML", new: "func (*Line) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }"},
		{name: "MarshalXMLAttr", new: "func (Status) MarshalXMLAttr(xml.Name) (a xml.Attr, err error) { return }"},
		{name: "UnmarshalXMLAttr", new: "func (*Status) UnmarshalXMLAttr(xml.Attr) error { return nil }"},
		{name: "MarshalText", new: "func (Labels) MarshalText() ([]byte, error) { return nil, nil }"},
		{name: "UnmarshalText", new: "func (*Part) UnmarshalText([]byte) error { return nil }"},
		{name: "method of a generic type", new: "func (*Page[T]) MarshalText() ([]byte, error) { return nil, nil }"},
		{name: "method of an embedded struct", new: "func (Base) MarshalXML(*xml.Encoder, xml.StartElement) error { return nil }"},
		{name: "method of an ignored embedded struct", new: "func (Legacy) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }"},
		{name: "method of an embedded interface", old: "interface{ Do() }", new: "interface{ Do(); MarshalText() ([]byte, error) }"},
		{name: "method of an embedded slice", new: "func (Hooks) UnmarshalText([]byte) error { return nil }"},
		{name: "method beside another", new: "func (*Marked) UnmarshalText([]byte) error { return nil }"},
		{name: "method of a foreign type", old: "type City string", new: "type City string\n\nfunc (City) MarshalText() ([]byte, error) { return nil, nil }"},
	}
	for _, change := range changes {
		t.Run(change.name, func(t *testing.T) {
			defer setShared(t, sharedSource)
			source := staleSource
			switch {
			case change.old == "":
				source += change.new
			case strings.Contains(sharedSource, change.old):
				setShared(t, strings.Replace(sharedSource, change.old, change.new, 1))
			case strings.Contains(source, change.old):
				source = strings.Replace(source, change.old, change.new, 1)
			default:
				t.Fatalf("no %q in the source", change.old)
			}
			if _, err := known.check("example.com/orders", source); err != nil {
				t.Fatalf("the changed package does not compile: %v", err)
			}
			_, err := known.check("example.com/orders", source, fresh)
			if err == nil {
				t.Fatal("the package still compiles")
			}
			again := generate(t, source)
			if _, err := known.check("example.com/orders", source, again); err != nil {
				t.Fatalf("generated anew it does not compile: %v\n%s", err, again)
			}
		})
	}
}
