package generator

import (
	"go/types"
	"testing"
)

// TestImportName imports packages that are called like generated code's own
// variables, with a number or without.
func TestImportName(t *testing.T) {
	n := newNames(Request{Package: types.NewPackage("example.com/p", "p")})
	for _, test := range []struct{ path, own, want string }{
		{"strconv", "strconv", "strconv"},
		{"example.com/strconv", "strconv", "strconv2"},
		{"example.com/x", "x", "xpkg"},
		{"example.com/x1", "x1", "x1pkg"},
		{"example.com/other/x1", "x1", "x1pkg2"},
		{"example.com/err", "err", "errpkg"},
		{"example.com/x1", "x1", "x1pkg"},
	} {
		if got := n.importName(test.path, test.own); got != test.want {
			t.Errorf("%s: %s, want %s", test.path, got, test.want)
		}
	}
}
