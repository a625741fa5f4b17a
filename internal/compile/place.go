package compile

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/token"
	"go/types"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/xmlserde/xmlserde/plan"
)

// A place is where a piece of code exists: in which builds, and whether in
// tests only. The zero place is everywhere. Code goes where all the types that it
// names are.
type place struct {
	// expr is the build constraint, nil for none.
	expr constraint.Expr
	test bool
}

// and returns the place where both p and q are.
func (p place) and(q place) place {
	return place{
		expr: join(p.expr, q.expr, false),
		test: p.test || q.test,
	}
}

// or returns the place where p or q is.
func (p place) or(q place) place {
	return place{
		expr: join(p.expr, q.expr, true),
		test: p.test && q.test,
	}
}

// join returns x && y, or x || y, with the operands of a chain sorted and
// each once, so that the order of types does not decide a file's name. A nil expression
// is the constraint that always holds.
func join(x, y constraint.Expr, or bool) constraint.Expr {
	if x == nil || y == nil {
		switch {
		case or:
			return nil
		case x == nil:
			return y
		}
		return x
	}
	operands := append(chain(x, or), chain(y, or)...)
	slices.SortFunc(operands, func(a, b constraint.Expr) int { return strings.Compare(a.String(), b.String()) })
	operands = slices.CompactFunc(operands, func(a, b constraint.Expr) bool { return a.String() == b.String() })
	joined := operands[0]
	for _, next := range operands[1:] {
		if or {
			joined = &constraint.OrExpr{X: joined, Y: next}
		} else {
			joined = &constraint.AndExpr{X: joined, Y: next}
		}
	}
	return joined
}

// chain returns the operands of a chain of ||, or of &&.
func chain(x constraint.Expr, or bool) []constraint.Expr {
	switch x := x.(type) {
	case *constraint.OrExpr:
		if or {
			return append(chain(x.X, or), chain(x.Y, or)...)
		}
	case *constraint.AndExpr:
		if !or {
			return append(chain(x.X, or), chain(x.Y, or)...)
		}
	}
	return []constraint.Expr{x}
}

// placeOf returns the place of the file f, whose base name is name: its //go:build line, the operating
// system and architecture in its name, cgo if it imports "C", and whether it
// is a test.
func placeOf(name string, f *ast.File) place {
	p := place{
		expr: nameConstraint(name),
		test: strings.HasSuffix(name, "_test.go"),
	}
	for _, group := range f.Comments {
		if group.Pos() > f.Package {
			break
		}
		for _, c := range group.List {
			if !constraint.IsGoBuild(c.Text) {
				continue
			}
			if expr, err := constraint.Parse(c.Text); err == nil {
				p.expr = join(p.expr, expr, false)
			}
		}
	}
	for _, spec := range f.Imports {
		if spec.Path.Value == `"C"` {
			p.expr = join(p.expr, &constraint.TagExpr{Tag: "cgo"}, false)
		}
	}
	return p
}

// nameConstraint returns the constraint in a file's name, nil for none, by the
// rules of go/build: name_GOOS, name_GOARCH, name_GOOS_GOARCH, each before _test.
func nameConstraint(name string) constraint.Expr {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".go"), "_test")
	words := strings.Split(name, "_")[1:]
	n := len(words)
	var expr constraint.Expr
	if n >= 2 && isPlatform(words[n-2], true) && isPlatform(words[n-1], false) {
		expr = &constraint.TagExpr{Tag: words[n-2]}
	}
	if n >= 1 && (isPlatform(words[n-1], true) || isPlatform(words[n-1], false)) {
		expr = join(expr, &constraint.TagExpr{Tag: words[n-1]}, false)
	}
	return expr
}

// platforms remembers the answers of isPlatform.
var platforms sync.Map

// isPlatform reports whether word is an operating system or an architecture that the
// go command knows in file names. go/build has the list and does not export
// it, so it is asked whether it would build such a file elsewhere.
func isPlatform(word string, system bool) bool {
	type question struct {
		word   string
		system bool
	}
	if known, ok := platforms.Load(question{word, system}); ok {
		return known.(bool)
	}
	matches := func(goos, goarch string) bool {
		ctxt := build.Context{
			GOOS:     goos,
			GOARCH:   goarch,
			Compiler: "gc",
			OpenFile: func(string) (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader("package p\n")), nil
			},
		}
		ok, err := ctxt.MatchFile("", "x_"+word+".go")
		return ok && err == nil
	}
	known := !matches("none", "none")
	if system {
		known = known && matches(word, "none")
	} else {
		known = known && matches("none", word)
	}
	platforms.Store(question{word, system}, known)
	return known
}

// placeOfGraph returns the place of a root's code: where all types of its
// graph that this package declares are, and, for a root that another package declares
// or that has no name, where the calls that bind it are.
func (p *Package) placeOfGraph(c Compiled) place {
	var at place
	if named, ok := c.Type.(*types.Named); !ok || named.Obj().Pkg() != p.in.Pkg {
		at = c.where
	}
	seen := make(map[types.Type]bool)
	nodes := make(map[*plan.Node]bool)
	var visit func(*plan.Node)
	visit = func(n *plan.Node) {
		if n == nil || nodes[n] {
			return
		}
		nodes[n] = true
		p.narrow(n.Type, &at, seen)
		visit(n.Elem)
		if n.Struct == nil {
			return
		}
		for _, t := range n.Struct.Embedded {
			p.narrow(t, &at, seen)
		}
		for _, f := range n.Struct.Fields {
			visit(f.Node)
		}
	}
	for _, node := range c.Plans {
		visit(node)
	}
	return at
}

// narrow takes from at where t, or a type it is made of, is not.
func (p *Package) narrow(t types.Type, at *place, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		p.narrowObject(t.Obj(), at)
		p.narrow(types.Unalias(t), at, seen)
	case *types.Named:
		p.narrowObject(t.Obj(), at)
		for arg := range t.TypeArgs().Types() {
			p.narrow(arg, at, seen)
		}
	case *types.Pointer:
		p.narrow(t.Elem(), at, seen)
	case *types.Slice:
		p.narrow(t.Elem(), at, seen)
	case *types.Array:
		p.narrow(t.Elem(), at, seen)
	case *types.Map:
		p.narrow(t.Key(), at, seen)
		p.narrow(t.Elem(), at, seen)
	}
	// A struct's shape guard names the types of all its fields, ignored ones too.
	if s, ok := t.Underlying().(*types.Struct); ok && p.guarded(t) {
		for f := range s.Fields() {
			p.narrow(f.Type(), at, seen)
		}
	}
}

// guarded reports whether t is a struct whose fields code in this package spells out.
func (p *Package) guarded(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || named.Obj().Pkg() == p.in.Pkg
}

func (p *Package) narrowObject(obj types.Object, at *place) {
	if obj.Pkg() == p.in.Pkg {
		*at = at.and(p.places[p.fileOf(obj.Pos())])
	}
}

// fileName returns the name of the generated file for code at a place.
func (p *Package) fileName(at place) string {
	name := FilePrefix
	if strings.HasSuffix(p.in.Pkg.Name(), "_test") && p.external() {
		name += "_x"
	}
	if at.expr != nil {
		name += "_" + slug(at.expr)
	}
	if at.test {
		name += "_test"
	}
	return name + ".go"
}

// external reports whether the package is an external test package: it has
// test files only.
func (p *Package) external() bool {
	for _, at := range p.places {
		if !at.test {
			return false
		}
	}
	return len(p.places) > 0
}

// slug returns a word for a constraint. It holds no underscore, so that the go
// command sees a platform in the file's name only where the constraint is
// just that platform. Only a single tag is its own word; others get a hash as well.
func slug(expr constraint.Expr) string {
	words := strings.NewReplacer("&&", "and", "||", "or", "!", "not", "_", "").Replace(expr.String())
	words = strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, words)
	if tag, ok := expr.(*constraint.TagExpr); ok && tag.Tag == words && words != "test" && words != "x" {
		return words
	}
	return fmt.Sprintf("%.40s%x", words, sha256.Sum256([]byte(expr.String())))[:min(len(words), 40)+6]
}

// baseName returns the base name of the file that pos is in, line directives aside.
func baseName(fset *token.FileSet, pos token.Pos) string {
	if f := fset.File(pos); f != nil {
		return filepath.Base(f.Name())
	}
	return ""
}
