// Package require answers whether the packages of a module can import what
// generated code calls. It reads go.mod, go.work and vendor/modules.txt and runs
// no command, so that an analyzer can ask it in any driver.
package require

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
)

// Module is the module that holds what generated code calls.
const Module = "github.com/xmlserde/xmlserde"

// What to run before generated code can be compiled. The go command vendors a
// package only if something imports it, which the tool does.
const (
	get    = "run go get " + Module
	vendor = "run go get -tool " + Module + "/cmd/xmlserde, then go mod vendor"
)

// vendored are the packages that a vendor folder has to hold.
var vendored = []string{Module + "/runtime", Module + "/xml"}

// Advice returns what to run before code that is generated into the directory of
// a package can be compiled, "" if nothing is known to be missing. The directory
// may be one that is in no module, as under other build systems: then there is
// no advice.
func Advice(dir string) string {
	root := above(dir, "go.mod")
	if root == "" {
		return ""
	}
	mod := parse(filepath.Join(root, "go.mod"))
	if mod == nil || isModule(mod) {
		return ""
	}
	met := requires(mod)
	home := root
	if work, used := workspace(root); used != nil {
		home = work
		for _, m := range used {
			met = met || isModule(m) || requires(m)
		}
	}
	switch {
	case !met:
		return get
	case lacks(home):
		return vendor
	}
	return ""
}

// above returns the directory of the file called name that is nearest above dir,
// "" if there is none.
func above(dir, name string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// parse returns nil for a file that cannot be read: the go command says more
// about it than we could.
func parse(name string) *modfile.File {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	mod, err := modfile.ParseLax(name, text, nil)
	if err != nil {
		return nil
	}
	return mod
}

func isModule(mod *modfile.File) bool {
	return mod.Module != nil && mod.Module.Mod.Path == Module
}

func requires(mod *modfile.File) bool {
	for _, r := range mod.Require {
		if r.Mod.Path == Module {
			return true
		}
	}
	return false
}

// workspace returns the directory of the workspace that is in force for the
// module in root, and its modules. There are none if the workspace does not use
// that module.
func workspace(root string) (dir string, used []*modfile.File) {
	name := os.Getenv("GOWORK")
	switch name {
	case "off":
		return "", nil
	case "":
		if dir = above(root, "go.work"); dir == "" {
			return "", nil
		}
		name = filepath.Join(dir, "go.work")
	}
	dir = filepath.Dir(name)
	text, err := os.ReadFile(name)
	if err != nil {
		return "", nil
	}
	work, err := modfile.ParseWork(name, text, nil)
	if err != nil {
		return "", nil
	}
	among := false
	for _, use := range work.Use {
		path := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		among = among || sameDir(path, root)
		if mod := parse(filepath.Join(path, "go.mod")); mod != nil {
			used = append(used, mod)
		}
	}
	if !among {
		return "", nil
	}
	return dir, used
}

func sameDir(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// lacks reports whether the go command builds from a vendor folder in dir that
// lacks what generated code imports.
func lacks(dir string) bool {
	for _, flag := range strings.Fields(os.Getenv("GOFLAGS")) {
		if mode, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "mod="); ok && mode != "vendor" {
			return false
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "vendor", "modules.txt"))
	if err != nil {
		return false
	}
	held := make(map[string]bool)
	for line := range strings.Lines(string(text)) {
		held[strings.TrimSpace(line)] = true
	}
	for _, path := range vendored {
		if !held[path] {
			return true
		}
	}
	return false
}
