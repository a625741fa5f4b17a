// Package unregistered calls the facade and holds no generated code.
package unregistered

import "github.com/xmlserde/xmlserde/xml"

type Order struct{ ID int }

func calls(b []byte) {
	xml.Unmarshal(b, new(Order)) // want `^XMLSERDE005: unregistered.Order: no generated code to unmarshal it$`
	xml.Marshal(Order{})         // want `^XMLSERDE005: unregistered.Order: no generated code to marshal it$`
}
