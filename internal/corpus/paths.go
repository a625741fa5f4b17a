package corpus

import "encoding/xml"

// Paths opens and closes parents.
type Paths struct {
	A string   `xml:"p>a"`
	B []string `xml:"p>b"`
	C int      `xml:"p>q>c"`
	D int      `xml:"p>q>d,omitempty"`
	E string   `xml:"r>e"`
	F string   `xml:"f"`
	G string   `xml:"p>g"`
}

// PointerPaths opens parents only for what is not nil.
type PointerPaths struct {
	A *string `xml:"p>a"`
	B *int    `xml:"p>b,omitempty"`
	C *Text   `xml:"p>q>c"`
	D *[]int  `xml:"p>q>d"`
	E *string `xml:"r>s>t>e"`
	F *string `xml:"r>s>f"`
	G string  `xml:"r>g"`
	H *string `xml:"r>u>h"`
	J *int    `xml:"p>j"`
}

// DeepPaths opens parents for a pointer to nil, and can be written only.
type DeepPaths struct {
	A **int     `xml:"p>a"`
	B **[]*Text `xml:"p>q>b,omitempty"`
	C *[2]int   `xml:"p>c"`
}

// MixedPaths has text, comments and raw content between the parents.
type MixedPaths struct {
	A       *string `xml:"p>a"`
	Text    string  `xml:",chardata"`
	B       *string `xml:"p>b"`
	Raw     string  `xml:",innerxml"`
	C       string  `xml:"p>c"`
	RawInt  int     `xml:",innerxml"`
	Comment string  `xml:",comment"`
	D       *string `xml:"p>d"`
	Data    string  `xml:",cdata"`
}

// SelfPath starts with the field's own name.
type SelfPath struct {
	Items []string `xml:">item"`
	Other []int    `xml:"Items>other"`
}

// SpacePaths has namespaces below parents.
type SpacePaths struct {
	XMLName xml.Name    `xml:"urn:p paths"`
	A       string      `xml:"urn:p p>a"`
	B       []ValueName `xml:"p>b"`
	C       *ValueName  `xml:"p>c"`
	D       ValueName   `xml:"d"`
	E       IntName     `xml:"p>e"`
}
