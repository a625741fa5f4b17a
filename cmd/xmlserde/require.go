package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// modulePath is the module that generated code imports.
const modulePath = "github.com/xmlserde/xmlserde"

// requirements knows which modules require the runtime, and which have it in
// their vendor folder.
type requirements struct {
	ctx     context.Context
	modules map[string]*requirement // by directory
}

type requirement struct {
	met    bool
	advice string // what to run if it is not met
	note   string // what to run in any case
}

func newRequirements(ctx context.Context) *requirements {
	return &requirements{ctx, make(map[string]*requirement)}
}

// check reports whether the module m requires the runtime, and what to do if
// it does not.
func (r *requirements) check(m *packages.Module) (advice string, met bool, err error) {
	q := r.modules[m.Dir]
	if q == nil {
		q, err = r.find(m)
		if err != nil {
			return "", false, err
		}
		r.modules[m.Dir] = q
	}
	return q.advice, q.met, nil
}

// notes returns what remains to be done in the modules that were checked.
func (r *requirements) notes() []string {
	var notes []string
	for _, q := range r.modules {
		if q.note != "" {
			notes = append(notes, q.note)
		}
	}
	slices.Sort(notes)
	return notes
}

func (r *requirements) find(m *packages.Module) (*requirement, error) {
	if m.Path == modulePath {
		return &requirement{met: true}, nil
	}
	// The go command reads go.mod for us, without a look at the network.
	cmd := exec.CommandContext(r.ctx, "go", "mod", "edit", "-json")
	cmd.Dir = m.Dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go mod edit -json: %w", err)
	}
	var mod struct{ Require []struct{ Path string } }
	if err := json.Unmarshal(out, &mod); err != nil {
		return nil, err
	}
	q := &requirement{}
	for _, require := range mod.Require {
		q.met = q.met || require.Path == modulePath
	}
	if !q.met {
		// A workspace needs no requirement between its own modules.
		cmd := exec.CommandContext(r.ctx, "go", "list", "-find", modulePath+"/runtime")
		cmd.Dir = m.Dir
		q.met = cmd.Run() == nil
	}
	if !q.met {
		at := "latest"
		if v := version(); strings.HasPrefix(v, "v") && !strings.Contains(v, "+") {
			at = v
		}
		q.advice = fmt.Sprintf("module %s does not require the code that generated files import; run in %s:\n\tgo get %s@%s",
			m.Path, shownDir(m.Dir), modulePath, at)
	} else if lacks, err := vendorLacksRuntime(m.Dir); err != nil {
		return nil, err
	} else if lacks {
		q.note = fmt.Sprintf("the vendor folder of module %s lacks the code that generated files import; run in %s:\n\tgo mod vendor",
			m.Path, shownDir(m.Dir))
	}
	return q, nil
}

// vendorLacksRuntime reports whether the module in dir has a vendor folder
// without the runtime.
func vendorLacksRuntime(dir string) (bool, error) {
	list, err := os.ReadFile(filepath.Join(dir, "vendor", "modules.txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return !slices.Contains(strings.Split(string(list), "\n"), modulePath+"/runtime"), nil
}

// shownDir is relativePath for a directory to change into.
func shownDir(dir string) string {
	if rel := relativePath(dir); rel != "." {
		return rel
	}
	return "this directory"
}
