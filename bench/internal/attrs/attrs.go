// Package attrs is the ATTRS shape: empty elements that say everything in
// their attributes.
package attrs

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// A Manifest lists the entries of an archive.
type Manifest struct {
	Entries []Entry `xml:"entry"`
}

// An Entry is one file of an archive.
type Entry struct {
	Path   string `xml:"path,attr"`
	Digest string `xml:"digest,attr"`
	Size   int64  `xml:"size,attr"`
}

// Doc returns a manifest of 30*scale entries.
func Doc(scale int) []byte {
	var b bytes.Buffer
	b.WriteString("<Manifest>")
	for i := range 30 * scale {
		fmt.Fprintf(&b, `<entry path="lib/part%03d/module.bin" digest="%08x%08x" size="%d"/>`,
			i, uint32(i+1)*2654435761, uint32(i+7)*2246822519, 4096+i*977)
	}
	b.WriteString("</Manifest>")
	return b.Bytes()
}

// Clone returns a deep copy of m.
func Clone(m *Manifest) *Manifest {
	c := &Manifest{Entries: slices.Clone(m.Entries)}
	for i := range c.Entries {
		c.Entries[i].Path = strings.Clone(c.Entries[i].Path)
		c.Entries[i].Digest = strings.Clone(c.Entries[i].Digest)
	}
	return c
}
