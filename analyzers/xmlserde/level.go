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

var levelNames = []string{"info", "warning", "error"}

// String returns the level's name, as the flag takes it.
func (l *level) String() string {
	if l == nil {
		return levelNames[levelWarning]
	}
	return levelNames[*l]
}

// Set sets the level by its name.
func (l *level) Set(name string) error {
	i := slices.Index(levelNames, name)
	if i < 0 {
		return fmt.Errorf("want %s", strings.Join(levelNames, ", "))
	}
	*l = level(i)
	return nil
}
