package generator

import (
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

// A collector collects what the code for the plans of the roots needs.
type collector struct {
	*file
	direction plan.Direction
	// user is the code around: of the struct around, or of the root where that is nil.
	user   *delegator
	around *structType
}

func (c collector) delegates() { c.user.delegates = true }

// relies notes the type for the guards.
func (c collector) relies(t types.Type, on reliance) {
	if on&onMethods != 0 {
		c.addNamed(t)
	}
	switch types.Unalias(t).(type) {
	case *types.Named, *types.Struct:
		if on&onShape != 0 {
			c.addShape(t)
		}
	}
}

func (c collector) enter(n *plan.Node, field *plan.Field) visitor {
	key := typeKey(n.Type)
	t := c.byKey[key]
	if t == nil {
		owner := "a root"
		if c.around != nil {
			owner = c.around.fieldName(field)
		}
		t = c.newStruct(n.Type, owner)
		c.byKey[key] = t
		c.structs = append(c.structs, t)
	}
	planned := &t.marshal
	if c.direction == plan.Unmarshal {
		planned = &t.unmarshal
	} else {
		t.users = append(t.users, c.user)
	}
	if *planned != nil {
		return nil
	}
	*planned = n
	return collector{c.file, c.direction, &t.delegator, t}
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
