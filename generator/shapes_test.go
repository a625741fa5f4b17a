package generator

import (
	"go/ast"
	"go/parser"
	"go/types"
	"regexp"
	"slices"
	"testing"

	"github.com/xmlserde/xmlserde/plan"
)

const hiddenSource = `package hidden

import "encoding/xml"

type (
	Open   struct{ A int }
	Closed struct { A int; b int }
	Outer  struct { base; O int }
	base   struct { B int }
	Called struct { c int }
	Method struct { m int }
	Deep   struct { Closed Closed; D *Called; e int }
	Unused struct { u int }
	Page[T any] struct { Item T; n int }
	Loop   struct { Next *Loop; Method; l int }
)

func (*Called) MarshalXML(*xml.Encoder, xml.StartElement) error { return nil }
func (*Called) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }
func (*Method) Other() {}
func (*Called) use() { _ = []any{Closed{}.b, Called{}.c, Method{}.m, Deep{}.e, Unused{}.u, Page[int]{}.n, Loop{}.l} }
`

const relyingSource = `package relying

import (
	"net/netip"
	"net/url"

	"example.com/hidden"
)

type Plain struct{ A int; B hidden.Open; C []hidden.Called }

type Root struct {
	Plain
	hidden.Outer
	Deep  []*hidden.Deep
	Page  hidden.Page[Plain]
	Loop  *hidden.Loop
	URL   *url.URL
	Addr  netip.Addr ` + "`xml:\",attr\"`" + `
	Skip  hidden.Unused ` + "`xml:\"-\"`" + `
}
`

// TestShapes checks which types a row has the shapes of.
func TestShapes(t *testing.T) {
	known := importMap{}
	hidden := known.check(t, "example.com/hidden", hiddenSource)
	known["example.com/hidden"] = hidden
	pkg := known.check(t, "example.com/relying", relyingSource)
	for name, want := range map[string][]string{
		"Plain": nil,
		"Root": {
			"hidden.Outer", "hidden.Deep", "hidden.Closed", "hidden.Page[Plain]", "hidden.Loop", "hidden.Method", "url.URL", "url.Userinfo", "netip.Addr M",
		},
	} {
		builder := plan.NewBuilder(pkg)
		root := pkg.Scope().Lookup(name).Type()
		var nodes [2]*plan.Node
		for _, dir := range []plan.Direction{plan.Marshal, plan.Unmarshal} {
			verdict := builder.Build(types.NewPointer(root), dir)
			if !verdict.Accepted() {
				t.Fatalf("%s: %s", name, verdict.Refusals)
			}
			nodes[dir] = verdict.Plan
		}
		f := &file{pkg: pkg, names: newNames(Request{Package: pkg})}
		w := &writer{names: f.names}
		f.printShapes(w, nodes[plan.Marshal], nodes[plan.Unmarshal])
		var got []string
		for _, match := range regexp.MustCompile(`\(\*(.*)\)\(nil\), Hash: 0x[0-9a-f]{16}(, Methods: true)?`).FindAllStringSubmatch(w.buf.String(), -1) {
			if match[2] != "" {
				match[1] += " M"
			}
			got = append(got, match[1])
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q\n%s", name, got, want, w.buf.String())
		}
	}
}

// An importMap knows packages made for a test, and has the others from
// guardedImports.
type importMap map[string]*types.Package

func (m importMap) Import(path string) (*types.Package, error) {
	if pkg := m[path]; pkg != nil {
		return pkg, nil
	}
	return guardedImports.Import(path)
}

func (m importMap) check(t *testing.T, path, source string) *types.Package {
	t.Helper()
	file, err := parser.ParseFile(guardedFiles, path, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: m}).Check(path, guardedFiles, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}
