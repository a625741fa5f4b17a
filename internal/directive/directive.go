// Package directive reads the comments of a file by which its author suppresses
// diagnostics: xmlserde's own and golangci-lint's.
//
//	//xmlserde:ignore XMLSERDE001 labels are few, and reflection is fast enough
//
// suppresses the code, or several with commas between them, on its own line and,
// where it has a line to itself, on the next. Before the package clause it is for the
// whole file. A reason has to be given.
package directive

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/xmlserde/xmlserde/refusal"
)

const prefix = "//xmlserde:ignore"

// Linter is the name by which golangci-lint knows the analyzer.
const Linter = "xmlserde"

// Directives are those of one file. The zero value has none.
type Directives struct {
	ignored []ignore
	nolint  []span
	lines   *token.File
	// Malformed are the directives that suppress nothing.
	Malformed []Malformed
}

// A Malformed is a directive that suppresses nothing, and why.
type Malformed struct {
	Comment *ast.Comment
	Why     string
}

// An ignore is a directive that suppresses codes in a span.
type ignore struct {
	span
	codes  []refusal.Code
	reason string
}

// A span is lines of a file, both included.
type span struct{ first, last int }

func (s span) has(line int) bool { return s.first <= line && line <= s.last }

// Of returns the directives of a file, which was parsed with comments.
func Of(fset *token.FileSet, file *ast.File) Directives {
	d := Directives{lines: fset.File(file.FileStart)}
	if d.lines == nil {
		return Directives{}
	}
	var starts map[int]bool // lines with code on them
	for _, group := range file.Comments {
		for _, c := range group.List {
			own, foreign := isIgnore(c.Text), isNolint(c.Text)
			if !own && !foreign {
				continue
			}
			if starts == nil {
				starts = codeLines(d.lines, file)
			}
			line := d.lines.Line(c.Pos())
			where := span{line, line}
			switch {
			case c.Pos() < file.Package:
				where = span{1, d.lines.LineCount()}
			case foreign:
				where = d.statement(file, c)
			case !starts[line]:
				where.last++
			}
			if own {
				d.ignore(c, where)
			} else {
				d.nolint = append(d.nolint, where)
			}
		}
	}
	return d
}

// ignore adds a directive of our own.
func (d *Directives) ignore(c *ast.Comment, where span) {
	codes, reason, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(c.Text, prefix)), " ")
	i := ignore{span: where, reason: strings.TrimSpace(reason)}
	for code := range strings.SplitSeq(codes, ",") {
		if !slices.Contains(refusal.Codes(), refusal.Code(code)) {
			why := "ignore directive without a code"
			if code != "" {
				why = "ignore directive with an unknown code " + code
			}
			d.Malformed = append(d.Malformed, Malformed{c, why})
			return
		}
		i.codes = append(i.codes, refusal.Code(code))
	}
	if i.reason == "" || strings.HasPrefix(i.reason, "//") {
		d.Malformed = append(d.Malformed, Malformed{c, "ignore directive without a reason"})
		return
	}
	d.ignored = append(d.ignored, i)
}

func isIgnore(text string) bool {
	rest, ok := strings.CutPrefix(text, prefix)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// isNolint reports whether a comment tells golangci-lint to be silent about the
// analyzer: //nolint, or //nolint:a,b with its name or all among the names.
func isNolint(text string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimPrefix(text, "//"), " "), "nolint")
	if !ok || !strings.HasPrefix(text, "//") {
		return false
	}
	names, ok := strings.CutPrefix(rest, ":")
	if !ok {
		return rest == "" || rest[0] == ' ' || rest[0] == '\t' || strings.HasPrefix(rest, "//")
	}
	names, _, _ = strings.Cut(names, "//")
	for name := range strings.SplitSeq(names, ",") {
		if name, _, _ = strings.Cut(strings.TrimSpace(name), " "); strings.EqualFold(name, Linter) || strings.EqualFold(name, "all") {
			return true
		}
	}
	return false
}

// codeLines returns the lines on which something begins that is no comment.
func codeLines(lines *token.File, file *ast.File) map[int]bool {
	found := make(map[int]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.File:
			return true
		case *ast.Comment, *ast.CommentGroup:
			return false
		}
		found[lines.Line(n.Pos())] = true
		found[lines.Line(n.End())] = true
		return true
	})
	return found
}

// statement returns the lines on which a comment keeps golangci-lint silent: its own
// and those of what begins on it, or on the next line in the same column.
func (d *Directives) statement(file *ast.File, c *ast.Comment) span {
	line := d.lines.Line(c.Pos())
	where := span{line, line}
	column := func(pos token.Pos) int { return int(pos - d.lines.LineStart(d.lines.Line(pos))) }
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.File:
			return true
		case *ast.Comment, *ast.CommentGroup:
			return false
		}
		first := d.lines.Line(n.Pos())
		if first == line || first == line+1 && column(n.Pos()) == column(c.Pos()) {
			where.last = max(where.last, d.lines.Line(n.End()))
		}
		return true
	})
	return where
}

// Ignored reports whether a code is suppressed at a place, and the reason given.
func (d Directives) Ignored(pos token.Pos, code refusal.Code) (reason string, ok bool) {
	if d.lines == nil {
		return "", false
	}
	line := d.lines.Line(pos)
	for _, i := range d.ignored {
		if i.has(line) && slices.Contains(i.codes, code) {
			return i.reason, true
		}
	}
	return "", false
}

// Nolint reports whether golangci-lint is told to be silent at a place.
func (d Directives) Nolint(pos token.Pos) bool {
	if d.lines == nil {
		return false
	}
	line := d.lines.Line(pos)
	return slices.ContainsFunc(d.nolint, func(s span) bool { return s.has(line) })
}
