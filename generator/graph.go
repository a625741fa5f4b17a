package generator

import (
	"errors"
	"fmt"
	"go/types"
	"strings"

	"github.com/xmlserde/xmlserde/plan"
)

// A structType is a struct that the file has functions for.
type structType struct {
	typ types.Type
	// stem ends the names of its functions.
	stem string
	// expr spells the type.
	expr string
	// owner is set for an unnamed type, which the file gives the name expr: it is
	// the field that has the type.
	owner string
	// marshal and unmarshal are set for the directions it has functions for,
	// marshalRoot and unmarshalRoot for those it is registered for.
	marshal, unmarshal         *plan.Node
	marshalRoot, unmarshalRoot bool
	// inSpace reports that its marshal function must be told whether the
	// element is in a namespace.
	inSpace bool
}

// marshalFunc and unmarshalFunc are the names of the functions.
func (f *file) marshalFunc(t *structType) string   { return f.names.prefix + "Marshal" + t.stem }
func (f *file) unmarshalFunc(t *structType) string { return f.names.prefix + "Unmarshal" + t.stem }

// hints is the name of the variable that remembers the lengths of slices.
func (f *file) hints(t *structType) string { return f.names.prefix + "Hints" + t.stem }

// addRoot registers a root and collects what it reaches.
func (f *file) addRoot(root Root) error {
	if root.Marshal == nil && root.Unmarshal == nil {
		return errors.New("no plan for either direction")
	}
	for direction, node := range []*plan.Node{plan.Marshal: root.Marshal, plan.Unmarshal: root.Unmarshal} {
		if node == nil {
			continue
		}
		if node.Kind != plan.Struct {
			return errors.New("the root of a plan is no struct")
		}
		if typeKey(node.Type) != typeKey(root.Type) {
			return fmt.Errorf("the plan is that of %s", typeKey(node.Type))
		}
		if err := f.addNode(node, plan.Direction(direction), "a root"); err != nil {
			return err
		}
	}
	t := f.byKey[typeKey(root.Type)]
	if !t.marshalRoot && !t.unmarshalRoot {
		f.roots = append(f.roots, t)
	}
	t.marshalRoot = t.marshalRoot || root.Marshal != nil
	t.unmarshalRoot = t.unmarshalRoot || root.Unmarshal != nil
	return nil
}

// addNode collects what a node reaches in a direction. Owner says where it was
// found.
func (f *file) addNode(node *plan.Node, direction plan.Direction, owner string) error {
	if _, ok := types.Unalias(node.Type).(*types.Named); ok {
		f.addNamed(node.Type)
	}
	switch node.Kind {
	case plan.Bool, plan.Int, plan.Uint, plan.Float, plan.String, plan.Time, plan.Name, plan.Attr:
		return nil
	case plan.Bytes, plan.ByteArray, plan.Slice, plan.Array, plan.Pointer:
		return f.addNode(node.Elem, direction, owner)
	case plan.Struct:
		return f.addStruct(node, direction, owner)
	}
	return fmt.Errorf("%s: no kind of node: %d", node.Type, node.Kind)
}

// addStruct collects a struct and its fields.
func (f *file) addStruct(node *plan.Node, direction plan.Direction, owner string) error {
	key := typeKey(node.Type)
	t := f.byKey[key]
	if t == nil {
		t = f.newStruct(node.Type, owner)
		f.byKey[key] = t
		f.structs = append(f.structs, t)
	}
	planned := &t.marshal
	if direction == plan.Unmarshal {
		planned = &t.unmarshal
	}
	if *planned != nil {
		return nil
	}
	*planned = node
	f.addShape(node.Type)
	for _, embedded := range node.Struct.Embedded {
		f.addShape(embedded)
	}
	for _, promoting := range node.Struct.Promoting {
		f.addNamed(promoting)
	}
	for _, field := range node.Struct.Fields {
		if field.Ignored[direction] {
			continue
		}
		if err := f.addNode(field.Node, direction, t.fieldName(field)); err != nil {
			return err
		}
	}
	return nil
}

// describe returns t for a reader, in one line.
func (t *structType) describe() string {
	switch {
	case t.owner != "":
		return t.owner
	case strings.Contains(t.expr, "\n"): // a type argument is an unnamed struct
		return t.stem
	}
	return t.expr
}

// fieldName returns a field of t for a reader.
func (t *structType) fieldName(field *plan.Field) string {
	return t.describe() + "." + field.GoPath
}

// newStruct names a struct.
func (f *file) newStruct(t types.Type, owner string) *structType {
	s := &structType{typ: types.Unalias(t)}
	if _, ok := s.typ.(*types.Named); ok {
		s.stem = f.names.declare(f.names.stem(s.typ), "Marshal", "Unmarshal", "Hints")
		s.expr = speller{f.names}.typ(s.typ)
		return s
	}
	s.owner = owner
	s.stem = f.names.declare(f.names.words(owner), "Marshal", "Unmarshal", "Hints", "Type")
	s.expr = f.names.prefix + "Type" + s.stem
	return s
}
