package driver_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
	"github.com/xmlserde/xmlserde/internal/driver"
)

// BenchmarkAnalyze looks at a module of 200 packages with an analyzer that does
// nothing, and with ours.
func BenchmarkAnalyze(b *testing.B) {
	dir := b.TempDir()
	file := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	file("go.mod", "module example.com/m\n\ngo 1.26\n")
	for i := range 200 {
		imports, other := "", ""
		if i >= 5 {
			imports = fmt.Sprintf("\t\"example.com/m/p%d\"\n", i/5)
			other = fmt.Sprintf("func Other(b []byte) (l Line, err error) { err = p%d.Load(b, &l); return }\n", i/5)
		}
		file(fmt.Sprintf("p%d/p.go", i), fmt.Sprintf(`package p%d

import (
	"encoding/xml"
	"io"
%s)

type Line struct {
	SKU string `+"`xml:\"sku,attr\"`"+`
	Qty int    `+"`xml:\"qty\"`"+`
}

type Order struct {
	Lines []Line            `+"`xml:\"line\"`"+`
	Extra map[string]string `+"`xml:\"extra\"`"+`
}

func Read(r io.Reader) (o Order, err error) { err = xml.NewDecoder(r).Decode(&o); return }
func Parse(b []byte) (l Line, err error)    { err = xml.Unmarshal(b, &l); return }
func Load(b []byte, v any) error            { return xml.Unmarshal(b, v) }
%s`, i, imports, other))
	}
	none := &analysis.Analyzer{Name: "none", Doc: "none", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	for _, a := range []*analysis.Analyzer{none, xmlserde.Analyzer} {
		b.Run(a.Name, func(b *testing.B) {
			said := 0
			for b.Loop() {
				pkgs, err := driver.Analyze(context.Background(), driver.Options{Dir: dir, ZeroFacts: true}, a, "./...")
				if err != nil || len(pkgs) != 200 {
					b.Fatalf("%d packages, %v", len(pkgs), err)
				}
				said = 0
				for _, p := range pkgs {
					said += len(p.Diagnostics)
				}
			}
			b.ReportMetric(float64(said), "diagnostics")
		})
	}
}
