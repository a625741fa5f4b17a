package sites

import "go/types"

// Known reports whether fn is in the tables of calls.
func Known(fn *types.Func) bool {
	_, _, ok := lookup(fn, nil)
	return ok
}
