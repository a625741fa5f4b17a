// Package rss is the RSS shape: a feed of long items with extensions in
// namespaces, CDATA sections and text outside ASCII.
package rss

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// An RSS is the root of a feed.
type RSS struct {
	XMLName xml.Name `xml:"rss"`
	Version string   `xml:"version,attr"`
	Channel Channel  `xml:"channel"`
}

// A Channel describes a feed and holds its items.
type Channel struct {
	Title       string `xml:"title"`
	Link        string `xml:"link"`
	Description string `xml:"description"`
	Language    string `xml:"language"`
	Items       []Item `xml:"item"`
}

// An Item is one entry of a feed.
type Item struct {
	Title       string    `xml:"title"`
	Link        string    `xml:"link"`
	GUID        GUID      `xml:"guid"`
	PubDate     string    `xml:"pubDate"`
	Creator     string    `xml:"http://purl.org/dc/elements/1.1/ creator"`
	Categories  []string  `xml:"category"`
	Enclosure   Enclosure `xml:"enclosure"`
	Description Text      `xml:"description"`
	Content     Text      `xml:"http://purl.org/rss/1.0/modules/content/ encoded"`
}

// A GUID identifies an item.
type GUID struct {
	IsPermaLink bool   `xml:"isPermaLink,attr"`
	Value       string `xml:",chardata"`
}

// An Enclosure is a file that belongs to an item.
type Enclosure struct {
	URL    string `xml:"url,attr"`
	Length int64  `xml:"length,attr"`
	Type   string `xml:"type,attr"`
}

// A Text is markup that a feed carries in a CDATA section.
type Text struct {
	Value string `xml:",cdata"`
}

var subjects = []string{"Überlandleitung", "harbour cranes", "the night train", "салон", "lichen", "ガラス", "dry-stone walls"}

// Doc returns a feed of 50*scale items.
func Doc(scale int) []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel>
    <title>The Field Recorder</title>
    <link>https://field-recorder.example/</link>
    <description>Sounds from places &amp; the people who keep them</description>
    <language>en</language>
`)
	for i := range 50 * scale {
		subject := subjects[i%len(subjects)]
		fmt.Fprintf(&b, `    <item>
      <title>Episode %[1]d: listening to %[2]s &amp; what answers</title>
      <link>https://field-recorder.example/episodes/%[1]d</link>
      <guid isPermaLink="false">field-recorder:episode:%[1]d</guid>
      <pubDate>Tue, %02[3]d Jun 2026 06:00:00 +0000</pubDate>
      <dc:creator>Ólöf Þórsdóttir</dc:creator>
      <category>sound</category>
      <category>place %[4]d</category>
      <enclosure url="https://field-recorder.example/audio/%[1]d.ogg" length="%[5]d" type="audio/ogg"/>
      <description><![CDATA[<p>We stood beside %[2]s for <em>%[4]d hours</em> and kept the microphones dry.</p>]]></description>
      <content:encoded><![CDATA[<p>We stood beside %[2]s for <em>%[4]d hours</em> and kept the microphones dry. The first take is all wind; the second, after the rain, has the thing itself: a low hum & three clear notes — and then nothing.</p><p>Recorded on two capsules, unprocessed. <a href="/gear?set=%[4]d&amp;year=2026">Gear list</a>.</p>]]></content:encoded>
    </item>
`, i+1, subject, 1+i%28, 2+i%9, 18_000_000+i*1717)
	}
	b.WriteString("  </channel>\n</rss>\n")
	return b.Bytes()
}

// Clone returns a deep copy of r. The element's name is shared.
func Clone(r *RSS) *RSS {
	c := *r
	c.Version = strings.Clone(r.Version)
	ch := &c.Channel
	ch.Title, ch.Link = strings.Clone(ch.Title), strings.Clone(ch.Link)
	ch.Description, ch.Language = strings.Clone(ch.Description), strings.Clone(ch.Language)
	ch.Items = slices.Clone(ch.Items)
	for i := range ch.Items {
		it := &ch.Items[i]
		it.Title, it.Link, it.PubDate = strings.Clone(it.Title), strings.Clone(it.Link), strings.Clone(it.PubDate)
		it.GUID.Value, it.Creator = strings.Clone(it.GUID.Value), strings.Clone(it.Creator)
		it.Enclosure.URL, it.Enclosure.Type = strings.Clone(it.Enclosure.URL), strings.Clone(it.Enclosure.Type)
		it.Description.Value, it.Content.Value = strings.Clone(it.Description.Value), strings.Clone(it.Content.Value)
		it.Categories = slices.Clone(it.Categories)
		for j, s := range it.Categories {
			it.Categories[j] = strings.Clone(s)
		}
	}
	return &c
}
