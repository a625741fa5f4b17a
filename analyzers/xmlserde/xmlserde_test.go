package xmlserde_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
)

// The corpus is part of this module: its packages are named by directory, and
// import the real facade.
const root = "../.."

func TestAnalyzer(t *testing.T) {
	for _, corpus := range []string{
		"verdicts",
		"reasons",
		"many",
		"dynamic",
		"elsewhere",
		"variants",
		"broken",
	} {
		t.Run(corpus, func(t *testing.T) {
			analysistest.Run(t, root, xmlserde.Analyzer, "./testdata/src/"+corpus)
		})
	}
}
