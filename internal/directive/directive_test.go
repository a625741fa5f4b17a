package directive_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/xmlserde/xmlserde/internal/directive"
	"github.com/xmlserde/xmlserde/refusal"
)

const src = `package p

func f() {
	call(1) //xmlserde:ignore XMLSERDE003 the end of the line
	call(2)
	//xmlserde:ignore XMLSERDE003,XMLSERDE006 the line above
	call(3)
	call(4)
	call(5) //nolint
	call(6)
	//nolint:errcheck,xmlserde // a reason
	call(
		7,
	)
	call(8) // nolint:all
	call(9) //nolint:errcheck // not xmlserde
	call(10) //nolintxmlserde
	//xmlserde:ignore XMLSERDE003
	call(11)
	//xmlserde:ignore XMLSERDE999 an unknown code
	call(12)
	//xmlserde:ignore
	call(13)
	//xmlserde:ignored XMLSERDE003 another word
	call(14)
		//nolint
	call(15)
}

//nolint:xmlserde
func g() {
	call(16)
}

func h() { //nolint:xmlserde
	call(17)
}

func i() {
	call(18)
}
`

// verdicts returns, for each call by its number, what is suppressed at it.
func verdicts(t *testing.T, src string) (found map[string]string, malformed []string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	d := directive.Of(fset, file)
	found = make(map[string]string)
	ast.Inspect(file, func(n ast.Node) bool {
		arg, ok := n.(*ast.BasicLit)
		if !ok {
			return true
		}
		var words []string
		for _, code := range refusal.Codes() {
			if reason, ok := d.Ignored(arg.Pos(), code); ok {
				words = append(words, strings.TrimPrefix(string(code), "XMLSERDE")+" "+reason)
			}
		}
		if d.Nolint(arg.Pos()) {
			words = append(words, "nolint")
		}
		if len(words) > 0 {
			found[arg.Value] = strings.Join(words, "; ")
		}
		return true
	})
	for _, m := range d.Malformed {
		malformed = append(malformed, m.Why)
	}
	return found, malformed
}

func TestOf(t *testing.T) {
	found, malformed := verdicts(t, src)
	want := map[string]string{
		"1": "003 the end of the line",
		"3": "003 the line above; 006 the line above",
		"5": "nolint", "7": "nolint", "8": "nolint", "16": "nolint", "17": "nolint",
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	wrong := []string{
		"ignore directive without a reason",
		"ignore directive with an unknown code XMLSERDE999",
		"ignore directive without a code",
	}
	if !slices.Equal(malformed, wrong) {
		t.Errorf("malformed: %q", malformed)
	}
}

// Before the package clause a directive is for the whole file.
func TestWholeFile(t *testing.T) {
	found, _ := verdicts(t, "//xmlserde:ignore XMLSERDE001 legacy\n\n"+src)
	if found["18"] != "001 legacy" || found["1"] != "001 legacy; 003 the end of the line" {
		t.Errorf("got %q", found)
	}
	found, _ = verdicts(t, "//nolint:xmlserde\n"+src)
	if found["18"] != "nolint" {
		t.Errorf("got %q", found)
	}
}

// The zero value, which a file without positions has, suppresses nothing.
func TestNothing(t *testing.T) {
	var d directive.Directives
	if _, ok := d.Ignored(1, refusal.FallsBack); ok || d.Nolint(1) {
		t.Error("something is suppressed")
	}
}
