package generator

import (
	"strings"
	"testing"
)

// TestFormatError shows the source that does not parse, with line numbers.
func TestFormatError(t *testing.T) {
	_, err := format([]byte("package p\n\nfunc {\n"))
	if err == nil || !strings.Contains(err.Error(), "\n    3\tfunc {") {
		t.Errorf("error %v", err)
	}
}

func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		`a`:      `"a"`,
		`<a>`:    "`<a>`",
		` b="`:   "` b=\"`",
		"<a`b>":  `"<a` + "`" + `b>"`,
		"<\n>":   `"<\n>"`,
		`back\s`: "`back\\s`",
	} {
		if got := literal(text); got != want {
			t.Errorf("literal(%q) = %s, want %s", text, got, want)
		}
	}
}
