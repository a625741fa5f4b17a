package plan

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/xmlserde/xmlserde/refusal"
)

// forms returns the types made of b with pointers, slices and arrays.
func forms(b bothTypes) []bothTypes {
	pointer := func(b bothTypes) bothTypes { return bothTypes{reflect.PointerTo(b.rt), types.NewPointer(b.tt)} }
	slice := func(b bothTypes) bothTypes { return bothTypes{reflect.SliceOf(b.rt), types.NewSlice(b.tt)} }
	array := func(b bothTypes) bothTypes { return bothTypes{reflect.ArrayOf(2, b.rt), types.NewArray(b.tt, 2)} }
	p, s := pointer(b), slice(b)
	return []bothTypes{
		b, p, pointer(p), pointer(pointer(p)), s, slice(p), slice(pointer(p)), slice(s),
		pointer(s), pointer(pointer(s)), pointer(slice(p)), array(b), array(p), pointer(array(b)), slice(array(b)),
	}
}

// positions are tags of the field with the type.
var positions = []string{
	`xml:"f"`, `xml:"p>f"`, `xml:",any"`, `xml:"f,omitempty"`, `xml:"f,attr"`, `xml:"f,attr,omitempty"`, `xml:",any,attr"`,
	`xml:",chardata"`, `xml:",cdata"`, `xml:",innerxml"`, `xml:",comment"`,
}

// callDocuments reach the field in any position, and what is in a struct there.
var callDocuments = []string{
	`<root f="1">1</root>`, `<root><f>1</f></root>`, `<root><p><f>1</f></p><f>2</f></root>`,
	`<root><f c="1"><p><f>1</f></p></f><p><f><p><f>1</f></p></f></p></root>`,
}

// populate sets all pointers in v, and gives slices n elements.
func populate(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		populate(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			populate(v.Index(i), n)
		}
	case reflect.Array:
		for i := range v.Len() {
			populate(v.Index(i), n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				populate(v.Field(i), n)
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.Zero(v.Type().Key()), reflect.Zero(v.Type().Elem()))
	case reflect.Chan:
		v.Set(reflect.MakeChan(v.Type(), 0))
	case reflect.Interface:
		if v.Type() == reflect.TypeFor[Marshaler]() {
			v.Set(reflect.ValueOf(TextFlag(true)))
		}
	}
}

// noted returns what f notes and returns.
func noted(f func() ([]byte, error)) (string, outcome) {
	notes = nil
	o := try(f)
	return strings.Join(notes, " "), o
}

// TestCalls compares the methods that encoding/xml calls with those that the plan
// tells, for every type in every form and position.
func TestCalls(t *testing.T) {
	pkg, err := corpusPackage()
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder(pkg)
	name := newTypeMaker(t, nil).xmlName()
	called := 0
	for _, rt := range callers {
		for _, form := range forms(bothTypes{rt, twin(t, rt)}) {
			for _, tag := range positions {
				var s structType
				s.add(pkg, "XMLName", name, `xml:"root"`, false)
				s.add(pkg, "F", form, tag, false)
				called += compareCalls(t, b, s.both())
			}
			if form.rt.Kind() != reflect.Pointer { // which the plan is not of
				called += compareCalls(t, b, form)
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d calls", called)
}

// compareCalls runs encoding/xml on values and documents of the type, and returns
// how many methods it called.
func compareCalls(t *testing.T, b *Builder, both bothTypes) (called int) {
	t.Helper()
	v := b.verdicts(both.tt)
	var failed [2]bool
	for n := range 3 { // 0: the zero value
		value := func() reflect.Value {
			p := reflect.New(both.rt)
			if n > 0 {
				populate(p.Elem(), n)
			}
			return p
		}
		p := value()
		got, o := noted(func() ([]byte, error) { return xml.Marshal(p.Interface()) })
		failed[Marshal] = failed[Marshal] || o.failed()
		called += len(strings.Fields(got))
		var want string
		if v[Marshal].Accepted() {
			var planned outcome
			want, planned = noted(func() ([]byte, error) { return marshalByPlan(v[Marshal].Plan, p.Elem()) })
			if got != want || o.String() != planned.String() {
				t.Errorf("%s: writing calls %q, planned %q; %s, planned %s", both.rt, got, want, o, planned)
			}
			compareCopies(t, b, both, p, got, o)
		}
		for _, doc := range callDocuments {
			p := value()
			got, o := noted(func() ([]byte, error) { return nil, xml.Unmarshal([]byte(doc), p.Interface()) })
			failed[Unmarshal] = failed[Unmarshal] || o.failed()
			called += len(strings.Fields(got))
			if !v[Unmarshal].Accepted() {
				continue
			}
			q := value()
			want, planned := noted(func() ([]byte, error) { return nil, unmarshalByPlan(v[Unmarshal].Plan, []byte(doc), q.Elem()) })
			if got != want || o.String() != planned.String() {
				t.Errorf("%s: reading %s calls %q, planned %q; %s, planned %s", both.rt, doc, got, want, o, planned)
			}
		}
	}
	for _, dir := range []Direction{Marshal, Unmarshal} {
		rs := v[dir].Refusals
		if len(rs) > 0 && !failed[dir] && !slices.ContainsFunc(rs, func(r refusal.Refusal) bool { return conservative(r, dir) }) {
			t.Errorf("%s: refused for %s, served by encoding/xml: %v", both.rt, dir, rs)
		}
	}
	return called
}

// compareCopies compares what encoding/xml does with a copy of what p points to
// with what it did with p.
func compareCopies(t *testing.T, b *Builder, both bothTypes, p reflect.Value, got string, o outcome) {
	t.Helper()
	copied, oc := noted(func() ([]byte, error) { return xml.Marshal(p.Elem().Interface()) })
	v := b.Build(both.tt, Marshal)
	alike := copied == got && oc.String() == o.String()
	switch {
	case v.Accepted() && !alike:
		t.Errorf("%s: a copy calls %q, the value %q; %s, %s", both.rt, copied, got, oc, o)
	case !v.Accepted() && v.Refusals[0].Reason != refusal.CustomMarshaler:
		t.Errorf("%s: a copy is refused: %v", both.rt, v.Refusals)
	case !v.Accepted() && alike && copied != "": // what is empty calls nothing in any case
		t.Errorf("%s: a copy calls %q as well, refused: %v", both.rt, copied, v.Refusals)
	}
}

// A start tag in the call names what is at the root.
func TestBuildElement(t *testing.T) {
	pkg, err := corpusPackage()
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder(pkg)
	for _, rt := range append(callers, reflect.TypeFor[struct{ A int }](), reflect.TypeFor[empty]()) {
		for _, form := range forms(bothTypes{rt, twin(t, rt)}) {
			tt := types.NewPointer(form.tt)
			var failed, failedAlone bool
			for n := range 3 {
				p := reflect.New(form.rt)
				populate(p.Elem(), n)
				var out bytes.Buffer
				o := try(func() ([]byte, error) {
					start := xml.StartElement{Name: xml.Name{Local: "start"}}
					return nil, xml.NewEncoder(&out).EncodeElement(p.Interface(), start)
				})
				failed = failed || o.failed()
				o = try(func() ([]byte, error) { return xml.Marshal(p.Interface()) })
				failedAlone = failedAlone || o.failed()
			}
			for name, c := range map[string]struct {
				v      Verdict
				failed bool
			}{"with a name": {b.BuildElement(tt, Marshal), failed}, "alone": {b.Build(tt, Marshal), failedAlone}} {
				dynamic := strings.Contains(fmt.Sprint(c.v.Refusals), string(refusal.Interface)) || rt.Kind() == reflect.Pointer
				if c.v.Accepted() == c.failed && !dynamic {
					t.Errorf("%s %s: encoding/xml fails: %t: %v", form.rt, name, c.failed, c.v)
				}
			}
			if b.Build(tt, Unmarshal).String() != b.BuildElement(tt, Unmarshal).String() {
				t.Errorf("%s: a start tag makes a difference in reading", form.rt)
			}
		}
	}
}
