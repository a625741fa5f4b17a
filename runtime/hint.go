package runtime

import "sync/atomic"

// A Hint remembers how long a slice field became in the documents read so far,
// so that the next one gets its capacity at once. Generated code has one for
// each slice field of structs. It is safe for concurrent use.
type Hint struct {
	length atomic.Uint32
	bytes  atomic.Uint32 // input bytes per element, about
}

// Learn tells the hint that a field ended with n elements, in an element that
// took the given number of input bytes. It stores nothing while the hint is
// near enough, so that readers on many cores do not contend for it.
func (h *Hint) Learn(n, bytes int) {
	if n == 0 {
		return
	}
	if old := int(h.length.Load()); n > old || n < old/2 {
		h.length.Store(uint32(min(n, 1<<30)))
		// Elements that were there before took no bytes.
		h.bytes.Store(uint32(min(max(bytes/n, 1), 1<<30)))
	}
}

// capacity returns how many elements to make room for, at least one: what the
// hint says, but no more than the rest of the input can hold at the size that
// elements had, so that a short document never pays for a long one before it.
func (h *Hint) capacity(s *Scanner) int {
	n := int(h.length.Load())
	if per := int(h.bytes.Load()); per > 0 {
		n = min(n, (len(s.buf)-s.pos)/per+1)
	}
	return max(n, 1)
}

// ExtendHint is [Extend] with the capacity that h suggests for a slice without
// any.
func ExtendHint[S ~[]E, E any](s *Scanner, sl S, h *Hint) S {
	switch n := len(sl); {
	case n < cap(sl):
		return sl[:n+1]
	case n == 0:
		return make(S, 1, h.capacity(s))
	default:
		// Twice the room, even for long slices: the append of the language
		// grows those by a quarter, which copies them five times over.
		grown := make(S, n+1, 2*n+1)
		copy(grown, sl)
		return grown
	}
}
