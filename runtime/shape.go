package runtime

import "reflect"

// HashOf returns the hash of t's shape.
func HashOf(t reflect.Type) uint64 { return 0 }
