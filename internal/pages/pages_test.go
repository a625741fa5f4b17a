package pages_test

import (
	"testing"

	"github.com/xmlserde/xmlserde/internal/pages"
)

func TestParse(t *testing.T) {
	got, err := pages.Parse([]byte("package refusal\nconst (\n" +
		"\t// Odd reports a call. It has more.\n\t//\n\t// Example:\n\t//\n\t//\tx := 1\n\tOdd Code = \"XMLSERDE999\"\n" +
		"\t// Map: a map.\n\tMap Reason = \"no-map\"\n\tother = 3\n)\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 {
		t.Fatalf("%d pages", len(got))
	}
	for _, c := range []struct{ what, got, want string }{
		{"value", got[0].Value, "XMLSERDE999"},
		{"summary", got[0].Summary(), "Reports a call"},
		{"example", got[0].Example(), "x := 1\n"},
		{"markdown", got[0].Markdown(2), "## XMLSERDE999\n\nReports a call. It has more.\n\nExample:\n\n\tx := 1\n\n"},
		{"text", got[0].Text(), "XMLSERDE999\n\nReports a call. It has more.\n\nExample:\n\n\tx := 1\n"},
		{"reason's text", got[1].Text(), "no-map\n\nA map.\n"},
		{"reason's example", got[1].Example(), ""},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.what, c.got, c.want)
		}
	}
	if got[0].Reason || !got[1].Reason {
		t.Error("a code is taken for a reason, or the other way round")
	}
	for _, src := range []string{
		"package p\nconst Odd Code = \"X\"",
		"package p\nconst (\n// Even is.\nOdd Code = \"X\")",
		"package p\nconst (\n// Odd is.\nOdd Code = 1 + 1)",
		"not Go",
	} {
		if _, err := pages.Parse([]byte(src)); err == nil {
			t.Errorf("Parse(%q): no error", src)
		}
	}
}
