package main

import (
	"strings"
	"testing"
)

func TestUpToDate(t *testing.T) {
	stale, err := update("../..", false)
	if err != nil {
		t.Fatal(err)
	}
	if stale {
		t.Error("diagnostics.md is stale; run go generate .")
	}
}

func TestRender(t *testing.T) {
	got, err := render([]byte("package refusal\nconst (\n" +
		"\t// Odd reports a call.\n\t//\n\t//\tx := 1\n\tOdd Code = \"XMLSERDE999\"\n" +
		"\t// Map: a map.\n\tMap Reason = \"no-map\"\n)\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n## XMLSERDE999\n\nOdd reports a call.\n\n\tx := 1\n", "\n### no-map\n\nA map.\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwhich lacks\n%s", got, want)
		}
	}
	for _, src := range []string{
		"package p\nconst Odd Code = \"X\"",
		"package p\nconst (\n// Even is.\nOdd Code = \"X\")",
		"package p\nconst (\n// Odd is.\nOdd Code = 1 + 1)",
		"not Go",
	} {
		if got, err := render([]byte(src)); err == nil {
			t.Errorf("render(%q): no error but\n%s", src, got)
		}
	}
}
