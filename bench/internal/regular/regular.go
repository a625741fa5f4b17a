// Package regular is the REGULAR shape: a business document of ordinary size,
// indented, with xsi:type on some elements, an enumeration, date-times and
// text that needs escaping.
package regular

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Priority is an enumeration bound as its text.
type Priority string

// An Order is the document's root.
type Order struct {
	ID       string    `xml:"id,attr"`
	Placed   time.Time `xml:"placed"`
	Due      time.Time `xml:"due"`
	Priority Priority  `xml:"priority"`
	Buyer    Party     `xml:"buyer"`
	Shipping Shipping  `xml:"shipping"`
	Lines    []Line    `xml:"lines>line"`
}

// A Party is who buys. Type is the xsi:type the sender gave it.
type Party struct {
	Type  string `xml:"http://www.w3.org/2001/XMLSchema-instance type,attr"`
	Name  string `xml:"name"`
	Email string `xml:"email"`
}

// A Shipping is where an order goes.
type Shipping struct {
	Address Address `xml:"address"`
	Note    string  `xml:"note"`
}

// An Address is a postal address.
type Address struct {
	Type string  `xml:"http://www.w3.org/2001/XMLSchema-instance type,attr"`
	City City    `xml:"city"`
	Lat  float64 `xml:"lat"`
	Lon  float64 `xml:"lon"`
}

// A City is a place and its code.
type City struct {
	Name   string `xml:"name"`
	Region Region `xml:"region"`
}

// A Region is the deepest level of the document.
type Region struct {
	Code int `xml:"code"`
}

// A Line is one line of an order.
type Line struct {
	Type     string  `xml:"http://www.w3.org/2001/XMLSchema-instance type,attr,omitempty"`
	SKU      string  `xml:"sku"`
	Quantity int     `xml:"quantity"`
	Price    float64 `xml:"price"`
	Gift     bool    `xml:"gift"`
}

// Doc returns the document with 2*scale order lines.
func Doc(scale int) []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<Order xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="PO-2026-00417">
    <placed>2026-03-14T09:26:53Z</placed>
    <due>2026-04-01T12:00:00.5Z</due>
    <priority>expedited</priority>
    <buyer xsi:type="Company">
        <name>Ebner &amp; Sons &lt;Instruments&gt; Ltd</name>
        <email>purchasing@ebner-instruments.example</email>
    </buyer>
    <shipping>
        <address xsi:type="Geocoded">
            <city>
                <name>Innsbruck</name>
                <region>
                    <code>60206</code>
                </region>
            </city>
            <lat>47.259659</lat>
            <lon>11.400375</lon>
        </address>
        <note>Ring twice &amp; leave it with the porter at &quot;Hof 3&quot;, second gate behind the bakery.
The crates stand upright, weigh more than 30 kg &lt;each&gt; and must not be stacked; the lift takes two at a time.</note>
    </shipping>
    <lines>
`)
	for i := range 2 * scale {
		typ := ""
		if i%2 == 0 {
			typ = ` xsi:type="Serialized"`
		}
		fmt.Fprintf(&b, `        <line%s>
            <sku>GYRO-%04d-B two-axis gyroscope, sealed bearing</sku>
            <quantity>%d</quantity>
            <price>%d.%02d</price>
            <gift>%t</gift>
        </line>
`, typ, 1200+i*7, 1+i%9, 40+i%60, (i*37)%100, i%3 == 0)
	}
	b.WriteString("    </lines>\n</Order>\n")
	return b.Bytes()
}

// Clone returns a deep copy of o.
func Clone(o *Order) *Order {
	c := *o
	c.ID = strings.Clone(o.ID)
	c.Priority = Priority(strings.Clone(string(o.Priority)))
	c.Buyer = Party{strings.Clone(o.Buyer.Type), strings.Clone(o.Buyer.Name), strings.Clone(o.Buyer.Email)}
	c.Shipping.Note = strings.Clone(o.Shipping.Note)
	c.Shipping.Address.Type = strings.Clone(o.Shipping.Address.Type)
	c.Shipping.Address.City.Name = strings.Clone(o.Shipping.Address.City.Name)
	c.Lines = slices.Clone(o.Lines)
	for i := range c.Lines {
		c.Lines[i].Type = strings.Clone(c.Lines[i].Type)
		c.Lines[i].SKU = strings.Clone(c.Lines[i].SKU)
	}
	return &c
}
