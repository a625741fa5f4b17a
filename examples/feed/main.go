// Command feed reads an RSS 2.0 feed and writes it as Atom.
//
// It imports the facade where it would import encoding/xml, and both of its
// calls run compiled code.
package main

import (
	_ "embed"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/xmlserde/xmlserde/xml"
)

//go:embed podcast.xml
var podcast []byte

func main() {
	if err := run(os.Stdout, podcast); err != nil {
		log.Fatal(err)
	}
}

// run reads the RSS feed in data and writes it to w as Atom.
func run(w io.Writer, data []byte) error {
	var rss RSS
	if err := xml.Unmarshal(data, &rss); err != nil {
		return fmt.Errorf("read the feed: %w", err)
	}
	feed, err := atomOf(&rss.Channel)
	if err != nil {
		return err
	}
	out, err := xml.MarshalIndent(feed, "", "  ")
	if err != nil {
		return fmt.Errorf("write the feed: %w", err)
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, out)
	return err
}

// atomOf returns an RSS channel as an Atom feed.
func atomOf(c *Channel) (*Feed, error) {
	feed := &Feed{
		Lang:     c.Language,
		ID:       c.Link,
		Title:    Text{Body: c.Title},
		Subtitle: &Text{Body: c.Description},
		Links:    []Link{{Rel: "alternate", Href: c.Link}},
	}
	for i := range c.Items {
		item := &c.Items[i]
		published, err := time.Parse(time.RFC1123Z, item.PubDate)
		if err != nil {
			return nil, fmt.Errorf("item %q: %w", item.GUID.Value, err)
		}
		if published.After(feed.Updated) {
			feed.Updated = published
		}
		entry := Entry{
			ID:        item.GUID.Value,
			Title:     Text{Body: item.Title},
			Updated:   published,
			Links:     []Link{{Rel: "alternate", Href: item.Link}},
			Summary:   &Text{Type: "html", Body: item.Description},
			Published: published,
		}
		if item.Creator != "" {
			entry.Authors = []Person{{Name: item.Creator}}
		}
		for _, name := range item.Categories {
			entry.Categories = append(entry.Categories, Category{Term: name})
		}
		if e := item.Enclosure; e != nil {
			entry.Links = append(entry.Links, Link{Rel: "enclosure", Href: e.URL, Type: e.Type, Length: e.Length})
		}
		feed.Entries = append(feed.Entries, entry)
	}
	return feed, nil
}
