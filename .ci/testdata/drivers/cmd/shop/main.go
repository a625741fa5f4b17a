// Command shop prints what every function of package shop does. It has types
// and calls of its own, and calls with the types of other packages.
package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"strings"

	"example.com/shop"
	"example.com/shop/geo"
)

// A summary embeds a type of another package.
type summary struct {
	XMLName xml.Name `xml:"summary"`
	shop.Item
	Places []geo.Address `xml:"place"`
}

const order = `<order id="7"><placed>2026-12-01T10:00:00Z</placed><ship country="DE"><street>a &amp; b</street><city>c</city><at>1 2.5</at></ship>` +
	`<items><item sku="x"><count>2</count><price currency="EUR">1.05</price></item><item sku="y"><count>1</count><price currency="EUR">0.50</price></item></items><note>n</note></order>`

const catalog = `<?xml version="1.0"?><catalog xmlns="urn:shop" xml:lang="en"><item sku="x"><count>2</count><price currency="EUR">1.05</price></item>` +
	`<more a="1" xmlns:p="urn:p" p:b="2">text<p:inner/></more></catalog>`

func main() {
	documents()
	failures()
	readers()
	own()
}

func documents() {
	o, err := shop.ParseOrder([]byte(order))
	show("ParseOrder", o, err)
	same, err := shop.ReadOrder(strings.NewReader(order))
	show("ReadOrder", same, err)
	b, err := o.Bytes()
	show("Bytes", string(b), err)
	text, err := shop.Pretty(*o)
	show("Pretty", text, err)
	c, err := shop.ParseCatalog(catalog)
	show("ParseCatalog", c, err)
	var buf bytes.Buffer
	err = shop.Export(&buf, c)
	show("Export", buf.String(), err)
	buf.Reset()
	err = shop.ExportIndented(&buf, c)
	show("ExportIndented", buf.String(), err)
	buf.Reset()
	err = shop.ExportBoth(&buf, c, o)
	show("ExportBoth", buf.String(), err)
	b, err = shop.Buffered(c)
	show("Buffered", string(b), err)
	b, err = shop.AuditBytes("me", o.Items)
	show("AuditBytes", string(b), err)
	b, err = shop.CodesBytes(shop.Codes{Code: []int{1, 2}})
	show("CodesBytes", string(b), err)
	b, err = shop.SealPing(shop.Ping{Seq: 3, Text: "<hi>"})
	show("SealPing", string(b), err)
	p, err := shop.OpenPing(b)
	show("OpenPing", p, err)
	p, err = shop.ParsePing(`<ping seq="4">x</ping>`)
	show("ParsePing", p, err)
	s, err := shop.Silent([]byte(`<stamp><by>b</by></stamp>`))
	show("Silent", s, err)
	b, err = shop.Ignored(s)
	show("Ignored", string(b), err)
	b, err = shop.Refused(shop.Bag{Labels: map[string]string{"a": "b"}})
	show("Refused", string(b), err)
}

func failures() {
	for _, doc := range []string{
		"", "<order", "<order>", "<order></orders>", `<order id="1"><items><item><count>many</count></item></items></order>`,
		`<order><items><item><price currency="X">cheap</price></item></items></order>`, `<order><ship><at>1</at></ship></order>`,
		"<order>\n\n<a></b></order>", "<order>&nope;</order>", `<other/>`, `<order xmlns="urn:x" id="1"/>`,
	} {
		o, err := shop.ParseOrder([]byte(doc))
		show("ParseOrder "+doc, o, err)
		o, err = shop.ReadOrder(strings.NewReader(doc))
		show("ReadOrder "+doc, o, err)
		c, err := shop.ReadCatalog(strings.NewReader(doc))
		show("ReadCatalog "+doc, c, err)
		c, err = shop.ParseCatalog(doc)
		show("ParseCatalog "+doc, c, err)
		p, err := shop.OpenPing([]byte(doc))
		show("OpenPing "+doc, p, err)
	}
	show("Export", nil, shop.Export(broken{}, &shop.Catalog{}))
	show("ExportIndented", nil, shop.ExportIndented(broken{}, &shop.Catalog{}))
	show("Export nil", nil, shop.Export(os.Stdout, nil))
	_, err := shop.ReadOrder(broken{})
	show("ReadOrder", nil, err)
	_, err = shop.ReadCatalog(broken{})
	show("ReadCatalog", nil, err)
}

func readers() {
	r := strings.NewReader(catalog + "<rest/>")
	c, err := shop.ReadCatalog(r)
	rest, _ := io.ReadAll(r)
	show("ReadCatalog leaves "+string(rest), c.Lang, err)
	both, err := shop.ReadTwo(strings.NewReader(catalog + catalog))
	show("ReadTwo", both, err)
	lax, err := shop.ReadLax(strings.NewReader(`<catalog xmlns="urn:shop"><item sku=x>`))
	show("ReadLax", lax, err)
	latin := func(name string, r io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("no %s here", name)
	}
	c, err = shop.ReadStrict(strings.NewReader(`<?xml version="1.0" encoding="latin1"?><catalog/>`), latin)
	show("ReadStrict", c, err)
	c, err = shop.ReadStrict(strings.NewReader(catalog), latin)
	show("ReadStrict", c, err)
}

func own() {
	s := summary{Item: shop.Item{SKU: "z", Price: shop.Price{Cents: 5, Currency: "USD"}}, Places: []geo.Address{{City: "c"}, {}}}
	b, err := xml.MarshalIndent(s, "", " ")
	show("summary", string(b), err)
	var again summary
	err = xml.Unmarshal(b, &again)
	show("summary", again, err)
	var a geo.Address
	err = xml.Unmarshal([]byte(`<a country="x"><city>y</city><at>3 4</at></a>`), &a)
	show("address", a, err)
	var o shop.Order
	err = xml.NewDecoder(strings.NewReader(order)).Decode(&o)
	show("order", o.Items, err)
	e, err := shop.Open[shop.Order]([]byte(`<envelope from="x"><body id="5"/></envelope>`))
	show("Open", e, err)
	b, err = shop.Seal("here", a)
	show("Seal", string(b), err)
}

func show(what string, v any, err error) {
	fmt.Printf("%s: %+v, %T %v\n", what, deref(v), err, err)
}

// deref keeps addresses out of the output.
func deref(v any) any {
	switch v := v.(type) {
	case *shop.Order:
		if v == nil {
			return nil
		}
		o := *v
		if o.Note != nil {
			return fmt.Sprintf("%+v with note %s", o.Items, *o.Note)
		}
		return o
	case *shop.Catalog:
		if v == nil {
			return nil
		}
		return *v
	}
	return v
}

// broken is a reader and a writer that fails.
type broken struct{}

func (broken) Read([]byte) (int, error)  { return 0, fmt.Errorf("broken") }
func (broken) Write([]byte) (int, error) { return 0, fmt.Errorf("broken") }
