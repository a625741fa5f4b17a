package plan

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/xmlserde/xmlserde/internal/pages"
	"github.com/xmlserde/xmlserde/refusal"
)

var packageClause = regexp.MustCompile(`(?m)^package (\w+)$`)

// exampleSites returns the calls in the last package of an example, and a builder
// for the package.
func exampleSites(t *testing.T, code string) ([]site, *Builder) {
	t.Helper()
	if !strings.HasPrefix(code, "package ") {
		code = "package example\n" + code
	}
	p := make(program)
	clauses := packageClause.FindAllStringSubmatchIndex(code, -1)
	for i, c := range clauses {
		end := len(code)
		if i+1 < len(clauses) {
			end = clauses[i+1][0]
		}
		pkg, file, info := p.check(t, "example.com/"+code[c[2]:c[3]], code[c[0]:end])
		if end == len(code) {
			return sites(file, info), NewBuilder(pkg)
		}
	}
	return nil, nil
}

// Every example in the pages of reasons is refused for the page's reason and no
// other. Package analyzers/xmlserde tests the codes.
func TestPages(t *testing.T) {
	all, err := pages.Parse(refusal.Source())
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range all {
		reason := refusal.Reason(page.Value)
		if !page.Reason {
			continue
		}
		t.Run(page.Value, func(t *testing.T) {
			code := page.Example()
			if reason == refusal.Namespaces || reason == refusal.FlagEnum {
				if code != "" {
					t.Error("has an example but no plan refuses for it")
				}
				return
			}
			calls, b := exampleSites(t, code)
			if len(calls) == 0 {
				t.Fatal("no call in the example")
			}
			for _, c := range calls {
				refusals := b.Build(c.typ, c.dir).Refusals
				if len(refusals) == 0 || slices.ContainsFunc(refusals, func(r refusal.Refusal) bool { return r.Reason != reason }) {
					t.Errorf("refused for %v", refusals)
				}
			}
		})
	}
}
