package plan

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

func TestSmoke(t *testing.T) {
	src := `package orders
import ("encoding/xml"; "time")
type Base struct { ID int ` + "`xml:\"id,attr\"`" + `; T time.Time }
type Item struct { XMLName xml.Name ` + "`xml:\"urn:i item\"`" + `; N []string ` + "`xml:\"a>b\"`" + `; Kids []Item ` + "`xml:\"a>kids>item\"`" + ` }
type Order struct { Base; Items []*Item; M map[string]string; E error; P **int; A [3]Item; Any []Base ` + "`xml:\",any\"`" + `; L Box[Item]}
type Box[T any] struct { V T; W xml.Attr ` + "`xml:\",any,attr\"`" + `}
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("orders", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder(pkg)
	for _, n := range []string{"Base", "Item", "Order"} {
		for _, d := range []Direction{Marshal, Unmarshal} {
			v := b.Build(pkg.Scope().Lookup(n).Type(), d)
			if v.Accepted() {
				t.Log(Dump(v.Plan))
			}
			for _, r := range v.Refusals {
				t.Log(d, r.Message())
			}
		}
	}
}
