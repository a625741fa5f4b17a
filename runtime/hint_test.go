package runtime

import (
	"strings"
	"testing"
)

func TestHint(t *testing.T) {
	s := NewScanner([]byte(strings.Repeat("x", 1000)))
	var h Hint
	if got := cap(ExtendHint(s, []int(nil), &h)); got != 1 {
		t.Errorf("a hint that knows nothing gives capacity %d", got)
	}
	h.Learn(50, 1000) // 20 bytes an element
	if got := cap(ExtendHint(s, []int(nil), &h)); got != 50 {
		t.Errorf("capacity %d, want what was learnt", got)
	}
	h.Learn(1000000, 20000000)
	if got := cap(ExtendHint(s, []int(nil), &h)); got != 51 {
		t.Errorf("capacity %d for 1000 bytes of input at 20 bytes an element", got)
	}
	h.Learn(1000001, 20) // a million elements that did not come from the input
	if got := cap(ExtendHint(s, []int(nil), &h)); got > 1001 {
		t.Errorf("capacity %d for 1000 bytes of input", got)
	}
	h.Learn(3, 30)
	if got := cap(ExtendHint(s, []int(nil), &h)); got != 3 {
		t.Errorf("capacity %d, want the hint to shrink again", got)
	}
}

func TestExtend(t *testing.T) {
	s := NewScanner(nil)
	var h Hint
	stale := []int{1, 2, 3}[:1]
	for name, extend := range map[string]func([]int) []int{
		"Extend":     Extend[[]int],
		"ExtendHint": func(sl []int) []int { return ExtendHint(s, sl, &h) },
	} {
		if got := extend(stale); len(got) != 2 || got[1] != 2 {
			t.Errorf("%s: %v, want the stale element 2 back", name, got)
		}
		got := []int(nil)
		for i := range 100 {
			got = extend(got)
			if len(got) != i+1 || got[i] != 0 {
				t.Fatalf("%s: %v", name, got)
			}
			got[i] = i
		}
		for i, x := range got {
			if x != i {
				t.Errorf("%s: element %d is %d", name, i, x)
			}
		}
	}
}
