package generator

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

const guardedSource = `package guarded

import (
	"encoding/xml"
	"encoding"
)

type (
	Plain   struct{ A int }
	Count   int32
	Bytes   []byte
	Names   []string
	Pointed *Plain
	Funcs   map[string]func(Plain, ...int) (int, error)
	Absent  struct{ A int }
	Value   struct{ A int }
	Pointer map[string]int
	Both    struct{ A int }
	All     struct{ A int }
	Odd     struct{ A int }
	Twice   struct { Left; Right }
	Left    struct{}
	Right   struct{}
	Holder  struct { Left }
	Doer    interface{ Do() }
	Text    interface{ encoding.TextMarshaler; Do() }
	Page[T any] struct{ Items []T }
)

var _ encoding.TextMarshaler

func (Value) MarshalXML(*xml.Encoder, xml.StartElement) error { return nil }
func (*Pointer) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }
func (Both) MarshalText() ([]byte, error) { return nil, nil }
func (*Both) UnmarshalText([]byte) error { return nil }
func (All) MarshalXML(*xml.Encoder, xml.StartElement) error { return nil }
func (All) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }
func (All) MarshalXMLAttr(xml.Name) (a xml.Attr, err error) { return }
func (All) UnmarshalXMLAttr(xml.Attr) error { return nil }
func (All) MarshalText() ([]byte, error) { return nil, nil }
func (All) UnmarshalText([]byte) error { return nil }
func (Odd) MarshalText() error { return nil }
func (*Odd) UnmarshalXMLAttr(a xml.Attr, more ...int) {}
func (Left) MarshalText() ([]byte, error) { return nil, nil }
func (Right) MarshalText() ([]byte, error) { return nil, nil }
func (*Page[T]) MarshalXMLAttr(xml.Name) (a xml.Attr, err error) { return }
`

// The packages that the source and its guards import, each loaded once.
var (
	guardedFiles   = token.NewFileSet()
	guardedImports = importer.ForCompiler(guardedFiles, "source", nil)
)

// checkGuarded type-checks a version of the source, with a file of guards if it
// is not empty.
func checkGuarded(source, guards string) (*types.Package, error) {
	var files []*ast.File
	for name, source := range map[string]string{"source.go": source, "guards.go": guards} {
		if source == "" {
			continue
		}
		file, err := parser.ParseFile(guardedFiles, name, source, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return (&types.Config{Importer: guardedImports}).Check("example.com/guarded", guardedFiles, files, nil)
}

// printedGuards returns the guards of all types of the source.
func printedGuards(t *testing.T, source string) string {
	t.Helper()
	pkg, err := checkGuarded(source, "")
	if err != nil {
		t.Fatal(err)
	}
	f := &file{pkg: pkg, names: newNames(Request{Package: pkg})}
	for _, name := range pkg.Scope().Names() {
		typ := pkg.Scope().Lookup(name).Type()
		if name == "Page" {
			if typ, err = types.Instantiate(nil, typ, []types.Type{types.Typ[types.String]}, true); err != nil {
				t.Fatal(err)
			}
		}
		f.addNamed(typ)
		f.addNamed(types.NewPointer(typ))
		f.addShape(typ)
	}
	w := &writer{names: f.names}
	f.printGuards(w)
	f.printAliases(w)
	formatted, err := format([]byte("package guarded\n\n" + f.names.importDecl() + w.buf.String()))
	if err != nil {
		t.Fatal(err)
	}
	return string(formatted)
}

// TestGuards changes types behind the back of their guards.
func TestGuards(t *testing.T) {
	guards := printedGuards(t, guardedSource)
	if _, err := checkGuarded(guardedSource, guards); err != nil {
		t.Fatalf("%v\n%s", err, guards)
	}
	for _, change := range []struct{ old, new string }{
		{"struct{ Items []T }", "struct{ Items []T; More int }"},
		{"int32", "int64"},
		{"[]byte", "[]int8"},
		{"[]byte", "string"},
		{"Names   []string", "Names   []Count"},
		{"Names   []string", "Names   [2]string"},
		{"Pointed *Plain", "Pointed *Absent"},
		{"Pointed *Plain", "Pointed struct{ A int }"},
		{"...int) (int", "...int) (string"},
		{"interface{ Do() }", "interface{ Do(); Undo() }"},
		{"interface{ Do() }", "interface{ Do(); MarshalText() ([]byte, error) }"},
		{"interface{ Do() }", "struct{}\n\tx interface{ Do() }"},
		{"interface{ encoding.TextMarshaler; Do() }", "interface{ Do() }"},
		{"interface{ encoding.TextMarshaler; Do() }", "struct { encoding.TextMarshaler }"},
		// Methods that appear.
		{"", "func (Plain) MarshalXML(*xml.Encoder, xml.StartElement) error { return nil }"},
		{"", "func (*Count) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }"},
		{"", "func (*Names) MarshalXMLAttr(xml.Name) (a xml.Attr, err error) { return }"},
		{"", "func (Absent) UnmarshalXMLAttr(xml.Attr) error { return nil }"},
		{"", "func (Value) MarshalText() ([]byte, error) { return nil, nil }"},
		{"", "func (Pointer) UnmarshalText([]byte) error { return nil }"},
		{"", "func (Both) MarshalXML(*xml.Encoder, xml.StartElement) error { return nil }"},
		{"", "func (*Both) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }"},
		{"", "func (Both) MarshalXMLAttr(xml.Name) (a xml.Attr, err error) { return }"},
		{"", "func (*Both) UnmarshalXMLAttr(xml.Attr) error { return nil }"},
		{"", "func (Twice) MarshalText() ([]byte, error) { return nil, nil }"},
		{"", "func (*Page[T]) MarshalXML(*xml.Encoder, xml.StartElement) error { return nil }"},
		// Methods that vanish.
		{"func (Value) MarshalXML", "func (Value) OtherXML"},
		{"func (*Pointer) UnmarshalXML(", "func (*Pointer) OtherXML("},
		{"func (Both) MarshalText", "func (Both) OtherText"},
		{"func (*Both) UnmarshalText", "func (*Both) OtherText"},
		{"func (All) MarshalXMLAttr", "func (All) OtherXMLAttr"},
		{"func (Right) MarshalText", "func (Right) OtherText"},
		{"func (Left) MarshalText", "func (Left) OtherText"},
		{"func (*Page[T]) MarshalXMLAttr", "func (*Page[T]) OtherXMLAttr"},
		// Methods that change.
		{"func (Value) MarshalXML", "func (*Value) MarshalXML"},
		{"func (Both) MarshalText", "func (*Both) MarshalText"},
		{"func (All) UnmarshalText", "func (*All) UnmarshalText"},
		{"func (Left) MarshalText", "func (*Left) MarshalText"},
		{"func (Odd) MarshalText() error { return nil }", "func (Odd) MarshalText() ([]byte, error) { return nil, nil }"},
		{"UnmarshalXMLAttr(a xml.Attr, more ...int) {}", "UnmarshalXMLAttr(a xml.Attr) error { return nil }"},
		{"func (Value) MarshalXML(*xml.Encoder, xml.StartElement) error { return nil }", "func (Value) MarshalXML() error { return nil }"},
		{"Value   struct{ A int }", "Value   struct{ A, MarshalText int }"},
	} {
		source := guardedSource
		switch {
		case change.old == "":
			source += change.new
		case strings.Contains(source, change.old):
			source = strings.Replace(source, change.old, change.new, 1)
		default:
			t.Fatalf("no %q in the source", change.old)
		}
		if _, err := checkGuarded(source, ""); err != nil {
			t.Fatalf("%q for %q: %v", change.new, change.old, err)
		}
		if _, err := checkGuarded(source, guards); err == nil {
			t.Errorf("%q for %q: the guards still compile", change.new, change.old)
		}
		if again := printedGuards(t, source); again == guards {
			t.Errorf("%q for %q: the guards are the same", change.new, change.old)
		} else if _, err := checkGuarded(source, again); err != nil {
			t.Errorf("%q for %q: the new guards do not compile: %v", change.new, change.old, err)
		}
	}
}
