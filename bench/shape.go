// Package bench measures xmlserde against encoding/xml on eight documents that
// are built by code, so that every run reads the same bytes.
package bench

import (
	"github.com/xmlserde/xmlserde/bench/internal/attrs"
	"github.com/xmlserde/xmlserde/bench/internal/deep"
	"github.com/xmlserde/xmlserde/bench/internal/records"
	"github.com/xmlserde/xmlserde/bench/internal/regular"
	"github.com/xmlserde/xmlserde/bench/internal/rss"
	"github.com/xmlserde/xmlserde/bench/internal/s3"
	"github.com/xmlserde/xmlserde/bench/internal/soap"
	"github.com/xmlserde/xmlserde/bench/internal/xlsx"
)

//go:generate go tool xmlserde gen -all ./...

// A Shape is one kind of document and the Go type it is bound to.
type Shape struct {
	Name string
	// Doc builds the document. Scale 1 is the size that is reported; scale n
	// has n times as many of the parts that repeat.
	Doc func(scale int) []byte
	// New returns a pointer to a zero value of the type.
	New func() any
	// Clone returns a deep copy of what New returned and Unmarshal filled. Its
	// allocations are the least that any reader of the document can make that
	// does not share memory with the input.
	Clone func(v any) any
}

func shape[T any](name string, doc func(scale int) []byte, clone func(*T) *T) Shape {
	return Shape{
		Name:  name,
		Doc:   doc,
		New:   func() any { return new(T) },
		Clone: func(v any) any { return clone(v.(*T)) },
	}
}

// Shapes returns the eight shapes in the order they are reported.
func Shapes() []Shape {
	return []Shape{
		shape("REGULAR", regular.Doc, regular.Clone),
		shape("DEEP", deep.Doc, deep.Clone),
		shape("ATTRS", attrs.Doc, attrs.Clone),
		shape("SOAP", soap.Doc, soap.Clone),
		shape("RSS", rss.Doc, rss.Clone),
		shape("S3", s3.Doc, s3.Clone),
		shape("XLSX", xlsx.Doc, xlsx.Clone),
		shape("HUGE1M", records.Doc, records.Clone),
	}
}

// Huge is HUGE1M 81 times as long: 26,000 records, more than 100 MB.
func Huge() Shape {
	return shape("HUGE", func(scale int) []byte { return records.Doc(81 * scale) }, records.Clone)
}
