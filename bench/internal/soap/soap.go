// Package soap is the SOAP shape: an envelope with a security header and a
// response, every element in a namespace.
package soap

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"time"
)

// An Envelope is a SOAP 1.1 message.
type Envelope struct {
	XMLName xml.Name `xml:"http://schemas.xmlsoap.org/soap/envelope/ Envelope"`
	Header  Header   `xml:"http://schemas.xmlsoap.org/soap/envelope/ Header"`
	Body    Body     `xml:"http://schemas.xmlsoap.org/soap/envelope/ Body"`
}

// A Header addresses a message and says who sent it.
type Header struct {
	Action    string   `xml:"http://www.w3.org/2005/08/addressing Action"`
	MessageID string   `xml:"http://www.w3.org/2005/08/addressing MessageID"`
	Security  Security `xml:"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd Security"`
}

// A Security holds the token of the sender.
type Security struct {
	MustUnderstand bool          `xml:"http://schemas.xmlsoap.org/soap/envelope/ mustUnderstand,attr"`
	Token          UsernameToken `xml:"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd UsernameToken"`
}

// A UsernameToken names the sender.
type UsernameToken struct {
	Username string `xml:"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd Username"`
	Nonce    string `xml:"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd Nonce"`
}

// A Body holds the response.
type Body struct {
	Response Response `xml:"urn:depot:stock:v2 LevelsResponse"`
}

// A Response lists stock levels.
type Response struct {
	Taken  time.Time `xml:"urn:depot:stock:v2 Taken"`
	Levels []Level   `xml:"urn:depot:stock:v2 Level"`
}

// A Level is how much of an article a depot has.
type Level struct {
	Depot   string `xml:"depot,attr"`
	Article string `xml:"urn:depot:stock:v2 Article"`
	OnHand  int    `xml:"urn:depot:stock:v2 OnHand"`
	Unit    string `xml:"urn:depot:stock:v2 Unit"`
}

// Doc returns a response of 6*scale stock levels.
func Doc(scale int) []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:wsa="http://www.w3.org/2005/08/addressing">
  <soap:Header>
    <wsa:Action>urn:depot:stock:v2/Levels</wsa:Action>
    <wsa:MessageID>urn:uuid:6d0b9f5e-1c52-4f0e-9c7a-3b1f5a0c2e88</wsa:MessageID>
    <wsse:Security soap:mustUnderstand="1" xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd">
      <wsse:UsernameToken>
        <wsse:Username>warehouse-sync</wsse:Username>
        <wsse:Nonce>b2xkIHNoaXBzIGFuZCBrZXRjaHVw</wsse:Nonce>
      </wsse:UsernameToken>
    </wsse:Security>
  </soap:Header>
  <soap:Body>
    <st:LevelsResponse xmlns:st="urn:depot:stock:v2">
      <st:Taken>2026-05-02T04:15:00Z</st:Taken>
`)
	for i := range 6 * scale {
		fmt.Fprintf(&b, `      <st:Level depot="D%02d"><st:Article>PUMP-%05d</st:Article><st:OnHand>%d</st:OnHand><st:Unit>piece</st:Unit></st:Level>
`, i%17, 30100+i*3, (i*211)%900)
	}
	b.WriteString("    </st:LevelsResponse>\n  </soap:Body>\n</soap:Envelope>\n")
	return b.Bytes()
}

// Clone returns a deep copy of e. The element's name is shared.
func Clone(e *Envelope) *Envelope {
	c := *e
	c.Header.Action = strings.Clone(e.Header.Action)
	c.Header.MessageID = strings.Clone(e.Header.MessageID)
	token := &c.Header.Security.Token
	token.Username = strings.Clone(token.Username)
	token.Nonce = strings.Clone(token.Nonce)
	levels := slices.Clone(e.Body.Response.Levels)
	for i := range levels {
		l := &levels[i]
		l.Depot, l.Article, l.Unit = strings.Clone(l.Depot), strings.Clone(l.Article), strings.Clone(l.Unit)
	}
	c.Body.Response.Levels = levels
	return &c
}
