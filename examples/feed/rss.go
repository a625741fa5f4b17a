package main

// An RSS is the root element of an RSS 2.0 document.
type RSS struct {
	Version string  `xml:"version,attr"`
	Channel Channel `xml:"channel"`
}

// A Channel describes a feed and holds its items.
type Channel struct {
	Title       string `xml:"title"`
	Link        string `xml:"link"`
	Description string `xml:"description"`
	Language    string `xml:"language"`
	Items       []Item `xml:"item"`
}

// An Item is one episode. PubDate is in the form of RFC 1123, which RSS
// prescribes and time.Time does not read by itself.
type Item struct {
	Title       string     `xml:"title"`
	Link        string     `xml:"link"`
	GUID        GUID       `xml:"guid"`
	PubDate     string     `xml:"pubDate"`
	Creator     string     `xml:"http://purl.org/dc/elements/1.1/ creator"`
	Categories  []string   `xml:"category"`
	Enclosure   *Enclosure `xml:"enclosure"`
	Description string     `xml:"description"`
}

// A GUID identifies an item.
type GUID struct {
	IsPermaLink bool   `xml:"isPermaLink,attr"`
	Value       string `xml:",chardata"`
}

// An Enclosure is the recording that belongs to an item. Length is in bytes.
type Enclosure struct {
	URL    string `xml:"url,attr"`
	Length int64  `xml:"length,attr"`
	Type   string `xml:"type,attr"`
}
