package runtime

import "reflect"

// ShapeText is what is hashed of a type.
func ShapeText(t reflect.Type, methodsAlone bool) string { return shapeText(t, methodsAlone, "") }

// ShapeHash is the hash of the type that is of nil *T.
func ShapeHash(p any, methodsAlone bool) uint64 {
	return Shape{Type: p, Methods: methodsAlone}.hash("")
}

// ShapeArgs is what the name of an instance is written as.
func ShapeArgs(name, pkg string) string {
	s := shapeWriter{main: pkg}
	return s.args(name)
}
