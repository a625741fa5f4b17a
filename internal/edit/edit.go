// Package edit is replacements of text in files that have been parsed. The fixes
// that the analyzer suggests are made of them.
package edit

import (
	"bytes"
	"fmt"
	"go/token"
	"slices"
)

// An Edit replaces the text of a file from Pos up to End. It inserts where they
// are the same.
type Edit struct {
	Pos, End token.Pos
	New      []byte
}

// Apply returns the text src of a file after edits, which lie in it. Edits that
// are the same count once; insertions at one place stand in the order given. It
// is an error if two edits overlap. name is the file's, for errors.
func Apply(fset *token.FileSet, name string, src []byte, edits []Edit) ([]byte, error) {
	type replacement struct {
		from, to int
		text     []byte
	}
	var list []replacement
	for _, e := range edits {
		file := fset.File(e.Pos)
		if file == nil || fset.File(e.End) != file || e.End < e.Pos {
			return nil, fmt.Errorf("%s: an edit outside the file", name)
		}
		r := replacement{file.Offset(e.Pos), file.Offset(e.End), e.New}
		if r.to > len(src) {
			return nil, fmt.Errorf("%s: an edit behind the end of the file", name)
		}
		if !slices.ContainsFunc(list, func(other replacement) bool {
			return other.from == r.from && other.to == r.to && bytes.Equal(other.text, r.text)
		}) {
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b replacement) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return a.to - b.to
	})
	var out []byte
	end := 0
	for _, r := range list {
		if r.from < end {
			return nil, fmt.Errorf("%s: edits overlap at offset %d", name, r.from)
		}
		out = append(out, src[end:r.from]...)
		out = append(out, r.text...)
		end = r.to
	}
	return append(out, src[end:]...), nil
}
