// Command docgen writes the generated section of diagnostics.md from the doc
// comments in refusal/codes.go, so that the page of a code stands beside the
// code. Run it from the root of the repository: go generate .
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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

// render returns the Markdown of the constants in the source of codes.go: a
// heading for each Code, in the order they are declared, and one for each
// Reason below them.
func render(src []byte) (string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "codes.go", src, parser.ParseComments)
	if err != nil {
		return "", err
	}
	var codes, reasons strings.Builder
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			c := spec.(*ast.ValueSpec)
			typ, ok := c.Type.(*ast.Ident)
			if !ok {
				continue
			}
			var out *strings.Builder
			var level int
			switch typ.Name {
			case "Code":
				out, level = &codes, 2
			case "Reason":
				out, level = &reasons, 3
			default:
				continue
			}
			if err := page(out, c, level); err != nil {
				return "", fmt.Errorf("%s: %w", fset.Position(c.Pos()), err)
			}
		}
	}
	return "\n" + codes.String() + "## Reasons\n\nWhy a type is refused under XMLSERDE001. The list is fixed, and a filter may rely on it.\n\n" + reasons.String(), nil
}

// page writes the heading and the text of one constant.
func page(out *strings.Builder, c *ast.ValueSpec, level int) error {
	name := c.Names[0].Name
	text := c.Doc.Text()
	if len(c.Values) != 1 || text == "" {
		return fmt.Errorf("%s has no value or no doc comment", name)
	}
	literal, ok := c.Values[0].(*ast.BasicLit)
	if !ok {
		return fmt.Errorf("%s is not a literal", name)
	}
	value, err := strconv.Unquote(literal.Value)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	text, ok = strings.CutPrefix(text, name)
	if !ok {
		return fmt.Errorf("the doc comment of %s does not begin with its name", name)
	}
	if what, ok := strings.CutPrefix(text, ": "); ok {
		text = strings.ToUpper(what[:1]) + what[1:]
	} else {
		text = name + text
	}
	printer := comment.Printer{HeadingLevel: level + 1}
	var p comment.Parser
	fmt.Fprintf(out, "%s %s\n\n%s\n", strings.Repeat("#", level), value, printer.Markdown(p.Parse(text)))
	return nil
}
