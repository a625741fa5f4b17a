package plan

import (
	"encoding/xml"
	"fmt"
	"go/token"
	"go/types"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xmlserde/xmlserde/refusal"
)

// bothTypes is one type, seen by reflect and by go/types.
type bothTypes struct {
	rt reflect.Type
	tt types.Type
}

// A typeMaker makes random struct types.
type typeMaker struct {
	r       *rand.Rand
	pkg     *types.Package
	leaves  []bothTypes
	structs []bothTypes // can be embedded: no methods
}

func newTypeMaker(t testing.TB, r *rand.Rand) *typeMaker {
	pkg, err := corpusPackage()
	if err != nil {
		t.Fatal(err)
	}
	m := &typeMaker{r: r, pkg: pkg}
	imported := func(path, name string) types.Type {
		for _, p := range pkg.Imports() {
			if p.Path() == path {
				return p.Scope().Lookup(name).Type()
			}
		}
		t.Fatalf("no import %s", path)
		return nil
	}
	leaf := func(rt reflect.Type, tt types.Type) { m.leaves = append(m.leaves, bothTypes{rt, tt}) }
	for _, rt := range []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](),
		reflect.TypeFor[float32](), reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[string](),
		reflect.TypeFor[[]byte](), reflect.TypeFor[MyInt](), reflect.TypeFor[MyStr](), reflect.TypeFor[MyBytes](),
		reflect.TypeFor[[]MyByte](), reflect.TypeFor[MyLeafs](), reflect.TypeFor[MyPtr](), reflect.TypeFor[MyTimeP](),
		reflect.TypeFor[Money](), reflect.TypeFor[Flag](), reflect.TypeFor[Shout](), reflect.TypeFor[Code](),
		reflect.TypeFor[any](), reflect.TypeFor[map[string]int](), reflect.TypeFor[[3]byte](), reflect.TypeFor[complex128](),
	} {
		leaf(rt, twin(t, rt))
	}
	leaf(reflect.TypeFor[time.Time](), imported("time", "Time"))
	leaf(reflect.TypeFor[xml.Name](), imported("encoding/xml", "Name"))
	leaf(reflect.TypeFor[xml.Attr](), imported("encoding/xml", "Attr"))
	for _, rt := range []reflect.Type{
		reflect.TypeFor[Base](), reflect.TypeFor[Middle](), reflect.TypeFor[WithAttr](), reflect.TypeFor[Texts](),
		reflect.TypeFor[ShadowedPath](), reflect.TypeFor[Paths](), reflect.TypeFor[nameStatic](), reflect.TypeFor[nameDynamic](),
		reflect.TypeFor[nameOther](), reflect.TypeFor[nameDash](), reflect.TypeFor[leaf2](),
	} {
		both := bothTypes{rt, twin(t, rt)}
		m.leaves = append(m.leaves, both)
		m.structs = append(m.structs, both)
	}
	return m
}

type leaf2 = leaf

func (m *typeMaker) chance(of int) bool { return m.r.IntN(of) == 0 }

// value returns the type of a field.
func (m *typeMaker) value(depth int) bothTypes {
	var b bothTypes
	if depth > 0 && m.chance(4) {
		b = m.structType(depth - 1)
	} else {
		b = pick(m.r, m.leaves)
	}
	for m.chance(3) {
		switch m.r.IntN(5) {
		case 0, 1:
			b = bothTypes{reflect.PointerTo(b.rt), types.NewPointer(b.tt)}
		case 2, 3:
			b = bothTypes{reflect.SliceOf(b.rt), types.NewSlice(b.tt)}
		case 4:
			b = bothTypes{reflect.ArrayOf(2, b.rt), types.NewArray(b.tt, 2)}
		}
	}
	return b
}

// structType returns a struct type of a few random fields.
func (m *typeMaker) structType(depth int) bothTypes {
	var s structType
	for i := range m.r.IntN(4) + 1 {
		if m.chance(8) {
			b := pick(m.r, m.structs)
			if m.chance(4) {
				b = m.structType(0)
			}
			if m.chance(3) {
				b = bothTypes{reflect.PointerTo(b.rt), types.NewPointer(b.tt)}
			}
			s.add(m.pkg, fmt.Sprint("E", i), b, "", true)
			continue
		}
		s.add(m.pkg, fmt.Sprint("F", i), m.value(depth), m.tag(), false)
	}
	if m.chance(3) {
		b := m.xmlName()
		if m.chance(5) {
			b = pick(m.r, m.leaves)
		}
		s.add(m.pkg, xmlName, b, m.tag(), false)
	}
	m.r.Shuffle(len(s.rfs), func(i, j int) {
		s.rfs[i], s.rfs[j] = s.rfs[j], s.rfs[i]
		s.tfs[i], s.tfs[j] = s.tfs[j], s.tfs[i]
		s.tags[i], s.tags[j] = s.tags[j], s.tags[i]
	})
	return s.both()
}

func (m *typeMaker) xmlName() bothTypes {
	for _, l := range m.leaves {
		if l.rt == reflect.TypeFor[xml.Name]() {
			return l
		}
	}
	panic("no xml.Name")
}

// A structType collects the fields of a struct type for reflect and go/types.
type structType struct {
	rfs  []reflect.StructField
	tfs  []*types.Var
	tags []string
}

func (s *structType) add(pkg *types.Package, name string, b bothTypes, tag string, embedded bool) {
	s.rfs = append(s.rfs, reflect.StructField{Name: name, Type: b.rt, Tag: reflect.StructTag(tag), Anonymous: embedded})
	s.tfs = append(s.tfs, types.NewField(token.NoPos, pkg, name, b.tt, embedded))
	s.tags = append(s.tags, tag)
}

func (s *structType) both() bothTypes {
	return bothTypes{reflect.StructOf(s.rfs), types.NewStruct(s.tfs, s.tags)}
}

// tag returns a whole struct tag, most with an xml key.
func (m *typeMaker) tag() string {
	if m.chance(5) {
		return pick(m.r, []string{"", `json:"a"`, `xml:"-"`, `xml: "a"`, `xml`, `json:"b" xml:"a"`, `xml:"a" xml:"b"`, `xml:"\x41,attr"`})
	}
	return "xml:" + strconv.Quote(m.tagValue())
}

func (m *typeMaker) tagValue() string {
	var b strings.Builder
	if m.chance(5) {
		b.WriteString(pick(m.r, []string{"", "urn:a", "urn:b", "x y"}) + " ")
	}
	if !m.chance(4) {
		b.WriteString(pick(m.r, []string{"a", "b", "c", "F0", "static", "other", "note", "-", "a b"}))
		for m.chance(3) {
			b.WriteString(">" + pick(m.r, []string{"a", "b", "c", "F1", ""}))
		}
	}
	options := []string{"attr", "attr", "attr", "omitempty", "omitempty", "chardata", "cdata", "innerxml", "comment", "any", "any", "", "attr ", "unknown"}
	for m.chance(2) {
		b.WriteString("," + pick(m.r, options))
	}
	return b.String()
}

// unreadable matches types with names that no document has, so that encoding/xml
// never comes to the fields that have them.
var unreadable = regexp.MustCompile(`-|Dash| [ab]\b|x y|>\\?"|>>|>,|XMLName [^"]*"xml:[^"]*"[^"]*>`)

// conservative reports whether encoding/xml may serve what r refuses.
func conservative(r refusal.Refusal, dir Direction) bool {
	switch r.Reason {
	case refusal.Interface:
		return true
	case refusal.InvalidTag:
		return strings.Contains(r.Fact, "cannot be read back")
	case refusal.RootKind:
		return strings.Contains(r.Fact, "without a name") // XMLName's value can have one
	}
	if strings.HasPrefix(r.Fact, "character data of type ") && dir == Marshal {
		return true // nothing is written
	}
	return strings.HasPrefix(r.Fact, "comment of type ") || strings.HasPrefix(r.Fact, "innerxml of type ")
}

// tagFault reports whether encoding/xml rejects the struct type rt at the first sight.
func tagFault(rt reflect.Type, root string) bool {
	o := try(func() ([]byte, error) {
		return nil, xml.Unmarshal([]byte("<"+root+"/>"), reflect.New(rt).Interface())
	})
	if o.err == nil || o.panicked {
		return false
	}
	_, mismatch := o.err.(xml.UnmarshalError)
	return !mismatch && (strings.HasPrefix(o.err.Error(), "xml: ") || strings.Contains(o.err.Error(), " conflicts with "))
}

func (m *typeMaker) check(t *testing.T, b *Builder, both bothTypes, rounds int) {
	t.Helper()
	v := b.verdicts(both.tt)

	// What encoding/xml holds against the tags is what the layout does.
	n := b.node(both.tt)
	if got, want := len(n.Struct.layout.problems) > 0, tagFault(both.rt, "root"); got != want {
		t.Errorf("%s: tags refused: %t, by encoding/xml: %t: %v", both.rt, got, want, v[Unmarshal].Refusals)
	}
	compare(t, n, both.rt, v, m.r, rounds)
	for _, dir := range []Direction{Marshal, Unmarshal} {
		rs := v[dir].Refusals
		sure := len(rs) > 0 && !unreadable.MatchString(both.rt.String())
		for _, r := range rs {
			sure = sure && !conservative(r, dir)
		}
		if sure && !hidden(n, nil) && !canFail(n, both.rt, dir, m.r, 200) {
			t.Errorf("%s: refused for %s, served by encoding/xml: %v", both.rt, dir, rs)
		}
	}
}

// hidden reports whether no document reaches all fields below n: an earlier
// field without a namespace has the name of one, or an embedded XMLName rejects
// the name that leads to its struct.
func hidden(n *Node, seen []*Node) bool {
	if slices.Contains(seen, n) {
		return false
	}
	seen = append(seen, n)
	if n.Struct != nil {
		if x := n.Struct.XMLName; x.Static() && len(x.Capture) == 0 {
			return true
		}
		found := make(map[*Field]bool)
		var visit func(l *Level)
		visit = func(l *Level) {
			for _, c := range l.Cases {
				if c.Into != nil {
					visit(c.Into)
				}
				found[c.Field] = true
			}
		}
		if n.Struct.Elements != nil {
			visit(n.Struct.Elements)
		}
		for _, f := range n.Struct.Fields {
			if f.Mode.element() && !found[f] {
				return true
			}
		}
	}
	return slices.ContainsFunc(n.successors(), func(next *Node) bool { return hidden(next, seen) })
}

func TestStructOf(t *testing.T) {
	const count = 700
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			m := newTypeMaker(t, rand.New(rand.NewPCG(seed, 1)))
			b := NewBuilder(m.pkg)
			accepted := 0
			for range count {
				both := m.structType(1)
				m.check(t, b, both, 3)
				if b.Build(both.tt, Unmarshal).Accepted() {
					accepted++
				}
				if t.Failed() {
					return
				}
			}
			t.Logf("%d of %d types can be read", accepted, count)
		})
	}
}
