package generator

import (
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The runtime package as generated code imports it: its own name would shadow
// the standard library's.
const (
	runtimePath = "github.com/xmlserde/xmlserde/runtime"
	runtimeName = "xmlrt"
)

// locals are the names that generated functions give their parameters and
// variables, some with a number behind them.
var locals = []string{
	"b", "e", "s", "v", "p", "x", "err", "i", "j", "k", "n", "m", "event", "handled",
	"text", "comment", "mark", "start", "name", "element", "around", "inSpace", "open",
}

// isLocal reports whether no import may have a name, because generated
// functions give it to their own variables.
func isLocal(name string) bool {
	return slices.Contains(locals, strings.TrimRight(name, "0123456789"))
}

// predeclared are the names of the universe that generated files use.
var predeclared = []string{
	"any", "append", "bool", "byte", "error", "false", "float32", "float64", "init",
	"int", "int16", "int32", "int64", "int8", "len", "new", "nil", "string", "true",
	"uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
}

// A names hands out the identifiers a file declares and imports, each
// different from all that the package uses already.
type names struct {
	pkg     *types.Package
	taken   func(string) bool
	prefix  string
	used    map[string]bool
	imports map[string]string // the file's names for packages, by path
	given   map[string]string // those of Request.Imports that can be used
	region  bool              // the names are those of a region
	aliases []alias
}

// An alias is a second name of a type of the package.
type alias struct {
	name, typ string
}

func newNames(req Request) *names {
	taken := req.Taken
	if taken == nil {
		taken = func(name string) bool { return req.Package.Scope().Lookup(name) != nil }
	}
	n := &names{
		pkg:     req.Package,
		taken:   taken,
		prefix:  "xmlserde" + exported(req.Suffix),
		used:    make(map[string]bool),
		imports: make(map[string]string),
		given:   make(map[string]string),
	}
	for importPath, list := range req.Imports {
		for _, local := range list {
			n.used[local] = true
			if first, ok := n.given[importPath]; !isLocal(local) && (!ok || local < first) {
				n.given[importPath] = local
			}
		}
	}
	return n
}

// inUse reports whether an identifier has a meaning in the package or the file.
func (n *names) inUse(name string) bool {
	return n.used[name] || n.taken(name)
}

// shadowed returns a predeclared identifier that the package declares anew and
// generated code cannot do without, or "".
func (n *names) shadowed() string {
	for _, name := range predeclared {
		if n.taken(name) {
			return name
		}
	}
	return ""
}

// declare returns an identifier for a stem such that every prefixed form of it
// is free, and takes them: declare("Order", "Marshal", "Unmarshal") is "Order"
// if neither xmlserdeMarshalOrder nor xmlserdeUnmarshalOrder is in use.
func (n *names) declare(stem string, forms ...string) string {
	for i := 1; ; i++ {
		name := stem
		if i > 1 {
			name += strconv.Itoa(i)
		}
		if slices.ContainsFunc(forms, func(form string) bool { return n.inUse(n.prefix + form + name) }) {
			continue
		}
		for _, form := range forms {
			n.used[n.prefix+form+name] = true
		}
		return name
	}
}

// importName returns the name under which the file knows the package at an
// import path, whose own or preferred name is given.
func (n *names) importName(importPath, own string) string {
	if local, ok := n.imports[importPath]; ok {
		return local
	}
	if local, ok := n.given[importPath]; ok {
		n.imports[importPath] = local
		return local
	}
	if isLocal(own) {
		own += "pkg" // a number behind it would leave it one
	}
	local := own
	for i := 2; n.inUse(local) || token.IsKeyword(local) || types.Universe.Lookup(local) != nil; i++ {
		local = own + strconv.Itoa(i)
	}
	n.used[local] = true
	n.imports[importPath] = local
	return local
}

// added returns the imports that were not given, by path.
func (n *names) added() []Import {
	var list []Import
	for _, importPath := range slices.Sorted(maps.Keys(n.imports)) {
		if local := n.imports[importPath]; local != n.given[importPath] {
			list = append(list, Import{importPath, local, local != path.Base(importPath)})
		}
	}
	return list
}

// importDecl returns the file's import declaration, the standard library first.
func (n *names) importDecl() string {
	var std, other []string
	for _, importPath := range slices.Sorted(maps.Keys(n.imports)) {
		local := n.imports[importPath]
		line := "\t" + strconv.Quote(importPath) + "\n"
		if local != path.Base(importPath) {
			line = "\t" + local + " " + strconv.Quote(importPath) + "\n"
		}
		if first, _, _ := strings.Cut(importPath, "/"); strings.Contains(first, ".") {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	var b strings.Builder
	b.WriteString("import (\n")
	b.WriteString(strings.Join(std, ""))
	if len(std) > 0 && len(other) > 0 {
		b.WriteString("\n")
	}
	b.WriteString(strings.Join(other, ""))
	b.WriteString(")\n")
	return b.String()
}

// stem returns the part of a function's name that stands for a type: "Order",
// "SharedAddress" for a type of another package, "PageOrder" for Page[Order].
func (n *names) stem(t types.Type) string {
	switch t := t.(type) {
	case *types.Alias:
		return n.stem(types.Unalias(t))
	case *types.Named:
		var b strings.Builder
		if pkg := t.Obj().Pkg(); pkg != nil && !n.own(pkg) {
			b.WriteString(exported(pkg.Name()))
		}
		b.WriteString(exported(t.Obj().Name()))
		for arg := range t.TypeArgs().Types() {
			b.WriteString(n.stem(arg))
		}
		return b.String()
	case *types.Basic:
		return exported(types.Typ[t.Kind()].Name()) // one name for rune and int32
	case *types.Pointer:
		return n.stem(t.Elem()) + "Ptr"
	case *types.Slice:
		return n.elementStem(t.Elem()) + "Slice"
	case *types.Array:
		return n.elementStem(t.Elem()) + "Array"
	case *types.Map:
		return n.stem(t.Elem()) + "Map"
	}
	return "Anonymous"
}

// elementStem is stem for the elements of a slice or an array.
func (n *names) elementStem(t types.Type) string {
	if isByte(t) {
		return "Byte"
	}
	return n.stem(t)
}

// words returns the words of a text as one identifier: "OrderLines" for
// "Order.Lines".
func (n *names) words(text string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(exported(word))
	}
	return b.String()
}

// aside returns a second name for a type of the package, spelled typ, whose own
// name is taken inside functions.
func (n *names) aside(typ, stem string) string {
	for _, known := range n.aliases {
		if known.typ == typ {
			return known.name
		}
	}
	name := n.prefix + "Type" + n.declare(stem, "Type")
	n.aliases = append(n.aliases, alias{name, typ})
	return name
}

// exported returns a name with its first letter in upper case.
func exported(name string) string {
	if name == "" {
		return ""
	}
	r, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[size:]
}
