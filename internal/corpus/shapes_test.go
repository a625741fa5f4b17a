package corpus_test

import (
	"reflect"
	"testing"

	"github.com/xmlserde/xmlserde/internal/corpus"
	"github.com/xmlserde/xmlserde/runtime"
	"github.com/xmlserde/xmlserde/xml"
)

// TestShapes looks up all types: nothing may take their code for stale, under any
// version of Go, although it was generated under one.
func TestShapes(t *testing.T) {
	pkg := reflect.TypeFor[corpus.Absent]().PkgPath()
	types := runtime.Types(pkg)
	if len(types) == 0 {
		t.Fatal("no types of " + pkg)
	}
	for _, typ := range types {
		if runtime.Lookup(typ) == nil {
			t.Errorf("the code of %v is not used", typ)
		}
	}
	if n := xml.Stats().Stale; n != 0 {
		t.Errorf("%d types are stale", n)
	}
}
