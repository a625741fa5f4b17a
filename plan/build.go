package plan

import (
	"go/types"
	"maps"
	"slices"

	"github.com/xmlserde/xmlserde/refusal"
)

// A Builder answers for the types of one package. It keeps what it has learnt,
// so that types that share a graph share its nodes. It is not safe for
// concurrent use.
type Builder struct {
	pkg     *types.Package
	nodes   typeMap[*Node] // as elements
	attrs   typeMap[*Node] // as attributes, where xml.Attr makes a difference
	layouts typeMap[*layout]
	// accepted are the structs with nothing to refuse in their graphs, by
	// Direction, and cycles knows the graphs of accepted roots: types that share a
	// graph are not to be looked at anew for each.
	accepted [2]map[*Node]bool
	cycles   *components
}

// NewBuilder returns a Builder of verdicts for code in pkg: what pkg cannot
// name is refused. Packages are compared by path, so pkg can be any variant.
func NewBuilder(pkg *types.Package) *Builder {
	return &Builder{
		pkg:      pkg,
		accepted: [2]map[*Node]bool{make(map[*Node]bool), make(map[*Node]bool)},
		cycles:   newComponents(),
	}
}

// Build answers for t as the type of a value that is marshaled or unmarshaled.
// t is the type that the program passes, most often a struct or a pointer to one.
// For Unmarshal, where encoding/xml demands a pointer, a type that is none stands
// for the pointer to it. For Marshal the two differ: encoding/xml calls methods of
// *T on what is inside a *T, and not on what is inside a T.
func (b *Builder) Build(t types.Type, dir Direction) Verdict { return b.build(t, dir, false) }

// BuildElement answers for t as the type of a value given to EncodeElement or
// DecodeElement: it is Build where a start tag names the element, so that the type
// need not.
func (b *Builder) BuildElement(t types.Type, dir Direction) Verdict { return b.build(t, dir, true) }

func (b *Builder) build(t types.Type, dir Direction, named bool) Verdict {
	w := walk{b: b, dir: dir, seen: make(map[*Node]bool)}
	root := w.root(t, named)
	if len(w.refusals) > 0 {
		return Verdict{Refusals: w.refusals}
	}
	maps.Copy(b.accepted[dir], w.seen)
	for _, n := range b.cycles.cyclic(root) {
		n.reach(func(s *Node) bool {
			known := s.Recursive
			s.Recursive = true
			return !known
		})
	}
	return Verdict{Plan: root}
}

// maxLevels bounds the pointers, slices and arrays on top of each other. Only a
// type that holds nothing but itself, such as type T []T, exceeds it.
const maxLevels = 64

// node returns the node of t as an element.
func (b *Builder) node(t types.Type) *Node {
	t = types.Unalias(t)
	if n, ok := b.nodes.get(t); ok {
		return n
	}
	n := &Node{Type: t, Methods: MethodsOf(t)}
	b.nodes.set(t, n)
	if r := b.unnameable(t, false); r != nil && r.Reason == refusal.TypeParameter {
		n.refused = r
		return n
	}
	if !endsWithin(t, maxLevels) {
		n.refused = &refusal.Refusal{Reason: refusal.UnsupportedType, Fact: b.typeString(t) + " has no end"}
		return n
	}
	b.fill(n, b.node)
	return n
}

// attrNode returns the node of t as an attribute.
func (b *Builder) attrNode(t types.Type) *Node {
	t = types.Unalias(t)
	if !endsWithin(t, maxLevels) || !isXMLAttr(base(t)) {
		return b.node(t)
	}
	if n, ok := b.attrs.get(t); ok {
		return n
	}
	n := &Node{Type: t, Methods: MethodsOf(t)}
	b.attrs.set(t, n)
	if isXMLAttr(t) {
		n.Kind = Attr
	} else {
		b.fill(n, b.attrNode)
	}
	return n
}

// elem returns what t is a pointer to or a slice or array of, nil for others.
func elem(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return types.Unalias(u.Elem())
	case *types.Slice:
		return types.Unalias(u.Elem())
	case *types.Array:
		return types.Unalias(u.Elem())
	}
	return nil
}

// endsWithin reports whether t has at most n levels of pointers, slices and arrays.
func endsWithin(t types.Type, n int) bool {
	for ; n >= 0; n-- {
		if t = elem(t); t == nil {
			return true
		}
	}
	return false
}

// base returns what is below the pointers, slices and arrays of t.
func base(t types.Type) types.Type {
	for e := elem(t); e != nil; e = elem(t) {
		t = e
	}
	return t
}

// fill sets the kind of n and what it holds, whose nodes come from node. The kind
// is set first: it is looked at where a cycle comes back to n.
func (b *Builder) fill(n *Node, node func(types.Type) *Node) {
	switch u := n.Type.Underlying().(type) {
	case *types.Basic:
		b.fillBasic(n, u)
	case *types.Pointer:
		n.Kind = Pointer
		n.Elem = node(u.Elem())
	case *types.Slice:
		n.Kind = Slice
		if isByte(u.Elem()) {
			n.Kind = Bytes
		}
		n.Elem = node(u.Elem())
	case *types.Array:
		n.Kind = Array
		if isByte(u.Elem()) {
			n.Kind = ByteArray
		}
		n.Elem = node(u.Elem())
	case *types.Struct:
		b.fillStruct(n, u)
	case *types.Map:
		b.refuse(n, refusal.UnsupportedCollection)
	case *types.Interface:
		b.refuse(n, refusal.Interface)
		n.Kind = Interface
	default:
		b.refuse(n, refusal.UnsupportedType)
	}
}

func (b *Builder) refuse(n *Node, reason refusal.Reason) {
	n.refused = &refusal.Refusal{Reason: reason, Fact: b.typeString(n.Type)}
}

// isByte reports whether encoding/xml takes a slice of t for text.
func isByte(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Uint8
}

func (b *Builder) fillBasic(n *Node, t *types.Basic) {
	switch t.Kind() {
	case types.Bool:
		n.Kind = Bool
	case types.String:
		n.Kind = String
	case types.Int:
		n.Kind = Int
	case types.Int8:
		n.Kind, n.Bits = Int, 8
	case types.Int16:
		n.Kind, n.Bits = Int, 16
	case types.Int32:
		n.Kind, n.Bits = Int, 32
	case types.Int64:
		n.Kind, n.Bits = Int, 64
	case types.Uint, types.Uintptr:
		n.Kind = Uint
	case types.Uint8:
		n.Kind, n.Bits = Uint, 8
	case types.Uint16:
		n.Kind, n.Bits = Uint, 16
	case types.Uint32:
		n.Kind, n.Bits = Uint, 32
	case types.Uint64:
		n.Kind, n.Bits = Uint, 64
	case types.Float32:
		n.Kind, n.Bits = Float, 32
	case types.Float64:
		n.Kind, n.Bits = Float, 64
	default:
		b.refuse(n, refusal.UnsupportedType)
	}
}

func (b *Builder) fillStruct(n *Node, s *types.Struct) {
	switch {
	case isTime(n.Type):
		n.Kind = Time
		return
	case isXMLName(n.Type):
		n.Kind = Name
		return
	}
	if r := b.foreignField(n.Type); r != nil {
		n.refused = r
		return
	}
	n.Kind = Struct
	if n.Call(InElement, Marshal) != 0 && n.Call(InElement, Unmarshal) != 0 {
		return // a struct is an element, or it is its methods'
	}
	n.Struct = b.structPlan(n.Type, s)
	for _, t := range append([]types.Type{n.Type}, n.Struct.Embedded...) {
		_, named := t.(*types.Named)
		n.Foreign = n.Foreign || named && !b.spellable(t)
	}
}

// foreignField refuses an unnamed struct type with unexported fields of another
// package: it has no other name than its fields.
func (b *Builder) foreignField(t types.Type) *refusal.Refusal {
	s, unnamed := t.(*types.Struct)
	if !unnamed {
		return nil
	}
	for f := range s.Fields() {
		if !f.Exported() && !b.own(f.Pkg()) {
			return b.unexportedField(f)
		}
	}
	return nil
}

func (b *Builder) structPlan(t types.Type, s *types.Struct) *StructPlan {
	l := b.layoutOf(t, s)
	p := &StructPlan{layout: l, Embedded: l.embedded, Promoting: b.promoting(s)}
	if named, ok := t.(*types.Named); ok {
		p.TypeName = named.Obj().Name()
	}
	if l.name != nil {
		p.XMLName = &XMLName{Name: l.name.name}
		if i := l.name.index; i < s.NumFields() && isXMLName(s.Field(i).Type()) && s.Field(i).Exported() {
			p.XMLName.Capture = access(route{{s.Field(i), i}})
		}
	}
	for i := range l.fields {
		p.Fields = append(p.Fields, b.field(&l.fields[i]))
	}
	markIgnored(p.Fields)
	p.Elements = elementLevel(p.Fields, nil)
	return p
}

func (b *Builder) field(f *taggedField) *Field {
	v := f.path.last()
	field := &Field{
		Access:    access(f.path),
		GoPath:    f.path.String(),
		Mode:      f.mode,
		Name:      f.name,
		Parents:   f.parents,
		OmitEmpty: f.omitEmpty,
		path:      f.path,
	}
	if f.mode.attribute() {
		field.Node = b.attrNode(v.Type())
	} else {
		field.Node = b.node(v.Type())
	}
	return field
}

// access returns the route as selections.
func access(r route) Access {
	a := make(Access, len(r))
	for i, h := range r {
		a[i] = Step{Name: h.Name(), Type: types.Unalias(h.Type())}
		if i < len(r)-1 {
			_, a[i].Pointer = a[i].Type.Underlying().(*types.Pointer)
		}
	}
	return a
}

// promoting returns the types of the embedded fields of s, and of those in them.
func (b *Builder) promoting(s *types.Struct) []types.Type {
	var all, named []types.Type
	var visit func(s *types.Struct)
	visit = func(s *types.Struct) {
		for f := range s.Fields() {
			if !f.Embedded() {
				continue
			}
			t := types.Unalias(f.Type())
			if p, ok := t.(*types.Pointer); ok {
				t = types.Unalias(p.Elem())
			}
			known := len(all)
			if all = appendType(all, t); len(all) == known {
				continue
			}
			if b.unnameable(t, true) == nil {
				named = append(named, t)
			}
			if inner, ok := t.Underlying().(*types.Struct); ok {
				visit(inner)
			}
		}
	}
	visit(s)
	return named
}

// markIgnored sets Ignored on the fields that reading leaves alone. Of each of
// these modes only the first field counts, even if its type cannot take the
// text; a later any field is still an element under its own name. A field that
// cannot take the text is not left alone behind an embedded pointer, which
// encoding/xml allocates all the same.
func markIgnored(fields []*Field) {
	var text, comment, inner, anyAttr bool
	for _, f := range fields {
		var ignored bool
		switch f.Mode {
		case ModeCharData, ModeCData:
			ignored, text = text, true
		case ModeComment:
			// A slice of anything is set, which panics if it is not of bytes.
			ignored, comment = comment || !f.Node.is(String, Bytes, Slice) && !f.Access.behindPointer(), true
		case ModeInnerXML:
			ignored, inner = inner || !f.Node.is(String, Bytes) && !f.Access.behindPointer(), true
		case ModeAnyAttr:
			ignored, anyAttr = anyAttr, true
		}
		f.Ignored[Unmarshal] = ignored
	}
}

// is reports whether n is of one of the kinds.
func (n *Node) is(kinds ...Kind) bool { return slices.Contains(kinds, n.Kind) }
