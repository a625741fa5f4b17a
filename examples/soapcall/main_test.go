package main

import (
	"bytes"
	"errors"
	"testing"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out, "OSL", "TRD", "nowhere"); err != nil {
		t.Fatal(err)
	}
	want := "OSL-TRD: 649.00 NOK, valid until 31 October\nOSL-nowhere: no fare to \"nowhere\"\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestFareErrors(t *testing.T) {
	broken := errors.New("connection reset")
	for _, test := range []struct {
		name string
		send transport
		want string
	}{
		{"transport", func([]byte) ([]byte, error) { return nil, broken }, "connection reset"},
		{"not SOAP", func([]byte) ([]byte, error) { return []byte("<html></html>"), nil },
			"read the answer: expected element type <Envelope> but have <html>"},
		{"bad amount", func([]byte) ([]byte, error) {
			return []byte(`<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><Fare xmlns="urn:fares"><Price>free</Price></Fare></e:Body></e:Envelope>`), nil
		}, "read the fare: amount \"free\": expected integer"},
	} {
		_, err := fareOf(test.send, "OSL", "BGO")
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}
