package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Dump returns the graph of n as text: a line for each node, in the order in
// which a walk from n meets them, and below a struct its shape, its fields and
// how child elements find them. Types carry their import paths. Equal graphs have equal
// dumps, whatever else their builders have seen: "recursive" stands for what n
// alone would set Recursive on.
func Dump(n *Node) string {
	d := dumper{numbers: make(map[*Node]int), recursive: recursive(n)}
	d.number(n)
	for i := 0; i < len(d.queue); i++ {
		d.node(d.queue[i])
	}
	return d.String()
}

// Hash returns a digest of the graph of n in hexadecimal. It changes with
// anything that generated code depends on.
func Hash(n *Node) string {
	sum := sha256.Sum256([]byte(Dump(n)))
	return hex.EncodeToString(sum[:16])
}

type dumper struct {
	strings.Builder
	numbers   map[*Node]int
	recursive map[*Node]bool
	queue     []*Node
}

func (d *dumper) printf(format string, args ...any) { fmt.Fprintf(d, format, args...) }

// number returns the number of n, a new one if it has none yet.
func (d *dumper) number(n *Node) int {
	if _, ok := d.numbers[n]; !ok {
		d.queue = append(d.queue, n)
		d.numbers[n] = len(d.queue)
	}
	return d.numbers[n]
}

func (d *dumper) node(n *Node) {
	d.printf("%d %s %s", d.numbers[n], n.Kind, canonical(n.Type))
	if n.Bits != 0 {
		d.printf(" bits %d", n.Bits)
	}
	if n.Elem != nil {
		d.printf(" of %d", d.number(n.Elem))
	}
	if d.recursive[n] {
		d.printf(" recursive")
	}
	if n.Foreign {
		d.printf(" foreign")
	}
	if n.Methods.Selected != 0 {
		d.printf(" selects %s, methods (%s) *(%s)", n.Methods.Selected, n.Methods.Value, n.Methods.Pointer)
	}
	d.printf("\n")
	if n.Struct != nil {
		d.printf("\tshape %s\n", canonical(n.Type.Underlying()))
		d.structPlan(n.Struct)
	}
}

func (d *dumper) structPlan(s *StructPlan) {
	if s.TypeName != "" {
		d.printf("\tname %q\n", s.TypeName)
	}
	if x := s.XMLName; x != nil {
		d.printf("\tXMLName %s", x.Name)
		if len(x.Capture) > 0 {
			d.printf(" in %s", x.Capture)
		}
		d.printf("\n")
	}
	for _, t := range s.Embedded {
		d.printf("\tembeds %s %s\n", canonical(t), canonical(t.Underlying()))
	}
	for _, t := range s.Promoting {
		d.printf("\tpromotes from %s\n", canonical(t))
	}
	for _, f := range s.Fields {
		d.field(f)
	}
	if s.Elements != nil {
		d.printf("\tchildren\n")
		d.level(s.Elements, "\t\t")
	}
}

func (d *dumper) field(f *Field) {
	d.printf("\t%s %s", f.Mode, f.Access)
	if len(f.Parents) > 0 {
		d.printf(" in %q", f.Parents)
	}
	d.printf(" %s", f.Name)
	if f.OmitEmpty {
		d.printf(" omitempty")
	}
	for _, dir := range []Direction{Marshal, Unmarshal} {
		if f.Ignored[dir] {
			d.printf(" no %s", dir)
		}
	}
	d.printf(": %d\n", d.number(f.Node))
}

func (d *dumper) level(l *Level, indent string) {
	for _, c := range l.Cases {
		if c.Field != nil {
			d.printf("%s%s: %s\n", indent, c.Name, c.Field.GoPath)
			continue
		}
		d.printf("%s%s\n", indent, c.Name)
		d.level(c.Into, indent+"\t")
	}
}

// String returns the name quoted, with its namespace before it: "urn:a" "b".
func (n QName) String() string {
	if n.Space == "" {
		return fmt.Sprintf("%q", n.Local)
	}
	return fmt.Sprintf("%q %q", n.Space, n.Local)
}

// String returns the selections as Go writes them, a '*' after each embedded
// pointer: "Base*.ID".
func (a Access) String() string {
	var b strings.Builder
	for i, step := range a {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(step.Name)
		if step.Pointer {
			b.WriteByte('*')
		}
	}
	return b.String()
}

var kindNames = [...]string{
	Invalid: "invalid", Bool: "bool", Int: "int", Uint: "uint", Float: "float", String: "string",
	Bytes: "bytes", ByteArray: "byte-array", Time: "time", Name: "name", Attr: "attr",
	Struct: "struct", Slice: "slice", Array: "array", Pointer: "pointer", Interface: "interface",
}

// String returns the kind's name in lower case.
func (k Kind) String() string { return kindNames[k] }

var modeStrings = [...]string{
	ModeElement: "element", ModeAttr: "attr", ModeCharData: "chardata", ModeCData: "cdata",
	ModeInnerXML: "innerxml", ModeComment: "comment", ModeAny: "any", ModeAnyAttr: "any,attr",
}

// String returns the options of a tag that mean the mode, "element" for none.
func (m Mode) String() string { return modeStrings[m] }
