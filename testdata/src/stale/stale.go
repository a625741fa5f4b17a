// Package stale has changed since its code was generated. // want package:`holds\[\S+stale\.Order unmarshal stale\]`
// The guard of Order in the generated file does not compile any more.
package stale

import "github.com/xmlserde/xmlserde/xml"

type Order struct {
	ID    int    `xml:"id,attr"`
	Added string `xml:"added"`
}

func calls(b []byte) {
	xml.Unmarshal(b, new(Order)) // want `^XMLSERDE005: stale.Order: xmlserde_gen.go is stale$`
	xml.Marshal(Order{})         // want `^XMLSERDE005: stale.Order: no generated code to marshal it$`
}
