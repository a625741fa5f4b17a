// Command stdsuite prepares encoding/xml's own tests to run against the
// drop-in. It works in the folder of a temporary module:
//
//	stdsuite copy [-elements] -tree DIR FOLDER
//	stdsuite types FOLDER
//
// Copy copies the test files of the running Go's encoding/xml into a package that
// has no code of encoding/xml: its names are the drop-in's, and the few
// unexported ones that the tests mention come from shim.txt. -tree names this
// repository, on which the module depends. -elements makes the methods under
// test call the drop-in's DecodeElement and EncodeElement in place of the
// methods of Decoder and Encoder.
//
// Types writes files of calls that bind each type that the tests may bind. The
// tests pass most values through tables, where xmlserde gen cannot see them;
// with these files it can. They also tell the shim what package plan says of each
// type, for the report that the shim prints behind the tests.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// suitePath is the import path of the copy. Its package is called xml, as in
// the errors that the tests expect.
const suitePath = "stdsuite/xml"

const (
	modulePath = "github.com/xmlserde/xmlserde"
	facadePath = modulePath + "/xml"
	stdPath    = "encoding/xml"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "stdsuite: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: stdsuite copy|types [flags] FOLDER")
	}
	flags := flag.NewFlagSet("stdsuite "+args[0], flag.ContinueOnError)
	elements := flags.Bool("elements", false, "call the drop-in's DecodeElement and EncodeElement")
	tree := flags.String("tree", ".", "the `folder` of "+modulePath)
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("%s takes one folder", args[0])
	}
	folder := flags.Arg(0)
	switch args[0] {
	case "copy":
		absolute, err := filepath.Abs(*tree)
		if err != nil {
			return err
		}
		return copySuite(folder, absolute, *elements)
	case "types":
		return writeTypes(folder)
	}
	return fmt.Errorf("no command %q", args[0])
}

// writeFile writes a file of the temporary module.
func writeFile(folder, name string, data []byte) error {
	return os.WriteFile(filepath.Join(folder, name), data, 0o666)
}
