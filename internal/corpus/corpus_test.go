package corpus

import (
	"reflect"
	"testing"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
	"github.com/xmlserde/xmlserde/xmlserdetest"
)

// TestDifferential compares every type of the corpus with encoding/xml.
func TestDifferential(t *testing.T) {
	for _, typ := range xmlrt.Types(reflect.TypeFor[Scalars]().PkgPath()) {
		t.Run(typ.String(), func(t *testing.T) { xmlserdetest.Check(t, typ) })
	}
}
