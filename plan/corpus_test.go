package plan

import (
	"encoding/xml"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// The types of this file are seen twice: by reflect, as the test program's own,
// and by go/types, which reads the file. It imports the standard library alone,
// so that it type-checks by itself.

// corpus is every type that the comparison with encoding/xml goes through.
var corpus = []reflect.Type{
	reflect.TypeFor[simpleKinds](),
	reflect.TypeFor[pointers](),
	reflect.TypeFor[slices1](),
	reflect.TypeFor[arrays](),
	reflect.TypeFor[attributes](),
	reflect.TypeFor[attributePointers](),
	reflect.TypeFor[anyAttribute](),
	reflect.TypeFor[secondAnyAttribute](),
	reflect.TypeFor[contents](),
	reflect.TypeFor[cdata](),
	reflect.TypeFor[secondText](),
	reflect.TypeFor[oddComment](),
	reflect.TypeFor[innerBytes](),
	reflect.TypeFor[innerOdd](),
	reflect.TypeFor[anyElement](),
	reflect.TypeFor[anyBeside](),
	reflect.TypeFor[twoAny](),
	reflect.TypeFor[Paths](),
	reflect.TypeFor[pathNamespaces](),
	reflect.TypeFor[pathPointers](),
	reflect.TypeFor[pathStart](),
	reflect.TypeFor[namespaces](),
	reflect.TypeFor[optionWords](),
	reflect.TypeFor[nameStatic](),
	reflect.TypeFor[nameDynamic](),
	reflect.TypeFor[nameOther](),
	reflect.TypeFor[nameFromType](),
	reflect.TypeFor[nameFromTypeTwice](),
	reflect.TypeFor[nameInParent](),
	reflect.TypeFor[nameDash](),
	reflect.TypeFor[nameFromDash](),
	reflect.TypeFor[nameEmbedded](),
	reflect.TypeFor[nameEmbeddedShift](),
	reflect.TypeFor[nameEmbeddedUnexported](),
	reflect.TypeFor[nameEmbeddedShort](),
	reflect.TypeFor[nameTwice](),
	reflect.TypeFor[nameAny](),
	reflect.TypeFor[embedding](),
	reflect.TypeFor[embeddingPointers](),
	reflect.TypeFor[embeddingUnexportedPointer](),
	reflect.TypeFor[embeddingUnexportedWrite](),
	reflect.TypeFor[customInner](),
	reflect.TypeFor[embeddingScalars](),
	reflect.TypeFor[embeddingHidden](),
	reflect.TypeFor[embeddingAttr](),
	reflect.TypeFor[embeddingAttrOmit](),
	reflect.TypeFor[embeddingName](),
	reflect.TypeFor[embeddingIgnored](),
	reflect.TypeFor[shadowing](),
	reflect.TypeFor[shadowingOrder](),
	reflect.TypeFor[conflictingPaths](),
	reflect.TypeFor[conflictingNames](),
	reflect.TypeFor[badTag](),
	reflect.TypeFor[badTagEmbedded](),
	reflect.TypeFor[tree](),
	reflect.TypeFor[mutualA](),
	reflect.TypeFor[listNode](),
	reflect.TypeFor[recursiveComment](),
	reflect.TypeFor[anonymous](),
	reflect.TypeFor[box[string]](),
	reflect.TypeFor[box[[]leaf]](),
	reflect.TypeFor[pair[int, box[leaf]]](),
	reflect.TypeFor[aliases](),
	reflect.TypeFor[times](),
	reflect.TypeFor[timeNil](),
	reflect.TypeFor[timeText](),
	reflect.TypeFor[timeTextNil](),
	reflect.TypeFor[named](),
	reflect.TypeFor[custom](),
	reflect.TypeFor[customUnused](),
	reflect.TypeFor[customPromoted](),
	reflect.TypeFor[customAmbiguous](),
	reflect.TypeFor[nameElement](),
	reflect.TypeFor[attrElement](),
	reflect.TypeFor[unsupported](),
	reflect.TypeFor[unsupportedAttr](),
	reflect.TypeFor[unsupportedText](),
	reflect.TypeFor[sliceText](),
	reflect.TypeFor[skipped](),
	reflect.TypeFor[omit](),
	reflect.TypeFor[oddNames](),
	reflect.TypeFor[nestedSlices](),
	reflect.TypeFor[pointerText](),
	reflect.TypeFor[empty](),
}

type leaf struct {
	A string `xml:"a"`
	B int    `xml:"b,attr"`
}

type simpleKinds struct {
	Bool    bool
	Int     int
	Int8    int8
	Int16   int16
	Int32   int32
	Int64   int64
	Uint    uint
	Uint8   uint8
	Uint16  uint16
	Uint32  uint32
	Uint64  uint64
	Uintptr uintptr
	Float32 float32
	Float64 float64
	String  string
	Bytes   []byte
	MyBytes []MyByte
}

type (
	MyByte  byte
	MyBytes []byte
	MyInt   int
	MyStr   string
	MyBool  bool
	MyFloat float32
	MyLeaf  leaf
	MyLeafs []leaf
	MyPtr   *leaf
	MyTimeP *time.Time
)

type pointers struct {
	I  *int        `xml:"i"`
	S  *string     `xml:"s"`
	L  *leaf       `xml:"l"`
	Ls *[]*leaf    `xml:"ls"`
	B  *[]byte     `xml:"bytes"`
	II **int       `xml:"ii"`
	T  *time.Time  `xml:"t,omitempty"`
	TT **time.Time `xml:"tt"`
	P  MyPtr       `xml:"p"`
}

type slices1 struct {
	Ints  []int     `xml:"n"`
	Strs  []string  `xml:"s,omitempty"`
	Leafs []leaf    `xml:"leaf"`
	Ptrs  []*leaf   `xml:"ptr"`
	Named MyLeafs   `xml:"named"`
	Bytes [][]byte  `xml:"bytes"`
	Nums  []float64 `xml:"f,omitempty"`
}

type nestedSlices struct {
	A [][]int    `xml:"a"`
	B []*[]*leaf `xml:"b"`
	C [][]string `xml:"c,attr"`
	D *[]*[]int  `xml:"d,attr"`
}

type arrays struct {
	Ints  [3]int  `xml:"n,omitempty"`
	Leafs [2]leaf `xml:"leaf"`
	Bytes [4]byte `xml:"bytes"`
	Attr  [2]byte `xml:"attr,attr"`
	None  [0]int  `xml:"none"`
}

type attributes struct {
	XMLName xml.Name `xml:"urn:at attributes"`
	A       string   `xml:"a,attr"`
	B       int      `xml:"urn:b b,attr"`
	C       bool     `xml:"c,attr,omitempty"`
	D       []byte   `xml:"d,attr"`
	E       []string `xml:"e,attr"`
	F       []int    `xml:"f,attr,omitempty"`
	G       float64  `xml:",attr"`
	H       xml.Attr `xml:"h,attr"`
	I       MyStr    `xml:"http://example.com/x/ i,attr"`
	J       MyBytes  `xml:"j,attr"`
	Href    string   `xml:"xlink:href,attr"`
	Same    string   `xml:"urn:c b,attr"`
}

type attributePointers struct {
	A *int        `xml:"a,attr"`
	B *string     `xml:"b,attr,omitempty"`
	C *[]string   `xml:"c,attr"`
	D []*int      `xml:"d,attr"`
	E *xml.Attr   `xml:"e,attr"`
	F *[]byte     `xml:"f,attr"`
	G **int       `xml:"g,attr"`
	T *time.Time  `xml:"t,attr,omitempty"`
	U []time.Time `xml:"u,attr"`
}

type anyAttribute struct {
	A    string     `xml:"a,attr"`
	Rest []xml.Attr `xml:",any,attr"`
	S    string     `xml:"s"`
}

type secondAnyAttribute struct {
	One   xml.Attr          `xml:",any,attr"`
	Two   []*xml.Attr       `xml:",any,attr"`
	Three map[string]string `xml:",any,attr"`
}

type contents struct {
	ID      string `xml:"id,attr"`
	Text    string `xml:",chardata"`
	Child   *leaf  `xml:"child"`
	Comment string `xml:",comment"`
	More    []leaf `xml:"more"`
}

type cdata struct {
	A string `xml:"a"`
	T []byte `xml:",cdata"`
	B int    `xml:"b"`
}

type secondText struct {
	T string `xml:",chardata"`
	U int    `xml:",cdata"`
	V MyStr  `xml:",chardata"`
	C []byte `xml:",comment"`
	D string `xml:",comment"`
	I string `xml:",innerxml"`
	J MyStr  `xml:",innerxml"`
}

type oddComment struct {
	C *string `xml:",comment"`
	D string  `xml:",comment"`
}

type innerBytes struct {
	XMLName xml.Name
	Raw     []byte `xml:",innerxml"`
	A       string `xml:"a"`
}

type innerOdd struct {
	P  *string `xml:"x>p"`
	R  MyStr   `xml:",innerxml"`
	N  int     `xml:",innerxml"`
	PS *string `xml:",innerxml"`
	L  []leaf  `xml:",innerxml"`
}

type anyElement struct {
	A    string `xml:"a"`
	Rest []leaf `xml:",any"`
}

type anyBeside struct {
	Rest *leaf  `xml:",any"`
	B    string `xml:"b"`
	In   struct {
		XMLName xml.Name
		Any     []struct {
			XMLName xml.Name
			Text    string `xml:",chardata"`
		} `xml:",any"`
	} `xml:"in"`
}

type twoAny struct {
	One string `xml:",any"`
	Two []int  `xml:",any"`
	A   leaf   `xml:"a>leaf"`
}

type Paths struct {
	A string   `xml:"a>b>c"`
	B []string `xml:"a>b>d"`
	C int      `xml:"a>e"`
	D string   `xml:"x"`
	E string   `xml:"a>b>f,omitempty"`
	F []leaf   `xml:"l>leaf"`
	G []leaf   `xml:"m>leaf,omitempty"`
	T string   `xml:",chardata"`
}

type pathNamespaces struct {
	A string `xml:"urn:a a>b"`
	B string `xml:"urn:b a>c"`
	C string `xml:"a>d"`
	D string `xml:"urn:a a>b2>e"`
	N nameStatic
}

type pathPointers struct {
	A *string `xml:"p>a"`
	B *leaf   `xml:"p>b"`
	C []*leaf `xml:"p>c"`
	D *int    `xml:"q>d"`
	E **int   `xml:"p>e,omitempty"`
}

type pathStart struct {
	Items []string `xml:">item"`
	Other int      `xml:"Items>n"`
}

type namespaces struct {
	XMLName xml.Name `xml:"urn:root root"`
	A       string   `xml:"urn:a a"`
	B       string   `xml:"a"`
	C       leaf     `xml:"urn:c leaf"`
	D       nameDynamic
	E       []nameStatic
	F       nameOther
}

type optionWords struct {
	B string `xml:"urn:b b,attr,omitempty"`
	C string `xml:"c,unknown,options"`
	D string `xml:"d,"`
	E string `json:"e" xml:"e"`
	G string `xml:"g,attr,attr"`
}

type nameStatic struct {
	XMLName xml.Name `xml:"urn:s static"`
	V       string   `xml:"v"`
}

type nameDynamic struct {
	XMLName xml.Name
	V       string `xml:"v,attr"`
}

type nameOther struct {
	XMLName string `xml:"other,omitempty"`
	V       int    `xml:"v"`
}

type nameFromType struct {
	A *nameStatic `xml:",omitempty"`
	B nameOther
	C nameDynamic `xml:"d"`
	D []nameStatic
	E []nameStatic `xml:"elsewhere"`
}

type nameFromTypeTwice struct {
	A nameStatic
	B **nameOther
	C nameStatic `xml:"static"`
}

type nameInParent struct {
	A nameStatic  `xml:"p>static"`
	B nameDynamic `xml:"urn:q p>b"`
	C []nameDynamic
}

type nameDash struct {
	XMLName xml.Name `xml:"-"`
	V       string   `xml:"-,"`
}

type nameFromDash struct {
	A nameDash
	B nameDash `xml:"-"`
}

type nameEmbedded struct {
	nameOther
	W string `xml:"w"`
}

type nameEmbeddedShift struct {
	W    string `xml:"w"`
	Name xml.Name
	shift
}

type shift struct {
	V       string `xml:"v"`
	XMLName xml.Name
}

type nameEmbeddedUnexported struct {
	hidden int
	nameStatic
}

type nameEmbeddedShort struct {
	shift
}

type nameTwice struct {
	nameStatic
	XMLName xml.Name `xml:"twice"`
}

type nameAny struct {
	XMLName any
	V       string
}

type Base struct {
	ID   string `xml:"id,attr,omitempty"`
	Note string `xml:"note"`
}

type Middle struct {
	Base
	Size int `xml:"size"`
}

type Outer2 struct {
	*Middle
	Name string `xml:"name"`
}

type embedding struct {
	Middle
	Title string `xml:"title"`
}

type embeddingPointers struct {
	*Outer2
	Title string `xml:"title"`
	T     *textual
}

type textual struct {
	*Texts
	Any string `xml:"any"`
}

type Texts struct {
	Text    string `xml:",chardata"`
	Comment string `xml:",comment"`
	Inner   string `xml:",innerxml"`
	Rest    []leaf `xml:",any"`
}

type embeddingUnexportedPointer struct {
	*leaf
	C string `xml:"c"`
}

type embeddingUnexportedWrite struct {
	*shift
	C string `xml:"c"`
}

type customInner struct {
	A Code  `xml:",innerxml"`
	B Shout `xml:",innerxml"`
}

type embeddingScalars struct {
	MyStr
	*MyInt
	MyLeafs `xml:"l"`
}

type text string

type embeddingHidden struct {
	text
	B string
}

type WithAttr struct {
	A string `xml:"a,attr"`
	T string `xml:"t"`
}

type embeddingAttr struct {
	*WithAttr
}

type WithAttrOmit struct {
	A string   `xml:"a,attr,omitempty"`
	B []string `xml:"b,attr,omitempty"`
	T string   `xml:"t"`
}

type embeddingAttrOmit struct {
	*WithAttrOmit
	C string `xml:"c,attr"`
}

type embeddingName struct {
	xml.Name
	V string
}

type OddComment struct {
	C *string `xml:",comment"`
}

type embeddingIgnored struct {
	*OddComment
}

type shadowing struct {
	Base
	Note int `xml:"note"`
	ID   int `xml:"id,attr"`
}

type ShadowedPath struct {
	A string `xml:"a"`
	B string `xml:"b"`
	C string `xml:"c"`
}

type shadowingOrder struct {
	ShadowedPath
	Later string `xml:"later"`
	B     string `xml:"a>b"`
	C     string `xml:"c,attr"`
	D     int    `xml:"c"`
}

type conflictingPaths struct {
	A string `xml:"a"`
	B string `xml:"a>b"`
	C string `xml:"a>b>c"`
}

type conflictingNames struct {
	A nameStatic `xml:"other"`
	B *nameOther `xml:"another"`
}

type badTag struct {
	A string `xml:"a,attr,chardata"`
	C string `xml:"c>"`
	D string `xml:"a>d,attr"`
	E string `xml:",chardata,omitempty"`
	F string `xml:"name,any"`
}

type badTagEmbedded struct {
	Bad struct {
		XMLName xml.Name `xml:",attr"`
	}
	BadTag
}

type BadTag struct {
	A string `xml:"a,attr,chardata"`
}

type tree struct {
	Name string  `xml:"name,attr"`
	Kids []tree  `xml:"kids>tree"`
	Next *tree   `xml:"next"`
	By   []*tree `xml:"by"`
}

type mutualA struct {
	B *mutualB `xml:"b"`
}

type mutualB struct {
	A []mutualA `xml:"a"`
	L leaf      `xml:"l"`
}

type recursiveComments []struct {
	C recursiveComments `xml:",comment"`
	I recursiveComments `xml:",innerxml"`
}

type recursiveComment struct {
	R recursiveComments `xml:"r"`
}

type listNode struct {
	Value int `xml:"value"`
	*ListLink
}

type ListLink struct {
	Next *listNode `xml:"next"`
}

type anonymous struct {
	A struct {
		X int `xml:"x,attr"`
		B []struct {
			Y string
		} `xml:"b"`
	} `xml:"a"`
	P *struct{ Z bool }
}

type box[T any] struct {
	V T   `xml:"v"`
	W []T `xml:"w"`
}

type pair[K, V any] struct {
	Key K `xml:"key,attr"`
	Val V
	Box box[K] `xml:"box"`
}

type (
	aliasLeaf = leaf
	aliasInts = []int
	aliasTime = time.Time
)

type aliases struct {
	L aliasLeaf    `xml:"l"`
	P *aliasLeaf   `xml:"p"`
	I aliasInts    `xml:"i"`
	T aliasTime    `xml:"t"`
	N Named        `xml:"n"`
	S []aliasInts  `xml:"s"`
	B box[MyInt]   `xml:"b"`
	C box[aliased] `xml:"c"`
}

type (
	Named   = MyInt
	aliased = MyInt
)

type times struct {
	A time.Time   `xml:"a,attr"`
	B time.Time   `xml:"b"`
	C *time.Time  `xml:"c"`
	D []time.Time `xml:"d"`
	E time.Time   `xml:"e,omitempty"`
}

type timeNil struct {
	A *time.Time   `xml:"a,attr"`
	B []*time.Time `xml:"b,attr,omitempty"`
	C MyTimeP      `xml:"c,attr"`
	D **time.Time  `xml:"d,attr"`
}

type timeText struct {
	A time.Time `xml:",chardata"`
}

type timeTextNil struct {
	A *time.Time  `xml:",chardata"`
	B **time.Time `xml:",cdata"`
	C MyTimeP     `xml:",cdata"`
}

type named struct {
	A MyInt    `xml:"a"`
	B MyStr    `xml:"b,attr"`
	C MyBool   `xml:"c"`
	D MyFloat  `xml:"d"`
	E MyBytes  `xml:"e"`
	F MyLeaf   `xml:"f"`
	G []MyInt  `xml:"g"`
	H MyBytes  `xml:",chardata"`
	I []MyByte `xml:"i,attr"`
}

type Money int

func (m Money) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "$%d", int(m)), nil }
func (m *Money) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "$%d", (*int)(m))
	return err
}

type Shout string

func (s *Shout) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(strings.ToUpper(string(*s)), start)
}

type Flag bool

func (f Flag) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: name, Value: map[Flag]string{true: "y", false: "n"}[f]}, nil
}

func (f *Flag) UnmarshalXMLAttr(a xml.Attr) error {
	*f = a.Value == "y"
	return nil
}

type custom struct {
	A Money    `xml:"a"`
	B []*Money `xml:"b"`
	C *Money   `xml:"c,attr,omitempty"`
	D []Money  `xml:"d,attr"`
	E Money    `xml:",chardata"`
	F Shout    `xml:"f"`
	G Flag     `xml:"g,attr"`
	H Flag     `xml:"h"`
	I Shout    `xml:"i,attr"`
	J []leaf   `xml:"j"`
}

// In these places encoding/xml does not look for the methods its types have.
type customUnused struct {
	A Flag  `xml:"a"`
	B Shout `xml:",chardata"`
	C Code  `xml:",comment"`
	D Code  `xml:",comment"`
}

type Code string

func (c Code) MarshalText() ([]byte, error)     { return []byte("code"), nil }
func (c *Code) UnmarshalText(text []byte) error { *c = "code"; return nil }

type customPromoted struct {
	Stamp
	V string
}

type Stamp struct{ time.Time }

type customAmbiguous struct {
	CodeOne
	CodeTwo
	V string
}

type CodeOne struct{ One string }

func (CodeOne) MarshalText() ([]byte, error) { return nil, nil }

type CodeTwo struct{ Two string }

func (CodeTwo) MarshalText() ([]byte, error) { return nil, nil }

type nameElement struct {
	A xml.Name   `xml:"a"`
	B *xml.Name  `xml:"urn:b b"`
	C []xml.Name `xml:",any"`
}

type attrElement struct {
	A xml.Attr   `xml:"a"`
	B []xml.Attr `xml:"b"`
	C []xml.Attr `xml:"c,attr"`
}

type unsupported struct {
	A map[string]string `xml:"a"`
	B any               `xml:"b"`
	C chan int          `xml:"c"`
	D func()            `xml:"d"`
	E complex128        `xml:"e"`
	F []fmt.Stringer    `xml:"f"`
	G map[string]any    `xml:"-"`
}

type unsupportedAttr struct {
	A leaf           `xml:"a,attr"`
	B map[string]int `xml:"b,attr"`
	C any            `xml:"c,attr,omitempty"`
	D [2]int         `xml:"d,attr"`
	E ***int         `xml:"e,attr"`
	F **[]int        `xml:"f,attr"`
	G complex64      `xml:"g,attr"`
	H xml.Name       `xml:"h,attr"`
	I **xml.Attr     `xml:"i,attr"`
}

type unsupportedText struct {
	A leaf `xml:",chardata"`
}

type sliceText struct {
	A []string `xml:",chardata"`
	C []MyByte `xml:",comment"`
	I []MyByte `xml:",innerxml"`
}

type skipped struct {
	private string
	A       chan int `xml:"-"`
	B       string
	_       int
}

type omit struct {
	A string     `xml:"a,omitempty"`
	B int        `xml:"b,omitempty"`
	C *leaf      `xml:"c,omitempty"`
	D []int      `xml:"d,omitempty"`
	E bool       `xml:"e,attr,omitempty"`
	F leaf       `xml:"f,omitempty"`
	G []leaf     `xml:"g>h,omitempty"`
	H string     `xml:"g>i,omitempty"`
	I [][]string `xml:"j,omitempty"`
	J []*int     `xml:"k,omitempty"`
}

type oddNames struct {
	B string `xml:"b&c,attr"`
	C string `xml:"c>>d"`
	D string `xml:"é"`
	E string `xml:"1"`
}

type pointerText struct {
	A *string `xml:",chardata"`
	B **int   `xml:",cdata"`
}

type empty struct{}
