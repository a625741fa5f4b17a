package sites

import (
	"go/types"

	"github.com/xmlserde/xmlserde/plan"
)

const (
	// StdPath is the import path of the standard library's XML package.
	StdPath = "encoding/xml"
	// FacadePath is the import path of the drop-in facade.
	FacadePath = "github.com/xmlserde/xmlserde/xml"
)

// A call describes one function that binds a Go value to XML.
type call struct {
	// arg is the index of the bound value among the call's arguments.
	arg       int
	direction plan.Direction
}

// functions are the package-level functions of encoding/xml and of the facade
// that bind a value.
var functions = map[string]map[string]call{
	StdPath: {
		"Marshal":       {0, plan.Marshal},
		"MarshalIndent": {0, plan.Marshal},
		"Unmarshal":     {1, plan.Unmarshal},
	},
	FacadePath: {
		"Marshal":       {0, plan.Marshal},
		"MarshalIndent": {0, plan.Marshal},
		"MarshalAppend": {1, plan.Marshal},
		"MarshalWrite":  {1, plan.Marshal},
		"Unmarshal":     {1, plan.Unmarshal},
		"UnmarshalRead": {1, plan.Unmarshal},
	},
}

// methods are the methods that bind a value, by receiver type and name. The
// facade's Encoder and Decoder are aliases, so its methods are these as well.
var methods = map[string]map[string]call{
	"Encoder": {
		"Encode":        {0, plan.Marshal},
		"EncodeElement": {0, plan.Marshal},
	},
	"Decoder": {
		"Decode":        {0, plan.Unmarshal},
		"DecodeElement": {0, plan.Unmarshal},
	},
}

// lookup returns the entry of fn in the tables, with the name it is shown by.
func lookup(fn *types.Func) (name string, c call, ok bool) {
	if fn.Pkg() == nil {
		return "", call{}, false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		c, ok = functions[fn.Pkg().Path()][fn.Name()]
		return fn.Name(), c, ok
	}
	if fn.Pkg().Path() != StdPath {
		return "", call{}, false
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, isNamed := t.(*types.Named)
	if !isNamed {
		return "", call{}, false
	}
	typeName := named.Obj().Name()
	c, ok = methods[typeName][fn.Name()]
	return "(*" + typeName + ")." + fn.Name(), c, ok
}
