package main

import (
	"bytes"
	"errors"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/xmlserde/xmlserde/internal/compile"
)

// isOurs reports whether src is a file that gen may overwrite: it bears the
// header of generated files, even if it no longer parses.
func isOurs(src []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", src, parser.PackageClauseOnly|parser.ParseComments)
	if err == nil {
		return compile.IsGenerated(f)
	}
	for line := range bytes.Lines(src) {
		if string(bytes.TrimRight(line, "\r\n")) == compile.Header {
			return true
		}
	}
	return false
}

// A change is what is to become of one file.
type change struct {
	path string
	// old is the text that is there, new the one that is to be. Nil means no
	// file.
	old, new []byte
}

// errForeign is returned for a file that has a generated file's name and was
// not written by gen.
var errForeign = errors.New("the file is not one of xmlserde gen's (it lacks the header) and is left as it is")

// planChange returns the change that makes the file at path hold text, nil for no
// file.
func planChange(path string, text []byte) (change, error) {
	old, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return change{}, err
	case !isOurs(old):
		return change{}, errForeign
	}
	return change{path, old, text}, nil
}

// planEdit returns the change that makes a hand-written file hold text.
func planEdit(path string, text []byte) (change, error) {
	old, err := os.ReadFile(path)
	return change{path, old, text}, err
}

// isNone reports whether the file is already as it should be.
func (c change) isNone() bool {
	return (c.old == nil) == (c.new == nil) && bytes.Equal(c.old, c.new)
}

// verb says what the change does, in the past tense.
func (c change) verb() string {
	switch {
	case c.isNone():
		return "unchanged"
	case c.new == nil:
		return "removed"
	}
	return "written"
}

// diff returns the change as a unified diff, with the file called name.
func (c change) diff(name string) []byte {
	return diff.Diff(name+" (stale)", c.old, name+" (generated)", c.new)
}

// make carries the change out: a reader of the file finds the old text or the
// new, never a part of it.
func (c change) make() error {
	if c.new == nil {
		return os.Remove(c.path)
	}
	// The name is none the go command would take for a part of the package.
	f, err := os.CreateTemp(filepath.Dir(c.path), "."+filepath.Base(c.path)+".*.tmp")
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(c.path); err == nil {
		mode = info.Mode().Perm()
	}
	_, err = f.Write(c.new)
	err = errors.Join(err, f.Chmod(mode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), c.path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
