package corpus

import "github.com/xmlserde/xmlserde/internal/corpus/shared"

// Node is recursive.
type Node struct {
	Name     string         `xml:"name,attr,omitempty"`
	Children []Node         `xml:"node"`
	Next     *Node          `xml:"next"`
	List     []*Node        `xml:"list>node"`
	Leaf     *TypeNamed     `xml:"leaf"`
	Pair     *RecursivePair `xml:"pair"`
}

// RecursivePair is part of a cycle of two.
type RecursivePair struct {
	Node  *Node  `xml:"node"`
	Other string `xml:"other"`
}

// Embedded recursion, through a pointer.
type Chain struct {
	Link
	Value int `xml:"value"`
}

// Link leads back to Chain.
type Link struct {
	Next *Chain  `xml:"next"`
	Rest []Chain `xml:",any"`
}

// A Page is generic.
type Page[T any] struct {
	Number int                      `xml:"number,attr"`
	Items  []T                      `xml:"items>item"`
	First  T                        `xml:"first"`
	Pairs  []shared.Pair[string, T] `xml:"pair"`
}

// The instances.
type (
	TextPage  = Page[Text]
	IntPage   = Page[int]
	NodePage  = Page[*Node]
	PagePage  = Page[Page[Label]]
	LabelPair = shared.Pair[Label, []Count]
)

// Names that generated functions use themselves.
type (
	v struct {
		X x    `xml:"x"`
		P []*p `xml:"p"`
		E *err `xml:"e"`
	}
	x   int
	err string
	p   struct {
		B x `xml:"b,attr"`
	}
	// Absent is also the name of a guard.
	Absent struct {
		Reason string `xml:"reason"`
	}
)

// Locals holds them.
type Locals struct {
	V v        `xml:"v"`
	X x        `xml:"x,attr"`
	A []Absent `xml:"absent"`
}

// slices takes the name of a package that generated code imports.
const slices = "slices"

var _ = slices

// EmbedsGeneric embeds an instance.
type EmbedsGeneric struct {
	Page[Label]
	*shared.Pair[string, int]
	Own string `xml:"own"`
}

// EmbedsHiddenPointer embeds what reading cannot set.
type EmbedsHiddenPointer struct {
	*deep
	Own string `xml:"own"`
}

// Marked has a method that is in the way of writing alone.
type Marked struct {
	Level Marker `xml:"level"`
}

// Marker has one of the methods.
type Marker int

// MarshalText writes an m.
func (Marker) MarshalText() ([]byte, error) { return []byte("m"), nil }

// UnmarshalText is not what encoding/xml calls.
func (Marker) UnmarshalText() {}
