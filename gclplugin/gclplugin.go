// Package gclplugin makes the analyzer a linter of golangci-lint, as a module
// plugin. Its settings are the analyzer's flags; the layout is always a region,
// since golangci-lint writes no new files.
package gclplugin

import (
	"fmt"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
)

func init() { register.Plugin("xmlserde", newPlugin) }

type settings struct {
	Strict   string   `json:"strict"`
	Packages []string `json:"packages"`
}

type plugin struct{}

func newPlugin(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[settings](conf)
	if err != nil {
		return nil, err
	}
	for _, flag := range [][2]string{{"strict", s.Strict}, {"packages", strings.Join(s.Packages, ",")}, {"layout", "region"}} {
		if flag[1] == "" {
			continue
		}
		if err := xmlserde.Analyzer.Flags.Set(flag[0], flag[1]); err != nil {
			return nil, fmt.Errorf("xmlserde: %s: %w", flag[0], err)
		}
	}
	return plugin{}, nil
}

func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{xmlserde.Analyzer}, nil
}

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
