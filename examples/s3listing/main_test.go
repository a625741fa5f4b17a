package main

import (
	"bytes"
	stdxml "encoding/xml"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/xmlserde/xmlserde/xml"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out, listing, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	want := `tide-gauges/raw/: 3 keys, 1 prefixes
     7340032 B GLACIER
    22806528 B STANDARD
<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet><Object><Key>raw/2025-11.csv.zst</Key><ETag>&#34;9b2cf535f27731c974343645a3985328&#34;</ETag></Object></Delete>
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestSameAsStd(t *testing.T) {
	var got, want ListBucketResult
	if err := stdxml.Unmarshal(listing, &want); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(listing, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestErrorAnswer shows that S3's error document is not taken for a listing.
func TestErrorAnswer(t *testing.T) {
	err := run(&bytes.Buffer{}, []byte(`<Error><Code>NoSuchBucket</Code></Error>`), time.Time{})
	want := "read the listing: expected element type <ListBucketResult> but have <Error>"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}
