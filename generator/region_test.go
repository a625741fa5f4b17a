package generator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/xmlserde/xmlserde/generator"
)

// TestRegion puts generated code into the file that declares the types: with the
// file's names for packages where they can be used, and with others beside them.
func TestRegion(t *testing.T) {
	known := imports(t, "encoding/xml", "time", "github.com/xmlserde/xmlserde/runtime")
	const source = `
type Order struct {
	XMLName s.Name
	At      clock.Time
}

var xmlrt bytes.Reader
`
	head := func(imports string) string {
		return "package orders\n\nimport (\n\ts \"encoding/xml\"\n\tclock \"time\"\n\t\"bytes\"\n" + imports + ")\n"
	}
	pkg, err := known.check("example.com/orders", head("")+source)
	if err != nil {
		t.Fatal(err)
	}
	out, err := generator.Region(generator.Request{
		Package: pkg,
		Roots:   roots(pkg),
		Imports: map[string][]string{"encoding/xml": {"s"}, "time": {"b", "clock"}, "bytes": {"bytes"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	// s is what generated functions call their scanner.
	want := []generator.Import{
		{Path: "encoding/xml", Name: "xml"},
		{Path: "github.com/xmlserde/xmlserde/runtime", Name: "xmlrt2", Named: true},
	}
	if diff := cmp.Diff(want, out.Imports); diff != "" {
		t.Errorf("imports: -want +got:\n%s", diff)
	}
	var added strings.Builder
	for _, i := range out.Imports {
		fmt.Fprintf(&added, "\t%s %q\n", i.Name, i.Path)
	}
	if _, err := known.check("example.com/orders", head(added.String())+source+string(out.Source)); err != nil {
		t.Errorf("%v\n%s", err, out.Source)
	}
	for line := range strings.Lines(string(out.Source)) {
		if strings.Contains(line, "stale? ") && !strings.HasSuffix(line, "xmlserde gen -inline\n") {
			t.Errorf("a guard names another command: %s", line)
		}
	}
	if strings.HasPrefix(string(out.Source), "\n") || strings.HasPrefix(string(out.Source), "package") {
		t.Errorf("the region starts with %.20q", out.Source)
	}
}
