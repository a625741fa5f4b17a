package corpus

import (
	"testing"

	"github.com/xmlserde/xmlserde/xmlserdetest"
)

// TestDifferential compares every type of the corpus with encoding/xml.
func TestDifferential(t *testing.T) {
	for _, typ := range types() {
		t.Run(typ.String(), func(t *testing.T) { xmlserdetest.Check(t, typ) })
	}
}
