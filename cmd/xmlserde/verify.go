package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/xmlserdetest"
)

var verifyCommand = command{
	name:  "verify",
	usage: "[-n N] [-seed S] [packages]",
	short: "compare compiled types with encoding/xml",
	long: `
Verify compares the generated code of packages with the encoding/xml of the Go
that runs. It marshals random values both ways, and unmarshals documents, made
from values and from tags and then mutated, both ways into zero, filled and
reused targets. Bytes, values, targets after errors, error texts and types and
panics must be the same. A case that differs is shrunk and printed.

Nothing is written but temporary files, which are removed. The last line is

	N types, V values, D documents, X disagreements

and the exit code is 1 if X is not 0, if nothing was compiled or if a package
does not build.

	-n N	the number of values for each type; there are about two documents
		for a value (default 1000)
	-seed S	the start of the random choices (default 1)
`,
}

func init() { verifyCommand.run = verify }

// A verification is one run of verify.
type verification struct {
	*call
	settings xmlserdetest.VerifySettings
	tmp      string
	total    xmlserdetest.VerifyReport
	failed   bool
}

func verify(c *call, args []string) int {
	v := verification{call: c}
	patterns, code, ok := c.parse(args, func(f *flag.FlagSet) {
		f.IntVar(&v.settings.N, "n", 1000, "")
		f.Uint64Var(&v.settings.Seed, "seed", 1, "")
	})
	if !ok {
		return code
	}
	if v.settings.N <= 0 {
		c.errorf("-n must be at least 1")
		return exitUsage
	}
	v.settings.Progress = isTerminal(c.stdout)
	tmp, err := os.MkdirTemp("", "xmlserde-verify-")
	if err != nil {
		c.errorf("%v", err)
		return exitFound
	}
	defer os.RemoveAll(tmp)
	v.tmp = tmp
	v.packages(patterns)
	disagreements := len(v.total.Disagreements)
	fmt.Fprintf(c.stdout, "%s, %s, %s, %s\n", count(v.total.Types, "type"),
		count(v.total.Values, "value"), count(v.total.Documents, "document"), count(disagreements, "disagreement"))
	if v.failed || disagreements > 0 {
		return exitFound
	}
	return exitOK
}

func (v *verification) fail(format string, args ...any) {
	v.errorf(format, args...)
	v.failed = true
}

func (v *verification) packages(patterns []string) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	found, err := v.harnesses(patterns)
	if err != nil {
		v.fail("%v", err)
		return
	}
	if len(found) == 0 {
		v.fail("nothing is compiled in %s; run: xmlserde gen %[1]s", strings.Join(patterns, " "))
	}
	for _, h := range found {
		report, err := v.run(h)
		if v.Err() != nil {
			v.fail("%v", context.Cause(v))
			return
		}
		if err != nil {
			v.fail("%s: %v", h.path, err)
		}
		if report == nil {
			continue
		}
		v.total.Types += report.Types
		v.total.Values += report.Values
		v.total.Documents += report.Documents
		v.total.Disagreements = append(v.total.Disagreements, report.Disagreements...)
		for _, d := range report.Disagreements {
			fmt.Fprintf(v.stdout, "%s\n\n", d)
		}
		fmt.Fprintf(v.stdout, "%s: %s, %s\n", h.path, count(report.Types, "type"), count(len(report.Disagreements), "disagreement"))
	}
}

// A harness is a program that compares the compiled types of one package, its
// tests included.
type harness struct {
	path, name, dir string
	module          *packages.Module
	// compiled and tests tell whether generated files are among the package's
	// own files and among its tests.
	compiled, tests bool
	// external tells that there are no files but those of an external test
	// package.
	external bool
}

// harnesses finds the packages with generated files, by import path.
func (v *verification) harnesses(patterns []string) ([]harness, error) {
	loaded, err := packages.Load(&packages.Config{
		Context: v,
		Mode:    packages.NeedName | packages.NeedFiles | packages.NeedModule | packages.NeedForTest,
		Tests:   true,
	}, patterns...)
	if err != nil {
		return nil, driverError(err)
	}
	byPath := make(map[string]*harness)
	for _, p := range loaded {
		path := p.PkgPath
		if p.ForTest != "" {
			path = p.ForTest
		}
		h := byPath[path]
		if h == nil {
			h = &harness{path: path, dir: p.Dir, module: p.Module, external: true}
			byPath[path] = h
		}
		if p.PkgPath == path && len(p.GoFiles) > 0 {
			h.external = false
		}
		if p.ForTest == "" {
			h.name = p.Name
			for _, e := range p.Errors {
				v.fail("%s: %s", path, placed(e))
			}
		}
		for _, file := range p.GoFiles {
			if !isGeneratedFile(file) {
				continue
			}
			if strings.HasSuffix(file, "_test.go") {
				h.tests = true
			} else {
				h.compiled = true
			}
		}
	}
	var found []harness
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		if h := byPath[path]; h.compiled || h.tests {
			found = append(found, *h)
		}
	}
	return found, nil
}

func isGeneratedFile(path string) bool {
	if !strings.HasPrefix(filepath.Base(path), compile.FilePrefix) {
		return false
	}
	src, err := os.ReadFile(path)
	return err == nil && isOurs(src)
}

// The sources of harnesses, with the import path in place of %[1]q and, of
// tests, the import itself in place of %[3]s. That of a main package cannot be
// imported and runs as part of the program, before main; its file sorts behind
// the others, so that their init functions, which register the compiled types,
// have run.
const (
	mainSource = `package main

import (
	"os"

	_ %[1]q
	"github.com/xmlserde/xmlserde/xmlserdetest"
)

func main() {
	if err := xmlserdetest.Verify(%[1]q); err != nil {
		println(err.Error())
		os.Exit(1)
	}
}
`
	initSource = `package main

import (
	"os"

	"github.com/xmlserde/xmlserde/xmlserdetest"
)

func init() {
	if err := xmlserdetest.Verify(%[1]q); err != nil {
		println(err.Error())
		os.Exit(1)
	}
	os.Exit(0)
}
`
	testSource = `package %[2]s_test

import (
	"testing"

%[3]s	"github.com/xmlserde/xmlserde/xmlserdetest"
)

func TestXMLSerdeVerify(t *testing.T) {
	if err := xmlserdetest.Verify(%[1]q, %[1]q + "_test"); err != nil {
		t.Fatal(err)
	}
}
`
	mainDir  = "xmlserde_verify_main"
	initFile = "zz_xmlserde_verify.go"
	testFile = "xmlserde_verify_test.go"
)

// run builds and runs the harness h. The report may be nil if there is an
// error.
func (v *verification) run(h harness) (*xmlserdetest.VerifyReport, error) {
	dir, err := os.MkdirTemp(v.tmp, "")
	if err != nil {
		return nil, err
	}
	build := []string{"build"}
	target, args := ".", []string(nil)
	var source, at string
	switch {
	case h.tests:
		var imported string
		if !h.external {
			imported = fmt.Sprintf("\t_ %q\n", h.path)
		}
		source, at = fmt.Sprintf(testSource, h.path, h.name, imported), testFile
		build = []string{"test", "-c"}
		args = []string{"-test.run=^TestXMLSerdeVerify$", "-test.timeout=0"}
	case h.name == "main":
		source, at = fmt.Sprintf(initSource, h.path), initFile
	default:
		source, at = fmt.Sprintf(mainSource, h.path), filepath.Join(mainDir, "main.go")
		target = "./" + mainDir
	}
	flags, err := v.overlay(dir, h, at, source)
	if err != nil {
		return nil, err
	}
	binary := filepath.Join(dir, "verify.exe")
	if err := v.build(h, append(append(build, flags...), "-o", binary, target)); err != nil {
		return nil, err
	}
	return v.execute(dir, h, binary, args)
}

// build runs the go command to build h.
func (v *verification) build(h harness, args []string) error {
	if v.settings.Progress {
		fmt.Fprintf(v.stdout, "building %s", h.path)
		defer fmt.Fprint(v.stdout, clearLine)
	}
	if out, err := v.subprocess(h.dir, "go", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("does not build; if generated code is stale, run: xmlserde gen %s\n%s", h.path, out)
	}
	return nil
}

// overlay writes what the go command needs to see source as the file at in
// h's directory, and returns the flags that say so.
func (v *verification) overlay(dir string, h harness, at, source string) ([]string, error) {
	file := filepath.Join(dir, "source.go")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(h.dir, at): file}})
	if err != nil {
		return nil, err
	}
	list := filepath.Join(dir, "overlay.json")
	err = errors.Join(os.WriteFile(file, []byte(source), 0o600), os.WriteFile(list, overlay, 0o600))
	flags := []string{"-overlay=" + list}
	if h.module == nil || h.module.Dir == "" {
		return flags, err
	}
	// A vendor folder lacks the harness: the module cache has it. The go
	// command may complete the copies of go.mod and go.sum as it likes.
	if _, statErr := os.Stat(filepath.Join(h.module.Dir, "vendor", "modules.txt")); statErr == nil {
		for _, name := range []string{"go.mod", "go.sum"} {
			text, readErr := os.ReadFile(filepath.Join(h.module.Dir, name))
			if readErr == nil {
				err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), text, 0o600))
			}
		}
		flags = append(flags, "-mod=mod", "-modfile="+filepath.Join(dir, "go.mod"))
	}
	return flags, err
}

// execute runs a built harness in its package's directory.
func (v *verification) execute(dir string, h harness, binary string, args []string) (*xmlserdetest.VerifyReport, error) {
	set := v.settings
	set.Report = filepath.Join(dir, "report.json")
	env, err := json.Marshal(set)
	if err != nil {
		return nil, err
	}
	cmd := v.subprocess(h.dir, binary, args...)
	cmd.Env = append(cmd.Env, xmlserdetest.VerifyEnv+"="+string(env))
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if set.Progress {
		cmd.Stdout = v.stdout
	}
	runErr := cmd.Run()
	text, err := os.ReadFile(set.Report)
	if err != nil {
		// What a program that died in compiled code did not live to say.
		return &xmlserdetest.VerifyReport{Disagreements: []string{
			fmt.Sprintf("%s: the comparison ended without a report (%v)\n%s", h.path, runErr, tail(output.Bytes())),
		}}, nil
	}
	report := new(xmlserdetest.VerifyReport)
	return report, json.Unmarshal(text, report)
}

// clearLine returns to the start of a terminal's line and clears it.
const clearLine = "\r\x1b[K"

// maxOutput is how much of a dead program's output is shown, in bytes.
const maxOutput = 4 << 10

// tail returns the start and the end of long output.
func tail(out []byte) []byte {
	if len(out) <= maxOutput {
		return out
	}
	return slices.Concat(out[:maxOutput/2], []byte("\n...\n"), out[len(out)-maxOutput/2:])
}

// subprocess is exec.CommandContext for a command that takes its own children
// with it when it is cancelled, and leaves no temporary files of the go command.
func (v *verification) subprocess(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(v, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOTMPDIR="+v.tmp)
	cmd.WaitDelay = 5 * time.Second
	ownGroup(cmd)
	return cmd
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}
