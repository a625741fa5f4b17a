package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/xmlserde/xmlserde/xml"
)

// An Envelope is a SOAP 1.2 message with a body of type B.
type Envelope[B any] struct {
	XMLName xml.Name `xml:"http://www.w3.org/2003/05/soap-envelope Envelope"`
	Action  string   `xml:"Header>Action,omitempty"`
	Body    B        `xml:"http://www.w3.org/2003/05/soap-envelope Body"`
}

// An AnyEnvelope is a message whose body is known when the program runs.
type AnyEnvelope struct {
	XMLName xml.Name `xml:"http://www.w3.org/2003/05/soap-envelope Envelope"`
	Body    any      `xml:"http://www.w3.org/2003/05/soap-envelope Body"`
}

// A RequestBody is the body of a request.
type RequestBody struct {
	Request FareRequest `xml:"urn:fares FareRequest"`
}

// A FareRequest asks for the fare between two stations.
type FareRequest struct {
	From string `xml:"urn:fares From"`
	To   string `xml:"urn:fares To"`
}

// An AnswerBody is the body of the answer to a request.
type AnswerBody struct {
	Fare Fare `xml:"urn:fares Fare"`
}

// A Fare is a price and how long it holds.
type Fare struct {
	Price Money     `xml:"urn:fares Price"`
	Until time.Time `xml:"urn:fares Until"`
}

// A FaultBody is the body of a message that may hold a fault.
type FaultBody struct {
	Fault *Fault `xml:"http://www.w3.org/2003/05/soap-envelope Fault"`
}

// A Fault is a SOAP fault. As an error it reads as its reason.
type Fault struct {
	Code   string `xml:"Code>Value"`
	Reason string `xml:"Reason>Text"`
}

func (f *Fault) Error() string { return f.Code + ": " + f.Reason }

// Money is an amount in the smallest unit of a currency, written as
// "1250 NOK".
type Money struct {
	Minor    int64
	Currency string
}

func (m Money) String() string {
	return fmt.Sprintf("%d.%02d %s", m.Minor/100, m.Minor%100, m.Currency)
}

// MarshalText returns the form that UnmarshalText reads.
func (m Money) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d %s", m.Minor, m.Currency), nil
}

// UnmarshalText reads an amount such as "1250 NOK".
func (m *Money) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(strings.TrimSpace(string(text)), "%d %s", &m.Minor, &m.Currency)
	if err != nil {
		return fmt.Errorf("amount %q: %w", text, err)
	}
	return nil
}
