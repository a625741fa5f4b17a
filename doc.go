// Package xmlserde is the root of a compiler for XML bindings. It looks at the
// calls of encoding/xml in a Go program, says at each one whether the type
// behind it can be compiled and if not why not, and writes the code of those
// that can. Compiled code gives the bytes, the values and the errors that
// encoding/xml gives.
//
// # Reading order
//
//   - refusal: the words. Codes, reasons, the text of a message.
//   - plan: the decision. The model of what encoding/xml does with a type, and
//     a verdict for a type and a direction.
//   - generator: the source. Plans in, one gofmt'd file out.
//   - runtime: what generated code calls. A scanner over a byte slice, the
//     append side, the registry of compiled types.
//   - xml: the facade. One changed import line leads from encoding/xml to it.
//   - analyzers/xmlserde: the report. Calls in, verdicts out.
//   - cmd/xmlserde-vet and cmd/xmlserde: the checker; the generator and the
//     differential test.
//   - xmlserdetest: the differential test as a package.
//
// ARCHITECTURE.md tells how they fit together and why.
package xmlserde

//go:generate go run ./internal/docgen
