package compile

import (
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"strings"
	"testing"
)

func parseFile(t *testing.T, name, src string) (*token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return fset, f
}

// TestPlaceOf reads constraints from lines, names and imports.
func TestPlaceOf(t *testing.T) {
	for _, test := range []struct {
		name, src, expr string
		test            bool
	}{
		{"a.go", "package p", "", false},
		{"a_test.go", "package p", "", true},
		{"linux.go", "package p", "", false},
		{"a_linux.go", "package p", "linux", false},
		{"a_linux.pb.go", "package p", "linux", false},
		{"a_unix.go", "package p", "", false},
		{"a_amd64_test.go", "package p", "amd64", true},
		{"a_linux_amd64.go", "package p", "amd64 && linux", false},
		{"a_amd64_linux.go", "package p", "linux", false},
		{"a_order_linux_arm64_test.go", "package p", "arm64 && linux", true},
		{"a.go", "//go:build x || y\n\npackage p", "x || y", false},
		{"a.go", "// A comment.\n\n//go:build (x || y) && !z\n\n// Package p.\npackage p", "!z && (x || y)", false},
		{"a_linux.go", "//go:build x\n\npackage p", "linux && x", false},
		{"a_linux.go", "//go:build linux\n\npackage p", "linux", false},
		{"a.go", "package p\n\n//go:build x\n", "", false},
		{"a.go", "package p\n\nimport \"C\"\n", "cgo", false},
	} {
		_, f := parseFile(t, test.name, test.src)
		at := placeOf(test.name, f)
		var expr string
		if at.expr != nil {
			expr = at.expr.String()
		}
		if expr != test.expr || at.test != test.test {
			t.Errorf("%s: %q: %q, test %t, want %q, %t", test.name, test.src, expr, at.test, test.expr, test.test)
		}
	}
}

func parseExpr(t *testing.T, s string) constraint.Expr {
	t.Helper()
	if s == "" {
		return nil
	}
	expr, err := constraint.Parse("//go:build " + s)
	if err != nil {
		t.Fatal(err)
	}
	return expr
}

// TestPlaceLogic joins places: by and, where both are, and by or, where any is.
func TestPlaceLogic(t *testing.T) {
	show := func(p place) string {
		var s string
		if p.expr != nil {
			s = p.expr.String()
		}
		if p.test {
			s += " (test)"
		}
		return s
	}
	for _, test := range []struct {
		x, y         string
		and, or      string
		xTest, yTest bool
	}{
		{x: "", y: "", and: "", or: ""},
		{x: "a", y: "", and: "a", or: ""},
		{x: "", y: "a", and: "a", or: ""},
		{x: "a", y: "a", and: "a", or: "a"},
		{x: "b", y: "a", and: "a && b", or: "a || b"},
		{x: "b && a", y: "c && a", and: "a && b && c", or: "(a && b) || (a && c)"},
		{x: "!(b || a)", y: "", and: "!(a || b)", or: ""},
		{x: "a || b", y: "c", and: "(a || b) && c", or: "a || b || c"},
		{x: "a", y: "", xTest: true, and: "a (test)", or: ""},
		{x: "a", y: "a", xTest: true, yTest: true, and: "a (test)", or: "a (test)"},
	} {
		x := place{parseExpr(t, test.x), test.xTest}
		y := place{parseExpr(t, test.y), test.yTest}
		if got := show(x.and(y)); got != test.and {
			t.Errorf("%q and %q: %q, want %q", test.x, test.y, got, test.and)
		}
		if got := show(x.or(y)); got != test.or {
			t.Errorf("%q or %q: %q, want %q", test.x, test.y, got, test.or)
		}
		if x, y := show(x.and(y)), show(y.and(x)); x != y {
			t.Errorf("order counts: %q and %q", x, y)
		}
	}
}

// TestFileNames checks that the go command reads no constraint into a
// generated file's name that its //go:build line does not have, and that different
// constraints have different files.
func TestFileNames(t *testing.T) {
	names := make(map[string]string)
	for _, expr := range []string{
		"", "linux", "amd64", "linux && amd64", "linux || amd64", "!linux", "test", "x", "linux && !cgo", "linuxandamd64",
		"my_tag", "mytag", "go1.26", "a && (b || c)", "a && b || c", "windows && a", "test && linux", "js", "js || wasm",
		"verylongtagname1 || verylongtagname2 || verylongtagname3 || verylongtagname4",
	} {
		for _, isTest := range []bool{false, true} {
			at := place{parseExpr(t, expr), isTest}
			name := fileName(at, false)
			if external := fileName(at, true); isTest && external == name {
				t.Errorf("%q: %s is the external test package's as well", expr, name)
			}
			if other, ok := names[name]; ok {
				t.Errorf("%q and %q share %s", other, expr, name)
			}
			names[name] = expr
			if strings.HasSuffix(name, "_test.go") != isTest {
				t.Errorf("%q: %s is a test file: %t", expr, name, !isTest)
			}
			if implied := nameConstraint(name); implied != nil && implied.String() != expr {
				t.Errorf("%q: the name %s means %s", expr, name, implied)
			}
			if !matches(t, name, expr) {
				t.Errorf("%q: %s is not built where it should be", expr, name)
			}
		}
	}
}

// matches reports whether go/build takes the file in some build where the expression holds.
func matches(t *testing.T, name, expr string) bool {
	src := "package p\n"
	if expr != "" {
		src = "//go:build " + expr + "\n\n" + src
	}
	for _, goos := range []string{"linux", "windows", "js", "none"} {
		for _, goarch := range []string{"amd64", "wasm", "none"} {
			ctxt := build.Context{
				GOOS: goos, GOARCH: goarch, Compiler: "gc",
				BuildTags:   []string{"a", "b", "test", "x", "linuxandamd64", "my_tag", "mytag", "verylongtagname1"},
				ReleaseTags: []string{"go1.26"},
				OpenFile: func(string) (io.ReadCloser, error) {
					return io.NopCloser(strings.NewReader(src)), nil
				},
			}
			ok, err := ctxt.MatchFile("", name)
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				return true
			}
		}
	}
	return false
}
