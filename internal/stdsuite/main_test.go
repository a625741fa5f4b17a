package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/xmlserde/xmlserde/plan"
)

func TestRewrite(t *testing.T) {
	for _, tt := range []struct {
		name, src, want string
		elements        bool
	}{
		{
			name: "tests that are left out, and imports they had",
			src:  "package xml\n\nimport (\n\t\"testing\"\n\t\"unicode/utf8\"\n)\n\n// Doc.\nfunc TestProcInstEncoding(t *testing.T) { _ = utf8.RuneError }\n\nfunc TestKept(t *testing.T) {}\n",
			want: "package xml\n\nimport (\n\t\"testing\"\n\t_ \"unicode/utf8\"\n)\n\n// Doc.\n\n\nfunc TestKept(t *testing.T) {}\n",
		},
		{
			name: "a method of that name",
			src:  "package xml\n\nfunc (T) TestProcInstEncoding() {}\n",
			want: "package xml\n\nfunc (T) TestProcInstEncoding() {}\n",
		},
		{
			name: "the field of an encoder",
			src:  "package xml\n\nfunc f() {\n\tt.Log(enc.p.closed)\n\tt.Log(enc.closed)\n}\n",
			want: "package xml\n\nfunc f() {\n\t\n\tt.Log(enc.closed)\n}\n",
		},
		{
			name: "methods that stay",
			src:  "package xml\n\nfunc f() error { return d.DecodeElement(&v, &start) }\n",
			want: "package xml\n\nfunc f() error { return d.DecodeElement(&v, &start) }\n",
		},
		{
			name:     "methods inside",
			elements: true,
			src:      "package xml\n\nfunc f() { d.DecodeElement(&v, &start); s.enc.EncodeElement(v, start); d.Decode(&v) }\n",
			want:     "package xml\n\nfunc f() { DecodeElement(d, &v, &start); EncodeElement(s.enc, v, start); d.Decode(&v) }\n",
		},
		{
			name:     "methods outside",
			elements: true,
			src:      "package xml_test\n\nimport \"encoding/xml\"\n\nfunc f(d *xml.Decoder) { d.DecodeElement(&v, &start) }\n",
			want:     "package xml_test\n\nimport \"stdsuite/xml\"\n\nfunc f(d *xml.Decoder) { xml.DecodeElement(d, &v, &start) }\n",
		},
	} {
		got, err := rewrite("x_test.go", []byte(tt.src), tt.elements)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %v\ngot\n%s\nwant\n%s", tt.name, err, got, tt.want)
		}
	}
}

// TestCollector tells which types the written calls bind.
func TestCollector(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", `package x
type T struct{ A int }
type G[P any] struct{ A P }
type E interface{ M() }
var (
	pointer   ***T
	unnamed   *struct{ A []T "xml:\"a\"" }
	empty     map[string]interface{}
	instance  G[T]
	methods   E
	ofMethods []E
	function  func()
)
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("x", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, want string }{
		{"pointer", "T"},
		{"unnamed", `struct{A []T "xml:\"a\""}`},
		{"empty", "map[string]interface{}"},
		{"instance", "G[T]"},
		{"methods", ""},
		{"ofMethods", "[]E"},
		{"function", ""},
	} {
		c := collector{pkg: pkg, builder: plan.NewBuilder(pkg), imports: make(map[string]string)}
		c.add(pkg.Scope().Lookup(tt.name).Type())
		got := ""
		if len(c.texts) > 0 {
			got = c.texts[0]
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	for _, name := range []string{"G", "E"} {
		c := collector{pkg: pkg, builder: plan.NewBuilder(pkg), imports: make(map[string]string)}
		if c.add(pkg.Scope().Lookup(name).Type()); c.texts != nil {
			t.Errorf("%s: got %q", name, c.texts)
		}
	}
}
