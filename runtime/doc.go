// Package runtime is what generated code calls. Programs do not call it
// themselves: they use package xml, the drop-in for encoding/xml.
//
// It has two halves. The decode side is the [Scanner]: a cursor over a document
// held in memory that hands generated code one start tag, one text or one end
// tag at a time. The encode side is append style: a buffer is threaded through
// generated code and the Append functions here, and an [Encoder] keeps what
// outlives one element: the prefixes invented for attribute namespaces, and
// the sink that full buffers go to.
//
// What the package writes and accepts is what the encoding/xml of the running
// Go writes and accepts. Rules of encoding/xml that have changed between
// releases are not assumed: they are probed at first use, and where the answer
// is not one this package implements, [ErrStd] sends the call to encoding/xml.
//
// The reading order: contract.go (what ties generated code to this package),
// registry.go (how a call finds its code), encode.go and sink.go (the encode
// side), escape.go, prefix.go and indent.go (its parts), scan.go (the decode
// side), frame.go (documents that arrive in pieces).
package runtime
