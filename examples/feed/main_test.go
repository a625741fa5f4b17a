package main

import (
	"bytes"
	stdxml "encoding/xml"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out, podcast); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">`,
		`<updated>2026-03-06T07:30:00+01:00</updated>`,
		`<summary type="html">&lt;p&gt;Five chambers, one keeper &amp; no phone signal.&lt;/p&gt;</summary>`,
		`<link rel="enclosure" href="https://lock-and-weir.example/audio/12.mp3" type="audio/mpeg" length="48211904"></link>`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the feed lacks %s", want)
		}
	}
}

// TestSameAsStd holds the feed that is read and the bytes that are written to
// those of encoding/xml.
func TestSameAsStd(t *testing.T) {
	var rss RSS
	if err := stdxml.Unmarshal(podcast, &rss); err != nil {
		t.Fatal(err)
	}
	feed, err := atomOf(&rss.Channel)
	if err != nil {
		t.Fatal(err)
	}
	want, err := stdxml.MarshalIndent(feed, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := run(&got, podcast); err != nil {
		t.Fatal(err)
	}
	if got.String() != stdxml.Header+string(want)+"\n" {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

func TestRunErrors(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"<rss><channel>", "read the feed: XML syntax error on line 1: unexpected EOF"},
		{"<rss><channel><item><guid>g</guid><pubDate>yesterday</pubDate></item></channel></rss>", `item "g": parsing time "yesterday"`},
	} {
		if err := run(&bytes.Buffer{}, []byte(test.data)); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("run(%q): %v, want %s", test.data, err, test.want)
		}
	}
}
