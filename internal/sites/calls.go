package sites

import (
	"go/types"
	"slices"

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
	// element reports that a start tag given beside the value names the element.
	element bool
}

// functions are the package-level functions of encoding/xml and of the facade
// that bind a value.
var functions = map[string]map[string]call{
	StdPath: {
		"Marshal":       {arg: 0, direction: plan.Marshal},
		"MarshalIndent": {arg: 0, direction: plan.Marshal},
		"Unmarshal":     {arg: 1, direction: plan.Unmarshal},
	},
	FacadePath: {
		"Marshal":       {arg: 0, direction: plan.Marshal},
		"MarshalIndent": {arg: 0, direction: plan.Marshal},
		"MarshalAppend": {arg: 1, direction: plan.Marshal},
		"MarshalWrite":  {arg: 1, direction: plan.Marshal},
		"Unmarshal":     {arg: 1, direction: plan.Unmarshal},
		"UnmarshalRead": {arg: 1, direction: plan.Unmarshal},
		"EncodeElement": {arg: 1, direction: plan.Marshal, element: true},
		"DecodeElement": {arg: 1, direction: plan.Unmarshal, element: true},
	},
}

// methods are the methods that bind a value, by receiver type and name. The
// facade's Encoder and Decoder are aliases, so its methods are these as well.
var methods = map[string]map[string]call{
	"Encoder": {
		"Encode":        {arg: 0, direction: plan.Marshal},
		"EncodeElement": {arg: 0, direction: plan.Marshal, element: true},
	},
	"Decoder": {
		"Decode":        {arg: 0, direction: plan.Unmarshal},
		"DecodeElement": {arg: 0, direction: plan.Unmarshal, element: true},
	},
}

// lookup returns the entry of fn in the tables, with the name it is shown by. The
// packages called forks have encoding/xml's functions and types.
func lookup(fn *types.Func, forks []string) (name string, c call, ok bool) {
	if fn.Pkg() == nil {
		return "", call{}, false
	}
	path := fn.Pkg().Path()
	if slices.Contains(forks, path) {
		path = StdPath
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		c, ok = functions[path][fn.Name()]
		return fn.Name(), c, ok
	}
	if path != StdPath {
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
