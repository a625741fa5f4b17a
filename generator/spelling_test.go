package generator_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/xmlserde/xmlserde/generator"
	"github.com/xmlserde/xmlserde/plan"
)

// TestAnonymousTypeArgument generates code for a type whose spelling takes
// several lines, and which comments must name all the same.
func TestAnonymousTypeArgument(t *testing.T) {
	const path = "example.com/arguments"
	source := `package arguments

type List[T any] struct {
	First T          ` + "`xml:\"first\"`" + `
	Items []T        ` + "`xml:\"item\"`" + `
}

type Root struct {
	List List[struct {
		ID int ` + "`xml:\"id,attr\"`" + `
	}] ` + "`xml:\"list\"`" + `
}
`
	imports := make(importer)
	pkg, err := imports.check(path, source)
	if err != nil {
		t.Fatal(err)
	}
	builder := plan.NewBuilder(pkg)
	typ := pkg.Scope().Lookup("Root").Type()
	out, err := generator.File(generator.Request{Package: pkg, Roots: []generator.Root{{
		Type:      typ,
		Marshal:   builder.Build(typ, plan.Marshal).Plan,
		Unmarshal: builder.Build(typ, plan.Unmarshal).Plan,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"// xmlserdeTypeListAnonymousFirst names the type of ListAnonymous.First.\n",
		"how long the slices of ListAnonymous become.\n",
	} {
		if !strings.Contains(string(out.Source), want) {
			t.Errorf("no comment %q", want)
		}
	}
}

// TestUnnamedRoots generates code for roots whose types have no names, and
// registers them for what they can be.
func TestUnnamedRoots(t *testing.T) {
	known := imports(t, "github.com/xmlserde/xmlserde/runtime", "encoding/xml", "encoding", "slices", "strconv")
	source := `package unnamed

import "encoding/xml"

type Called int

func (*Called) MarshalXML(*xml.Encoder, xml.StartElement) error { return nil }

var (
	_ = Roots{}
	A []struct{ A []int }
	B struct{ B any }
	C []Called
	D [2]*[]Named
	E map[string]int
)

type Named string

type Roots struct{ N []Named }
`
	pkg, err := known.check("example.com/unnamed", source)
	if err != nil {
		t.Fatal(err)
	}
	var all []generator.Root
	for _, name := range []string{"A", "B", "C", "D", "Called"} {
		all = append(all, randomRoot(plan.NewBuilder(pkg), pkg.Scope().Lookup(name).Type()))
	}
	out, err := generator.File(generator.Request{Package: pkg, Roots: all})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := known.check("example.com/unnamed", source, string(out.Source)); err != nil {
		t.Fatalf("%v\n%s", err, out.Source)
	}
	var rows []string
	for _, row := range strings.Split(string(out.Source), "New: ")[1:] {
		for _, function := range []string{"Marshal", "MarshalElement", "Unmarshal"} {
			if strings.Contains(row, "\t"+function+": func(") {
				rows = append(rows, row[:strings.IndexAny(row, "\n{,")]+function)
			}
		}
	}
	want := []string{
		"(*[2]*[]Named)(nil)Marshal", "(*[2]*[]Named)(nil)MarshalElement",
		"(*[]Called)(nil)Marshal", "(*[]Called)(nil)Unmarshal",
		"(*[]struct MarshalElement", "(*[]struct Unmarshal",
		"(*Called)(nil)Marshal", "(*Called)(nil)Unmarshal",
		"(*xmlserdeTypeARoot2)(nil)MarshalElement", "(*xmlserdeTypeARoot2)(nil)Unmarshal",
	}
	slices.Sort(rows)
	slices.Sort(want)
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("registered (-want +got):\n%s", diff)
	}
}

// TestPredeclared refuses a package in which a number's type means something else.
func TestPredeclared(t *testing.T) {
	imports := make(importer)
	pkg, err := imports.check("example.com/names", "package names\n\ntype Root struct{ A string }\n\ntype int64 string\n")
	if err != nil {
		t.Fatal(err)
	}
	typ := pkg.Scope().Lookup("Root").Type()
	_, err = generator.File(generator.Request{Package: pkg, Roots: []generator.Root{{
		Type: typ, Marshal: plan.NewBuilder(pkg).Build(typ, plan.Marshal).Plan,
	}}})
	const want = "the package declares int64, whose predeclared meaning generated code needs"
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestIdenticalArguments generates the same file whichever of two identical
// types a program says.
func TestIdenticalArguments(t *testing.T) {
	imports := make(importer)
	var first string
	for _, args := range [][2]string{{"rune", "byte"}, {"int32", "uint8"}} {
		pkg, err := imports.check("example.com/pairs", `package pairs

type Pair[A, B any] struct {
	A A
	B []B
}

type Root struct {
	Pair  Pair[*[]`+args[0]+`, `+args[1]+`]
	Bytes Pair[[]`+args[1]+`, `+args[0]+`]
}
`)
		if err != nil {
			t.Fatal(err)
		}
		typ := pkg.Scope().Lookup("Root").Type()
		out, err := generator.File(generator.Request{Package: pkg, Roots: []generator.Root{{
			Type: typ, Marshal: plan.NewBuilder(pkg).Build(typ, plan.Marshal).Plan,
		}}})
		switch {
		case err != nil:
			t.Fatal(err)
		case first == "":
			first = string(out.Source)
		case first != string(out.Source):
			t.Errorf("with %v:\n%s\nbefore:\n%s", args, out.Source, first)
		}
	}
}

// TestImportNames imports packages whose names are those of variables in
// generated functions.
func TestImportNames(t *testing.T) {
	imports := make(importer)
	for _, name := range []string{"v1", "e", "err", "len"} {
		pkg, err := imports.check("example.com/"+name, "package "+name+"\n\ntype Item struct{ ID int }\n")
		if err != nil {
			t.Fatal(err)
		}
		imports[pkg.Path()] = pkg
	}
	pkg, err := imports.check("example.com/names", `package names

import (
	"example.com/e"
	"example.com/err"
	"example.com/len"
	"example.com/v1"
)

type Root struct {
	A v1.Item
	B e.Item
	C err.Item
	D len.Item
}
`)
	if err != nil {
		t.Fatal(err)
	}
	typ := pkg.Scope().Lookup("Root").Type()
	out, err := generator.File(generator.Request{Package: pkg, Roots: []generator.Root{{
		Type: typ, Unmarshal: plan.NewBuilder(pkg).Build(typ, plan.Unmarshal).Plan,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"epkg \"example.com/e\"\n", "errpkg \"example.com/err\"\n", "len2 \"example.com/len\"\n", "v1pkg \"example.com/v1\"\n",
	} {
		if !strings.Contains(string(out.Source), want) {
			t.Errorf("no import %s", want)
		}
	}
}
