package runtime

import (
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
	"time"
)

// numbers are texts around every bound and form of the simple kinds.
func numbers() []string {
	texts := []string{
		"", " ", "\n", "0", "-0", "+0", "1", "-1", "+1", " 1", "1 ", "\t1\r\n", "01", "00000000000000000000001", "1_0", "0x1", "1e3", "1.5", ".5", "-", "+", "--1", "1-", "a",
		"true", "false", "TRUE", "True", "T", "t", "tRUE", " true ", "yes", "Inf", "+Inf", "-inf", "NaN", "nan", "1e400", "1e-400", "3.5e38", "0x1p-2", "infinity", "\u00a01", "1\u0085", "\u30001", "١",
	}
	for bits := range 64 {
		for _, d := range []int64{-1, 0, 1} {
			texts = append(texts, strconv.FormatUint(uint64(1)<<bits+uint64(d), 10), "-"+strconv.FormatUint(uint64(1)<<bits+uint64(d), 10))
		}
	}
	return append(texts, "18446744073709551615", "18446744073709551616", "999999999999999999", "9999999999999999999")
}

// TestSimpleKinds compares the conversions with what encoding/xml stores for
// the same text, errors included.
func TestSimpleKinds(t *testing.T) {
	for _, text := range numbers() {
		c := Chars(text)
		check(t, text, func() (int8, error) { n, err := c.Int(8); return int8(n), err })
		check(t, text, func() (int16, error) { n, err := c.Int(16); return int16(n), err })
		check(t, text, func() (int32, error) { n, err := c.Int(32); return int32(n), err })
		check(t, text, func() (int64, error) { return c.Int(64) })
		check(t, text, func() (int, error) { n, err := c.Int(0); return int(n), err })
		check(t, text, func() (uint8, error) { n, err := c.Uint(8); return uint8(n), err })
		check(t, text, func() (uint16, error) { n, err := c.Uint(16); return uint16(n), err })
		check(t, text, func() (uint32, error) { n, err := c.Uint(32); return uint32(n), err })
		check(t, text, func() (uint64, error) { return c.Uint(64) })
		check(t, text, func() (uint, error) { n, err := c.Uint(0); return uint(n), err })
		check(t, text, func() (uintptr, error) { n, err := c.Uint(0); return uintptr(n), err })
		check(t, text, func() (float32, error) { n, err := c.Float(32); return float32(n), err })
		check(t, text, func() (float64, error) { return c.Float(64) })
		check(t, text, func() (bool, error) { return c.Bool() })
	}
}

func check[T any](t *testing.T, text string, convert func() (T, error)) {
	t.Helper()
	var want T
	wantErr := xml.Unmarshal([]byte("<a>"+text+"</a>"), &want)
	got, err := convert()
	if fmt.Sprint(err) != fmt.Sprint(wantErr) || reflect.TypeOf(err) != reflect.TypeOf(wantErr) {
		t.Errorf("%T %q: error %v, want %v", want, text, err, wantErr)
	}
	if err == nil && fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%T %q: got %v, want %v", want, text, got, want)
	}
}

func TestTime(t *testing.T) {
	defer func(loc *time.Location) { time.Local = loc }(time.Local)
	texts := []string{
		"2024-02-29T00:00:00Z", "2023-02-29T00:00:00Z", "2023-04-31T00:00:00Z", "2023-12-31T23:59:60Z", "2024-01-01T24:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z",
		"2024-01-02T03:04:05.1Z", "2024-01-02T03:04:05.123456789+02:00", "2024-01-02T03:04:05.1234567891Z", "2024-01-02T03:04:05.Z", "2024-01-02T03:04:05,5Z", "2024-01-02T03:04:05+00:00", "2024-01-02T03:04:05-00:00",
		"2024-01-02T03:04:05+23:59", "2024-01-02T03:04:05+24:00", "2024-01-02T03:04:05+02:60", "2024-01-02T03:04:05+0200", "2024-01-02t03:04:05z", "2024-01-02 03:04:05Z", " 2024-01-02T03:04:05Z", "2024-01-02T03:04:05", "2024-1-2T3:4:5Z", "", "x",
		"2024-01-02T03:04:05Zx", "2024-07-02T03:04:05+02:00", "2024-01-02T03:04:05+01:00", "2024-00-02T03:04:05Z", "2024-13-02T03:04:05Z", "2024-01-00T03:04:05Z", "2024-01-32T03:04:05Z", "+024-01-02T03:04:05Z",
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		b := []byte(texts[rnd.IntN(len(texts))])
		if len(b) > 0 {
			b[rnd.IntN(len(b))] = "0123456789-:.TZ+ "[rnd.IntN(17)]
		}
		texts = append(texts, string(b))
	}
	berlin := time.FixedZone("CET", 3600)
	if loc, err := time.LoadLocation("Europe/Berlin"); err == nil {
		berlin = loc
	}
	for _, loc := range []*time.Location{time.UTC, berlin} {
		time.Local = loc
		for _, text := range texts {
			got, want := time.Unix(7, 7), time.Unix(7, 7)
			err, wantErr := Chars(text).Time(&got), want.UnmarshalText([]byte(text))
			if fmt.Sprint(err) != fmt.Sprint(wantErr) || reflect.TypeOf(err) != reflect.TypeOf(wantErr) {
				t.Errorf("%q: error %v, want %v", text, err, wantErr)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%q: got %#v, want %#v", text, got, want)
			}
		}
	}
}
