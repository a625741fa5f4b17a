package plan

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"time"
)

// texts are what random strings and character data are made of: what each
// simple kind reads, what it does not, and what is escaped.
var texts = []string{
	"", "", "0", "1", " 12 ", "-7", "300", "true", "false", "1e3", "2.5", "x", "a<b>&c", "\t\"q'\n",
	"2024-02-29T12:30:00Z", "2024-02-29T12:30:00.5+02:00", "ünï", "]]>", "-", "a-", "--",
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// fill sets v to a random value, of structs in at most depth others. Names of
// elements and attributes come from names.
func fill(r *rand.Rand, v reflect.Value, names []xml.Name, depth int) {
	if !v.CanSet() {
		return
	}
	switch v.Type() {
	case reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(r.Int64N(4e9), r.Int64N(1e9)).UTC()))
		return
	case reflect.TypeFor[xml.Name]():
		if r.IntN(3) > 0 {
			v.Set(reflect.ValueOf(pick(r, names)))
		}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.Int64N(5) - 2)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(r.Uint64N(4))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(r.IntN(9)-4) / 4)
	case reflect.String:
		v.SetString(pick(r, texts))
	case reflect.Pointer:
		if depth > 0 && r.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), names, depth)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			if r.IntN(3) > 0 {
				v.SetBytes([]byte(pick(r, texts)))
			}
			return
		}
		if depth > 0 {
			n := r.IntN(4)
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(r, v.Index(i), names, depth)
			}
		}
	case reflect.Interface:
		if v.NumMethod() == 0 && r.IntN(2) == 0 {
			s := pick(r, texts)
			v.Set(reflect.ValueOf(pick(r, []any{s, &s, len(s), new(string), (*int)(nil)})))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.Zero(v.Type().Key()), reflect.Zero(v.Type().Elem()))
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i), names, depth)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			if t := v.Type().Field(i); t.Anonymous && !t.IsExported() && f.Kind() == reflect.Struct {
				// The fields of an unexported embedded struct can be set.
				for j := range f.NumField() {
					fill(r, f.Field(j), names, depth-1)
				}
				continue
			}
			fill(r, f, names, depth-1)
		}
	}
}

// namesOf returns the names in the tags and fields of t and of what it holds.
func namesOf(t reflect.Type) []xml.Name {
	locals := map[string]bool{"other": true}
	spaces := map[string]bool{"": true, "urn:x": true}
	seen := make(map[reflect.Type]bool)
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || seen[t] {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			f := t.Field(i)
			value := f.Tag.Get("xml")
			if space, rest, ok := strings.Cut(value, " "); ok {
				spaces[space], value = true, rest
			}
			name, _, _ := strings.Cut(value, ",")
			for local := range strings.SplitSeq(name, ">") {
				locals[local] = true
			}
			locals[f.Name] = true
			visit(f.Type)
		}
	}
	visit(t)
	var names []xml.Name
	for _, local := range sorted(locals) {
		if oddName(local) || strings.ContainsAny(local, "-:$ ") || local[0] < 'A' {
			continue // no document has it
		}
		for _, space := range sorted(spaces) {
			names = append(names, xml.Name{Space: space, Local: local})
		}
	}
	return names
}

// A tree is an element of a random document.
type docTree struct {
	xml.StartElement
	content []any // *docTree, xml.CharData or xml.Comment
}

// randomTree returns an element with random content.
func randomTree(r *rand.Rand, names []xml.Name, depth int) *docTree {
	t := &docTree{StartElement: xml.StartElement{Name: pick(r, names)}}
	for range r.IntN(3) {
		t.addAttr(r, names)
	}
	for range r.IntN(5) {
		t.insert(r, randomContent(r, names, depth))
	}
	return t
}

func randomContent(r *rand.Rand, names []xml.Name, depth int) any {
	switch k := r.IntN(6); {
	case k == 0:
		return xml.Comment(strings.ReplaceAll(pick(r, texts), "-", "~"))
	case k <= 2 || depth == 0:
		return xml.CharData(pick(r, texts))
	default:
		return randomTree(r, names, depth-1)
	}
}

func (t *docTree) addAttr(r *rand.Rand, names []xml.Name) {
	t.Attr = append(t.Attr, xml.Attr{Name: pick(r, names), Value: pick(r, texts)})
}

func (t *docTree) insert(r *rand.Rand, c any) {
	i := r.IntN(len(t.content) + 1)
	t.content = append(t.content[:i:i], append([]any{c}, t.content[i:]...)...)
}

// parseTree returns the first element of doc as a tree, nil if there is none.
func parseTree(doc []byte) *docTree {
	d := xml.NewDecoder(bytes.NewReader(doc))
	root := new(docTree)
	open := []*docTree{root}
	for {
		tok, err := d.Token()
		if err != nil {
			if len(root.content) == 0 {
				return nil
			}
			first, _ := root.content[0].(*docTree)
			return first
		}
		top := open[len(open)-1]
		switch tok := xml.CopyToken(tok).(type) {
		case xml.StartElement:
			child := &docTree{StartElement: tok}
			top.content = append(top.content, child)
			open = append(open, child)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData, xml.Comment:
			top.content = append(top.content, tok)
		}
	}
}

// mutate changes one thing in the tree.
func (t *docTree) mutate(r *rand.Rand, names []xml.Name) {
	if len(t.content) > 0 && r.IntN(3) > 0 {
		if child, ok := pick(r, t.content).(*docTree); ok {
			child.mutate(r, names)
			return
		}
	}
	switch r.IntN(6) {
	case 0:
		t.insert(r, randomContent(r, names, 1))
	case 1:
		t.addAttr(r, names)
	case 2:
		t.Name.Space = pick(r, names).Space
	case 3:
		if len(t.content) > 0 {
			t.insert(r, pick(r, t.content))
		}
	case 4:
		if i := len(t.content); i > 0 {
			i = r.IntN(i)
			t.content = append(t.content[:i:i], t.content[i+1:]...)
		}
	case 5:
		for i, c := range t.content {
			if _, ok := c.(xml.CharData); ok {
				t.content[i] = xml.CharData(pick(r, texts))
			}
		}
	}
}

// write appends the tree as XML.
func (t *docTree) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "<%s xmlns=\"", t.Name.Local)
	xml.EscapeText(b, []byte(t.Name.Space))
	b.WriteByte('"')
	for i, a := range t.Attr {
		if a.Name.Local == "xmlns" || a.Name.Space == "xmlns" {
			continue
		}
		b.WriteByte(' ')
		if a.Name.Space != "" {
			fmt.Fprintf(b, "xmlns:p%d=\"%s\" p%d:", i, a.Name.Space, i)
		}
		fmt.Fprintf(b, "%s=\"", a.Name.Local)
		xml.EscapeText(b, []byte(a.Value))
		b.WriteByte('"')
	}
	b.WriteByte('>')
	for _, c := range t.content {
		switch c := c.(type) {
		case *docTree:
			c.write(b)
		case xml.CharData:
			xml.EscapeText(b, c)
		case xml.Comment:
			fmt.Fprintf(b, "<!--%s-->", c)
		}
	}
	fmt.Fprintf(b, "</%s>", t.Name.Local)
}

// rootName is the name of a document whose root element has no other.
var rootName = QName{Local: "root"}

// fullTree returns an element with everything in it that the plan of n reads,
// with text that fits. Types that are refused have a plan too.
func fullTree(n *Node, name QName, depth int) *docTree {
	for n.Elem != nil && !n.is(Bytes, ByteArray) {
		n = n.Elem
	}
	t := &docTree{StartElement: xml.StartElement{Name: name.xml()}}
	if n.Struct == nil {
		t.content = []any{xml.CharData(fittingText(n))}
		return t
	}
	if x := n.Struct.XMLName; x.Static() && name == rootName {
		t.Name = x.Name.xml()
	}
	for _, f := range n.Struct.Fields {
		switch f.Mode {
		case ModeAttr, ModeAnyAttr:
			t.Attr = append(t.Attr, xml.Attr{Name: f.Name.xml(), Value: fittingText(f.Node)})
		case ModeCharData, ModeCData:
			t.content = append(t.content, xml.CharData(fittingText(f.Node)))
		case ModeComment:
			t.content = append(t.content, xml.Comment("comment"))
		case ModeElement, ModeAny:
			if depth == 0 {
				continue
			}
			child := fullTree(f.Node, f.Name, depth-1)
			for _, parent := range slices.Backward(f.Parents) {
				child = &docTree{StartElement: xml.StartElement{Name: xml.Name{Space: f.Name.Space, Local: parent}}, content: []any{child}}
			}
			t.content = append(t.content, child)
		}
	}
	return t
}

// fittingText returns text that a value of n takes.
func fittingText(n *Node) string {
	for n.Elem != nil && !n.is(Bytes, ByteArray) {
		n = n.Elem
	}
	if n.Kind == Time {
		return "2024-02-29T12:30:00Z"
	}
	return "1"
}
