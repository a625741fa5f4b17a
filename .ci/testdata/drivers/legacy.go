package shop

import "encoding/xml"

// A Stamp stays as it is, by a comment.
type Stamp struct {
	By string `xml:"by"`
}

// Silent is not to be touched.
func Silent(doc []byte) (s Stamp, err error) {
	err = xml.Unmarshal(doc, &s) //nolint:xmlserde // kept as it is
	return s, err
}

// Ignored is not either.
func Ignored(s Stamp) ([]byte, error) {
	//xmlserde:ignore XMLSERDE003 this one is measured against encoding/xml
	return xml.Marshal(s)
}

// A Bag cannot be compiled.
type Bag struct {
	Labels map[string]string `xml:"labels"`
}

// Refused fails in encoding/xml as well.
func Refused(b Bag) ([]byte, error) {
	return xml.Marshal(b)
}
