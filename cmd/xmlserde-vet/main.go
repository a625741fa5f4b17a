// Xmlserde-vet reports, at every call that binds a Go value to XML, whether
// the type behind it can be compiled, and why not.
//
//	xmlserde-vet [-xmlserde.strict=info|warning|error] [packages]
//	go vet -vettool=$(which xmlserde-vet) [packages]
//
// On its own it exits with 0 if there is nothing to report, 3 if there is, and
// 1 if it could not load a package whole; go vet exits with 1 in both cases.
// "xmlserde-vet help xmlserde" describes the analyzer and its flags.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
)

func main() { multichecker.Main(xmlserde.Analyzer) }
