// Package geo has types that other packages bind, and no call of its own.
package geo

import (
	"fmt"
	"strconv"
	"strings"
)

// An Address is where an order goes.
type Address struct {
	Country string `xml:"country,attr,omitempty"`
	Street  string `xml:"street"`
	City    string `xml:"city"`
	At      Point  `xml:"at"`
}

// A Point writes itself as text.
type Point struct{ Lat, Lon float64 }

// MarshalText writes "lat lon".
func (p Point) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%g %g", p.Lat, p.Lon), nil
}

// UnmarshalText reads what MarshalText writes.
func (p *Point) UnmarshalText(text []byte) error {
	lat, lon, ok := strings.Cut(string(text), " ")
	if !ok {
		return fmt.Errorf("point %q", text)
	}
	var err error
	if p.Lat, err = strconv.ParseFloat(lat, 64); err != nil {
		return err
	}
	p.Lon, err = strconv.ParseFloat(lon, 64)
	return err
}
