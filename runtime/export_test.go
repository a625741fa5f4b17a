package runtime

import "reflect"

// ShapeText is what [HashOf] hashes.
func ShapeText(t reflect.Type, pkg string) string { return shapeText(t, pkg) }

// ShapeArgs is what the name of an instance is written as.
func ShapeArgs(name, pkg string) string {
	s := shapeWriter{main: pkg}
	return s.args(name)
}
