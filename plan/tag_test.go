package plan

import (
	"go/types"
	"math/rand/v2"
	"reflect"
	"testing"
)

func TestReadTag(t *testing.T) {
	for _, test := range []struct {
		field, tag string
		want       tag
		fault      string
	}{
		{tag: "", want: tag{}},
		{tag: "a", want: tag{name: QName{Local: "a"}}},
		{tag: " a", want: tag{name: QName{Local: "a"}}},
		{tag: "urn:a b c", want: tag{name: QName{"urn:a", "b c"}}},
		{tag: "a,attr", want: tag{name: QName{Local: "a"}, mode: ModeAttr}},
		{tag: ",attr,attr,,odd", want: tag{mode: ModeAttr}},
		{tag: ",any,attr,omitempty", want: tag{mode: ModeAnyAttr, omitEmpty: true}},
		{tag: ",any,omitempty", want: tag{mode: ModeAny, omitEmpty: true}},
		{tag: ">b", want: tag{name: QName{Local: "b"}, parents: []string{"F"}}},
		{tag: "a>>b", want: tag{name: QName{Local: "b"}, parents: []string{"a", ""}}},
		{tag: "a>", fault: `trailing '>' in tag "a>"`},
		{tag: ">", fault: `trailing '>' in tag ">"`},
		{tag: "a>b,attr", fault: `path in tag "a>b,attr" of an attribute`},
		{tag: "a,any,attr", fault: `invalid tag "a,any,attr"`},
		{tag: ",attr,chardata", fault: `invalid tag ",attr,chardata"`},
		{tag: ",comment,omitempty", fault: `invalid tag ",comment,omitempty"`},
		{tag: "urn:a ", fault: `namespace without name in tag "urn:a "`},
		{tag: "urn:a ,chardata", fault: `namespace without name in tag "urn:a ,chardata"`},
		{field: xmlName, tag: "a>b", want: tag{name: QName{Local: "a>b"}}},
		{field: xmlName, tag: "urn:a a,omitempty", want: tag{name: QName{"urn:a", "a"}, omitEmpty: true}},
		{field: xmlName, tag: "a,attr", fault: `invalid tag "a,attr"`},
		{field: xmlName, tag: ",any", fault: `invalid tag ",any"`},
	} {
		field := test.field
		if field == "" {
			field = "F"
		}
		got, fault := readTag(field, test.tag)
		if fault != test.fault || fault == "" && !reflect.DeepEqual(got, test.want) {
			t.Errorf("readTag(%s, %q) = %+v, %q; want %+v, %q", field, test.tag, got, fault, test.want, test.fault)
		}
	}
}

// fuzzTypes are the types of the field that FuzzTag tags.
var fuzzTypes = []reflect.Type{
	reflect.TypeFor[string](), reflect.TypeFor[[]MyInt](), reflect.TypeFor[leaf](), reflect.TypeFor[*nameOther](),
	reflect.TypeFor[[]nameStatic](), reflect.TypeFor[nameDash](), reflect.TypeFor[MyBytes](), reflect.TypeFor[nameDynamic](),
}

// FuzzTag compares a struct with any tag on one of its fields with encoding/xml:
// whether it takes the tag, what it writes and what it reads.
func FuzzTag(f *testing.F) {
	for _, tag := range []string{
		`xml:"a"`, `xml:"urn:a a,attr"`, `xml:",any,attr"`, `xml:",innerxml"`, `xml:"a>b"`, `xml:">b,omitempty"`, `xml:"a>"`,
		`xml:",chardata"`, `xml:",comment"`, `xml:"b>c"`, `xml:"static"`, `xml:"-"`, `xml:"-,"`, `json:"x" xml:"y"`, `xml: "a"`, `xml:"\u00e9"`,
	} {
		for i := range fuzzTypes {
			f.Add(tag, uint8(i), i%2 == 0)
		}
	}
	pkg, err := corpusPackage()
	if err != nil {
		f.Fatal(err)
	}
	var twins []types.Type
	for _, rt := range fuzzTypes {
		twins = append(twins, twin(f, rt))
	}
	f.Fuzz(func(t *testing.T, tag string, kind uint8, isName bool) {
		i := int(kind) % len(fuzzTypes)
		name := "F"
		if isName {
			name = xmlName
		}
		var s structType
		s.add(pkg, name, bothTypes{fuzzTypes[i], twins[i]}, tag, false)
		s.add(pkg, "A", bothTypes{reflect.TypeFor[string](), types.Typ[types.String]}, `xml:"b>c"`, false)
		s.add(pkg, "B", bothTypes{reflect.TypeFor[string](), types.Typ[types.String]}, `xml:"a,attr"`, false)
		m := &typeMaker{r: rand.New(rand.NewPCG(1, 1)), pkg: pkg}
		m.check(t, NewBuilder(pkg), s.both(), 3)
	})
}
