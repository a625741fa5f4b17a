package generator_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xmlserde/xmlserde/generator"
	"github.com/xmlserde/xmlserde/plan"
)

var (
	rounds = flag.Int("rounds", 2, "rounds of random types")
	seed   = flag.Uint64("seed", 1, "seed of the first round")
)

// TestRandomTypes makes packages of random types, generates their code, and
// compares it with encoding/xml in a test of a package that exists in an
// overlay only.
func TestRandomTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds packages")
	}
	imports := imports(t, "encoding", "encoding/xml", "errors", "strings", "time")
	for round := range *rounds {
		seed := *seed + uint64(round)
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			g := &randomTypes{r: rand.New(rand.NewPCG(seed, 0)), imports: imports}
			g.generate(t, 40)
			pkg := g.check(t)
			out, err := generator.File(generator.Request{Package: pkg, Roots: g.roots(pkg)})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d types, %d functions, %d bytes", out.Types, out.Functions, len(out.Source))
			runRandom(t, g.source(), string(out.Source))
		})
	}
}

const randomPath = "github.com/xmlserde/xmlserde/internal/random"

// runRandom runs the differential test of a package with these files.
func runRandom(t *testing.T, source, generated string) {
	t.Helper()
	module, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace := make(map[string]string)
	for name, text := range map[string]string{
		"random.go":       source,
		"xmlserde_gen.go": generated,
		"random_test.go":  randomTest,
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(module, "internal", "random", name)] = file
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "random.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlayFile, "-o", binary, randomPath)
	build.Dir = module
	run := exec.Command(binary)
	run.Dir = dir
	for _, cmd := range []*exec.Cmd{build, run} {
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, text, source)
		}
		t.Logf("%s", text)
	}
}

const randomTest = `package random

import (
	"fmt"
	"testing"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
	"github.com/xmlserde/xmlserde/xmlserdetest"
)

func TestRandom(t *testing.T) {
	report := xmlserdetest.Run(xmlserdetest.Config{N: 150}, xmlrt.Types("` + randomPath + `")...)
	for _, d := range report.Disagreements {
		t.Errorf("%s", d)
	}
	fmt.Println(report)
}
`

// A randomTypes makes a package of random struct types.
type randomTypes struct {
	r       *rand.Rand
	imports importer
	decls   []string
}

// generate makes n struct types, each accepted in a direction at least, and types
// of other kinds.
func (g *randomTypes) generate(t *testing.T, n int) {
	t.Helper()
	for i := range n {
		for range 20 {
			g.decls = append(g.decls, fmt.Sprintf("type T%d %s", i, g.structType(i, 0)))
			pkg := g.check(t)
			root := randomRoot(plan.NewBuilder(pkg), pkg.Scope().Lookup(fmt.Sprint("T", i)).Type())
			marshal, unmarshal := root.Marshal != nil, root.Unmarshal != nil
			if marshal && unmarshal || (marshal || unmarshal) && g.one(5) {
				break
			}
			g.decls = g.decls[:len(g.decls)-1]
		}
		if len(g.decls) <= i {
			g.decls = append(g.decls, fmt.Sprintf("type T%d struct { Value string }", i))
		}
	}
	for i := range n / 4 {
		g.decls = append(g.decls, fmt.Sprintf("type R%d %s%s", i, g.pick("", "= "), g.element(n-1, 1)))
	}
}

// roots returns the accepted types.
func (g *randomTypes) roots(pkg *types.Package) []generator.Root {
	builder := plan.NewBuilder(pkg)
	var roots []generator.Root
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		root := randomRoot(builder, types.Unalias(obj.Type()))
		if !plan.Builtin(root.Type) && (root.Element != nil || root.Unmarshal != nil) {
			roots = append(roots, root)
		}
	}
	return roots
}

// randomRoot returns a root with its plans, as far as they are accepted.
func randomRoot(builder *plan.Builder, typ types.Type) generator.Root {
	for {
		p, ok := typ.(*types.Pointer)
		if !ok {
			break
		}
		typ = types.Unalias(p.Elem())
	}
	pointer := types.NewPointer(typ)
	return generator.Root{
		Type:      typ,
		Marshal:   builder.Build(pointer, plan.Marshal).Plan,
		Element:   builder.BuildElement(pointer, plan.Marshal).Plan,
		Unmarshal: builder.Build(pointer, plan.Unmarshal).Plan,
	}
}

// source returns the package's source.
func (g *randomTypes) source() string {
	return `package random

import (
	"encoding"
	"encoding/xml"
	"errors"
	"strings"
	"time"
)

type (
	Bool   bool
	Int    int16
	Uint   uint32
	Float  float32
	String string
	Byte   byte
	Bytes  []byte
	Octets []Byte
	Ints   []Int
	Texts  []String
	Grid   [2]Int
)

var (
	_ xml.Name
	_ time.Time
)

` + randomMethods + strings.Join(g.decls, "\n\n") + "\n"
}

// check type-checks the package.
func (g *randomTypes) check(t *testing.T) *types.Package {
	t.Helper()
	pkg, err := g.imports.check(randomPath, g.source())
	if err != nil {
		t.Fatalf("%v\n%s", err, g.source())
	}
	return pkg
}

// one reports true once in n times.
func (g *randomTypes) one(n int) bool { return g.r.IntN(n) == 0 }

func (g *randomTypes) pick(of ...string) string { return of[g.r.IntN(len(of))] }

// structType returns a struct type that may refer to the types before the n-th.
func (g *randomTypes) structType(n, depth int) string {
	var b strings.Builder
	b.WriteString("struct {\n")
	if g.one(3) {
		b.WriteString("XMLName " + g.pick("xml.Name", "xml.Name", "xml.Name", "xml.Name", "string", "int", "*xml.Name") +
			g.pick("", " `xml:\"name\"`", " `xml:\"urn:a name\"`", " `xml:\"urn:b a\"`", fmt.Sprintf(" `xml:\"t%d\"`", n)) + "\n")
	}
	embedded := make(map[int]bool)
	for i := range g.r.IntN(8) {
		if n > 0 && g.one(8) {
			if e := g.r.IntN(n); !embedded[e] {
				embedded[e] = true
				b.WriteString(g.pick("", "", "*") + fmt.Sprint("T", e) + g.pick("", "", "", "", " `xml:\"-\"`", " `xml:\"e\"`") + "\n")
				continue
			}
		}
		b.WriteString(fmt.Sprint("F", i) + " " + g.field(n, depth) + "\n")
	}
	b.WriteString("}")
	return b.String()
}

// field returns the type and the tag of a field.
func (g *randomTypes) field(n, depth int) string {
	name := g.pick("a", "b", "c", "F0", fmt.Sprint("n", g.r.IntN(100)), fmt.Sprint("n", g.r.IntN(100)), fmt.Sprint("n", g.r.IntN(100)), fmt.Sprint("n", g.r.IntN(100)))
	space := g.pick("", "", "", "", "", "urn:a ", "urn:b ", "http://x/y/ ")
	omit := g.pick("", "", "", ",omitempty")
	switch g.r.IntN(14) {
	case 0, 1, 2:
		return g.text(2) + " `xml:\"" + space + name + ",attr" + omit + "\"`"
	case 3:
		return g.pick("[]xml.Attr", "[]xml.Attr", "xml.Attr", "*xml.Attr", "string", "[]String", "[]*xml.Attr", "*[]xml.Attr") + " `xml:\",any,attr\"`"
	case 4:
		return g.text(1) + " `xml:\"" + g.pick(",chardata", ",cdata") + "\"`"
	case 5:
		return g.pick("string", "[]byte", "String", "Bytes") + " `xml:\",comment\"`"
	case 6:
		return g.pick("string", "[]byte", "String", "Bytes", "*string", "int", g.element(n, depth)) + " `xml:\",innerxml\"`"
	case 7:
		return g.element(n, depth) + " `xml:\",any\"`"
	case 8, 9:
		for range 1 + g.r.IntN(3) {
			name = g.pick("p", "q", "r") + ">" + name
		}
		if g.one(10) {
			name = ">" + name
		}
		return g.element(n, depth) + " `xml:\"" + space + name + omit + "\"`"
	case 10:
		return g.element(n, depth) + g.pick("", " `xml:\"-\"`", " `json:\"x\"`", " `xml:\",omitempty\"`")
	}
	return g.element(n, depth) + " `xml:\"" + space + name + omit + "\"`"
}

// text returns a simple type or one made from it.
func (g *randomTypes) text(pointers int) string {
	t := g.called()
	if !g.one(4) {
		t = g.pick("bool", "int", "int8", "int64", "uint", "uint8", "uint16", "float32", "float64", "string", "string", "string", "[]byte",
			"time.Time", "Bool", "Int", "Uint", "Float", "String", "Byte", "Bytes", "Octets", "[]Byte", "uintptr", "[3]byte")
	}
	switch g.r.IntN(8) {
	case 0:
		return strings.Repeat("*", 1+g.r.IntN(pointers)) + t
	case 1:
		if pointers > 1 {
			return g.pick("[]", "[]", "*[]", "[]*", "[][]") + t
		}
	}
	return t
}

// element returns a type for an element.
func (g *randomTypes) element(n, depth int) string {
	var t string
	switch {
	case n > 0 && g.one(2):
		t = fmt.Sprint("T", g.r.IntN(n))
	case depth < 2 && g.one(8):
		t = g.structType(n, depth+1)
	case g.one(10):
		return fmt.Sprintf(g.pick("*T%d", "[]T%d", "[]*T%d"), n)
	default:
		t = g.pick(g.text(1), g.text(1), g.text(1), g.called(), "xml.Name", "xml.Attr", "Ints", "Texts", "Grid",
			"any", "error", "encoding.TextMarshaler", "xml.Unmarshaler")
	}
	return g.pick("", "", "", "", "*", "*", "[]", "[]", "[]*", "*[]", "[][]", "[]*[]", "**", "[2]", "*[1]") + t
}
