package bench

import (
	"os/exec"
	"testing"
)

// TestGenerated demands that the generated files are what the generator writes
// today: what is measured is what this tree generates.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs cmd/xmlserde")
	}
	if out, err := exec.Command("go", "tool", "xmlserde", "gen", "-all", "-check", "./...").CombinedOutput(); err != nil {
		t.Errorf("run go generate: %v\n%s", err, out)
	}
}
