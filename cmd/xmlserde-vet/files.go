package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/packages"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/require"
)

// filesVar names a file for the whole files that fixes write. The command sets it
// for itself.
const filesVar = "XMLSERDE_VET_FILES"

// own does what package multichecker does not, and reports whether that was all:
// it writes whole generated files.
//
// The suggested fixes of an analyzer cannot create files. Under the go command the
// archive that it applies can hold any, and elsewhere we write them. Since
// multichecker and unitchecker end the process when they are done, they run in a
// process of their own, and this one adds the files. Where they have failed it adds
// none. Edits without the files leave a program that does the same as before.
func own(args []string) (code int, done bool) {
	if slices.Contains(args, "-V=full") {
		return report(version()), true
	}
	cfg := new(unitchecker.Config)
	unit := len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg")
	if unit {
		var err error
		if cfg, err = readUnit(args[len(args)-1]); err != nil {
			return report(err), true
		}
	}
	fix, diff := has(args, "fix"), has(args, "diff")
	if unit && fix && !diff && cfg.FixArchive == "" {
		return 0, false // nothing can be written but what is there
	}
	// A flag on the command line still decides otherwise.
	if err := xmlserde.Analyzer.Flags.Set("layout", "file"); err != nil {
		return report(err), true
	}
	if name := os.Getenv(filesVar); name != "" {
		collect(name, unit)
		return 0, false
	}
	if !fix || cfg.VetxOnly {
		return 0, false
	}
	files, code, err := whole(args)
	switch {
	case err != nil:
	case code != 0 || len(files) == 0:
		return code, true
	case diff:
		err = show(cfg.Stdout, files)
	case unit:
		err = archive(cfg.FixArchive, files)
	default:
		err = write(files)
	}
	return report(err), true
}

func report(err error) int {
	if err != nil {
		fmt.Fprintln(os.Stderr, "xmlserde-vet:", err)
		return 1
	}
	return 0
}

// has reports whether a boolean flag is on.
func has(args []string, name string) bool {
	on := false
	for _, arg := range args {
		arg = strings.TrimPrefix(arg, "-")
		switch strings.TrimPrefix(arg, "-") {
		case name, name + "=true":
			on = true
		case name + "=false":
			on = false
		}
	}
	return on
}

// version prints what the go command keeps results by: the executable, and
// whether the module can build generated code, on which fixes depend and which no
// input of a package tells.
func version() error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(exe)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	io.WriteString(h, require.Advice("."))
	fmt.Printf("%s version devel comments-go-here buildID=%02x\n", filepath.Base(os.Args[0]), h.Sum(nil))
	return nil
}

func readUnit(name string) (*unitchecker.Config, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	cfg := new(unitchecker.Config)
	if err := json.Unmarshal(text, cfg); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return cfg, nil
}

// collect has the analyzer append the whole files of its fixes to a file called
// name: those of the packages that the command was asked for. For their facts it is
// run on all that they import as well.
func collect(name string, unit bool) {
	run := xmlserde.Analyzer.Run
	asked := sync.OnceValues(askedFor)
	var lock sync.Mutex
	xmlserde.Analyzer.Run = func(pass *analysis.Pass) (any, error) {
		result, err := run(pass)
		r, ok := result.(*xmlserde.Result)
		if err != nil || !ok || r.Fix == nil || len(r.Fix.Files) == 0 {
			return result, err
		}
		dir := filepath.Dir(pass.Fset.Position(pass.Files[0].Package).Filename)
		if !unit {
			dirs, err := asked()
			if err != nil || !dirs[dir] {
				return result, err
			}
		}
		files := make(map[string][]byte)
		for base, text := range r.Fix.Files {
			if text == nil { // a file cannot be removed, but all that is in it
				text = fmt.Appendf(nil, "%s\n\npackage %s\n", compile.Header, pass.Pkg.Name())
			}
			files[filepath.Join(dir, base)] = text
		}
		lock.Lock()
		defer lock.Unlock()
		f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return result, json.NewEncoder(f).Encode(files)
	}
}

// askedFor returns the directories of the packages of the main module that the
// arguments of the command name.
func askedFor() (map[string]bool, error) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedModule
	named, err := packages.Load(&packages.Config{Mode: mode}, flag.Args()...)
	if err != nil {
		return nil, err
	}
	dirs := make(map[string]bool)
	for _, p := range named {
		if p.Module != nil && p.Module.Main {
			dirs[p.Dir] = true
		}
	}
	return dirs, nil
}

// whole runs the command again, and returns the files that are to be written
// beside the edits that unitchecker applies.
func whole(args []string) (files map[string][]byte, code int, err error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, 0, err
	}
	temp, err := os.CreateTemp("", "xmlserde-vet-*.json")
	if err != nil {
		return nil, 0, err
	}
	temp.Close()
	defer os.Remove(temp.Name())
	cmd := exec.Command(exe, args...)
	cmd.Args[0] = os.Args[0]
	cmd.Env = append(os.Environ(), filesVar+"="+temp.Name())
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			return nil, exit.ExitCode(), nil
		}
		return nil, 0, err
	}
	text, err := os.ReadFile(temp.Name())
	if err != nil {
		return nil, 0, err
	}
	// A package without its tests has what it has with them.
	for dec := json.NewDecoder(bytes.NewReader(text)); dec.More(); {
		if err := dec.Decode(&files); err != nil {
			return nil, 0, err
		}
	}
	return files, 0, nil
}

// write replaces files, each at once.
func write(files map[string][]byte) error {
	for _, path := range slices.Sorted(maps.Keys(files)) {
		temp, err := os.CreateTemp(filepath.Dir(path), ".xmlserde-*")
		if err != nil {
			return err
		}
		_, err = temp.Write(files[path])
		err = errors.Join(err, temp.Chmod(0o644), temp.Close())
		if err == nil {
			err = os.Rename(temp.Name(), path)
		}
		if err != nil {
			os.Remove(temp.Name())
			return err
		}
	}
	return nil
}

// archive adds files to the archive that unitchecker has written.
func archive(name string, files map[string][]byte) error {
	var all bytes.Buffer
	w := zip.NewWriter(&all)
	if r, err := zip.OpenReader(name); err == nil {
		defer r.Close()
		for _, f := range r.File {
			if err := w.Copy(f); err != nil {
				return err
			}
		}
		if err := w.SetComment(r.Comment); err != nil {
			return err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		f, err := w.Create(path)
		if err != nil {
			return err
		}
		if _, err := f.Write(files[path]); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, all.Bytes(), 0o666)
}

// show appends what becomes of files to the file called name, which the go command
// prints, or prints it itself.
func show(name string, files map[string][]byte) error {
	out := os.Stdout
	if name != "" {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		defer f.Close()
		out = f
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		old, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if _, err := io.WriteString(out, unified(path, old, files[path])); err != nil {
			return err
		}
	}
	return nil
}

// unified returns a difference in which all of a file changes, as all of a
// generated file may.
func unified(path string, old, text []byte) string {
	var b strings.Builder
	count := func(sign string, text []byte) string {
		switch n := bytes.Count(text, []byte("\n")); n {
		case 0:
			return sign + "0,0"
		default:
			return fmt.Sprintf("%s1,%d", sign, n)
		}
	}
	fmt.Fprintf(&b, "--- %s (old)\n+++ %s (new)\n@@ %s %s @@\n", path, path, count("-", old), count("+", text))
	for line := range bytes.Lines(old) {
		fmt.Fprintf(&b, "-%s", line)
	}
	for line := range bytes.Lines(text) {
		fmt.Fprintf(&b, "+%s", line)
	}
	return b.String()
}
