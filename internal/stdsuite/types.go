package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/plan"
)

// writeTypes writes, for the package in folder and for its external tests, a file
// of calls that bind the types of its tests.
func writeTypes(folder string) error {
	loaded, err := packages.Load(&packages.Config{
		Mode:  packages.LoadSyntax | packages.NeedForTest,
		Dir:   folder,
		Tests: true,
	}, ".")
	if err != nil {
		return err
	}
	for _, p := range loaded {
		name, own := "suite_test.go", ""
		switch {
		case p.ForTest == "":
			continue // the package without tests, or the main package of tests
		case strings.HasSuffix(p.Name, "_test"):
			name, own = "suite_x_test.go", "xml."
		}
		for _, e := range p.Errors {
			return e
		}
		src, err := typesFile(p, own)
		if err != nil {
			return err
		}
		if err := writeFile(folder, name, src); err != nil {
			return err
		}
	}
	return nil
}

// typesFile returns the file for a package, in which the names of the shim have
// the prefix own.
func typesFile(p *packages.Package, own string) ([]byte, error) {
	c := collector{pkg: p.Types, builder: plan.NewBuilder(p.Types), imports: make(map[string]string)}
	for _, f := range p.Syntax {
		if strings.HasPrefix(filepath.Base(p.Fset.File(f.FileStart).Name()), "suite_") {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if !n.Assign.IsValid() {
					c.add(p.TypesInfo.Defs[n.Name].Type())
				}
			case ast.Expr:
				if makes(p.TypesInfo, n) {
					c.add(p.TypesInfo.TypeOf(n))
				}
			}
			return true
		})
	}
	return c.file(p.Name, own)
}

// makes reports whether an expression makes a value of its type, or points to
// one: what the tests bind, and more, has its type from one that does.
func makes(info *types.Info, x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		return x.Op == token.AND
	case *ast.CallExpr:
		fun := info.Types[x.Fun]
		return fun.IsBuiltin() && info.TypeOf(x) != nil || fun.IsType()
	}
	return false
}

// A collector collects the types of one package that calls of the package can
// bind.
type collector struct {
	pkg     *types.Package
	builder *plan.Builder
	types   []types.Type
	texts   []string // of types
	imports map[string]string
}

// add adds a type, without the pointers above it, unless it cannot be written
// outside a function or is an interface.
func (c *collector) add(t types.Type) {
	for {
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	t = types.Unalias(t)
	if _, ok := t.(*types.Tuple); ok || t == types.Typ[types.UntypedNil] || types.IsInterface(t) || !c.spelled(t) {
		return
	}
	for _, known := range c.types {
		if types.Identical(known, t) {
			return
		}
	}
	c.types = append(c.types, t)
	c.texts = append(c.texts, types.TypeString(t, c.qualify))
}

// qualify returns the name of a package in the file.
func (c *collector) qualify(pkg *types.Package) string {
	name := pkg.Name()
	switch pkg.Path() {
	case c.pkg.Path():
		return ""
	case facadePath:
		return "facade"
	case stdPath:
		name = "stdxml"
	}
	c.imports[pkg.Path()] = name
	return name
}

// spelled reports whether t can be written at package level.
func (c *collector) spelled(t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() != types.Invalid && t.Info()&types.IsUntyped == 0
	case *types.Alias:
		return c.named(t.Obj(), t.TypeArgs())
	case *types.Named:
		return c.named(t.Obj(), t.TypeArgs()) && t.TypeParams().Len() == t.TypeArgs().Len()
	case *types.Pointer:
		return c.spelled(t.Elem())
	case *types.Slice:
		return c.spelled(t.Elem())
	case *types.Array:
		return c.spelled(t.Elem())
	case *types.Chan:
		return c.spelled(t.Elem())
	case *types.Map:
		return c.spelled(t.Key()) && c.spelled(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if !c.spelled(f.Type()) || !f.Exported() && f.Pkg().Path() != c.pkg.Path() {
				return false
			}
		}
		return true
	case *types.Interface:
		return t.Empty()
	}
	return false
}

// named reports whether a declared type can be named.
func (c *collector) named(obj *types.TypeName, args *types.TypeList) bool {
	for arg := range args.Types() {
		if !c.spelled(arg) {
			return false
		}
	}
	pkg := obj.Pkg()
	return pkg == nil || obj.Parent() == pkg.Scope() && (obj.Exported() || pkg.Path() == c.pkg.Path())
}

// calls bind a v in every way there is.
const calls = `
	facade.Marshal(v)
	facade.Marshal(&v)
	facade.Unmarshal(nil, &v)
	facade.EncodeElement(nil, v, facade.StartElement{})
	facade.EncodeElement(nil, &v, facade.StartElement{})
	facade.DecodeElement(nil, &v, nil)
`

// file returns the file for the types, of a package called name.
func (c *collector) file(name, own string) ([]byte, error) {
	c.imports["reflect"], c.imports[facadePath] = "reflect", "facade"
	if own != "" {
		c.imports[suitePath] = "xml"
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport (\n", name)
	for _, path := range slices.Sorted(maps.Keys(c.imports)) {
		fmt.Fprintf(&b, "%s %q\n", c.imports[path], path)
	}
	fmt.Fprintf(&b, ")\n\nfunc init() {\n%sSuiteTypes = append(%[1]sSuiteTypes,\n", own)
	for i, t := range c.types {
		unmarshal := c.reasons(t, plan.Unmarshal)
		for _, pointer := range []bool{false, true} {
			text := c.texts[i]
			if pointer {
				t, text = types.NewPointer(t), "*"+text
			}
			fmt.Fprintf(&b, "%sSuiteType{reflect.TypeFor[%s](), %q, %q},\n", own, text, c.reasons(t, plan.Marshal), unmarshal)
		}
	}
	b.WriteString(")\n}\n\n")
	for _, text := range c.texts {
		fmt.Fprintf(&b, "func _(v %s) {%s}\n\n", text, calls)
	}
	return format.Source(b.Bytes())
}

// reasons returns why a type is refused in a direction, "" if it is not.
func (c *collector) reasons(t types.Type, dir plan.Direction) string {
	var reasons []string
	for _, r := range c.builder.Build(t, dir).Refusals {
		reason := string(r.Reason)
		if r.GoPath != "" {
			reason += " at " + r.GoPath
		}
		reasons = append(reasons, reason+" ("+r.Fact+")")
	}
	return strings.Join(reasons, "; ")
}
