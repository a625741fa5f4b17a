package generator

import (
	"bytes"
	"errors"
	"fmt"
	goformat "go/format"
	"go/scanner"
	"strconv"
	"strings"
)

// A writer collects the lines of a generated file. Whoever prints a line asks
// names for the packages and types in it, and so the imports come about.
type writer struct {
	buf   bytes.Buffer
	names *names
}

// P prints its arguments, strings and ints, as one line.
func (w *writer) P(args ...any) {
	for _, arg := range args {
		switch arg := arg.(type) {
		case string:
			w.buf.WriteString(arg)
		case int:
			w.buf.WriteString(strconv.Itoa(arg))
		default:
			panic(fmt.Sprintf("generator: cannot print a %T", arg))
		}
	}
	w.buf.WriteByte('\n')
}

// runtime returns a name of package runtime as the file spells it.
func (w *writer) runtime(name string) string {
	return w.names.importName(runtimePath, runtimeName) + "." + name
}

// std returns a name of a package of the standard library.
func (w *writer) std(path, name string) string {
	return w.names.importName(path, path[strings.LastIndexByte(path, '/')+1:]) + "." + name
}

// returnIf prints the statement that leaves the function with an error.
// assign is the assignment to err, and result what is returned.
func (w *writer) returnIf(assign, result string) {
	w.P("if ", assign, "; err != nil {")
	w.P("return ", result)
	w.P("}")
}

// literal returns s as a Go string literal, raw where that reads better.
func literal(s string) string {
	if strconv.CanBackquote(s) && strings.ContainsAny(s, "\"\\<>=") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// format returns src gofmt'd. Its error shows the lines that do not parse.
func format(src []byte) ([]byte, error) {
	formatted, err := goformat.Source(src)
	if err == nil {
		return formatted, nil
	}
	const around = 3
	from, to := 0, 2*around
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		from, to = list[0].Pos.Line-1-around, list[0].Pos.Line+around
	}
	lines := strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")
	var shown strings.Builder
	for i := max(from, 0); i < min(to, len(lines)); i++ {
		fmt.Fprintf(&shown, "\n%5d\t%s", i+1, lines[i])
	}
	return nil, fmt.Errorf("generated source does not parse: %w%s", err, shown.String())
}
