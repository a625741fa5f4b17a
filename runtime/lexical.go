package runtime

import (
	"strconv"
	"strings"
	"time"
)

// Bool returns c as a bool: no text is false, else what [strconv.ParseBool]
// takes, white space around it trimmed. Errors are strconv's.
func (c Chars) Bool() (bool, error) {
	switch string(c) {
	case "true", "1":
		return true, nil
	case "", "false", "0":
		return false, nil
	}
	return strconv.ParseBool(strings.TrimSpace(string(c)))
}

// Int returns c as a signed number of the given width, 0 for that of int: no
// text is zero, else a decimal number with white space around it trimmed.
// Errors are those of [strconv.ParseInt].
func (c Chars) Int(bits int) (int64, error) {
	if bits == 0 {
		bits = strconv.IntSize
	}
	d := trimSpace(c)
	neg := false
	if len(d) > 0 && (d[0] == '-' || d[0] == '+') {
		neg = d[0] == '-'
		d = d[1:]
	}
	if u, ok := digits(d); ok {
		n := int64(u)
		if neg {
			n = -n
		}
		if shift := 64 - bits; n<<shift>>shift == n {
			return n, nil
		}
	}
	if len(c) == 0 {
		return 0, nil
	}
	return strconv.ParseInt(strings.TrimSpace(string(c)), 10, bits)
}

// Uint is [Chars.Int] for an unsigned number, with the errors of
// [strconv.ParseUint].
func (c Chars) Uint(bits int) (uint64, error) {
	if bits == 0 {
		bits = strconv.IntSize
	}
	if u, ok := digits(trimSpace(c)); ok && u>>(bits-1)>>1 == 0 {
		return u, nil
	}
	if len(c) == 0 {
		return 0, nil
	}
	return strconv.ParseUint(strings.TrimSpace(string(c)), 10, bits)
}

// digits reads a decimal number of at most 18 digits, which no width overflows
// unseen. It does not take any other text, empty text included.
func digits(d []byte) (uint64, bool) {
	if len(d) == 0 || len(d) > 18 {
		return 0, false
	}
	var u uint64
	for _, c := range d {
		c -= '0'
		if c > 9 {
			return 0, false
		}
		u = u*10 + uint64(c)
	}
	return u, true
}

// Float returns c as a floating-point number of the given width, 32 or 64: no
// text is zero, else what [strconv.ParseFloat] takes, white space around it
// trimmed. Errors are strconv's.
func (c Chars) Float(bits int) (float64, error) {
	if len(c) == 0 {
		return 0, nil
	}
	return strconv.ParseFloat(strings.TrimSpace(string(c)), bits)
}

// trimSpace takes ASCII white space off both ends.
func trimSpace(c []byte) []byte {
	for len(c) > 0 && class[c[0]] == classSpace {
		c = c[1:]
	}
	for len(c) > 0 && class[c[len(c)-1]] == classSpace {
		c = c[:len(c)-1]
	}
	return c
}

// Time sets t to c as [time.Time.UnmarshalText] does: RFC 3339 exactly, with
// no white space around it. On an error t is what UnmarshalText makes it.
func (c Chars) Time(t *time.Time) error {
	if v, ok := parseTime(c); ok {
		*t = v
		return nil
	}
	return t.UnmarshalText(c)
}

// parseTime reads the RFC 3339 forms that are plainly right; for all the
// others it leaves the verdict to package time.
func parseTime(c []byte) (time.Time, bool) {
	if len(c) < len("2006-01-02T15:04:05Z") ||
		c[4] != '-' || c[7] != '-' || c[10] != 'T' || c[13] != ':' || c[16] != ':' {
		return time.Time{}, false
	}
	year, ok1 := digits(c[:4])
	month, ok2 := digits(c[5:7])
	day, ok3 := digits(c[8:10])
	hour, ok4 := digits(c[11:13])
	minute, ok5 := digits(c[14:16])
	sec, ok6 := digits(c[17:19])
	if !(ok1 && ok2 && ok3 && ok4 && ok5 && ok6) || month-1 > 11 || day-1 > 30 || hour > 23 || minute > 59 || sec > 59 {
		return time.Time{}, false
	}
	if day > 28 && time.Date(int(year), time.Month(month), int(day), 0, 0, 0, 0, time.UTC).Day() != int(day) {
		return time.Time{}, false
	}
	c = c[19:]
	var nsec uint64
	if c[0] == '.' {
		n := 1
		for n < len(c) && c[n]-'0' <= 9 {
			n++
		}
		frac, ok := digits(c[1:n])
		if !ok || n > 10 || n == len(c) {
			return time.Time{}, false
		}
		for i := n; i < 10; i++ {
			frac *= 10
		}
		nsec = frac
		c = c[n:]
	}
	t := time.Date(int(year), time.Month(month), int(day), int(hour), int(minute), int(sec), int(nsec), time.UTC)
	if c[0] == 'Z' {
		return t, len(c) == 1
	}
	if len(c) != len("+07:00") || c[0] != '+' && c[0] != '-' || c[3] != ':' {
		return time.Time{}, false
	}
	zoneHour, ok1 := digits(c[1:3])
	zoneMinute, ok2 := digits(c[4:6])
	if !ok1 || !ok2 || zoneHour > 23 || zoneMinute > 59 {
		return time.Time{}, false
	}
	offset := int(zoneHour*60+zoneMinute) * 60
	if c[0] == '-' {
		offset = -offset
	}
	t = t.Add(-time.Duration(offset) * time.Second)
	// Like time.Parse: the local zone if it has this offset then.
	if local := t.In(time.Local); zoneOffset(local) == offset {
		return local, true
	}
	return t.In(time.FixedZone("", offset)), true
}

func zoneOffset(t time.Time) int {
	_, offset := t.Zone()
	return offset
}
