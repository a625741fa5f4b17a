package plan

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/xmlserde/xmlserde/refusal"
)

// xmlName is the field name that encoding/xml treats apart.
const xmlName = "XMLName"

// A layout is what encoding/xml remembers about a struct type: its fields with
// those of embedded structs among them.
type layout struct {
	// name is the XMLName field that counts, nil without one. It can be an
	// embedded struct's.
	name   *nameField
	fields []taggedField
	// embedded are the types flattened into fields, pointers taken off.
	embedded []types.Type
	// problems are the tags and fields that encoding/xml rejects. With one, it
	// rejects every value of the type.
	problems []problem
}

// A route leads from a struct to a field, through embedded structs.
type route []hop

// A hop is one field of a route, with its index in the struct that holds it.
type hop struct {
	*types.Var
	index int
}

func (r route) last() *types.Var { return r[len(r)-1].Var }

// String returns the route as Go writes the selections: "Base.ID".
func (r route) String() string {
	names := make([]string, len(r))
	for i, h := range r {
		names[i] = h.Name()
	}
	return strings.Join(names, ".")
}

// compare orders routes of one struct as the fields are declared.
func (r route) compare(s route) int {
	return slices.CompareFunc(r, s, func(a, b hop) int { return a.index - b.index })
}

// A problem is a refusal whose path starts at the struct.
type problem struct {
	path   route
	reason refusal.Reason
	fact   string
}

// A nameField is an XMLName field with its index in the struct that declares
// it, which need not be the struct whose layout it is in.
type nameField struct {
	name  QName
	index int
}

// A taggedField is a field with its tag and the way to it.
type taggedField struct {
	tag
	path route
}

// layoutOf returns the layout of t, whose underlying type is s.
func (b *Builder) layoutOf(t types.Type, s *types.Struct) *layout {
	if l, ok := b.layouts.get(t); ok {
		return l // nil while it is being made: t embeds itself
	}
	b.layouts.set(t, nil)
	l := new(layout)
	for i := range s.NumFields() {
		v := s.Field(i)
		raw := reflect.StructTag(s.Tag(i)).Get("xml")
		if !v.Exported() && !v.Embedded() || raw == "-" {
			continue
		}
		if inner, ok := embeddedStruct(v); ok {
			b.flatten(l, hop{v, i}, inner)
			continue
		}
		f := taggedField{path: route{{v, i}}}
		var fault string
		if f.tag, fault = readTag(v.Name(), raw); fault != "" {
			l.reject(f.path, refusal.InvalidTag, fault)
			continue
		}
		if v.Name() == xmlName {
			l.name = &nameField{name: f.name, index: i}
			continue
		}
		if b.nameField(l, &f) {
			l.add(f)
		}
	}
	b.layouts.set(t, l)
	return l
}

// embeddedStruct returns the type of the struct that v embeds, itself or by
// pointer. Anything else that is embedded is a field like others.
func embeddedStruct(v *types.Var) (types.Type, bool) {
	if !v.Embedded() {
		return nil, false
	}
	t := types.Unalias(v.Type())
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	_, ok := t.Underlying().(*types.Struct)
	return t, ok
}

// flatten adds the fields of the struct type inner, which v embeds, to l.
func (b *Builder) flatten(l *layout, v hop, inner types.Type) {
	here := route{v}
	if isXMLName(inner) {
		return // has no fields to encoding/xml
	}
	in := b.layoutOf(inner, inner.Underlying().(*types.Struct))
	if in == nil {
		l.reject(here, refusal.RecursiveEmbedding, "*"+b.typeString(inner)+" embeds itself")
		return
	}
	if l.name == nil {
		l.name = in.name
	}
	for _, p := range in.problems {
		l.reject(slices.Concat(here, p.path), p.reason, p.fact)
	}
	for _, t := range append([]types.Type{inner}, in.embedded...) {
		l.embedded = appendType(l.embedded, t)
	}
	for _, f := range in.fields {
		l.add(taggedField{tag: f.tag, path: slices.Concat(here, f.path)})
	}
}

// appendType appends t to list unless it is there.
func appendType(list []types.Type, t types.Type) []types.Type {
	if slices.ContainsFunc(list, func(u types.Type) bool { return types.Identical(t, u) }) {
		return list
	}
	return append(list, t)
}

func (l *layout) reject(path route, reason refusal.Reason, fact string) {
	l.problems = append(l.problems, problem{path, reason, fact})
}

// nameField settles the name of f: its tag's, else that of the XMLName of its
// type, else its own. It reports whether the field stands; an element whose tag
// and XMLName disagree does not.
func (b *Builder) nameField(l *layout, f *taggedField) bool {
	v := f.path.last()
	inner, typeName := elementName(v.Type())
	switch {
	case f.name.Local == "" && inner != nil:
		f.name = *inner
	case f.name.Local == "":
		f.name = QName{Local: v.Name()}
	case f.mode.element() && inner != nil && inner.Local != f.name.Local:
		l.reject(f.path, refusal.TagConflict, fmt.Sprintf("name %q in tag conflicts with XMLName %q of %s",
			f.name.Local, inner.Local, b.typeString(typeName)))
		return false
	}
	return true
}

// elementName returns the name in the tag of the XMLName field that t declares,
// if t is a struct below any pointers. An embedded struct's does not count, and
// one with the tag "-" has the name "-".
func elementName(t types.Type) (*QName, types.Type) {
	t = types.Unalias(t)
	for range maxLevels {
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			break
		}
		t = types.Unalias(p.Elem())
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	for i := range s.NumFields() {
		if s.Field(i).Name() != xmlName {
			continue
		}
		tag, fault := readTag(xmlName, reflect.StructTag(s.Tag(i)).Get("xml"))
		if fault != "" || tag.name.Local == "" {
			return nil, nil
		}
		return &tag.name, t
	}
	return nil, nil
}

// add adds f to the fields of l as Go resolves embedded fields: it hides the
// deeper fields it conflicts with, is hidden by a shallower one, and cannot
// stand beside one of its depth.
func (l *layout) add(f taggedField) {
	var rivals []int
	for i := range l.fields {
		if l.fields[i].conflicts(&f) {
			rivals = append(rivals, i)
		}
	}
	for _, i := range rivals {
		if len(l.fields[i].path) < len(f.path) {
			return
		}
	}
	for _, i := range rivals {
		if old := &l.fields[i]; len(old.path) == len(f.path) {
			l.reject(f.path, refusal.TagConflict, fmt.Sprintf("%s conflicts with %s of %s",
				f.describe(), old.describe(), old.path))
			return
		}
	}
	for _, i := range slices.Backward(rivals) {
		l.fields = slices.Delete(l.fields, i, i+1)
	}
	l.fields = append(l.fields, f)
}

// describe returns the name of f as a message shows it.
func (f *taggedField) describe() string {
	s := ""
	for _, p := range f.parents {
		s += p + ">"
	}
	return fmt.Sprintf("name %q", s+f.name.Local)
}

// conflicts reports whether f and g cannot both be bound: they have one mode and
// the path of one is that of the other or begins with it. Namespaces tell two
// fields apart if both have one; of two fields with the same path, if they differ.
func (f *taggedField) conflicts(g *taggedField) bool {
	if f.mode != g.mode {
		return false
	}
	if f.name.Space != "" && g.name.Space != "" && f.name.Space != g.name.Space {
		return false
	}
	short, long := f, g
	if len(short.parents) > len(long.parents) {
		short, long = long, short
	}
	depth := len(short.parents)
	if !slices.Equal(short.parents, long.parents[:depth]) {
		return false
	}
	if len(long.parents) > depth {
		return long.parents[depth] == short.name.Local
	}
	return f.name == g.name
}
