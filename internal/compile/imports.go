package compile

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/xmlserde/xmlserde/generator"
	"github.com/xmlserde/xmlserde/internal/sites"
)

// An importEdit makes the edits of a file's imports: one for each line that goes,
// and one for each place where lines come, so that they merge with other edits
// of the imports, and in the order that gofmt keeps.
type importEdit struct {
	*source
	removed map[*ast.ImportSpec]bool
	inserts map[int]string // by offset
	edits   []Edit
}

// importEdits returns the edits that put the facade in the place of encoding/xml
// if swap is set, and add and drop imports.
func (s *source) importEdits(swap bool, add []generator.Import, drop map[*ast.ImportSpec]bool) []Edit {
	e := &importEdit{source: s, removed: make(map[*ast.ImportSpec]bool), inserts: make(map[int]string)}
	decls := e.decls()
	lines := make([]string, 0, len(add))
	for _, i := range add {
		lines = append(lines, importLine(i))
	}
	if swap {
		lines = e.swap(decls, lines)
	}
	for spec := range drop {
		e.remove(decls, spec)
	}
	if len(lines) > 0 {
		e.add(decls, lines)
	}
	e.drop()
	for offset, text := range e.inserts {
		e.edits = append(e.edits, s.edit(offset, offset, text))
	}
	slices.SortStableFunc(e.edits, func(a, b Edit) int {
		if a.Pos != b.Pos {
			return int(a.Pos - b.Pos)
		}
		return int(a.End - b.End)
	})
	return e.edits
}

// importLine returns an import as it stands in a declaration.
func importLine(i generator.Import) string {
	if i.Named {
		return i.Name + " " + strconv.Quote(i.Path)
	}
	return strconv.Quote(i.Path)
}

// decls returns the file's import declarations, that of C aside.
func (s *source) decls() []*ast.GenDecl {
	var decls []*ast.GenDecl
	for _, d := range s.syntax.Decls {
		if gen, ok := d.(*ast.GenDecl); ok && gen.Tok == token.IMPORT {
			if len(gen.Specs) != 1 || pathOf(gen.Specs[0].(*ast.ImportSpec)) != "C" {
				decls = append(decls, gen)
			}
		}
	}
	return decls
}

func pathOf(spec *ast.ImportSpec) string {
	path, _ := strconv.Unquote(spec.Path.Value)
	return path
}

// declOf returns the declaration of a spec, nil if it is that of C.
func declOf(decls []*ast.GenDecl, spec *ast.ImportSpec) *ast.GenDecl {
	for _, d := range decls {
		if slices.Contains(d.Specs, ast.Spec(spec)) {
			return d
		}
	}
	return nil
}

// swap replaces encoding/xml. It returns the lines that are still to be added.
func (e *importEdit) swap(decls []*ast.GenDecl, lines []string) []string {
	for _, spec := range e.syntax.Imports {
		if pathOf(spec) != sites.StdPath || spec.Name != nil && spec.Name.Name == "_" {
			continue
		}
		line := strconv.Quote(sites.FacadePath)
		if spec.Name != nil {
			line = spec.Name.Name + " " + line
		}
		decl := declOf(decls, spec)
		switch {
		case decl != nil && len(decls) == 1 && !decl.Lparen.IsValid() && len(lines) > 0 && spec.Comment == nil:
			// The only import becomes a group.
			e.edits = append(e.edits, e.edit(e.offset(decl.Pos()), e.offset(decl.End()), block(append(lines, line))))
			lines = nil
		case decl == nil || !e.tidy(decl) || len(decl.Specs) == 1 && len(lines) == 0 || spec.Doc != nil:
			// gofmt moves it to its place, with its comment.
			e.edits = append(e.edits, e.edit(e.offset(spec.Path.Pos()), e.offset(spec.Path.End()), strconv.Quote(sites.FacadePath)))
		default:
			if spec.Comment != nil {
				line += " " + strings.TrimSpace(string(e.text[e.offset(spec.Comment.Pos()):e.offset(spec.Comment.End())]))
			}
			e.removed[spec] = true
			lines = append(lines, line)
		}
	}
	return lines
}

// block returns an import declaration with groups.
func block(lines []string) string {
	var std, other []string
	for _, line := range lines {
		if ofModule(linePath(line)) {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	var groups []string
	for _, group := range [][]string{std, other} {
		if len(group) > 0 {
			slices.SortFunc(group, compareLines)
			groups = append(groups, "\t"+strings.Join(group, "\n\t")+"\n")
		}
	}
	return "import (\n" + strings.Join(groups, "\n") + ")"
}

// linePath returns the path in an import's line.
func linePath(line string) string {
	_, rest, _ := strings.Cut(line, `"`)
	path, _, _ := strings.Cut(rest, `"`)
	return path
}

// compareLines orders lines as gofmt does: by path, then by name.
func compareLines(a, b string) int {
	return cmp.Or(strings.Compare(linePath(a), linePath(b)), strings.Compare(lineName(a), lineName(b)))
}

// lineName returns the name in an import's line, "" for none.
func lineName(line string) string {
	name, _, _ := strings.Cut(line, `"`)
	return strings.TrimSpace(name)
}

// ofModule reports whether a path is not one of the standard library, as far as
// that shows.
func ofModule(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

// tidy reports whether each spec of a declaration in parentheses has a line for
// itself.
func (e *importEdit) tidy(decl *ast.GenDecl) bool {
	if !decl.Lparen.IsValid() || len(decl.Specs) == 0 {
		return false
	}
	end := e.offset(decl.Lparen)
	for _, spec := range decl.Specs {
		from, to := e.extent(spec.(*ast.ImportSpec))
		if from <= end || strings.TrimSpace(string(e.text[e.lineStart(from):from])) != "" {
			return false
		}
		end = to
	}
	return end <= e.lineStart(e.offset(decl.Rparen))
}

// extent returns where a spec starts and its last line ends, comments included.
func (e *importEdit) extent(spec *ast.ImportSpec) (from, to int) {
	from, to = e.offset(spec.Pos()), e.offset(spec.End())
	if spec.Doc != nil {
		from = e.offset(spec.Doc.Pos())
	}
	if spec.Comment != nil {
		to = e.offset(spec.Comment.End())
	}
	return from, e.lineEnd(to)
}

// remove takes an import out.
func (e *importEdit) remove(decls []*ast.GenDecl, spec *ast.ImportSpec) {
	decl := declOf(decls, spec)
	switch {
	case decl == nil:
	case !decl.Lparen.IsValid():
		from := e.lineStart(e.offset(decl.Pos()))
		e.edits = append(e.edits, e.edit(from, e.lineEnd(e.offset(decl.End())), ""))
	case e.tidy(decl):
		e.removed[spec] = true
	default:
		to := e.offset(spec.End())
		if e.text[to] == ';' {
			to++
		}
		e.edits = append(e.edits, e.edit(e.offset(spec.Pos()), to, ""))
	}
}

// groups returns the specs of a tidy declaration between blank lines.
func (e *importEdit) groups(decl *ast.GenDecl) [][]*ast.ImportSpec {
	var groups [][]*ast.ImportSpec
	end := -1
	for _, s := range decl.Specs {
		spec := s.(*ast.ImportSpec)
		from, to := e.extent(spec)
		if end < 0 || strings.Contains(string(e.text[end:from]), "\n") {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], spec)
		end = to
	}
	return groups
}

// add adds lines to the declaration that has room for them.
func (e *importEdit) add(decls []*ast.GenDecl, lines []string) {
	i := slices.IndexFunc(decls, e.tidy)
	switch {
	case i < 0 && len(decls) == 0:
		after := e.offset(e.syntax.Name.End())
		if c := slices.IndexFunc(e.syntax.Decls, func(d ast.Decl) bool { return d.Pos() > e.syntax.Name.End() }); c >= 0 {
			if gen, ok := e.syntax.Decls[c].(*ast.GenDecl); ok && gen.Tok == token.IMPORT {
				after = e.offset(gen.End()) // that of C
			}
		}
		e.insert(e.lineEnd(after), "\n"+block(lines)+"\n")
	case i < 0:
		after := e.lineEnd(e.offset(decls[len(decls)-1].End()))
		slices.SortFunc(lines, compareLines)
		e.insert(after, "import "+strings.Join(lines, "\nimport ")+"\n")
	default:
		e.addTo(decls[i], lines)
	}
}

// insert adds text at an offset.
func (e *importEdit) insert(offset int, text string) { e.inserts[offset] += text }

// addTo adds lines to a tidy declaration: each to the first group that has
// imports of its kind, or to a new one, the first or the last.
func (e *importEdit) addTo(decl *ast.GenDecl, lines []string) {
	groups := e.groups(decl)
	slices.SortFunc(lines, compareLines)
	first, last := "", ""
	for _, line := range lines {
		path := linePath(line)
		i := slices.IndexFunc(groups, func(group []*ast.ImportSpec) bool {
			return slices.ContainsFunc(group, func(spec *ast.ImportSpec) bool { return ofModule(pathOf(spec)) == ofModule(path) })
		})
		switch {
		case i >= 0:
			e.insert(e.placeIn(groups[i], line), "\t"+line+"\n")
		case ofModule(path):
			last += "\t" + line + "\n"
		default:
			first += "\t" + line + "\n"
		}
	}
	if last != "" {
		if len(e.inserts) > 0 || slices.ContainsFunc(decl.Specs, func(s ast.Spec) bool { return !e.removed[s.(*ast.ImportSpec)] }) {
			last = "\n" + last
		}
		e.insert(e.lineStart(e.offset(decl.Rparen)), last)
	}
	if first != "" {
		from, _ := e.extent(decl.Specs[0].(*ast.ImportSpec))
		from = e.lineStart(from)
		e.inserts[from] = first + "\n" + e.inserts[from]
	}
}

// placeIn returns where a line goes in a group.
func (e *importEdit) placeIn(group []*ast.ImportSpec, line string) int {
	end := 0
	for _, spec := range group {
		from, to := e.extent(spec)
		if compareLines(string(e.text[e.offset(spec.Pos()):e.offset(spec.End())]), line) > 0 {
			return e.lineStart(from)
		}
		end = to
	}
	return end
}

// drop makes the edits for the lines that go. What goes as a whole group takes
// the blank line behind it along, or the one before it.
func (e *importEdit) drop() {
	for _, decl := range e.decls() {
		if !e.tidy(decl) {
			continue
		}
		gone := 0
		groups := e.groups(decl)
		for i, group := range groups {
			empty := true
			for _, spec := range group {
				from, to := e.extent(spec)
				if e.inserts[e.lineStart(from)] != "" || e.inserts[to] != "" && !strings.HasPrefix(e.inserts[to], "\n") {
					empty = false
				}
				empty = empty && e.removed[spec]
			}
			for j, spec := range group {
				if !e.removed[spec] {
					continue
				}
				gone++
				from, to := e.extent(spec)
				from = e.lineStart(from)
				if empty && j == len(group)-1 && i+1 < len(groups) {
					next, _ := e.extent(groups[i+1][0])
					if blank := e.lineStart(next); strings.TrimSpace(string(e.text[to:blank])) == "" {
						to = blank
					}
				}
				e.edits = append(e.edits, e.edit(from, to, ""))
			}
		}
		if gone == len(decl.Specs) && len(e.inserts) == 0 {
			// Nothing is left: not the parentheses either.
			e.edits = slices.DeleteFunc(e.edits, func(ed Edit) bool {
				return ed.Pos >= e.file.Pos(e.offset(decl.Pos())) && ed.End <= e.file.Pos(e.offset(decl.End()))
			})
			e.edits = append(e.edits, e.edit(e.offset(decl.Pos()), e.lineEnd(e.offset(decl.End())), ""))
		}
	}
}
