package compile

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/xmlserde/xmlserde/internal/edit"
	"github.com/xmlserde/xmlserde/plan"
)

// A Layout is where a package keeps its generated code.
type Layout int

const (
	// Files keeps it in generated files that hold nothing else.
	Files Layout = iota
	// Regions keeps it between two marker lines at the end of a hand-written
	// file, because most drivers of analyzers can edit such files alone.
	Regions
)

// An Edit is a replacement in a file of the package.
type Edit = edit.Edit

// A FixRequest is what [Package.Fix] is to settle.
type FixRequest struct {
	Layout Layout
	// Move says that code kept in the other layout moves into this one.
	// Otherwise it stays where it is.
	Move bool
	// CodeOnly leaves alone which XML package the calls are of: the fix is of the
	// generated code.
	CodeOnly bool
	// Others are what other packages need (see [Package.Wanted]).
	Others []Root
	// Held reports whether another package is known to hold code for t in a
	// direction. If it is nil none is.
	Held func(t types.Type, dir plan.Direction) bool
	// Here says that types of other packages of the module may be compiled into
	// this one, because the driver writes one package at a time.
	Here bool
	// Skip reports the calls that take no part, because what is said of them is
	// suppressed. It may be nil.
	Skip func(*ast.CallExpr) bool
	// Rewrites are edits by the call that they rewrite. They are part of the result
	// that is type-checked, and the calls count as the facade's.
	Rewrites map[*ast.CallExpr][]Edit
}

// A Fix is what makes the calls of a package run generated code.
type Fix struct {
	// Edits are by the base name of a hand-written file: the import of the facade
	// and, in the file that holds generated code, that. Edits of
	// FixRequest.Rewrites are not among them.
	Edits map[string][]Edit
	// Files are whole generated files by base name, nil for one to be removed.
	Files map[string][]byte
	// None says why there is no fix at all, "" if there is. It and the texts of
	// PerCall can stand at the end of a sentence.
	None string
	// PerCall says why there is no fix for a call.
	PerCall map[*ast.CallExpr]string
}

// ApplyEdits returns the text of a file after edits. Edits that are the same
// count once; it is an error if two overlap.
func ApplyEdits(fset *token.FileSet, name string, src []byte, edits []Edit) ([]byte, error) {
	return edit.Apply(fset, name, src, edits)
}
