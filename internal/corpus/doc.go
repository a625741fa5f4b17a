// Package corpus holds types that use everything the drop-in compiles: every
// mode of a tag with every kind of type, in every position. Its generated file
// is checked in and compared by a test of package generator; its own tests
// compare the generated code with encoding/xml.
//
// Every struct type declared here is a root, as are what the aliases and the
// variables of an unnamed struct type stand for.
package corpus
