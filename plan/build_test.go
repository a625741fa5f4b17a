package plan

import (
	"go/importer"
	"go/token"
	"go/types"
	"testing"
)

const recursionSource = `package orders

type Tree struct {
	Kids []*Tree
	Leaf Leaf
}

type Leaf struct{ A []byte }

type Same struct{ A []uint8 }

type Root struct {
	Tree Tree
	Same Same
}

type First struct {
	B []alias
	S Same
}

type alias = Leaf
`

// nodeOf builds the type of the name in pkg.
func nodeOf(b *Builder, pkg *types.Package, name string) *Node {
	return b.Build(pkg.Scope().Lookup(name).Type(), Unmarshal).Plan
}

func TestRecursive(t *testing.T) {
	pkg, _, _ := make(program).check(t, "orders", recursionSource)
	b := NewBuilder(pkg)
	leaf := nodeOf(b, pkg, "Leaf")
	if leaf.Recursive {
		t.Error("Leaf is recursive before a tree holds it")
	}
	nodeOf(b, pkg, "Root")
	for name, want := range map[string]bool{"Root": false, "Tree": true, "Leaf": true, "Same": false} {
		if n := nodeOf(b, pkg, name); n.Recursive != want {
			t.Errorf("%s: Recursive is %t", name, n.Recursive)
		}
	}
	if nodeOf(b, pkg, "Leaf") != leaf {
		t.Error("Leaf has two nodes")
	}
}

// A hash is a matter of the type, not of what the builder has seen before.
func TestHash(t *testing.T) {
	pkg, _, _ := make(program).check(t, "orders", recursionSource)
	b := NewBuilder(pkg)
	hashes := make(map[string]string)
	for _, name := range []string{"First", "Root", "Tree", "Same", "Leaf"} {
		n := nodeOf(b, pkg, name)
		alone := nodeOf(NewBuilder(pkg), pkg, name)
		if Hash(n) != Hash(alone) {
			t.Errorf("%s: among others\n%salone\n%s", name, Dump(n), Dump(alone))
		}
		if other, ok := hashes[Hash(n)]; ok {
			t.Errorf("%s and %s have one hash", name, other)
		}
		hashes[Hash(n)] = name
	}
}

// Identical types have one node, however they are written.
func TestNodeIdentity(t *testing.T) {
	pkg, _, _ := make(program).check(t, "orders", recursionSource)
	b := NewBuilder(pkg)
	nodeOf(b, pkg, "Tree")
	for _, pair := range [][2]string{{"[]byte", "[]uint8"}, {"[]*alias", "[]*Leaf"}, {"map[rune]any", "map[int32]interface{}"}} {
		var nodes [2]*Node
		for i, expr := range pair {
			tv, err := types.Eval(token.NewFileSet(), pkg, token.NoPos, expr)
			if err != nil {
				t.Fatal(err)
			}
			nodes[i] = b.node(tv.Type)
		}
		if nodes[0] != nodes[1] {
			t.Errorf("%s and %s have two nodes", pair[0], pair[1])
		}
	}
}

// A type known from source and the same type known from export data get the
// same verdict.
func TestExportData(t *testing.T) {
	exported, err := std.Import("image")
	if err != nil {
		t.Fatal(err)
	}
	source, err := importer.ForCompiler(token.NewFileSet(), "source", nil).Import("image")
	if err != nil {
		t.Fatal(err)
	}
	pkg := types.NewPackage("example.com/orders", "orders")
	accepted := 0
	for _, name := range exported.Scope().Names() {
		for _, dir := range []Direction{Marshal, Unmarshal} {
			a := NewBuilder(pkg).Build(exported.Scope().Lookup(name).Type(), dir)
			b := NewBuilder(pkg).Build(source.Scope().Lookup(name).Type(), dir)
			if a.String() != b.String() {
				t.Errorf("%s: from export data\n%sfrom source\n%s", name, a, b)
			}
			if a.Accepted() {
				accepted++
			}
		}
	}
	if accepted == 0 {
		t.Error("no type accepted")
	}
}

// Code that does not type-check gets a verdict as well.
func TestInvalidTypes(t *testing.T) {
	pkg := types.NewPackage("example.com/orders", "orders")
	field := func(typ types.Type) types.Type {
		s := types.NewStruct([]*types.Var{types.NewField(token.NoPos, pkg, "F", typ, false)}, nil)
		obj := types.NewTypeName(token.NoPos, pkg, "Order", nil)
		pkg.Scope().Insert(obj)
		return types.NewNamed(obj, s, nil)
	}
	inItself := field(types.Typ[types.Int]).(*types.Named)
	inItself.SetUnderlying(types.NewStruct([]*types.Var{types.NewField(token.NoPos, pkg, "F", inItself, false)}, nil))
	NewBuilder(pkg).Build(inItself, Marshal) // ends
	for _, typ := range []types.Type{types.Typ[types.Invalid], types.Typ[types.UntypedNil]} {
		for _, root := range []types.Type{typ, field(typ), types.NewPointer(typ)} {
			if v := NewBuilder(pkg).Build(root, Marshal); v.Accepted() {
				t.Errorf("%s accepted", root)
			}
		}
	}
}

// An instantiation that never ends, which the compiler rejects, is refused.
func TestEndlessInstantiation(t *testing.T) {
	pkg := types.NewPackage("example.com/orders", "orders")
	obj := types.NewTypeName(token.NoPos, pkg, "Box", nil)
	pkg.Scope().Insert(obj)
	box := types.NewNamed(obj, nil, nil)
	param := types.NewTypeParam(types.NewTypeName(token.NoPos, pkg, "T", nil), types.Universe.Lookup("any").Type())
	box.SetTypeParams([]*types.TypeParam{param})
	next, err := types.Instantiate(nil, box, []types.Type{types.NewSlice(param)}, false)
	if err != nil {
		t.Fatal(err)
	}
	box.SetUnderlying(types.NewStruct([]*types.Var{
		types.NewField(token.NoPos, pkg, "Next", types.NewPointer(next), false),
	}, nil))
	root, err := types.Instantiate(nil, box, []types.Type{types.Typ[types.Int]}, false)
	if err != nil {
		t.Fatal(err)
	}
	if v := NewBuilder(pkg).Build(root, Marshal); v.Accepted() {
		t.Error("accepted")
	}
}
