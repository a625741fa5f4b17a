package runtime

import (
	"encoding/xml"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// checkTime compares AppendTime with Time.MarshalText.
func checkTime(t testing.TB, x time.Time) {
	t.Helper()
	want, wantErr := x.MarshalText()
	got, err := AppendTime([]byte("x"), x)
	if wantErr != nil {
		if err == nil || err.Error() != wantErr.Error() {
			t.Fatalf("AppendTime(%v): error %v, want %v", x, err, wantErr)
		}
		return
	}
	if err != nil || string(got) != "x"+string(want) {
		t.Fatalf("AppendTime(%v) = %q, %v, want %q", x, got, err, want)
	}
}

func TestAppendTime(t *testing.T) {
	skipRace(t)
	zones := []*time.Location{
		time.UTC, time.Local, time.FixedZone("", 0), time.FixedZone("", -30),
		time.FixedZone("", 30), time.FixedZone("", 59), time.FixedZone("", -61),
		time.FixedZone("", 5*3600+1800), time.FixedZone("", -9*3600-1800),
		time.FixedZone("", 24*3600-1), time.FixedZone("", 24*3600), time.FixedZone("", -24*3600),
		time.FixedZone("", 24*3600+59), time.FixedZone("", 100*3600), time.FixedZone("", -100*3600),
		time.FixedZone("", 1000*3600), time.FixedZone("", math.MaxInt32), time.FixedZone("", math.MinInt32),
	}
	for _, zone := range zones {
		// Every day of five cycles of the calendar, the years before 0 and after
		// 9999 included.
		for _, from := range []int{-401, -1, 0, 1599, 1970, 9998, 9999} {
			day := time.Date(from, 1, 1, 23, 59, 59, 999999999, zone)
			for range 800 {
				checkTime(t, day)
				day = day.AddDate(0, 0, 1)
			}
		}
	}
	for year := -5; year <= 10005; year++ {
		for _, day := range []int{1, 59, 60, 61, 365, 366} {
			checkTime(t, time.Date(year, 1, day, 0, 0, 0, 0, time.UTC))
		}
	}
	for _, sec := range []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, math.MaxInt64 - 1, 0, -1} {
		for _, zone := range zones {
			checkTime(t, time.Unix(sec, 0).In(zone))
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200000 {
		x := time.Unix(r.Int64N(253402300800+2*62167219200)-2*62167219200, 0)
		if nano := r.Int64N(1e9); r.IntN(3) > 0 {
			for range r.IntN(10) {
				nano /= 10
			}
			for range r.IntN(10) {
				nano = nano * 10 % 1e9
			}
			x = x.Add(time.Duration(nano))
		}
		checkTime(t, x.In(zones[r.IntN(len(zones))]))
	}
}

func TestAppendFloat(t *testing.T) {
	type floats struct {
		F32 float32 `xml:",attr"`
		F64 float64 `xml:",attr"`
	}
	check := func(f32 float32, f64 float64) {
		t.Helper()
		want, err := xml.Marshal(floats{f32, f64})
		if err != nil {
			t.Fatal(err)
		}
		got := append([]byte(`<floats F32="`), AppendFloat(nil, float64(f32), 32)...)
		got = append(got, `" F64="`...)
		got = append(AppendFloat(got, f64, 64), `"></floats>`...)
		if string(got) != string(want) {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 1, 1e20, 1e21, 1e-5, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64} {
		check(float32(f), f)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		check(math.Float32frombits(r.Uint32()), math.Float64frombits(r.Uint64()))
	}
}

func TestBytesOf(t *testing.T) {
	type letter uint8
	if got := BytesOf([]letter(nil)); got != nil {
		t.Errorf("BytesOf(nil) = %v, want nil", got)
	}
	if got := BytesOf([]letter{}); got == nil || len(got) != 0 {
		t.Errorf("BytesOf(empty) = %v, want empty and not nil", got)
	}
	s := []letter("abc")
	got := BytesOf(s)
	s[0] = 'x'
	if string(got) != "abc" {
		t.Errorf("BytesOf shares memory: %q", got)
	}
}

func BenchmarkAppendTime(b *testing.B) {
	zone := time.FixedZone("", 7200)
	for _, x := range []struct {
		name string
		time time.Time
	}{
		{"utc", time.Date(2024, 2, 29, 12, 34, 56, 0, time.UTC)},
		{"nanos", time.Date(2024, 2, 29, 12, 34, 56, 123456789, zone)},
	} {
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			var out []byte
			for b.Loop() {
				out, _ = AppendTime(out[:0], x.time)
			}
		})
		b.Run(x.name+"/std", func(b *testing.B) {
			b.ReportAllocs()
			var out []byte
			for b.Loop() {
				out, _ = x.time.AppendText(out[:0])
			}
		})
	}
}
