package compile

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
)

// The lines around a region: generated code inside a hand-written file. They are
// no header as generated files have, since drivers leave alone what bears one.
const (
	RegionBegin = `// xmlserde: generated code begins; DO NOT EDIT. Run "xmlserde gen -inline" to renew it.`
	RegionEnd   = `// xmlserde: generated code ends.`
)

// HasRegion reports whether src, a hand-written file, holds a region.
func HasRegion(src []byte) bool {
	if !bytes.Contains(src, []byte(RegionBegin)) {
		return false
	}
	f, _ := parser.ParseFile(token.NewFileSet(), "", src, parser.ParseComments|parser.SkipObjectResolution)
	if f == nil || IsGenerated(f) {
		return false
	}
	_, ok := regionIn(f)
	return ok
}

// A span is a part of a file.
type span struct{ pos, end token.Pos }

func (s span) contains(pos token.Pos) bool { return s.pos <= pos && pos < s.end }

// regionIn returns the region of a file, markers included. One whose end is
// missing is none.
func regionIn(f *ast.File) (span, bool) {
	var begin token.Pos
	for _, group := range f.Comments {
		for _, c := range group.List {
			switch {
			case c.Text == RegionBegin && !begin.IsValid():
				begin = c.Pos()
			case c.Text == RegionEnd && begin.IsValid():
				return span{begin, c.Pos() + token.Pos(len(RegionEnd))}, true
			}
		}
	}
	return span{}, false
}

// outside returns the declarations of f that are not in its region.
func outside(f *ast.File) []ast.Decl {
	region, ok := regionIn(f)
	if !ok {
		return f.Decls
	}
	return slices.DeleteFunc(slices.Clone(f.Decls), func(d ast.Decl) bool { return region.contains(d.Pos()) })
}

// blankRegion returns src, the text of f, with blanks for its region and for the
// imports that nothing else needs. All else stays at its place.
func blankRegion(src []byte, f *ast.File) []byte {
	region, ok := regionIn(f)
	if !ok {
		return src
	}
	src = slices.Clone(src)
	blank := func(s span) {
		for i := s.pos - f.FileStart; i < s.end-f.FileStart; i++ {
			if src[i] != '\n' && src[i] != '\r' {
				src[i] = ' '
			}
		}
	}
	blank(region)
	inside := namesUsed(f.Decls)
	elsewhere := namesUsed(outside(f))
	for _, decl := range f.Decls {
		imports, ok := decl.(*ast.GenDecl)
		if !ok || imports.Tok != token.IMPORT {
			continue
		}
		for _, spec := range imports.Specs {
			spec := spec.(*ast.ImportSpec)
			name := guessedName(spec)
			switch {
			case !inside[name] || elsewhere[name]:
			case imports.Lparen.IsValid():
				blank(span{spec.Pos(), spec.End()})
			default:
				blank(span{imports.Pos(), imports.End()})
			}
		}
	}
	return src
}

// namesUsed returns the names that stand before a dot in decls and that
// nothing in the file declares, so that they are those of packages.
func namesUsed(decls []ast.Decl) map[string]bool {
	used := make(map[string]bool)
	for _, decl := range decls {
		ast.Inspect(decl, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := sel.X.(*ast.Ident); ok && x.Obj == nil {
					used[x.Name] = true
				}
			}
			return true
		})
	}
	return used
}

// namesUsedIn returns the names of packages that the text of declarations uses.
func namesUsedIn(body []byte) map[string]bool {
	f, _ := parser.ParseFile(token.NewFileSet(), "", append([]byte("package p\n"), body...), 0)
	if f == nil {
		return nil
	}
	return namesUsed(f.Decls)
}

// guessedName returns the name of an import in its file: without one of its own,
// and without types, the last word of its path that is no version.
func guessedName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	path, _ := strconv.Unquote(spec.Path.Value)
	words := strings.Split(path, "/")
	last := words[len(words)-1]
	if len(words) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = words[len(words)-2]
	}
	last, _, _ = strings.Cut(last, ".v")
	return strings.TrimPrefix(last, "go-")
}

// A source is the text of a hand-written file, parsed.
type source struct {
	name string // base name
	text []byte
	// syntax is that of the text, region included, by a file set of its own;
	// file is the one that positions of edits are in.
	syntax *ast.File
	file   *token.File
	region span // of syntax
	// imports are the names of imports by path, "." and "_" left out, names all names.
	imports map[string][]string
	names   map[string]bool
	newline string
}

// errChanged is returned for a file that is no longer what was parsed.
var errChanged = errors.New("the file has changed since it was parsed")

// source returns the text of the hand-written file of a base name.
func (p *Package) source(name string) (*source, error) {
	if s := p.sources[name]; s != nil {
		return s, nil
	}
	i := slices.IndexFunc(p.written, func(f *ast.File) bool { return p.fileOf(f.FileStart) == name })
	if i < 0 {
		return nil, fmt.Errorf("%s: no such file", name)
	}
	file := p.in.Fset.File(p.written[i].FileStart)
	text, ok := p.in.Generated[name]
	if !ok {
		read := p.in.ReadFile
		if read == nil {
			read = os.ReadFile
		}
		var err error
		if text, err = read(file.Name()); err != nil {
			return nil, err
		}
	}
	if len(text) != file.Size() {
		return nil, fmt.Errorf("%s: %w", name, errChanged)
	}
	syntax, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	s := &source{
		name: name, text: text, syntax: syntax, file: file,
		imports: make(map[string][]string), names: make(map[string]bool), newline: "\n",
	}
	s.region, _ = regionIn(syntax)
	if bytes.Contains(text, []byte("\r\n")) {
		s.newline = "\r\n"
	}
	for _, spec := range syntax.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		local := p.importedName(spec, path)
		if local == "." || local == "_" {
			continue
		}
		s.imports[path] = append(s.imports[path], local)
		s.names[local] = true
	}
	p.sources[name] = s
	return s, nil
}

// importedName returns the name that an import of the package's has in its file.
func (p *Package) importedName(spec *ast.ImportSpec, path string) string {
	if spec.Name == nil {
		for _, imported := range p.in.Pkg.Imports() {
			if imported.Path() == path {
				return imported.Name()
			}
		}
	}
	return guessedName(spec)
}

// offset returns where a position of the source's syntax is in its text.
func (s *source) offset(pos token.Pos) int { return int(pos - s.syntax.FileStart) }

// edit returns the edit that replaces a part of the text, with the file's line ends.
func (s *source) edit(from, to int, text string) Edit {
	return Edit{Pos: s.file.Pos(from), End: s.file.Pos(to), New: []byte(strings.ReplaceAll(text, "\n", s.newline))}
}

// lineStart returns where the line of an offset begins.
func (s *source) lineStart(offset int) int { return bytes.LastIndexByte(s.text[:offset], '\n') + 1 }

// lineEnd returns where the line after that of an offset begins, or the text ends.
func (s *source) lineEnd(offset int) int {
	if i := bytes.IndexByte(s.text[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(s.text)
}

// holds reports whether the source's region is body, formatting aside.
func (s *source) holds(body []byte) bool {
	if !s.region.pos.IsValid() {
		return false
	}
	have := s.text[s.offset(s.region.pos)+len(RegionBegin) : s.offset(s.region.end)-len(RegionEnd)]
	have = bytes.ReplaceAll(have, []byte("\r\n"), []byte("\n"))
	have, err := format.Source(have)
	return err == nil && bytes.Equal(bytes.TrimSpace(have), bytes.TrimSpace(body))
}

// regionEdit returns the edit that makes body the source's region, or takes the
// region out if body is nil.
func (s *source) regionEdit(body []byte) Edit {
	if body == nil {
		from, to := s.offset(s.region.pos), s.lineEnd(s.offset(s.region.end))
		if to == len(s.text) {
			// The blank line before it goes as well.
			from = len(bytes.TrimRight(s.text[:from], "\r\n"))
			return s.edit(from, to, "\n")
		}
		return s.edit(from, to, "")
	}
	text := RegionBegin + "\n\n" + string(bytes.TrimSpace(body)) + "\n\n" + RegionEnd
	if s.region.pos.IsValid() {
		return s.edit(s.offset(s.region.pos), s.offset(s.region.end), text)
	}
	before := "\n"
	if !bytes.HasSuffix(s.text, []byte("\n")) {
		before = "\n\n"
	}
	return s.edit(len(s.text), len(s.text), before+text+"\n")
}
