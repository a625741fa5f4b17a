// Package model declares types that package elsewhere binds. It is of the same
// module, so that their code belongs here, where it can name everything.
package model

type Order struct {
	ID     int `xml:"id,attr"`
	hidden string
	Line   line `xml:"line"`
}

type line struct {
	Text string `xml:",chardata"`
}

type Bag struct {
	M map[string]int
}

type Page[T any] struct {
	Items []T `xml:"item"`
	next  *Page[T]
}
