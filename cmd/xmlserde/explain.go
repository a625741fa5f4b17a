package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/xmlserde/xmlserde/internal/pages"
	"github.com/xmlserde/xmlserde/refusal"
)

var explainCommand = command{
	name:  "explain",
	usage: "[code or reason ...]",
	short: "print the page of a diagnostic's code, or of a reason",
	long: `
Explain prints what a code such as XMLSERDE003, or 003, means, with an example
and what to do about it, and the same for the reasons that stand behind
XMLSERDE001, such as unsupported-collection. Without arguments it lists them.
The pages are those of diagnostics.md.
`,
}

func init() { explainCommand.run = explain }

func explain(c *call, args []string) int {
	names, code, ok := c.parse(args, func(*flag.FlagSet) {})
	if !ok {
		return code
	}
	all, err := pages.Parse(refusal.Source())
	if err != nil {
		c.errorf("%v", err)
		return exitFound
	}
	if len(names) == 0 {
		for _, p := range all {
			fmt.Fprintf(c.stdout, "%s: %s\n", p.Value, p.Summary())
		}
		return exitOK
	}
	var texts []string
	for _, name := range names {
		p := findPage(all, name)
		if p == nil {
			c.errorf("no code or reason %q; \"xmlserde explain\" lists them", name)
			return exitUsage
		}
		texts = append(texts, p.Text())
	}
	io.WriteString(c.stdout, strings.Join(texts, "\n"))
	return exitOK
}

// findPage returns the page of a code, which may be given by its number alone,
// or of a reason, or nil.
func findPage(all []pages.Page, name string) *pages.Page {
	for i, p := range all {
		number, isCode := strings.CutPrefix(p.Value, "XMLSERDE")
		if strings.EqualFold(p.Value, name) || isCode && number == name {
			return &all[i]
		}
	}
	return nil
}
