//go:build !tiny

package shop

import "encoding/xml"

// An Audit is in full builds alone.
type Audit struct {
	Who  string `xml:"who,attr"`
	What []Item `xml:"what"`
}

// AuditBytes writes one.
func AuditBytes(who string, items []Item) ([]byte, error) {
	return xml.Marshal(&Audit{who, items})
}
