package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.txt")
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	doc := func(edits ...string) string {
		return fmt.Sprintf(`{"p": {"xmlserde": [
			{"posn": "b", "message": "late", "suggested_fixes": [{"message": "cut", "edits": [{"filename": %[1]q, "start": 3, "end": 4}]}]},
			{"posn": "0", "message": "no fix"},
			{"posn": "a", "message": "early", "suggested_fixes": [{"message": "put", "edits": [%[2]s]}]}]}}`,
			name, strings.Join(edits, ","))
	}
	edit := func(start, end int, text string) string {
		return fmt.Sprintf(`{"filename": %q, "start": %d, "end": %d, "new": %q}`, name, start, end, text)
	}
	for _, test := range []struct {
		what, in, says, text, err string
		last                      bool
	}{
		{what: "first", in: doc(edit(2, 3, "C"), edit(0, 0, "<")), says: "a: early: put\n", text: "<abCd"},
		{what: "last", in: doc(), last: true, says: "b: late: cut\n", text: "abc"},
		{what: "overlap", in: doc(edit(0, 2, "x"), edit(1, 3, "y")), says: "a: early: put\n", text: "abcd", err: "edit of bytes 1 to 3, behind byte 2 of 4"},
		{what: "nothing", in: doc(edit(0, 1, "a")), says: "a: early: put\n", text: "abcd", err: "changes nothing"},
		{what: "none", in: `{"p": {"xmlserde": [{"posn": "a"}]}}`, text: "abcd", err: errNone.Error()},
		{what: "failed", in: `{"p": {"xmlserde": {"error": "no"}}}`, text: "abcd", err: `p: {"error": "no"}`},
	} {
		write("abcd")
		var out strings.Builder
		err := run(strings.NewReader(test.in), &out, test.last)
		if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%s: %v, want %q", test.what, err, test.err)
		}
		if errors.Is(err, errNone) != (test.what == "none") {
			t.Errorf("%s: %v", test.what, err)
		}
		if got, _ := os.ReadFile(name); out.String() != test.says || string(got) != test.text {
			t.Errorf("%s: says %q and leaves %q", test.what, out.String(), got)
		}
	}
}
