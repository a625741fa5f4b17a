package refusal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"

	"github.com/xmlserde/xmlserde/refusal"
)

// declared returns the values of the constants of a type in codes.go.
func declared[T ~string](t *testing.T, typeName string) []T {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var values []T
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == typeName {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, T(value))
		}
		return true
	})
	return values
}

func TestListsAreComplete(t *testing.T) {
	if got, want := refusal.Codes(), declared[refusal.Code](t, "Code"); !slices.Equal(got, want) {
		t.Errorf("Codes() = %v, declared are %v", got, want)
	}
	if got, want := refusal.Reasons(), declared[refusal.Reason](t, "Reason"); !slices.Equal(got, want) {
		t.Errorf("Reasons() = %v, declared are %v", got, want)
	}
}

func TestMessage(t *testing.T) {
	r := refusal.Refusal{Reason: refusal.UnsupportedCollection, GoPath: "orders.Order.Tags", Fact: "map[string]string"}
	const want = "XMLSERDE001: orders.Order.Tags: map[string]string: unsupported-collection: falls back to encoding/xml"
	if got := r.Message(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
