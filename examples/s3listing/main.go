// Command s3listing reads a page of an S3 object listing, adds up what each
// storage class holds, and writes the request that deletes old objects.
//
// It imports the facade where it would import encoding/xml, and both of its
// calls run compiled code.
package main

import (
	_ "embed"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/xmlserde/xmlserde/xml"
)

// A ListBucketResult is the answer to ListObjectsV2.
type ListBucketResult struct {
	XMLName               xml.Name       `xml:"http://s3.amazonaws.com/doc/2006-03-01/ ListBucketResult"`
	Name                  string         `xml:"Name"`
	Prefix                string         `xml:"Prefix"`
	KeyCount              int            `xml:"KeyCount"`
	MaxKeys               int            `xml:"MaxKeys"`
	IsTruncated           bool           `xml:"IsTruncated"`
	NextContinuationToken string         `xml:"NextContinuationToken,omitempty"`
	Contents              []Object       `xml:"Contents"`
	CommonPrefixes        []CommonPrefix `xml:"CommonPrefixes"`
}

// An Object is one object of a bucket. Size is in bytes.
type Object struct {
	Key          string       `xml:"Key"`
	LastModified time.Time    `xml:"LastModified"`
	ETag         string       `xml:"ETag"`
	Size         int64        `xml:"Size"`
	StorageClass StorageClass `xml:"StorageClass"`
	Owner        *Owner       `xml:"Owner"`
}

// An Owner is the account that wrote an object.
type Owner struct {
	ID          string `xml:"ID"`
	DisplayName string `xml:"DisplayName"`
}

// A CommonPrefix stands for all the keys that begin with it.
type CommonPrefix struct {
	Prefix string `xml:"Prefix"`
}

// A StorageClass is what an object is kept on.
type StorageClass string

// A Delete is the body of the request DeleteObjects.
type Delete struct {
	XMLName xml.Name           `xml:"http://s3.amazonaws.com/doc/2006-03-01/ Delete"`
	Quiet   bool               `xml:"Quiet"`
	Objects []ObjectIdentifier `xml:"Object"`
}

// An ObjectIdentifier names an object to delete.
type ObjectIdentifier struct {
	Key  string `xml:"Key"`
	ETag string `xml:"ETag,omitempty"`
}

//go:embed listing.xml
var listing []byte

func main() {
	cutoff := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	if err := run(os.Stdout, listing, cutoff); err != nil {
		log.Fatal(err)
	}
}

// run prints a summary of the listing in data, and the request that deletes
// the objects last modified before cutoff.
func run(w io.Writer, data []byte, cutoff time.Time) error {
	var page ListBucketResult
	if err := xml.Unmarshal(data, &page); err != nil {
		return fmt.Errorf("read the listing: %w", err)
	}
	sizes := make(map[StorageClass]int64)
	del := Delete{Quiet: true}
	for _, object := range page.Contents {
		sizes[object.StorageClass] += object.Size
		if object.LastModified.Before(cutoff) {
			del.Objects = append(del.Objects, ObjectIdentifier{object.Key, object.ETag})
		}
	}
	fmt.Fprintf(w, "%s/%s: %d keys, %d prefixes\n", page.Name, page.Prefix, len(page.Contents), len(page.CommonPrefixes))
	for _, class := range slices.Sorted(maps.Keys(sizes)) {
		fmt.Fprintf(w, "%12d B %s\n", sizes[class], class)
	}
	request, err := xml.Marshal(&del)
	if err != nil {
		return fmt.Errorf("write the request: %w", err)
	}
	_, err = fmt.Fprintf(w, "%s\n", request)
	return err
}
