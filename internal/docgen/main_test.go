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
	for _, want := range []string{"\n## XMLSERDE999\n\nReports a call.\n\n\tx := 1\n", "\n### no-map\n\nA map.\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwhich lacks\n%s", got, want)
		}
	}
	if got, err := render([]byte("not Go")); err == nil {
		t.Errorf("no error but\n%s", got)
	}
}
