// Command docgen writes the generated section of diagnostics.md from the doc
// comments in refusal/codes.go, so that the page of a code stands beside the
// code. Run it from the root of the repository: go generate .
package main

import (
	"bytes"
	"errors"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/xmlserde/xmlserde/internal/pages"
)

// The generated section of diagnostics.md lies between these two lines.
const (
	beginMark = "<!-- generated from refusal/codes.go by internal/docgen: begin -->\n"
	endMark   = "<!-- generated: end -->\n"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("docgen: ")
	if _, err := update(".", true); err != nil {
		log.Fatal(err)
	}
}

// update renders the generated section anew. It reports whether the section
// in the file differs, and replaces it there if write is set.
func update(root string, write bool) (stale bool, err error) {
	codes, err := os.ReadFile(filepath.Join(root, "refusal", "codes.go"))
	if err != nil {
		return false, err
	}
	section, err := render(codes)
	if err != nil {
		return false, err
	}
	page := filepath.Join(root, "diagnostics.md")
	old, err := os.ReadFile(page)
	if err != nil {
		return false, err
	}
	before, rest, ok := bytes.Cut(old, []byte(beginMark))
	_, after, ok2 := bytes.Cut(rest, []byte(endMark))
	if !ok || !ok2 {
		return false, errors.New("diagnostics.md lacks the marks of its generated section")
	}
	text := string(before) + beginMark + section + endMark + string(after)
	if text == string(old) {
		return false, nil
	}
	if write {
		return true, os.WriteFile(page, []byte(text), 0o644)
	}
	return true, nil
}

// render returns the Markdown of the pages in the source of codes.go: a heading
// for each code, in the order they are declared, and one for each reason below
// them.
func render(src []byte) (string, error) {
	all, err := pages.Parse(src)
	if err != nil {
		return "", err
	}
	var codes, reasons strings.Builder
	for _, p := range all {
		if p.Reason {
			reasons.WriteString(p.Markdown(3))
		} else {
			codes.WriteString(p.Markdown(2))
		}
	}
	return "\n" + codes.String() + "## Reasons\n\nWhy a type is refused under XMLSERDE001. The list is fixed, and a filter may rely on it.\n\n" + reasons.String(), nil
}
