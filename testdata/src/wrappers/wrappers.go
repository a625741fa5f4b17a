// Package wrappers has functions that pass a parameter on to a call that binds it,
// calls of them, and functions used as values.
package wrappers

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"log"

	facade "github.com/xmlserde/xmlserde/xml"
)

type Order struct{ ID int }

func save(v any) ([]byte, error) { return xml.Marshal(v) } // site: Marshal any marshal std dynamic wrapped

func saveTwice(v any) { // transitively, and before what it calls is known
	later(v) // site: Marshal any marshal std dynamic via later wrapped
}

func later(w any) { save(w) } // site: Marshal any marshal std dynamic via save wrapped

type client struct{ r io.Reader }

func (c *client) get(path string, v any) error {
	return xml.NewDecoder(c.r).Decode(v) // site: (*Decoder).Decode any unmarshal std method dynamic wrapped
}

func load[T any](b []byte) (T, error) {
	var v T
	err := xml.Unmarshal(b, &v) // site: Unmarshal *T unmarshal std dynamic wrapped
	return v, err
}

func loadInto[T any](b []byte, v *T) error {
	return facade.Unmarshal(b, v) // site: Unmarshal *T unmarshal facade dynamic wrapped
}

func list[K comparable, T any](b []byte) {
	load[T](b) // site: Unmarshal *T unmarshal std dynamic via load wrapped
}

func both(v any) {
	xml.Marshal(v)        // site: Marshal any marshal std dynamic wrapped
	xml.Unmarshal(nil, v) // site: Unmarshal any unmarshal std dynamic wrapped
}

func recursive(v any, n int) {
	if n > 0 {
		recursive(v, n-1) // site: Marshal any marshal std dynamic via recursive wrapped
	}
	xml.Marshal(v) // site: Marshal any marshal std dynamic wrapped
}

func closure(v any) func() {
	return func() { xml.Marshal(v) } // site: Marshal any marshal std dynamic wrapped
}

func changed(v any) {
	v = Order{}
	xml.Marshal(v) // site: Marshal any marshal std dynamic
}

func pointed(v any) {
	xml.Unmarshal(nil, &v) // site: Unmarshal *any unmarshal std dynamic
}

func variadic(v ...any) {
	xml.Marshal(v[0]) // site: Marshal any marshal std dynamic
}

func concrete(o *Order) { xml.Marshal(o) } // site: Marshal *Order marshal std

type getter interface {
	get(path string, v any) error
}

func calls(c *client, g getter, o *Order, b []byte) {
	save(o)                                     // site: Marshal *Order marshal std via save
	saveTwice(Order{})                          // site: Marshal Order marshal std via saveTwice
	c.get("", o)                                // site: (*Decoder).Decode *Order unmarshal std method via get
	g.get("", o)                                // whose method it is shows at run time
	(*client).get(c, "", o)                     // a method expression
	load[Order](b)                              // site: Unmarshal *Order unmarshal std via load
	loadInto(b, o)                              // site: Unmarshal *Order unmarshal facade via loadInto
	list[string, Order](b)                      // site: Unmarshal *Order unmarshal std via list
	both(o)                                     // site: Marshal *Order marshal std via both; Unmarshal *Order unmarshal std via both
	recursive(any(o), 3)                        // site: Marshal *Order marshal std via recursive
	closure(o)                                  // site: Marshal *Order marshal std via closure
	changed(o)                                  // passes on nothing of it
	pointed(o)                                  // passes on nothing of it
	variadic(o)                                 // one of many
	concrete(o)                                 // a site by itself
	save(nil)                                   // binds nothing
	func(v any) { xml.Marshal(v) }(o)           // site: Marshal any marshal std dynamic
	log.Print(o)                                // site: Marshal *Order marshal std via Print
	json.Marshal(o)                             // site: Marshal *Order marshal std fork
	json.NewDecoder(nil).Decode(o)              // site: (*Decoder).Decode *Order unmarshal std method fork
	func() ([]byte, error) { return save(o) }() // site: Marshal *Order marshal std via save
}

var hook = xml.Marshal // site: Marshal any marshal std dynamic value

func values(b []byte, o *Order, d *xml.Decoder) {
	f := xml.Unmarshal
	f(b, o)                    // site: Unmarshal *Order unmarshal std
	take(xml.Marshal)          // site: Marshal any marshal std dynamic value
	g := xml.Marshal           // site: Marshal any marshal std dynamic value
	take(g)                    // which binds who knows what
	decode := d.Decode         // whose calls are sites
	_ = decode(o)              // site: (*Decoder).Decode *Order unmarshal std method
	h := (*xml.Decoder).Decode // site: (*Decoder).Decode any unmarshal std method dynamic value
	h(d, o)
}

func take(func(any) ([]byte, error)) {}
