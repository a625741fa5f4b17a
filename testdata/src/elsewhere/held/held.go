// Package held declares types and holds code for one of them.
package held

type Order struct {
	ID   int `xml:"id,attr"`
	Line line
}

type line struct {
	Text string `xml:",chardata"`
}

type Note struct{ Text string }
