package xmlserdetest

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"
)

// values makes random values of any type.
type values struct {
	r       *rand.Rand
	subject *subject
	// wild values may hold what makes a document malformed or a call fail:
	// names that are none, "--" in comments, control characters.
	wild bool
	// budget is how many more nodes the value may have.
	budget int
	// long makes the next slice a long one, so that the output outgrows
	// buffers.
	long bool
}

// maxValueDepth is the depth at which pointers and slices stay nil.
const maxValueDepth = 7

// value makes a random *t.
func (g *values) value(t reflect.Type) reflect.Value {
	g.budget = 20 << g.r.IntN(5)
	g.long = oneIn(g.r, 100)
	p := reflect.New(t)
	g.fill(p.Elem(), tag{}, 0)
	return p
}

// oneIn reports true once in n times.
func oneIn(r *rand.Rand, n int) bool { return r.IntN(n) == 0 }

func pick[E any](r *rand.Rand, s ...E) E { return s[r.IntN(len(s))] }

// fill sets v, of a field with tag x, to a random value.
func (g *values) fill(v reflect.Value, x tag, depth int) {
	g.budget--
	switch v.Type() {
	case timeType:
		v.Set(reflect.ValueOf(g.time()).Convert(v.Type()))
		return
	case nameType:
		v.Field(0).SetString(g.space())
		v.Field(1).SetString(g.name())
		return
	case attrType:
		v.Field(0).Field(0).SetString(g.space())
		v.Field(0).Field(1).SetString(g.name())
		v.Field(1).SetString(g.text(tag{}))
		return
	}
	if readsText(v.Type()) && oneIn(g.r, 2) && g.fromText(v) {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(oneIn(g.r, 2))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(g.int(v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(g.int(64)) >> (64 - v.Type().Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(g.float())
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(g.float(), g.float()))
	case reflect.String:
		v.SetString(g.text(x))
	case reflect.Struct:
		g.structure(v, depth)
	case reflect.Array:
		for i := range v.Len() {
			g.fill(v.Index(i), x, depth+1)
		}
	case reflect.Slice:
		g.slice(v, x, depth)
	case reflect.Pointer:
		if g.budget <= 0 || depth >= maxValueDepth || oneIn(g.r, 4) {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		g.fill(v.Elem(), x, depth+1)
	case reflect.Interface:
		g.held(v, x, depth)
	case reflect.Map:
		g.entries(v, x, depth)
	case reflect.Func:
		if !oneIn(g.r, 3) {
			v.Set(constant(v.Type()))
		}
	case reflect.Chan:
		if v.Type().ChanDir() == reflect.BothDir && !oneIn(g.r, 3) {
			v.Set(reflect.MakeChan(v.Type(), g.r.IntN(3)))
		}
	}
}

// held sets an interface to a value of one of the types it can hold.
func (g *values) held(v reflect.Value, x tag, depth int) {
	if g.budget <= 0 || depth >= maxValueDepth || oneIn(g.r, 6) {
		return
	}
	t := g.subject.pick(g.r, v.Type())
	if t == nil {
		return
	}
	e := reflect.New(t).Elem()
	g.fill(e, x, depth+1)
	v.Set(e)
}

// entries makes a map of one entry at most, as methods that range over more
// write them in an order that is never the same.
func (g *values) entries(v reflect.Value, x tag, depth int) {
	if g.budget <= 0 || depth >= maxValueDepth || oneIn(g.r, 4) {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
	if key.Kind() == reflect.String {
		key.SetString(pick(g.r, "a", "b", "c", "key"))
	} else {
		g.fill(key, tag{}, depth+1)
	}
	if oneIn(g.r, 4) || !key.Comparable() {
		return
	}
	g.fill(value, x, depth+1)
	v.SetMapIndex(key, value)
}

// constant makes a function that returns zero values.
func constant(t reflect.Type) reflect.Value {
	return reflect.MakeFunc(t, func([]reflect.Value) []reflect.Value {
		out := make([]reflect.Value, t.NumOut())
		for i := range out {
			out[i] = reflect.Zero(t.Out(i))
		}
		return out
	})
}

func (g *values) structure(v reflect.Value, depth int) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() && !(isEmbedded(f) && f.Type.Kind() == reflect.Struct) {
			continue
		}
		if g.budget <= 0 || oneIn(g.r, 6) {
			continue
		}
		g.fill(v.Field(i), fieldTag(f), depth+1)
	}
}

func (g *values) slice(v reflect.Value, x tag, depth int) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		if !oneIn(g.r, 6) {
			s := reflect.MakeSlice(v.Type(), 0, 0)
			for _, c := range []byte(g.text(x)) {
				e := reflect.New(v.Type().Elem()).Elem()
				e.SetUint(uint64(c))
				s = reflect.Append(s, e)
			}
			v.Set(s)
		}
		return
	}
	if g.budget <= 0 || depth >= maxValueDepth || oneIn(g.r, 5) {
		return
	}
	n := pick(g.r, 0, 1, 1, 2, 3, 5)
	if g.long && n > 1 {
		g.long = false
		n = 100 << g.r.IntN(5)
		g.budget += 2 * n
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		g.fill(v.Index(i), x, depth+1)
	}
}

func (g *values) int(bits int) int64 {
	low, high := int64(math.MinInt64)>>(64-bits), int64(math.MaxInt64)>>(64-bits)
	switch g.r.IntN(8) {
	case 0:
		return 0
	case 1:
		return low
	case 2:
		return high
	case 3:
		return -1
	case 4:
		return int64(g.r.Uint64()) >> (64 - bits)
	default:
		return int64(g.r.IntN(110))
	}
}

func (g *values) float() float64 {
	switch g.r.IntN(5) {
	case 0:
		return pick(g.r, 0, math.Copysign(0, -1), 1, -1, 0.1, 1e20, 1e21, 1e-6, 1e-7, 123456789)
	case 1:
		return pick(g.r, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.MaxFloat32,
			math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat32)
	case 2:
		return math.Float64frombits(g.r.Uint64())
	default:
		return float64(g.r.IntN(1000)) / 8
	}
}

func (g *values) time() time.Time {
	zones := []*time.Location{
		time.UTC, time.UTC, time.FixedZone("", 2*3600), time.FixedZone("X", -7*3600-1800),
	}
	year := 1900 + g.r.IntN(200)
	if g.wild {
		zones = append(zones, time.Local, time.FixedZone("s", 3601), time.FixedZone("d", 24*3600), time.FixedZone("e", -25*3600-59))
		year = pick(g.r, year, year, year, 0, -1, 9999, 10000, 123456)
	}
	if oneIn(g.r, 8) {
		return time.Time{}
	}
	nanos := pick(g.r, 0, 0, 1, 120_000_000, 999_999_999, g.r.IntN(1e9))
	return time.Date(year, time.Month(1+g.r.IntN(12)), 1+g.r.IntN(31), g.r.IntN(24), g.r.IntN(60),
		g.r.IntN(60), nanos, pick(g.r, zones...))
}

func (g *values) name() string {
	if g.wild && oneIn(g.r, 3) {
		return pick(g.r, "", "", "a b", "<", ">", "x:y", ":", "xmlns", "xmlns:q", "1", "-", "é\xff", "a/", "a'b", `a"b`, "a&b", "a=b", "!--", "?pi", "\n")
	}
	return pick(g.r, "a", "b", "Name", "item", "é", "x-1", "_", "id", "xml", "type")
}

func (g *values) space() string {
	if g.wild && oneIn(g.r, 3) {
		return pick(g.r, "xmlns", "xml", "_", "-", "1/2", `u"&<>`, "urn:\x00", "http://www.w3.org/XML/1998/namespace/", "urn:a/xml", "a/b:c", " ")
	}
	return pick(g.r, "", "", "", "urn:a", "urn:b", "http://example.com/ns", "http://example.com/other/ns#", "http://www.w3.org/XML/1998/namespace")
}

// pieces are parts of strings that XML treats in some special way.
var pieces = []string{
	"<", ">", "&", `"`, "'", "\t", "\n", "\r", "\r\n", "\x00", "\x01", "\x1f", "\x7f", "\u0085", "\u2028",
	"\ufffd", "\ufffe", "\uffff", "\U00010000", "\U0010ffff", "\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80",
	"]]>", "]]", "]", "-->", "--", "-", "&amp;", "&#10;", "<![CDATA[", "<!--", "<a>", "</a>", "<?x?>", " ", "  ", "é", "日本", "😀",
}

// text makes a string for a field with tag x.
func (g *values) text(x tag) string {
	switch x.mode {
	case "innerxml":
		if !g.wild || oneIn(g.r, 2) {
			return pick(g.r, "", "text", "<a/>", "<a>1</a>\n<b x='1'>t</b>", "<![CDATA[a<b]]>", "<!-- c -->", "<?p i?>", "&lt;&#65;", "<p:q xmlns:p='urn:p'/>", "a\r\nb")
		}
	case "comment":
		if !g.wild || oneIn(g.r, 2) {
			return pick(g.r, "", "c", " comment ", "a-b", "a-", "<&>", "é")
		}
	}
	if oneIn(g.r, 6) {
		return pick(g.r, "", "", " ", "0", "true", "-1", "1e5", "2024-02-29T12:00:00Z", "stop!", "stop!!")
	}
	n := g.r.IntN(6)
	if oneIn(g.r, 20) {
		n = 20 << g.r.IntN(6)
	}
	var b strings.Builder
	for range n {
		switch {
		case oneIn(g.r, 2):
			b.WriteByte(byte('a' + g.r.IntN(26)))
		case oneIn(g.r, 8):
			b.WriteRune(rune(g.r.IntN(utf8.MaxRune + 1)))
		case oneIn(g.r, 8):
			b.WriteByte(byte(g.r.UintN(256)))
		default:
			b.WriteString(pick(g.r, pieces...))
		}
	}
	s := b.String()
	if !g.wild {
		s = plain(s)
	}
	return s
}

// plain drops from s what is not a character of XML.
func plain(s string) string {
	return strings.Map(func(c rune) rune {
		if c == utf8.RuneError || c < ' ' && c != '\n' && c != '\t' || c == 0xfffe || c == 0xffff {
			return -1
		}
		return c
	}, s)
}
