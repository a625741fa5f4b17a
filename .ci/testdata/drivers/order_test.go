package shop

import (
	"encoding/xml"
	"strings"
	"testing"
)

// sample is declared in a test of the package itself.
type sample struct {
	XMLName xml.Name `xml:"sample"`
	Price   Price    `xml:"price"`
	Tags    []string `xml:"tag"`
}

func TestSample(t *testing.T) {
	const doc = `<sample><price currency="EUR">12.50</price><tag>a</tag><tag>b</tag></sample>`
	var s sample
	if err := xml.Unmarshal([]byte(doc), &s); err != nil {
		t.Fatal(err)
	}
	if s.Price != (Price{1250, "EUR"}) || strings.Join(s.Tags, " ") != "a b" {
		t.Errorf("read %+v", s)
	}
	got, err := xml.Marshal(s)
	if err != nil || string(got) != doc {
		t.Errorf("wrote %s, %v", got, err)
	}
}

func TestItem(t *testing.T) {
	var i Item
	if err := xml.Unmarshal([]byte(`<item sku="s"><count>x</count></item>`), &i); err == nil || i.SKU != "s" {
		t.Errorf("%+v, %v", i, err)
	}
}
