package xmlserde_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// section returns the text of README.md under a heading, up to the next one.
func section(t *testing.T, heading string) string {
	t.Helper()
	_, text, ok := strings.Cut(string(read(t, "README.md")), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("README.md has no section %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// blocks returns the contents of the code blocks in text that are marked with
// a language.
func blocks(text, language string) []string {
	var found []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}

// TestQuickStart runs README's command of the main job and compares what it
// prints with what README shows.
func TestQuickStart(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs cmd/xmlserde-vet")
	}
	text := section(t, "Quick start")
	commands, output := blocks(text, "sh"), blocks(text, "text")
	if len(commands) != 1 || len(output) != 1 {
		t.Fatalf("%d commands and %d outputs under Quick start, want one of each", len(commands), len(output))
	}
	args := strings.Fields(commands[0])
	out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(string(out), root+string(filepath.Separator), "")
	got = regexp.MustCompile(`(?m)^exit status \d+\n`).ReplaceAllString(got, "")
	if got != output[0] {
		t.Errorf("%s prints\n%s\nREADME.md shows\n%s", commands[0], got, output[0])
	}
	if n := strings.Count(got, ": compiled\n"); n < 4 {
		t.Errorf("%d calls are compiled, want at least 4", n)
	}
	var reasons []string
	for _, m := range regexp.MustCompile(`: ([a-z-]+): falls back to encoding/xml`).FindAllStringSubmatch(got, -1) {
		if !slices.Contains(reasons, m[1]) {
			reasons = append(reasons, m[1])
		}
	}
	if len(reasons) < 4 {
		t.Errorf("reasons %q, want at least 4", reasons)
	}
}

// TestReadmeCommands demands that the packages README's commands name are
// there, and that .ci/run runs README's test command.
func TestReadmeCommands(t *testing.T) {
	text := string(read(t, "README.md"))
	for _, m := range regexp.MustCompile(`go (?:run|-C bench run) (\./[\w/-]+)`).FindAllStringSubmatch(text, -1) {
		dir := m[1]
		if strings.HasPrefix(m[0], "go -C bench ") {
			dir = "bench/" + dir
		}
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			t.Errorf("README.md runs %s, which is not there", dir)
		}
	}
	tests := blocks(section(t, "Tests"), "sh")
	if len(tests) != 1 || !strings.Contains(string(read(t, ".ci/run")), " "+strings.TrimSpace(tests[0])+"\n") {
		t.Errorf(".ci/run does not run %q", tests)
	}
}

// TestLinks demands that the files that the documents link to are there.
func TestLinks(t *testing.T) {
	for _, name := range tracked(t, ".md") {
		dir := filepath.Dir(name)
		for _, m := range regexp.MustCompile(`\]\(([^)#:\s]+)(#[^)]*)?\)`).FindAllStringSubmatch(string(read(t, name)), -1) {
			if _, err := os.Stat(filepath.Join(dir, m[1])); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
			}
		}
	}
}
