package generator

import (
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
	// marshal and unmarshal are set for the directions it has functions for.
	marshal, unmarshal *plan.Node
	delegator
	// inSpace reports that its marshal function must be told whether the
	// element is in a namespace.
	inSpace bool
}

// marshalFunc and unmarshalFunc are the names of the functions.
func (f *file) marshalFunc(t *structType) string   { return f.names.prefix + "Marshal" + t.stem }
func (f *file) unmarshalFunc(t *structType) string { return f.names.prefix + "Unmarshal" + t.stem }

// hints is the name of the variable that remembers the lengths of slices.
func (f *file) hints(t *structType) string { return f.names.prefix + "Hints" + t.stem }

// addNode collects what code for values of a node in a position needs. Owner says
// where the node was found, and user is the code.
func (f *file) addNode(node *plan.Node, pos plan.Position, direction plan.Direction, owner string, user *delegator) error {
	at := node.Receiver(pos, direction)
	for ; node != at; node = node.Elem {
		f.addType(node.Type)
	}
	method := at.Call(pos, direction)
	if method == 0 {
		return f.addNative(at, pos, direction, owner, user)
	}
	f.addNamed(at.Type)
	user.delegates = user.delegates || method == plan.MarshalXML
	return nil
}

// addNative is addNode where no method is called.
func (f *file) addNative(node *plan.Node, pos plan.Position, direction plan.Direction, owner string, user *delegator) error {
	f.addType(node.Type)
	switch node.Kind {
	case plan.Bool, plan.Int, plan.Uint, plan.Float, plan.String, plan.Time, plan.Name, plan.Attr:
		return nil
	case plan.Bytes, plan.ByteArray, plan.Pointer:
		return f.addNative(node.Elem, pos, direction, owner, user)
	case plan.Slice, plan.Array:
		return f.addNode(node.Elem, pos, direction, owner, user)
	case plan.Interface:
		user.delegates = user.delegates || direction == plan.Marshal
		return nil
	case plan.Struct:
		return f.addStruct(node, direction, owner, user)
	}
	return fmt.Errorf("%s: no kind of node: %d", node.Type, node.Kind)
}

// addType notes a type that is not left to its methods.
func (f *file) addType(t types.Type) {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		f.addNamed(named)
		f.addShape(named)
	}
}

// addStruct collects a struct and its fields.
func (f *file) addStruct(node *plan.Node, direction plan.Direction, owner string, user *delegator) error {
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
	} else {
		t.users = append(t.users, user)
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
		var err error
		if field.Mode == plan.ModeComment || field.Mode == plan.ModeInnerXML && direction == plan.Unmarshal {
			err = f.addNative(field.Node, plan.InText, direction, "", &t.delegator) // no methods are looked for
		} else {
			err = f.addNode(field.Node, field.Mode.Position(), direction, t.fieldName(field), &t.delegator)
		}
		if err != nil {
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
