package runtime

// Pointer returns v, which is a T or a *T, as a *T: the T in a variable of its
// own. It is small enough to be inlined, and the variable then stays on the
// stack of the table function that calls it.
func Pointer[T any](v any) *T {
	if p, ok := v.(*T); ok {
		return p
	}
	x := v.(T)
	return &x
}
