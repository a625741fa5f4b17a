package xmlserdetest

import (
	"math"
	"reflect"
	"testing"
	"time"
)

func TestDiff(t *testing.T) {
	type inner struct {
		Floats []float64
		hidden int
	}
	type outer struct {
		In    *inner
		Bytes []byte
		When  time.Time
		Any   any
	}
	nan := math.NaN()
	tests := []struct {
		name string
		a, b outer
		path string // "" if they are equal
	}{
		{name: "zero"},
		{name: "NaN", a: outer{In: &inner{Floats: []float64{nan}}}, b: outer{In: &inner{Floats: []float64{nan}}}},
		{name: "NaN and 1", a: outer{In: &inner{Floats: []float64{0, nan}}}, b: outer{In: &inner{Floats: []float64{0, 1}}}, path: "x.In.Floats[1]"},
		{name: "minus zero", a: outer{Any: math.Copysign(0, -1)}, b: outer{Any: 0.0}, path: "x.Any"},
		{name: "nil and empty", a: outer{Bytes: []byte{}}, path: "x.Bytes"},
		{name: "length", a: outer{Bytes: []byte{1}}, b: outer{Bytes: []byte{1, 2}}, path: "x.Bytes"},
		{name: "unexported", a: outer{In: &inner{hidden: 1}}, b: outer{In: &inner{}}, path: "x.In.hidden"},
		{name: "nil pointer", a: outer{In: &inner{}}, path: "x.In"},
		{name: "zones", a: outer{When: time.Unix(0, 0).In(time.FixedZone("", 3600))}, b: outer{When: time.Unix(0, 0).In(time.FixedZone("", 7200))}, path: "x.When.loc.zone[0].offset"},
		{name: "same zone", a: outer{When: time.Unix(0, 0).In(time.FixedZone("", 3601))}, b: outer{When: time.Unix(0, 0).In(time.FixedZone("", 3601))}},
		{name: "dynamic type", a: outer{Any: 1}, b: outer{Any: int8(1)}, path: "x.Any"},
		{name: "map", a: outer{Any: map[string]int{"k": 1}}, b: outer{Any: map[string]int{"k": 2}}, path: `x.Any["k"]`},
	}
	for _, test := range tests {
		d := diff("x", reflect.ValueOf(test.a), reflect.ValueOf(test.b))
		switch {
		case d == nil && test.path != "":
			t.Errorf("%s: no difference, want one at %s", test.name, test.path)
		case d != nil && test.path != d.path:
			t.Errorf("%s: %+v, want a difference at %q", test.name, *d, test.path)
		}
	}
}

// TestClone changes all of a clone and expects the original to stay.
func TestClone(t *testing.T) {
	text := "t"
	build := func() *kitchen {
		items := append([]line{{Text: "kept"}}, line{Text: "stale"})[:1:2]
		return &kitchen{
			More: &More{Detail: "d"}, Bytes: []byte("b"), Items: items, Tags: []string{text},
			Points: []*point{{X: 1}}, Nested: &kitchen{ID: 2}, hidden: 3,
		}
	}
	k, want := build(), build()
	c := clone(reflect.ValueOf(k)).Interface().(*kitchen)
	if d := diff("k", reflect.ValueOf(want), reflect.ValueOf(c)); d != nil {
		t.Fatalf("the clone differs: %+v", *d)
	}
	if got := c.Items[:2][1].Text; got != "stale" {
		t.Errorf("beyond the length of a slice is %q", got)
	}
	c.More.Detail, c.Bytes[0], c.Items[0].Text, c.Tags[0], c.Points[0].X, c.Nested.ID = "x", 'x', "x", "x", 9, 9
	c.Items[:2][1].Text = "x"
	if d := diff("k", reflect.ValueOf(want), reflect.ValueOf(k)); d != nil {
		t.Errorf("the original changed with its clone: %+v", *d)
	}
	if got := k.Items[:2][1].Text; got != "stale" {
		t.Errorf("beyond the length of the original's slice is %q", got)
	}
	truncate(reflect.ValueOf(k))
	if len(k.Items) != 0 || k.Items[:1][0].Text != "kept" || k.Items == nil || len(k.Bytes) != 0 {
		t.Errorf("truncated: %v %v", k.Items, k.Bytes)
	}
}

func TestFormat(t *testing.T) {
	n := 1
	tests := []struct {
		v    any
		want string
	}{
		{nil, "nil"},
		{&kitchen{}, "&xmlserdetest.kitchen{}"},
		{&kitchen{ID: 1, hidden: 2, Items: []line{{Text: "a"}}}, `&xmlserdetest.kitchen{ID: 1, Items: []xmlserdetest.line{xmlserdetest.line{Text: "a"}}}`},
		{kitchen{Bytes: []byte{}, Tags: []string{}}, `xmlserdetest.kitchen{Tags: []string{}, Bytes: []uint8("")}`},
		{&n, "new(1)"},
		{[]line{{N: 1}, {N: 2}}[:1], "[]xmlserdetest.line{xmlserdetest.line{N: 1}}/* and in its capacity []xmlserdetest.line{xmlserdetest.line{N: 2}} */"},
		{struct{ T time.Time }{time.Unix(0, 0).UTC()}, "struct { T time.Time }{T: time.Date(1970, time.January, 1, 0, 0, 0, 0, time.UTC)}"},
	}
	for _, test := range tests {
		if got := format(reflect.ValueOf(test.v)); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
