// Command soapcall sends a SOAP request to a service in the same process and
// prints the answer.
//
// All of its calls run compiled code: also those with a body of interface type,
// and with a type that has its own UnmarshalText.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/xmlserde/xmlserde/xml"
)

func main() {
	if err := run(os.Stdout, "OSL", "TRD", "nowhere"); err != nil {
		log.Fatal(err)
	}
}

// run asks the service for the fares from one place to each of the others and
// prints them.
func run(w io.Writer, from string, to ...string) error {
	for _, to := range to {
		fare, err := fareOf(service, from, to)
		var fault *Fault
		switch {
		case errors.As(err, &fault):
			fmt.Fprintf(w, "%s-%s: %s\n", from, to, fault.Reason)
		case err != nil:
			return err
		default:
			fmt.Fprintf(w, "%s-%s: %s, valid until %s\n", from, to, fare.Price, fare.Until.Format("2 January"))
		}
	}
	return nil
}

// A transport carries a request to the service and brings its answer back.
type transport func(request []byte) (answer []byte, err error)

// fareOf asks for a fare. Its error is a *Fault if the service refuses.
func fareOf(send transport, from, to string) (*Fare, error) {
	// Compiled: every type behind Envelope[RequestBody] is known here.
	asked := Envelope[RequestBody]{Body: RequestBody{FareRequest{From: from, To: to}}}
	request, err := xml.Marshal(&asked)
	if err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	answer, err := send(request)
	if err != nil {
		return nil, err
	}
	// Compiled: the fault is read on its own, so that it needs no Money.
	var failed Envelope[FaultBody]
	if err := xml.Unmarshal(answer, &failed); err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	if failed.Body.Fault != nil {
		return nil, failed.Body.Fault
	}
	// Compiled: Money reads its own text, and is called for it.
	var answered Envelope[AnswerBody]
	if err := xml.Unmarshal(answer, &answered); err != nil {
		return nil, fmt.Errorf("read the fare: %w", err)
	}
	return &answered.Body.Fare, nil
}
