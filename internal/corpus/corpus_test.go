package corpus

import (
	"testing"

	"github.com/xmlserde/xmlserde/xmlserdetest"
)

// TestDifferential compares every type of the corpus with encoding/xml.
func TestDifferential(t *testing.T) {
	cfg := xmlserdetest.Config{N: 200}
	if testing.Short() {
		cfg.N = 30
	}
	for _, typ := range types() {
		t.Run(typ.String(), func(t *testing.T) {
			for _, d := range xmlserdetest.Run(cfg, typ).Disagreements {
				t.Errorf("%s", d)
			}
		})
	}
}
