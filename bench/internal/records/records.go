// Package records is the HUGE shapes: an export of mixed records of about
// 4 KB each, indented, with attributes, numbers, date-times, lists and long
// text.
package records

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
)

// An Export is the root: a run of records.
type Export struct {
	Source  string   `xml:"source,attr"`
	Records []Record `xml:"record"`
}

// A Record is one catalogue entry of a museum.
type Record struct {
	ID        int64     `xml:"id,attr"`
	Status    string    `xml:"status,attr"`
	Title     string    `xml:"title"`
	Created   time.Time `xml:"created"`
	Modified  time.Time `xml:"modified"`
	Public    bool      `xml:"public"`
	Weight    float64   `xml:"weight"`
	Maker     *Maker    `xml:"maker"`
	Materials []string  `xml:"materials>material"`
	Parts     []Part    `xml:"part"`
	Text      string    `xml:"text"`
}

// A Maker is who made the object, where that is known.
type Maker struct {
	Name string `xml:"name"`
	Born int    `xml:"born"`
	Died *int   `xml:"died"`
}

// A Part is one measured part of an object.
type Part struct {
	Number int     `xml:"number,attr"`
	Unit   string  `xml:"unit,attr"`
	Name   string  `xml:"name"`
	Width  float64 `xml:"width"`
	Height float64 `xml:"height"`
	Shelf  string  `xml:"location>shelf"`
	Loaned bool    `xml:"location>loaned"`
}

var (
	objects   = []string{"Astrolabe", "Sledge", "Teekanne", "Loom weight", "Ægishjálmur pendant", "Signal lamp"}
	materials = []string{"brass", "oak", "bone china", "linen", "iron & tin", "glass"}
)

// perScale is how many records make 1.3 MB.
const perScale = 320

// Doc returns an export of 320*scale records.
func Doc(scale int) []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<Export source="depot-7">` + "\n")
	for i := range perScale * scale {
		writeRecord(&b, i)
	}
	b.WriteString("</Export>\n")
	return b.Bytes()
}

func writeRecord(b *bytes.Buffer, i int) {
	fmt.Fprintf(b, `  <record id="%d" status="%s">
    <title>%s no. %d</title>
    <created>20%02d-%02d-%02dT08:30:00Z</created>
    <modified>2026-%02d-%02dT17:05:%02d.25Z</modified>
    <public>%t</public>
    <weight>%d.%03d</weight>
`, 7_000_000+i, []string{"final", "draft"}[i%2], objects[i%len(objects)], i, i%26, 1+i%12, 1+i%28, 1+i%12, 1+i%28, i%60, i%3 != 0, i%40, i*13%1000)
	if i%4 != 3 {
		fmt.Fprintf(b, "    <maker>\n      <name>J. Winterhalter %d</name>\n      <born>%d</born>\n", i%90, 1700+i%200)
		if i%2 == 0 {
			fmt.Fprintf(b, "      <died>%d</died>\n", 1760+i%200)
		}
		b.WriteString("    </maker>\n")
	}
	b.WriteString("    <materials>\n")
	for j := range 2 + i%4 {
		fmt.Fprintf(b, "      <material>%s</material>\n", strings.ReplaceAll(materials[(i+j)%len(materials)], "&", "&amp;"))
	}
	b.WriteString("    </materials>\n")
	for j := range 10 + i%6 {
		fmt.Fprintf(b, `    <part number="%d" unit="mm">
      <name>%s part %c</name>
      <width>%d.5</width>
      <height>%d.25</height>
      <location>
        <shelf>R%02d-%c</shelf>
        <loaned>%t</loaned>
      </location>
    </part>
`, j+1, strings.ToLower(objects[i%len(objects)]), 'A'+j, 10+(i+j)%700, 4+(i*j)%300, i%60, 'a'+j, j%5 == 0)
	}
	b.WriteString("    <text>")
	for j := range 3 + i%3 {
		fmt.Fprintf(b, "Found in crate %d, wrapped in newspaper of the %dth; the lid bears the mark &quot;H&amp;S&quot; and a scratched number. ", i*7+j, 1+j)
	}
	b.WriteString("</text>\n  </record>\n")
}

// Clone returns a deep copy of e.
func Clone(e *Export) *Export {
	c := &Export{Source: strings.Clone(e.Source), Records: slices.Clone(e.Records)}
	for i := range c.Records {
		r := &c.Records[i]
		r.Status, r.Title, r.Text = strings.Clone(r.Status), strings.Clone(r.Title), strings.Clone(r.Text)
		if r.Maker != nil {
			m := *r.Maker
			m.Name = strings.Clone(m.Name)
			if m.Died != nil {
				m.Died = new(*m.Died)
			}
			r.Maker = &m
		}
		r.Materials = slices.Clone(r.Materials)
		for j, s := range r.Materials {
			r.Materials[j] = strings.Clone(s)
		}
		r.Parts = slices.Clone(r.Parts)
		for j := range r.Parts {
			p := &r.Parts[j]
			p.Unit, p.Name, p.Shelf = strings.Clone(p.Unit), strings.Clone(p.Name), strings.Clone(p.Shelf)
		}
	}
	return c
}
