package rewrite_test

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/internal/corpus"
	"github.com/xmlserde/xmlserde/internal/edit"
	"github.com/xmlserde/xmlserde/internal/rewrite"
	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/xml"
)

var update = flag.Bool("update", false, "write forms_compiled_test.go")

// TestFormsRewritten: forms_compiled_test.go is forms_std_test.go with each call
// rewritten, so that the tests below compare what the rewriter makes.
func TestFormsRewritten(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{
		Mode:  packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
		Tests: true,
	}, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			name := pkg.Fset.Position(file.Pos()).Filename
			if filepath.Base(name) == "forms_std_test.go" {
				compareForms(t, pkg, file, name)
				return
			}
		}
	}
	t.Fatal("forms_std_test.go is not loaded")
}

func compareForms(t *testing.T, pkg *packages.Package, file *ast.File, name string) {
	found := sites.Find(pkg.TypesInfo, []*ast.File{file})
	in := rewrite.Input{Fset: pkg.Fset, Pkg: pkg.Types, Info: pkg.TypesInfo, File: file}
	rewrites := rewrite.Calls(in, found)
	var edits []edit.Edit
	for _, s := range found {
		r := rewrites[s.Call]
		if len(r.Edits) == 0 {
			t.Errorf("%s stays: %s", pkg.Fset.Position(s.Call.Pos()), r.Why)
		}
		edits = append(edits, r.Edits...)
	}
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	out, err := edit.Apply(pkg.Fset, name, src, edits)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(
		"\t\"encoding/xml\"\n", "",
		"internal/corpus\"\n", "internal/corpus\"\n\t\""+sites.FacadePath+"\"\n",
		"stdForms", "compiledForms",
		"as they are before", "as the rewriter makes them",
	).Replace(string(out))
	formatted, err := format.Source([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	golden := "forms_compiled_test.go"
	if *update {
		if err := os.WriteFile(golden, formatted, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(want, formatted) {
		t.Errorf("%s is not what go test -update writes (%v):\n%s", golden, err, formatted)
	}
}

// pairs calls f with each form before and after, for methods of type F.
func pairs[F any](t *testing.T, f func(t *testing.T, std, compiled F)) {
	before, after := reflect.ValueOf(stdForms{}), reflect.ValueOf(compiledForms{})
	n := 0
	for i := range before.NumMethod() {
		std, ok := before.Method(i).Interface().(F)
		if !ok {
			continue
		}
		n++
		t.Run(before.Type().Method(i).Name, func(t *testing.T) { f(t, std, after.Method(i).Interface().(F)) })
	}
	if n == 0 {
		t.Error("no form is tested")
	}
}

const full = `<Scalars><bool>true</bool><int>1</int><string>a&amp;b</string><float64>1.5</float64><bytes>xyz</bytes></Scalars>`

// formDocuments are good and bad, with things before and behind.
var formDocuments = []string{
	full, full + " ", full + "\n<next/>", full + full, full + "\x00<", "\ufeff" + full, " <!-- c --><?p i?>\n" + full,
	"", " ", "\ufeff", "<", "<!--", "<Scalars", "<Scalars/>", "<Scalars>", "<Scalars></scalars>", "text", "</x>", "<Other/>", full[:60],
	"<?xml version='1.0' encoding='utf-8'?>" + full, "<?xml version='1.0' encoding='latin1'?>" + full,
	"<?xml version='1.0' encoding='none'?>" + full, "<?xml version='1.1'?>" + full,
	"<!DOCTYPE x [<!ENTITY e 'x'>]>" + full, "<Scalars><string>&e;</string></Scalars>", "<Scalars><int>x</int></Scalars>",
	"<Scalars><int>1</int><int>2</int><int8>300</int8><bool>maybe</bool></Scalars> <next/>",
	"<Scalars><int>x</int><int></Scalars>", "<Scalars><time>never</time></Scalars>", "<Scalars><string>\xff</string></Scalars>",
	"<Scalars>" + strings.Repeat("<string>long</string>", 900) + "<int>7</int></Scalars> <next/>",
	"<Scalars>" + strings.Repeat("<string>long</string>", 900) + "<int>7</i></Scalars>",
	strings.Repeat("<Scalars>", 10001) + "x",
}

var errForm = errors.New("form")

// formReaders read a document in every way that readers have.
var formReaders = []struct {
	name string
	make func(doc string) io.Reader
}{
	{"strings", func(doc string) io.Reader { return strings.NewReader(doc) }},
	{"bytes", func(doc string) io.Reader { return bytes.NewReader([]byte(doc)) }},
	{"buffer", func(doc string) io.Reader { return bytes.NewBufferString(doc) }},
	{"bufio", func(doc string) io.Reader { return bufio.NewReaderSize(strings.NewReader(doc), 16) }},
	{"one byte", func(doc string) io.Reader { return iotest.OneByteReader(strings.NewReader(doc)) }},
	{"half", func(doc string) io.Reader { return iotest.HalfReader(strings.NewReader(doc)) }},
	{"data and error", func(doc string) io.Reader { return iotest.DataErrReader(strings.NewReader(doc)) }},
	{"fails at the end", func(doc string) io.Reader {
		return io.MultiReader(strings.NewReader(doc), iotest.ErrReader(errForm))
	}},
	{"fails within", func(doc string) io.Reader {
		return io.MultiReader(strings.NewReader(doc[:len(doc)/2]), iotest.ErrReader(errForm))
	}},
	{"fails within bufio", func(doc string) io.Reader {
		return bufio.NewReader(io.MultiReader(strings.NewReader(doc[:len(doc)/3]), iotest.ErrReader(errForm)))
	}},
	{"times out", func(doc string) io.Reader { return iotest.TimeoutReader(iotest.HalfReader(strings.NewReader(doc))) }},
	{"empty reads", func(doc string) io.Reader { return iotest.HalfReader(&stutter{r: strings.NewReader(doc)}) }},
	{"nothing for long", func(doc string) io.Reader {
		return io.MultiReader(strings.NewReader(doc[:len(doc)/2]), new(idle), strings.NewReader(doc[len(doc)/2:]))
	}},
}

// A stutter reads nothing every other time.
type stutter struct {
	r   io.Reader
	odd bool
}

func (s *stutter) Read(p []byte) (int, error) {
	if s.odd = !s.odd; s.odd {
		return 0, nil
	}
	return s.r.Read(p)
}

// An idle reader reads nothing for longer than package bufio bears.
type idle struct{ reads int }

func (i *idle) Read([]byte) (int, error) {
	if i.reads++; i.reads > 150 {
		return 0, io.EOF
	}
	return 0, nil
}

func failure(err error) string {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Sprintf("%T %v %d", err, err, syntax.Line)
	}
	return fmt.Sprintf("%T %v %t", err, err, errors.Is(err, errForm))
}

// TestReadingForms compares value, error, and what is left in readers that can be
// read on: those that are io.ByteReaders, after a document.
func TestReadingForms(t *testing.T) {
	if !xml.Compiled[corpus.Scalars]() {
		t.Fatal("nothing compiled is tested")
	}
	pairs(t, func(t *testing.T, std, compiled func(io.Reader, *corpus.Scalars) error) {
		for _, doc := range formDocuments {
			for _, r := range formReaders {
				a, b := r.make(doc), r.make(doc)
				want, got := corpus.Scalars{Int: 9, Bytes: []byte("abc")}, corpus.Scalars{Int: 9, Bytes: []byte("abc")}
				wantErr, err := std(a, &want), compiled(b, &got)
				shown := doc[:min(len(doc), 200)]
				if failure(err) != failure(wantErr) {
					t.Errorf("%s: %q: %s, want %s", r.name, shown, failure(err), failure(wantErr))
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %q: %+v, want %+v", r.name, shown, got, want)
				}
				if _, ok := a.(io.ByteReader); !ok || wantErr != nil {
					continue
				}
				left, leftErr := io.ReadAll(a)
				rest, restErr := io.ReadAll(b)
				if !bytes.Equal(rest, left) || restErr != leftErr {
					t.Errorf("%s: %q leaves %.40q, %v, want %.40q, %v", r.name, shown, rest, restErr, left, leftErr)
				}
			}
		}
	})
}

// A limited writer fails after so many bytes, or takes less than it is given.
type limited struct {
	written []byte
	room    int
	err     error
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(l.room, len(p))
	l.written = append(l.written, p[:n]...)
	if l.room -= n; n < len(p) {
		return n, l.err
	}
	return n, nil
}

// TestWritingForms compares error and bytes, of which some of those before an error
// may be missing. Of a value that cannot be written, to a writer that fails too,
// either error may come: MarshalWrite gives its writer larger pieces, and later.
func TestWritingForms(t *testing.T) {
	values := []*corpus.Scalars{
		{}, {Int: 1, String: "<&>\x00", Bytes: []byte("\r\n")}, {String: strings.Repeat("long ", 20000)},
		{Time: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}, {String: strings.Repeat("x", 9000), Time: time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)},
	}
	pairs(t, func(t *testing.T, std, compiled func(io.Writer, *corpus.Scalars) error) {
		for i, v := range values {
			for _, room := range []int{0, 1, 7, 100, 4095, 4096, 4097, 8192, 33000, 70000, 1 << 20} {
				for _, fails := range []error{errForm, nil, io.EOF} {
					want, got := &limited{room: room, err: fails}, &limited{room: room, err: fails}
					wantErr, err := std(want, v), compiled(got, v)
					either := wantErr != nil && err != nil && err.Error() == fmt.Sprint(compiled(io.Discard, v))
					if failure(err) != failure(wantErr) && !either {
						t.Errorf("value %d, %d bytes, %v: %s, want %s", i, room, fails, failure(err), failure(wantErr))
					}
					if wantErr == nil && !bytes.Equal(got.written, want.written) {
						t.Errorf("value %d, %d bytes, %v: %.80q, want %.80q", i, room, fails, got.written, want.written)
					}
				}
			}
		}
	})
}
