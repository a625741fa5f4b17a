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

// join returns x && y, or x || y, in normal form. A nil expression is the
// constraint that always holds.
func join(x, y constraint.Expr, or bool) constraint.Expr {
	switch {
	case or && (x == nil || y == nil):
		return nil
	case x == nil && y == nil:
		return nil
	case x == nil:
		return normal(y)
	case y == nil:
		return normal(x)
	case or:
		return normal(&constraint.OrExpr{X: x, Y: y})
	}
	return normal(&constraint.AndExpr{X: x, Y: y})
}

// normal returns x with the operands of each chain of && and of || sorted and
// each once, so that neither the order of types nor that of a line's words decides on a file.
func normal(x constraint.Expr) constraint.Expr {
	_, or := x.(*constraint.OrExpr)
	operands := chain(x, or)
	if len(operands) == 1 {
		if not, ok := x.(*constraint.NotExpr); ok {
			return &constraint.NotExpr{X: normal(not.X)}
		}
		return x
	}
	for i := range operands {
		operands[i] = normal(operands[i])
	}
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

// nameConstraint returns the constraint in a file's name, nil for none:
// name_GOOS, name_GOARCH or name_GOOS_GOARCH, each before _test. go/build has the
// lists of those and does not export them, so it is asked where it would build
// such a file.
func nameConstraint(name string) constraint.Expr {
	stem, _, _ := strings.Cut(name, ".")
	words := strings.Split(strings.TrimSuffix(stem, "_test"), "_")
	last := words[len(words)-1]
	switch {
	case len(words) < 2 || builds(name, ""):
		return nil
	case builds(name, last):
		return &constraint.TagExpr{Tag: last}
	}
	system := words[len(words)-2]
	return join(&constraint.TagExpr{Tag: system}, &constraint.TagExpr{Tag: last}, false)
}

// builds reports whether the go command builds a file of this name, without
// constraints in it, for an architecture and an unknown operating system.
func builds(name, goarch string) bool {
	ctxt := build.Context{
		GOOS:     "none",
		GOARCH:   goarch,
		Compiler: "gc",
		OpenFile: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("package p\n")), nil
		},
	}
	ok, err := ctxt.MatchFile("", name)
	return ok && err == nil
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

// fileName returns the name of the generated file for code at a place,
// in an external test package or any other.
func fileName(at place, external bool) string {
	name := FilePrefix
	if external {
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

// external reports whether the package is an external test package.
func (p *Package) external() bool {
	if !strings.HasSuffix(p.in.Pkg.Name(), "_test") {
		return false
	}
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
