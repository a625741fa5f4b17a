package plan

import (
	"fmt"
	"strings"
)

// A tag is a field's xml tag as encoding/xml reads it.
type tag struct {
	// name.Local is "" where the tag leaves the name to the field or its type.
	name      QName
	parents   []string
	mode      Mode
	omitEmpty bool
}

// An option is a word after a comma of a tag. The options of one tag form a
// set: repeating one changes nothing.
type option uint16

const (
	optAttr option = 1 << iota
	optCharData
	optCData
	optInnerXML
	optComment
	optAny
	optOmitEmpty
)

// options are the words that mean something. Any other word is ignored, with
// its comma.
var options = map[string]option{
	"attr":      optAttr,
	"chardata":  optCharData,
	"cdata":     optCData,
	"innerxml":  optInnerXML,
	"comment":   optComment,
	"any":       optAny,
	"omitempty": optOmitEmpty,
}

// modes are the combinations of options that make sense, omitempty aside.
var modes = map[option]Mode{
	0:                ModeElement,
	optAttr:          ModeAttr,
	optCharData:      ModeCharData,
	optCData:         ModeCData,
	optInnerXML:      ModeInnerXML,
	optComment:       ModeComment,
	optAny:           ModeAny,
	optAny | optAttr: ModeAnyAttr,
}

// element reports whether fields of the mode match child elements by name.
func (m Mode) element() bool { return m == ModeElement || m == ModeAny }

// attribute reports whether fields of the mode are bound to attributes.
func (m Mode) attribute() bool { return m == ModeAttr || m == ModeAnyAttr }

// readTag reads the value of the xml key in the tag of the field called field.
// The fault is "" or what encoding/xml holds against the tag, as a fact.
func readTag(field, raw string) (t tag, fault string) {
	value := raw
	if space, rest, ok := strings.Cut(value, " "); ok {
		t.name.Space, value = space, rest
	}
	name, words, _ := strings.Cut(value, ",")

	var opts option
	for word := range strings.SplitSeq(words, ",") {
		opts |= options[word]
	}
	mode, valid := modes[opts&^optOmitEmpty]
	t.mode, t.omitEmpty = mode, opts&optOmitEmpty != 0
	switch {
	case mode != ModeElement && field == xmlName:
		valid = false
	case mode != ModeElement && mode != ModeAttr && name != "":
		valid = false
	case t.omitEmpty && !mode.element() && !mode.attribute():
		valid = false
	}
	if !valid {
		return t, fmt.Sprintf("invalid tag %q", raw)
	}
	if t.name.Space != "" && name == "" {
		return t, fmt.Sprintf("namespace without name in tag %q", raw)
	}
	if field == xmlName || name == "" {
		// An XMLName's name is taken whole, a '>' in it included.
		t.name.Local = name
		return t, ""
	}

	path := strings.Split(name, ">")
	last := len(path) - 1
	if path[0] == "" {
		path[0] = field
	}
	if path[last] == "" {
		return t, fmt.Sprintf("trailing '>' in tag %q", raw)
	}
	if last > 0 && !mode.element() {
		return t, fmt.Sprintf("path in tag %q of an attribute", raw)
	}
	t.name.Local = path[last]
	if last > 0 {
		t.parents = path[:last:last]
	}
	return t, ""
}
