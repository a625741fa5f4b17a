package runtime

import (
	"encoding/xml"
	"reflect"
	"strconv"
	"sync"
)

// A builtinMap holds the code of the types that a value may be of without any
// package having generated code for them: T and *T to the code of T.
type builtinMap map[reflect.Type]*Type

// builtins are made at first use, by a function that no variable is initialized
// with: a program that looks nothing up is not linked with them.
var builtins struct {
	once  sync.Once
	types builtinMap
}

// builtin returns the code of T, where t is T or *T, and nil if T is not built in.
func builtin(t reflect.Type) *Type {
	builtins.once.Do(func() { builtins.types = newBuiltins() })
	return builtins.types[t]
}

func newBuiltins() builtinMap {
	m := make(builtinMap)
	addBuiltin(m, "string", func(b []byte, v string) ([]byte, error) {
		return AppendText(b, v), nil
	}, ifRead((*Scanner).Text))
	addBuiltin(m, "bool", func(b []byte, v bool) ([]byte, error) {
		return strconv.AppendBool(b, v), nil
	}, ifRead((*Scanner).Bool))
	addInt[int](m, "int", 0)
	addInt[int8](m, "int8", 8)
	addInt[int16](m, "int16", 16)
	addInt[int32](m, "int32", 32)
	addInt[int64](m, "int64", 64)
	addUint[uint](m, "uint", 0)
	addUint[uint8](m, "uint8", 8)
	addUint[uint16](m, "uint16", 16)
	addUint[uint32](m, "uint32", 32)
	addUint[uint64](m, "uint64", 64)
	addUint[uintptr](m, "uintptr", strconv.IntSize)
	addFloat[float32](m, "float32", 32)
	addFloat[float64](m, "float64", 64)
	addBuiltin(m, "Time", AppendTime, (*Scanner).Time)
	// It has no name of its own.
	addBuiltin(m, "", func(b []byte, v []byte) ([]byte, error) {
		return AppendTextBytes(b, v), nil
	}, ifRead((*Scanner).Bytes))
	return m
}

func addInt[T int | int8 | int16 | int32 | int64](m builtinMap, name string, bits int) {
	addBuiltin(m, name, func(b []byte, v T) ([]byte, error) {
		return strconv.AppendInt(b, int64(v), 10), nil
	}, ifRead(func(s *Scanner) (T, error) {
		n, err := s.Int(bits)
		return T(n), err
	}))
}

func addUint[T uint | uint8 | uint16 | uint32 | uint64 | uintptr](m builtinMap, name string, bits int) {
	addBuiltin(m, name, func(b []byte, v T) ([]byte, error) {
		return strconv.AppendUint(b, uint64(v), 10), nil
	}, ifRead(func(s *Scanner) (T, error) {
		n, err := s.Uint(bits)
		return T(n), err
	}))
}

func addFloat[T float32 | float64](m builtinMap, name string, bits int) {
	addBuiltin(m, name, func(b []byte, v T) ([]byte, error) {
		return AppendFloat(b, float64(v), bits), nil
	}, ifRead(func(s *Scanner) (T, error) {
		n, err := s.Float(bits)
		return T(n), err
	}))
}

// ifRead returns a function that sets a variable to what read returns, unless that
// is an error.
func ifRead[T any](read func(s *Scanner) (T, error)) func(s *Scanner, p *T) error {
	return func(s *Scanner, p *T) error {
		x, err := read(s)
		if err == nil {
			*p = x
		}
		return err
	}
}

// addBuiltin adds the code of T, elements of which have the given name where
// nothing else names them. value appends a T as text, read reads the element that
// has been begun.
func addBuiltin[T any](m builtinMap, name string,
	value func(b []byte, v T) ([]byte, error), read func(s *Scanner, p *T) error) {
	element := func(e *Encoder, b []byte, v any, start *Start) ([]byte, error) {
		p := Pointer[T](v)
		if p == nil {
			return b, nil
		}
		if name == "" && start.Name.Local == "" {
			return b, &xml.UnsupportedTypeError{Type: reflect.TypeFor[T]()}
		}
		b, element := e.Begin(b, start, xml.Name{}, name)
		b, err := value(append(b, '>'), *p)
		return e.End(b, element, err)
	}
	root := new(Start)
	t := &Type{
		New: (*T)(nil),
		Marshal: func(e *Encoder, b []byte, v any) ([]byte, error) {
			return element(e, b, v, root)
		},
		MarshalElement: element,
		Unmarshal: func(s *Scanner, v any) error {
			return read(s, v.(*T))
		},
	}
	m[reflect.TypeFor[T]()], m[reflect.TypeFor[*T]()] = t, t
}
