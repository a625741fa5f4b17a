package xmlserde

import (
	"fmt"
	"slices"
	"strings"
)

// A level is how much a diagnostic matters. Levels choose what is
// reported; no verdict depends on them.
type level int

const (
	levelInfo    level = iota // the call is compiled
	levelWarning              // the call runs encoding/xml
	levelError                // the generated code is not what it should be
)

// A layout is where the code goes that a fix writes.
type layout int

const (
	layoutRegion layout = iota // into a region of a file that is there: any driver can do that
	layoutFile                 // into headed files of the package, by the driver
	layoutModule               // into headed files of all packages of the module, by the driver
)

var (
	levelNames  = []string{"info", "warning", "error"}
	layoutNames = []string{"region", "file", "module"}
)

// String returns the level's name, as the flag takes it.
func (l *level) String() string { return nameOf(l, levelNames, levelWarning) }

// Set sets the level by its name.
func (l *level) Set(name string) error { return setByName(l, levelNames, name) }

// String returns the layout's name, as the flag takes it.
func (l *layout) String() string { return nameOf(l, layoutNames, layoutRegion) }

// Set sets the layout by its name.
func (l *layout) Set(name string) error { return setByName(l, layoutNames, name) }

// nameOf returns the name of *v, of the default if v is nil: package flag asks for it.
func nameOf[T ~int](v *T, names []string, standard T) string {
	if v == nil {
		return names[standard]
	}
	return names[*v]
}

func setByName[T ~int](v *T, names []string, name string) error {
	i := slices.Index(names, name)
	if i < 0 {
		return fmt.Errorf("want %s", strings.Join(names, ", "))
	}
	*v = T(i)
	return nil
}

// A pathList is a list of import paths, separated by commas.
type pathList []string

// String returns the list as the flag takes it.
func (l *pathList) String() string {
	if l == nil {
		return ""
	}
	return strings.Join(*l, ",")
}

// Set sets the list from its text.
func (l *pathList) Set(text string) error {
	*l = nil
	for path := range strings.SplitSeq(text, ",") {
		if path = strings.TrimSpace(path); path != "" {
			*l = append(*l, path)
		}
	}
	return nil
}

var (
	// least is the least level that is reported.
	least = levelWarning
	// writes is where fixes put code.
	writes = layoutRegion
	// forks are packages with encoding/xml's functions and types.
	forks pathList
)

func init() {
	flags := &Analyzer.Flags
	flags.Var(&least, "strict", "least `level` to report: info adds the calls that are compiled, "+
		"warning is every call that is not, error is missing and stale code alone")
	flags.Var(&writes, "layout", "where fixes put generated code: region is a marked part of a file that is there, "+
		"file and module are xmlserde_gen.go files, which xmlserde-vet writes and other drivers cannot")
	flags.Var(&forks, "packages", "comma-separated import `paths` of packages with encoding/xml's API, such as forks of it")
}
