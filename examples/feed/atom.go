package main

import (
	"time"

	"github.com/xmlserde/xmlserde/xml"
)

// A Feed is the root element of an Atom document (RFC 4287).
type Feed struct {
	XMLName  xml.Name  `xml:"http://www.w3.org/2005/Atom feed"`
	Lang     string    `xml:"http://www.w3.org/XML/1998/namespace lang,attr,omitempty"`
	ID       string    `xml:"id"`
	Title    Text      `xml:"title"`
	Subtitle *Text     `xml:"subtitle"`
	Updated  time.Time `xml:"updated"`
	Links    []Link    `xml:"link"`
	Entries  []Entry   `xml:"entry"`
}

// An Entry is one article of a feed.
type Entry struct {
	ID         string     `xml:"id"`
	Title      Text       `xml:"title"`
	Updated    time.Time  `xml:"updated"`
	Published  time.Time  `xml:"published"`
	Authors    []Person   `xml:"author"`
	Categories []Category `xml:"category"`
	Links      []Link     `xml:"link"`
	Summary    *Text      `xml:"summary"`
}

// A Text is human-readable text; its Type is text, html or xhtml, or empty
// for text.
type Text struct {
	Type string `xml:"type,attr,omitempty"`
	Body string `xml:",chardata"`
}

// A Person is an author.
type Person struct {
	Name string `xml:"name"`
}

// A Category is a label.
type Category struct {
	Term string `xml:"term,attr"`
}

// A Link leads to a page or, with the relation "enclosure", to a file.
type Link struct {
	Rel    string `xml:"rel,attr"`
	Href   string `xml:"href,attr"`
	Type   string `xml:"type,attr,omitempty"`
	Length int64  `xml:"length,attr,omitempty"`
}
