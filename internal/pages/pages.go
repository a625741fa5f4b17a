// Package pages reads the pages of codes and reasons, which are the doc comments
// in refusal/codes.go. docgen makes Markdown of them, xmlserde explain text, and
// tests compile their examples.
package pages

import (
	"errors"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// A Page explains one code or one reason.
type Page struct {
	// Value is the code or the slug of the reason.
	Value string
	// Reason reports that it is a reason.
	Reason bool
	doc    *comment.Doc
}

// Parse returns the pages in the source of codes.go, in its order.
func Parse(src []byte) ([]Page, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "codes.go", src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var pages []Page
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			c := spec.(*ast.ValueSpec)
			typ, ok := c.Type.(*ast.Ident)
			if !ok || typ.Name != "Code" && typ.Name != "Reason" {
				continue
			}
			p, err := parse(c)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", fset.Position(c.Pos()), c.Names[0].Name, err)
			}
			p.Reason = typ.Name == "Reason"
			pages = append(pages, p)
		}
	}
	return pages, nil
}

func parse(c *ast.ValueSpec) (Page, error) {
	name, text := c.Names[0].Name, c.Doc.Text()
	if len(c.Values) != 1 || text == "" {
		return Page{}, errors.New("no value or no doc comment")
	}
	literal, ok := c.Values[0].(*ast.BasicLit)
	if !ok {
		return Page{}, errors.New("not a literal")
	}
	value, err := strconv.Unquote(literal.Value)
	if err != nil {
		return Page{}, err
	}
	text, ok = strings.CutPrefix(text, name)
	if !ok {
		return Page{}, errors.New("the doc comment does not begin with the name")
	}
	text = strings.TrimLeft(text, ": ") // nobody but us knows the constant
	text = strings.ToUpper(text[:1]) + text[1:]
	var p comment.Parser
	return Page{Value: value, doc: p.Parse(text)}, nil
}

// Markdown returns the page with a heading of a level.
func (p Page) Markdown(level int) string {
	printer := comment.Printer{HeadingLevel: level + 1}
	return fmt.Sprintf("%s %s\n\n%s\n", strings.Repeat("#", level), p.Value, printer.Markdown(p.doc))
}

// Text returns the page for a terminal.
func (p Page) Text() string {
	printer := comment.Printer{TextWidth: 80}
	return fmt.Sprintf("%s\n\n%s", p.Value, printer.Text(p.doc))
}

// Summary returns the first sentence of the page.
func (p Page) Summary() string {
	first, ok := p.doc.Content[0].(*comment.Paragraph)
	if !ok {
		return ""
	}
	printer := comment.Printer{TextWidth: -1}
	text := string(printer.Text(&comment.Doc{Content: []comment.Block{first}}))
	sentence, _, _ := strings.Cut(strings.TrimSpace(text), ". ")
	return strings.TrimSuffix(sentence, ".")
}

// Example returns the code in the page, "" if it has none.
func (p Page) Example() string {
	var code strings.Builder
	for _, block := range p.doc.Content {
		if c, ok := block.(*comment.Code); ok {
			code.WriteString(c.Text)
		}
	}
	return code.String()
}
