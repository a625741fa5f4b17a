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
// The reading order, each file with the family that begins with its name:
//   - What both halves rest on: contract.go and absent.go (what ties generated code
//     to this package and to its types), registry.go and target.go (how a call
//     finds its code), shape.go (whether the code still fits its types), builtin.go
//     (types that need no generated code), stats.go (who has served a call).
//   - Writing: encode.go and sink.go, then escape.go, prefix.go, start.go and pointer.go
//     (how an element begins) and indent.go.
//   - Writing with methods: encode_element.go, encode_interface.go and wrap.go (what is
//     left to encoding/xml), live.go (the document that both write in turn) and
//     live_element.go (the way back from a method to generated code).
//   - Reading: scan.go, guards.go, text.go, markup.go, names.go and ns.go, then
//     chars.go, leaf.go and lexical.go (values), hint.go (how long slices become),
//     locate.go (where an error is), frame.go (documents that arrive in pieces).
//   - Reading with methods: delegate.go (elements are handed to encoding/xml),
//     delegate_show.go (what its decoder is shown of those around), delegate_relay.go
//     (the scanner reads what that decoder reads), decode_element.go (the way back
//     from a method to generated code).
package runtime
