// Xmlserde-vet reports, at every call that binds a Go value to XML, whether
// the type behind it can be compiled, and why not.
//
//	xmlserde-vet [-xmlserde.strict=info|warning|error] [packages]
//	go vet -vettool=$(which xmlserde-vet) [packages]
//
// With -fix, alone, under go vet or under go fix -fixtool=..., it writes whole
// generated files beside the edits of hand-written ones.
//
// On its own it exits with 3 if there is something to report, otherwise with 1
// if a package could not be loaded whole, and with 0. What does not depend on a
// package's errors is reported all the same. Under go vet the exit code is go
// vet's. "xmlserde-vet help xmlserde" describes the analyzer and its flags.
package main

import (
	"os"

	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
)

func main() {
	if code, done := own(os.Args[1:]); done {
		os.Exit(code)
	}
	if code, done := alone(os.Args[1:]); done {
		os.Exit(code)
	}
	multichecker.Main(xmlserde.Analyzer)
}
