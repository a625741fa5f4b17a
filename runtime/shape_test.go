package runtime_test

import (
	"crypto/tls"
	"encoding"
	"encoding/xml"
	"go/ast"
	"go/types"
	"io"
	"math/big"
	"net/http"
	"net/netip"
	"net/url"
	"reflect"
	"testing"
	"text/template"
	"time"
	"unsafe"

	"golang.org/x/tools/go/packages"

	shape "github.com/xmlserde/xmlserde/internal/corpus/shape.v2"
	"github.com/xmlserde/xmlserde/plan"
	"github.com/xmlserde/xmlserde/runtime"
)

type (
	local  struct{ A int }
	number int
	page   [2]local
	tree   struct {
		*tree
		Kids []tree
		next *tree
	}
	method   map[string]int
	function func(local, ...*number) (n int, err error)
	pointer  *local
	channel  chan<- (<-chan local)
	iface    interface{ encoding.TextMarshaler }
	readers  = shape.Pair[io.Reader, *local]
	odd      struct {
		A int "xml:\"a\\\"\\t\x01é`\" other:\"x\""
		B int `a:"xml:\"no\"" xml:"urn:é&<> b>c,omitempty"`
		C int `xml:""`
		D int `xml:"-"`
		E int `json:"e" xml:"e,attr"`
		local
		readers
		error
		*number
		shape.List[number]
	}
)

func (method) MarshalXML(*xml.Encoder, xml.StartElement) error    { return nil }
func (*number) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }
func (number) MarshalText() ([]byte, error)                       { return nil, nil }

var _ = tree{}.next

// samples are the types to compare, each the type of a field.
type samples struct {
	_ int
	_ local
	_ page
	_ tree
	_ method
	_ number
	_ function
	_ pointer
	_ channel
	_ iface
	_ odd
	_ struct{}
	_ struct {
		A   int `xml:"a"`
		b   string
		odd `tag:"x\\"`
		*shape.Plain
		error
		readers
	}
	_ interface{}
	_ interface {
		shape.Hook
		z()
		Z() func()
	}
	_ error
	_ any
	_ unsafe.Pointer
	_ byte
	_ rune
	_ []byte
	_ complex64
	_ uintptr
	_ *[]***[7]map[[2]string]chan (<-chan (chan int))
	_ func(func(int) bool, ...[]byte) (func(), struct{ _ int })
	_ shape.Plain
	_ shape.Private
	_ shape.Private2
	_ shape.Deep
	_ shape.Alias
	_ shape.Unnamed
	_ shape.Hook
	_ shape.Embedding
	_ shape.List[shape.List[local]]
	_ shape.Pair[shape.Pair[local, shape.Plain], *shape.Unnamed]
	_ shape.Pair[any, interface {
		M(int, ...string) (local, error)
		Close() error
		hidden()
		shape.Hook
	}]
	_ shape.Pair[func(), func(a, b int) (c int)]
	_ shape.Pair[chan (<-chan int), chan<- chan<- int]
	_ shape.Pair[map[byte]rune, [3]unsafe.Pointer]
	_ shape.Pair[struct {
		A     int `xml:"main.A\""`
		_     bool
		local `x:"\\"`
		error
		readers
		*shape.Plain
		shape.Hook
		number number
		shape.Alias
	}, struct{}]
	_ url.URL
	_ url.Userinfo
	_ big.Int
	_ netip.Addr
	_ time.Time
	_ time.Duration
	_ xml.Name
	_ xml.Decoder
	_ http.Request
	_ http.Server
	_ http.Header
	_ tls.Config
	_ ast.File
	_ ast.Field
	_ template.Template
	_ reflect.Value
	_ reflect.Type
}

// TestShapes compares what reflection and go/types write of the same types.
func TestShapes(t *testing.T) {
	pkg := typesOf(t)
	static := pkg.Scope().Lookup("samples").Type().Underlying().(*types.Struct)
	dynamic := reflect.TypeFor[samples]()
	seen := make(map[uint64]string)
	for i := range dynamic.NumField() {
		for _, methodsAlone := range []bool{false, true} {
			rt, tt := dynamic.Field(i).Type, static.Field(i).Type()
			got, want := runtime.ShapeText(rt, methodsAlone), plan.ShapeText(tt, methodsAlone)
			if got != want {
				t.Errorf("%s\nin reflection\n%s\nin go/types\n%s", tt, got, want)
			}
			hash := plan.ShapeHash(tt, methodsAlone)
			if hash != runtime.ShapeHash(reflect.Zero(reflect.PointerTo(rt)).Interface(), methodsAlone) {
				t.Errorf("%s: hashes differ", tt)
			}
			if other, ok := seen[hash]; ok && other != got {
				t.Errorf("one hash of\n%s\nand\n%s", got, other)
			}
			seen[hash] = got
		}
	}
}

// TestShapeTags compares what is made of tags that go vet does not like.
func TestShapeTags(t *testing.T) {
	for _, tag := range []string{
		"", "a", "xml", `xml:`, `xml:"`, `xml:"a`, `xml:"a"`, ` xml:"a" `, `a:"b"xml:"c"`, `a :"b" xml:"c"`, `xml:"a" xml:"b"`,
		"xml:\"\\x01\\u00e9\\n\"", "xml:\"\xff\"", "xml:\"a\nb\"", `xml:"\q"`, "a:\"\xff\" xml:\"\u2028\"",
	} {
		dynamic := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(tag)}})
		static := types.NewStruct([]*types.Var{types.NewField(0, nil, "A", types.Typ[types.Int], false)}, []string{tag})
		if got, want := runtime.ShapeText(dynamic, false), plan.ShapeText(static, false); got != want {
			t.Errorf("%q: in reflection\n%s\nin go/types\n%s", tag, got, want)
		}
	}
}

// TestShapeMain compares types of package main, whose path reflection does not
// know. The names are those that the compiler makes.
func TestShapeMain(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"T", "T"},
		{"G[int]", "G[int]"},
		{"G[main.T]", "G[x.y/z%2ev.T]"},
		{"G[*main.T,[]main.T]", "G[*x.y/z%2ev.T,[]x.y/z%2ev.T]"},
		{"G[a/main.T,main/b.T,domain.T,a%2emain.T,m.main/x.T]", "G[a/main.T,main/b.T,domain.T,a%2emain.T,m.main/x.T]"},
		{"G[a/b.H[main.T],main.H[main.T]]", "G[a/b.H[x.y/z%2ev.T],x.y/z%2ev.H[x.y/z%2ev.T]]"},
		{"G[func(int, ...main.T) (main.T, error)]", "G[func(int, ...x.y/z%2ev.T) (x.y/z%2ev.T, error)]"},
		{`G[struct { main.T; A main.T "a:\"(main.T\\\"\" main.T"; main.c main.T }]`, `G[struct { x.y/z%2ev.T; A x.y/z%2ev.T "a:\"(main.T\\\"\" main.T"; x.y/z%2ev.c x.y/z%2ev.T }]`},
		{"G[chan (<-chan main.T)]", "G[chan (<-chan x.y/z%2ev.T)]"},
		{"G[map[main.T]main.T]", "G[map[x.y/z%2ev.T]x.y/z%2ev.T]"},
		{"G[interface { main.x(main.T) }]", "G[interface { x.y/z%2ev.x(x.y/z%2ev.T) }]"},
	} {
		if got := runtime.ShapeArgs(test.name, "x.y/z.v"); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// typesOf returns the package of this file.
func typesOf(t *testing.T) *types.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Mode:  packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedImports | packages.NeedDeps,
		Tests: true,
	}, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		for _, err := range pkg.Errors {
			t.Fatal(err)
		}
		if pkg.PkgPath == reflect.TypeFor[local]().PkgPath() {
			return pkg.Types
		}
	}
	t.Fatal("no types of the test's package")
	return nil
}
