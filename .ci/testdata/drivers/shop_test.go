package shop_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"example.com/shop"
)

// receipt is declared in a test outside of the package.
type receipt struct {
	XMLName xml.Name   `xml:"receipt"`
	Order   shop.Order `xml:"order"`
	Paid    bool       `xml:"paid,attr"`
}

func TestReceipt(t *testing.T) {
	const doc = `<receipt paid="true"><order id="7"><placed>2026-12-01T10:00:00Z</placed><ship><street>a</street><city>b</city><at>1 2.5</at></ship>` +
		`<items><item sku="x"><count>2</count><price currency="EUR">1.05</price></item></items></order></receipt>`
	var r receipt
	if err := xml.Unmarshal([]byte(doc), &r); err != nil {
		t.Fatal(err)
	}
	got, err := xml.Marshal(&r)
	if err != nil || string(got) != doc {
		t.Errorf("wrote %s, %v", got, err)
	}
}

func TestOrder(t *testing.T) {
	o, err := shop.ReadOrder(strings.NewReader(`<order id="8"/>`))
	if err != nil || o.ID != "8" {
		t.Fatal(o, err)
	}
	var again shop.Order
	doc, err := o.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(doc, &again); err != nil || again.ID != "8" {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestRest(t *testing.T) {
	r := strings.NewReader(`<catalog xmlns="urn:shop"/>rest`)
	if _, err := shop.ReadCatalog(r); err != nil {
		t.Fatal(err)
	}
	if rest, _ := io.ReadAll(r); string(rest) != "rest" {
		t.Errorf("%q is left", rest)
	}
}
