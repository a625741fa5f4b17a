// Package s3 is the S3 shape: a full page of an object listing, one long run
// of small records in a default namespace without white space.
package s3

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A ListBucketResult is one page of the objects in a bucket.
type ListBucketResult struct {
	XMLName     xml.Name `xml:"http://s3.amazonaws.com/doc/2006-03-01/ ListBucketResult"`
	Name        string   `xml:"Name"`
	Prefix      string   `xml:"Prefix"`
	MaxKeys     int      `xml:"MaxKeys"`
	IsTruncated bool     `xml:"IsTruncated"`
	Contents    []Object `xml:"Contents"`
}

// An Object is one key of a bucket.
type Object struct {
	Key          string    `xml:"Key"`
	LastModified time.Time `xml:"LastModified"`
	ETag         string    `xml:"ETag"`
	Size         int64     `xml:"Size"`
	StorageClass string    `xml:"StorageClass"`
}

// Doc returns a listing of 1000*scale keys.
func Doc(scale int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>tide-gauge-archive</Name><Prefix>raw/</Prefix><MaxKeys>%d</MaxKeys><IsTruncated>false</IsTruncated>`, 1000*scale)
	for i := range 1000 * scale {
		fmt.Fprintf(&b, `<Contents><Key>raw/2026/%02d/%02d/station-%04d.csv.zst</Key><LastModified>2026-%02d-%02dT%02d:%02d:41.000Z</LastModified><ETag>&quot;%08x%08x%08x%08x&quot;</ETag><Size>%d</Size><StorageClass>STANDARD</StorageClass></Contents>`,
			1+i%12, 1+i%28, i, 1+i%12, 1+i%28, i%24, i%60,
			uint32(i+1)*2654435761, uint32(i+3)*2246822519, uint32(i+5)*3266489917, uint32(i+9)*668265263, 20_000+i*31)
	}
	b.WriteString("</ListBucketResult>")
	return b.Bytes()
}

// Clone returns a deep copy of l. The element's name is shared.
func Clone(l *ListBucketResult) *ListBucketResult {
	c := *l
	c.Name, c.Prefix = strings.Clone(l.Name), strings.Clone(l.Prefix)
	c.Contents = slices.Clone(l.Contents)
	for i := range c.Contents {
		o := &c.Contents[i]
		o.Key, o.ETag, o.StorageClass = strings.Clone(o.Key), strings.Clone(o.ETag), strings.Clone(o.StorageClass)
	}
	return &c
}
