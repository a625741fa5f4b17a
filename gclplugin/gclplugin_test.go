package gclplugin

import (
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/xmlserde/xmlserde/analyzers/xmlserde"
)

func TestPlugin(t *testing.T) {
	flags := &xmlserde.Analyzer.Flags
	for _, name := range []string{"strict", "layout", "packages"} {
		before := flags.Lookup(name).Value.String()
		t.Cleanup(func() {
			if err := flags.Set(name, before); err != nil {
				t.Error(err)
			}
		})
	}
	create, err := register.GetPlugin("xmlserde")
	if err != nil {
		t.Fatal(err)
	}
	p, err := create(map[string]any{"strict": "error", "packages": []any{"example.com/a/xml", "example.com/b/xml"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"strict": "error", "layout": "region", "packages": "example.com/a/xml,example.com/b/xml"} {
		if got := flags.Lookup(name).Value.String(); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if analyzers, err := p.BuildAnalyzers(); err != nil || len(analyzers) != 1 || analyzers[0] != xmlserde.Analyzer {
		t.Errorf("the linter runs %v, %v", analyzers, err)
	}
	if mode := p.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("the linter runs on %s", mode)
	}
}

func TestSettings(t *testing.T) {
	for _, test := range []struct {
		settings any
		want     string
	}{
		{map[string]any{"strictness": "error"}, `unknown field "strictness"`},
		{map[string]any{"layout": "file"}, `unknown field "layout"`},
		{map[string]any{"strict": "loud"}, "xmlserde: strict: want info, warning, error"},
	} {
		if _, err := newPlugin(test.settings); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %s", test.settings, err, test.want)
		}
	}
	if _, err := newPlugin(nil); err != nil {
		t.Errorf("without settings: %v", err)
	}
}
