package runtime

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// errDepth has the text of encoding/xml's own error.
var errDepth = errors.New("exceeded max depth")

// A syntaxError says that the document is malformed. encoding/xml says it in
// its own words: the facade replays the document for them.
type syntaxError struct {
	msg    string
	offset int
}

func (e *syntaxError) Error() string {
	return "xmlserde: " + e.msg + " at offset " + strconv.Itoa(e.offset)
}

// malformed records that the input is malformed at offset p. It returns false,
// for its callers to return.
func (s *Scanner) malformed(p int, msg string) bool {
	if r := s.relay; r != nil {
		p = r.fault // the offset is one in what the relay has written
	}
	s.err = &syntaxError{msg, p}
	return false
}

// Malformed reports whether err, from a reading call of a scanner, says that
// the document is malformed, rather than that a value does not fit its target.
func Malformed(err error) bool {
	_, ok := err.(*syntaxError)
	return ok
}

// A failure collects where an error happened while the generated functions
// unwind.
type failure struct {
	err    error
	offset int
	path   []string // innermost first
}

// Fail adds the Go field through which err passes to its path, and returns
// err unchanged: encoding/xml's errors have no path, and ours are the same.
// [Scanner.Locate] tells it.
func (s *Scanner) Fail(err error, field string) error {
	if s.fail.err == nil {
		s.fail.err = err
		s.fail.offset = s.place()
		if e, ok := err.(*syntaxError); ok {
			s.fail.offset = e.offset
		}
	}
	s.fail.path = append(s.fail.path, field)
	return err
}

// FailIndex is [Scanner.Fail] for element i of a slice field.
func (s *Scanner) FailIndex(err error, field string, i int) error {
	return s.Fail(err, field+"["+strconv.Itoa(i)+"]")
}

// An Error is an error with the place where it happened. It wraps the error
// that encoding/xml would have returned.
type Error struct {
	// Err is encoding/xml's error.
	Err error
	// Offset is the byte offset in the document: of the start tag of the
	// element whose value did not fit, or whose method has returned an error,
	// or of the malformed byte. Behind a change of encoding that a method has
	// made, it is that of the last such place before it.
	Offset int64
	// Line and Column are the same place, both from 1, Column in bytes.
	Line, Column int
	// Path is the Go path of the target, such as "orders.Order.Lines[3].Sum".
	Path string
}

// Error returns "line:column: path: err".
func (e *Error) Error() string {
	return fmt.Sprintf("%d:%d: %s: %v", e.Line, e.Column, e.Path, e.Err)
}

// Unwrap returns encoding/xml's error.
func (e *Error) Unwrap() error { return e.Err }

// Locate returns err with the place where the scanner failed. cause is the error
// as generated code returned it, err what the caller is to see in its place;
// root names the root type.
func (s *Scanner) Locate(cause, err error, root string) *Error {
	offset := s.place()
	if s.fail.err != nil {
		offset = s.fail.offset
	} else if e, ok := cause.(*syntaxError); ok {
		offset = e.offset
	}
	line, column := s.Position(offset)
	var path strings.Builder
	path.WriteString(root)
	for i := len(s.fail.path) - 1; i >= 0; i-- {
		path.WriteString(".")
		path.WriteString(s.fail.path[i])
	}
	return &Error{Err: err, Offset: int64(offset), Line: line, Column: column, Path: path.String()}
}

// Position returns the line and column of an offset in the input, both from 1,
// the column in bytes.
func (s *Scanner) Position(offset int) (line, column int) {
	head := s.buf[:min(offset, len(s.buf))]
	return bytes.Count(head, []byte("\n")) + 1, len(head) - bytes.LastIndexByte(head, '\n')
}
