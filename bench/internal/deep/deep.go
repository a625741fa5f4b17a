// Package deep is the DEEP shape: elements nested in one another, with one
// string at the bottom.
package deep

import (
	"bytes"
	"strings"
)

// A Node holds the next node, or a value at the bottom.
type Node struct {
	Value string `xml:"value,omitempty"`
	Node  *Node  `xml:"node"`
}

// Doc returns a document of 100*scale nested elements. A scale above 99 is
// deeper than encoding/xml reads.
func Doc(scale int) []byte {
	depth := 100*scale - 1
	var b bytes.Buffer
	b.WriteString("<Node>")
	for range depth - 1 {
		b.WriteString("<node>")
	}
	b.WriteString("<value>the bottom of the well</value>")
	for range depth - 1 {
		b.WriteString("</node>")
	}
	b.WriteString("</Node>")
	return b.Bytes()
}

// Clone returns a deep copy of n.
func Clone(n *Node) *Node {
	c := &Node{Value: strings.Clone(n.Value)}
	if n.Node != nil {
		c.Node = Clone(n.Node)
	}
	return c
}
