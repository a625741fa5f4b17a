package xmlserdetest

import (
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/xmlserde/xmlserde/xml"
)

// A tag is what a field's xml tag says, read loosely: it guides what values
// and documents are worth trying and decides nothing.
type tag struct {
	space string
	// path holds the parents and the name of an "a>b>c" tag. It is empty if
	// the tag has no name.
	path []string
	mode string // "", "attr", "chardata", "cdata", "innerxml", "comment"
	any  bool
	skip bool
}

// fieldTag reads the xml tag of f.
func fieldTag(f reflect.StructField) tag {
	text := f.Tag.Get("xml")
	if text == "-" {
		return tag{skip: true}
	}
	var t tag
	if space, rest, ok := strings.Cut(text, " "); ok {
		t.space, text = space, rest
	}
	name, options, _ := strings.Cut(text, ",")
	if name != "" {
		t.path = strings.Split(strings.Trim(name, ">"), ">")
	}
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "attr", "chardata", "cdata", "innerxml", "comment":
			t.mode = option
		case "any":
			t.any = true
		}
	}
	return t
}

var (
	timeType = reflect.TypeFor[time.Time]()
	nameType = reflect.TypeFor[xml.Name]()
	attrType = reflect.TypeFor[xml.Attr]()
)

// content takes pointers, slices and arrays off t, except where the elements
// are bytes, which is text, or methods are called for the whole of them.
func content(t reflect.Type) reflect.Type {
	for !isCalled(t) {
		switch t.Kind() {
		case reflect.Pointer:
			t = t.Elem()
		case reflect.Slice, reflect.Array:
			if t.Elem().Kind() == reflect.Uint8 {
				return t
			}
			t = t.Elem()
		default:
			return t
		}
	}
	return t
}

// isSlice reports whether t is, behind pointers, a slice or array of elements.
func isSlice(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return !isCalled(t) && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && t.Elem().Kind() != reflect.Uint8
}

// isTree reports whether an element of type t has attributes and children.
func isTree(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t != timeType && t != nameType
}

// elementName is the name an element of type t has of its own: that of its
// XMLName tag, or else fallback.
func elementName(t reflect.Type, fallback xml.Name) xml.Name {
	if t.Kind() == reflect.Struct {
		if f, ok := t.FieldByName("XMLName"); ok {
			if x := fieldTag(f); len(x.path) > 0 {
				return xml.Name{Space: x.space, Local: x.path[len(x.path)-1]}
			}
		}
	}
	if fallback.Local == "" {
		fallback.Local, _, _ = strings.Cut(t.Name(), "[")
	}
	return fallback
}

// vocabulary collects the names in the tags of t and the types below it.
func vocabulary(t reflect.Type, s *subject) []string {
	var names []string
	known := make(map[string]bool)
	add := func(name string) {
		if name != "" && !known[name] {
			known[name] = true
			names = append(names, name)
		}
	}
	seen := make(map[reflect.Type]bool)
	var visit func(t reflect.Type)
	visit = func(t reflect.Type) {
		t = content(t)
		if seen[t] {
			return
		}
		if t.Kind() == reflect.Interface {
			seen[t] = true
			for _, held := range s.holds(t) {
				visit(held)
			}
			return
		}
		if !isTree(t) {
			return
		}
		seen[t] = true
		add(elementName(t, xml.Name{}).Local)
		for f := range fields(t) {
			x := fieldTag(f)
			for _, name := range x.path {
				add(name)
			}
			if len(x.path) == 0 {
				add(f.Name)
			}
			visit(f.Type)
		}
	}
	visit(t)
	return names
}

// fields yields the fields of t that encoding/xml may look at.
func fields(t reflect.Type) iter.Seq[reflect.StructField] {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			f := t.Field(i)
			if (!f.IsExported() && !f.Anonymous) || f.Tag.Get("xml") == "-" {
				continue
			}
			if !yield(f) {
				return
			}
		}
	}
}

// isEmbedded reports whether f's own fields are those of the struct around it.
func isEmbedded(f reflect.StructField) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return f.Anonymous && t.Kind() == reflect.Struct && f.Tag.Get("xml") == ""
}
