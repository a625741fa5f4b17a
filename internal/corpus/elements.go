package corpus

import (
	"encoding/xml"
	"sync"
	"time"

	"github.com/xmlserde/xmlserde/internal/corpus/shared"
)

// Scalars has an element of every simple kind.
type Scalars struct {
	Bool    bool      `xml:"bool"`
	Int     int       `xml:"int"`
	Int8    int8      `xml:"int8"`
	Int16   int16     `xml:"int16"`
	Int32   int32     `xml:"int32"`
	Int64   int64     `xml:"int64"`
	Uint    uint      `xml:"uint"`
	Uint8   uint8     `xml:"uint8"`
	Uint16  uint16    `xml:"uint16"`
	Uint32  uint32    `xml:"uint32"`
	Uint64  uint64    `xml:"uint64"`
	Uintptr uintptr   `xml:"uintptr"`
	Float32 float32   `xml:"float32"`
	Float64 float64   `xml:"float64"`
	String  string    `xml:"string"`
	Bytes   []byte    `xml:"bytes"`
	Time    time.Time `xml:"time"`
	Name    xml.Name  `xml:"name"`
	Rune    rune      `xml:"rune"`
	NoTag   string
}

// The named simple types.
type (
	Flag   bool
	Count  int
	Small  int8
	Size   uint32
	Ratio  float32
	Amount float64
	Label  string
	Blob   []byte
	Octet  byte
	Octets []Octet
	Grid   [2]Octet
)

// NamedScalars has an element of every named simple type.
type NamedScalars struct {
	Flag     Flag          `xml:"flag"`
	Count    Count         `xml:"count"`
	Small    Small         `xml:"small"`
	Size     Size          `xml:"size"`
	Ratio    Ratio         `xml:"ratio"`
	Amount   Amount        `xml:"amount"`
	Label    Label         `xml:"label"`
	Blob     Blob          `xml:"blob"`
	Octet    Octet         `xml:"octet"`
	Octets   Octets        `xml:"octets"`
	Raw      []Octet       `xml:"raw"`
	Code     shared.Code   `xml:"code"`
	Duration time.Duration `xml:"duration"`
}

// OmitScalars leaves out what is empty.
type OmitScalars struct {
	Bool    bool             `xml:"bool,omitempty"`
	Flag    Flag             `xml:"flag,omitempty"`
	Int     int              `xml:"int,omitempty"`
	Uint8   uint8            `xml:"uint8,omitempty"`
	Float64 float64          `xml:"float64,omitempty"`
	String  string           `xml:"string,omitempty"`
	Label   Label            `xml:"label,omitempty"`
	Bytes   []byte           `xml:"bytes,omitempty"`
	Octets  Octets           `xml:"octets,omitempty"`
	Time    time.Time        `xml:"time,omitempty"`
	Name    xml.Name         `xml:"name,omitempty"`
	Pointer *int             `xml:"pointer,omitempty"`
	Struct  shared.Address   `xml:"struct,omitempty"`
	Ints    []int            `xml:"ints,omitempty"`
	Structs []shared.Address `xml:"structs,omitempty"`
	Strings *[]string        `xml:"strings,omitempty"`
	Nested  [][]int          `xml:"nested,omitempty"`
}

// Pointers has an element behind one pointer of every sort.
type Pointers struct {
	Bool    *bool             `xml:"bool"`
	Int     *int              `xml:"int"`
	Uint16  *uint16           `xml:"uint16"`
	Float   *float64          `xml:"float"`
	String  *string           `xml:"string"`
	Label   *Label            `xml:"label"`
	Bytes   *[]byte           `xml:"bytes"`
	Octets  *Octets           `xml:"octets"`
	Time    *time.Time        `xml:"time"`
	Name    *xml.Name         `xml:"name"`
	Struct  *shared.Address   `xml:"struct"`
	Ints    *[]int            `xml:"ints"`
	Structs *[]shared.Address `xml:"structs"`
}

// DeepPointers has elements behind more pointers than reading follows.
type DeepPointers struct {
	Int    **int            `xml:"int"`
	Time   **time.Time      `xml:"time"`
	String ***string        `xml:"string,omitempty"`
	Struct **shared.Address `xml:"struct"`
	Slice  []**int          `xml:"slice"`
	Ints   **[]int          `xml:"ints,omitempty"`
}

// Slices has slices of everything.
type Slices struct {
	Bools    []bool            `xml:"bool"`
	Ints     []int             `xml:"int"`
	Small    []Small           `xml:"small"`
	Floats   []float32         `xml:"float"`
	Strings  []string          `xml:"string"`
	Labels   []Label           `xml:"label"`
	Bytes    [][]byte          `xml:"bytes"`
	Octets   []Octets          `xml:"octets"`
	Times    []time.Time       `xml:"time"`
	Names    []xml.Name        `xml:"name"`
	Structs  []shared.Address  `xml:"struct"`
	Pointers []*shared.Address `xml:"pointer"`
	IntPtrs  []*int            `xml:"intptr"`
	TimePtrs []*time.Time      `xml:"timeptr"`
	NamePtrs []*xml.Name       `xml:"nameptr"`
	Nested   [][]string        `xml:"nested"`
	Deep     [][][]int         `xml:"deep"`
	Blocks   [][]shared.Named  `xml:"blocks>named"`
	SlicePtr []*[]int          `xml:"sliceptr"`
	List     Labels            `xml:"list"`
}

// Labels is a named slice.
type Labels []Label

// Arrays can be written only.
type Arrays struct {
	Ints    [3]int            `xml:"ints"`
	Omit    [3]int            `xml:"omit,omitempty"`
	Structs [2]shared.Address `xml:"structs"`
	Bytes   [4]byte           `xml:"bytes"`
	Nested  [2][2]string      `xml:"nested"`
	Names   [2]xml.Name       `xml:"names"`
	Empty   [0]string         `xml:"empty,omitempty"`
	Empties [][0]byte         `xml:"empties,omitempty"`
	Pointer *[2]int           `xml:"pointer"`
	Attr    [2]byte           `xml:"attr,attr"`
}

// Grids has arrays of a named byte, which encoding/xml cannot copy out of a
// value that is not addressable.
type Grids struct {
	Grid  Grid   `xml:"grid"`
	Grids []Grid `xml:"grids"`
}

// Unnamed has fields of unnamed struct types.
type Unnamed struct {
	One struct {
		A string `xml:"a,attr"`
		B int    `xml:"b"`
	} `xml:"one"`
	Many []struct {
		Text string `xml:",chardata"`
		Deep *struct {
			Name Label `xml:"name"`
		} `xml:"deep"`
	} `xml:"many"`
	Named struct {
		XMLName xml.Name `xml:"urn:unnamed named"`
		unused  int
	}
}

// Root is an unnamed struct type with a name of its own.
var Root struct {
	XMLName xml.Name `xml:"root"`
	Items   []struct {
		V int `xml:"v,attr"`
	} `xml:"item"`
}

// Empty has nothing.
type Empty struct{}

// Ignored has fields with no part in XML, of all sorts of types.
type Ignored struct {
	Kept    string `xml:"kept"`
	Skipped string `xml:"-"`
	hidden  map[string]shared.Maker
	events  chan<- (<-chan int)
	any     interface {
		Do(shared.Code, ...string) (n int, err error)
		error
		hiddenMethod()
	}
	fn     func(func(int) string) func()
	out    <-chan struct{ A, B int }
	mu     sync.Mutex
	_      struct{}
	_      [0]func()
	Quoted int "xml:\"quoted\" other:\"`\""
}

// What has no part in XML is in use all the same.
var _ = []any{Ignored{}.hidden, Ignored{}.events, Ignored{}.any, Ignored{}.fn, Ignored{}.out, new(Ignored).mu.TryLock, Unnamed{}.Named.unused}

// Holder has an xml.Attr as an element.
type Holder struct {
	Attr  xml.Attr   `xml:"held"`
	Attrs []xml.Attr `xml:"list>held"`
}
