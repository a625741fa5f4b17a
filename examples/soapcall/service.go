package main

import (
	"fmt"
	"time"

	"github.com/xmlserde/xmlserde/xml"
)

// fares are the prices the service knows, in øre.
var fares = map[FareRequest]int64{
	{From: "OSL", To: "TRD"}: 64900,
	{From: "OSL", To: "BGO"}: 59900,
}

// service answers one request as a server would. It is a [transport].
func service(request []byte) ([]byte, error) {
	// Compiled: the same instance of Envelope as the client writes.
	var asked Envelope[RequestBody]
	if err := xml.Unmarshal(request, &asked); err != nil {
		return nil, fmt.Errorf("read the request: %w", err)
	}
	minor, ok := fares[asked.Body.Request]
	if !ok {
		fault := &Fault{Code: "Sender", Reason: fmt.Sprintf("no fare to %q", asked.Body.Request.To)}
		return answer(&FaultBody{Fault: fault})
	}
	return answer(&AnswerBody{Fare{
		Price: Money{Minor: minor, Currency: "NOK"},
		Until: time.Date(2026, time.October, 31, 0, 0, 0, 0, time.UTC),
	}})
}

// answer writes a message around body.
func answer(body any) ([]byte, error) {
	// Compiled: what Body holds is known when the program runs, and is looked up
	// then.
	return xml.Marshal(&AnyEnvelope{Body: body})
}
