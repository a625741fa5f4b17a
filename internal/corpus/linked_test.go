package corpus_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestLinked builds programs that import generated code and looks for it in them, and
// for the part of package runtime that it calls: a program that never asks for compiled
// code must not pay for either.
func TestLinked(t *testing.T) {
	if testing.Short() {
		t.Skip("links programs")
	}
	for name, test := range map[string]struct {
		main   string
		linked bool
	}{
		"never": {`package main
import _ "github.com/xmlserde/xmlserde/internal/corpus"
func main() { println("done") }
`, false},
		"used": {`package main
import (
	_ "github.com/xmlserde/xmlserde/internal/corpus"
	"github.com/xmlserde/xmlserde/xml"
)
func main() { xml.Marshal(nil) }
`, true},
	} {
		dir := t.TempDir()
		source, binary, overlay := filepath.Join(dir, "main.go"), filepath.Join(dir, "main"), filepath.Join(dir, "overlay.json")
		here, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		// In a folder of the module that is not there.
		replace, err := json.Marshal(map[string]map[string]string{
			"Replace": {filepath.Join(here, "linked", "main.go"): source},
		})
		if err != nil {
			t.Fatal(err)
		}
		for path, data := range map[string][]byte{source: []byte(test.main), overlay: replace} {
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := exec.Command("go", "build", "-overlay", overlay, "-o", binary, "./linked").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		symbols, err := exec.Command("go", "tool", "nm", binary).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, symbol := range []string{"corpus.xmlserdeMarshal", "runtime.(*Scanner).startTag"} {
			if linked := bytes.Contains(symbols, []byte(symbol)); linked != test.linked {
				t.Errorf("%s: %s is in the program: %t, want %t", name, symbol, linked, test.linked)
			}
		}
	}
}
