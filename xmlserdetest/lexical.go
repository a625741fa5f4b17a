package xmlserdetest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
)

// escaped writes s as character data, with references in one of their forms.
func escaped(r *rand.Rand, s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '<':
			b.WriteString(pick(r, "&lt;", "&#60;", "&#x3c;", "&#x3C;"))
		case c == '&':
			b.WriteString(pick(r, "&amp;", "&#38;"))
		case c == '>' && oneIn(r, 2):
			b.WriteString("&gt;")
		case oneIn(r, 60):
			fmt.Fprintf(&b, pick(r, "&#%d;", "&#x%x;", "&#%04d;"), c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// lexical makes text that stands for a value of type t, or nearly so.
func (g *documents) lexical(t reflect.Type) string {
	if isCalled(t) && oneIn(g.r, 2) {
		if text, ok := g.textOf(t); ok {
			return text
		}
	}
	if g.wild && oneIn(g.r, 4) {
		return pick(g.r, "", " ", "x", "\n", "--", "0x10", "1_000", "é", "½", "1 2", "\x0b1", "]]>")
	}
	forms := formsOf(t)
	n := len(forms.good)
	if g.wild {
		n += len(forms.odd)
	}
	i := g.r.IntN(n)
	var s string
	if i < len(forms.good) {
		s = forms.good[i]
	} else {
		s = forms.odd[i-len(forms.good)]
	}
	if t != timeType && s != "" && oneIn(g.r, 8) {
		space := pick(g.r, " ", "\n", "\t", "\r\n", "\u00a0", "\u0085", "\u2003")
		return space + s + space
	}
	return s
}

// forms are texts for values of one kind: those that encoding/xml takes and
// those that it refuses, or takes for some widths alone.
type forms struct{ good, odd []string }

func formsOf(t reflect.Type) forms {
	if t == timeType {
		return timeForms
	}
	switch t.Kind() {
	case reflect.Bool:
		return boolForms
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return intForms
	case reflect.Float32, reflect.Float64:
		return floatForms
	}
	return textForms
}

var timeForms = forms{
	good: []string{
		"2024-02-29T12:00:00Z", "1999-12-31T23:59:59.999999999+14:00", "0001-01-01T00:00:00Z", "2024-01-01T10:00:00-07:30",
		"2024-01-01T10:00:00.5Z", "2024-01-01T10:00:00.123456789123Z",
	},
	odd: []string{
		"", "2024-02-30T12:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T1:00:00Z", "2024-01-01 10:00:00Z",
		"2024-01-01T10:00:00,5Z", "2024-01-01T10:00:00-00:00", "2024-01-01T10:00:00+24:00", "2024-01-01T10:00:00+10:60",
		"2024-01-01T10:00:00", "10000-01-01T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-01T10:00:60Z", "2024-01-01t10:00:00z",
		" 2024-02-29T12:00:00Z", "2024-01-01T10:00:00.Z", "2024-01-01T10:00:00Z07:00",
	},
}

var boolForms = forms{
	good: []string{"true", "false", "1", "0", "t", "T", "f", "F", "TRUE", "True", "FALSE", "False", ""},
	odd:  []string{"yes", "tRUE", "on", "2", "truetrue"},
}

var intForms = forms{
	good: []string{"0", "1", "7", "42", "007", "127", ""},
	odd: []string{
		"+7", "+0",
		"-1", "128", "-128", "-129", "255", "256", "32767", "-32769", "65536", "2147483648", "4294967295",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
		"18446744073709551615", "18446744073709551616", "1.0", "1e3", "-0", "+", "-", "1 2", "--1", "00000000000000000000001",
	},
}

var floatForms = forms{
	good: []string{
		"0", "-0", "1.5", "-2.25e10", "NaN", "nan", "Inf", "-inf", "+Infinity", "infinity", "0x1p-2", "0X1.8P1", ".5", "5.",
		"123456789012345678901234567890", "1E+2", "1e-400", "0.1", "16777217", "",
	},
	odd: []string{"1e400", "3.5e38", ".", "1e", "1_0.5", "4.9e-324", "1.7976931348623159e308", "0x1", "e5", "+-1", "in"},
}

var textForms = forms{
	good: []string{
		"", "a", "text", "two words", "a < b & c > d", `"quoted" 'text'`, "日本語", "😀", "]]>", "]]", "line\nbreak",
		"carriage\r\nreturn", "\r", "tab\t", "ends ", "12", "true", "stop!", "stop!!",
	},
	odd: []string{"\x00", "\ufffe", "\x7f", "\u0085"},
}
