package plan

import (
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xmlserde/xmlserde/refusal"
)

// pages returns the doc comments of the constants in refusal's codes.go, by value.
func pages(t *testing.T) map[string]string {
	file, err := parser.ParseFile(token.NewFileSet(), "../refusal/codes.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	byValue := make(map[string]string)
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value); err == nil {
				byValue[value] = spec.Doc.Text()
			}
		}
		return true
	})
	return byValue
}

// example returns the code blocks of a doc comment.
func example(doc string) string {
	var code strings.Builder
	var p comment.Parser
	for _, block := range p.Parse(doc).Content {
		if c, ok := block.(*comment.Code); ok {
			code.WriteString(c.Text)
		}
	}
	return code.String()
}

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

// Every example in the pages is refused for the page's reason and no other.
func TestPages(t *testing.T) {
	docs := pages(t)
	for _, reason := range refusal.Reasons() {
		t.Run(string(reason), func(t *testing.T) {
			code := example(docs[string(reason)])
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
	for code, want := range map[refusal.Code]refusal.Reason{
		refusal.FallsBack:  refusal.UnsupportedCollection,
		refusal.Compilable: "",
		refusal.Dynamic:    refusal.Interface,
	} {
		t.Run(string(code), func(t *testing.T) {
			calls, b := exampleSites(t, example(docs[string(code)]))
			v := b.Build(calls[0].typ, calls[0].dir)
			if v.Accepted() != (want == "") || !v.Accepted() && v.Refusals[0].Reason != want {
				t.Errorf("got %v", v)
			}
		})
	}
}
