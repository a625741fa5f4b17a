package require_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/xmlserde/xmlserde/internal/require"
)

const (
	get    = "run go get github.com/xmlserde/xmlserde"
	vendor = "run go get -tool github.com/xmlserde/xmlserde/cmd/xmlserde, then go mod vendor"
)

const (
	bare     = "module example.com/m\n\ngo 1.26.0\n"
	required = bare + "\nrequire github.com/xmlserde/xmlserde v0.1.0\n"
	whole    = "# github.com/xmlserde/xmlserde v0.1.0\n## explicit; go 1.26.0\ngithub.com/xmlserde/xmlserde/runtime\ngithub.com/xmlserde/xmlserde/xml\n"
	half     = "# github.com/xmlserde/xmlserde v0.1.0\n## explicit; go 1.26.0\ngithub.com/xmlserde/xmlserde/runtime\n"
)

func TestAdvice(t *testing.T) {
	for _, test := range []struct {
		what          string
		files         map[string]string
		dir           string // of the package, m/p if empty
		work, goflags string
		want          string
	}{
		{what: "no module", files: nil, want: ""},
		{what: "nothing required", files: map[string]string{"m/go.mod": bare}, want: get},
		{what: "required", files: map[string]string{"m/go.mod": required}},
		{what: "required in a block", files: map[string]string{"m/go.mod": bare + "require (\n\tgithub.com/xmlserde/xmlserde v0.1.0 // indirect\n)\n"}},
		{what: "another of that prefix", files: map[string]string{"m/go.mod": bare + "require github.com/xmlserde/xmlserde/v2 v2.1.0\n"}, want: get},
		{what: "its own", files: map[string]string{"m/go.mod": "module github.com/xmlserde/xmlserde\n"}},
		{what: "nearest go.mod", files: map[string]string{"go.mod": required, "m/go.mod": bare}, want: get},
		{what: "go.mod that is damaged", files: map[string]string{"m/go.mod": bare + "require (\n"}},

		{what: "vendored", files: map[string]string{"m/go.mod": required, "m/vendor/modules.txt": whole}},
		{what: "vendored in half", files: map[string]string{"m/go.mod": required, "m/vendor/modules.txt": half}, want: vendor},
		{what: "not vendored", files: map[string]string{"m/go.mod": required, "m/vendor/modules.txt": ""}, want: vendor},
		{what: "vendor folder unused", files: map[string]string{"m/go.mod": required, "m/vendor/modules.txt": ""}, goflags: "-trimpath -mod=mod"},
		{what: "vendor folder used", files: map[string]string{"m/go.mod": required, "m/vendor/modules.txt": ""}, goflags: "--mod=vendor", want: vendor},
		{what: "nothing required or vendored", files: map[string]string{"m/go.mod": bare, "m/vendor/modules.txt": ""}, want: get},

		{what: "workspace with it", files: map[string]string{"go.work": "go 1.26.0\nuse (\n\t./m\n\t./x\n)\n", "m/go.mod": bare, "x/go.mod": "module github.com/xmlserde/xmlserde\n"}},
		{what: "workspace that requires it", files: map[string]string{"go.work": "use ./m\nuse ./n\n", "m/go.mod": bare, "n/go.mod": required}},
		{what: "workspace without it", files: map[string]string{"go.work": "use ./m\nuse ./n\n", "m/go.mod": bare, "n/go.mod": bare}, want: get},
		{what: "workspace of others", files: map[string]string{"go.work": "use ./n\n", "m/go.mod": bare, "n/go.mod": required}, want: get},
		{what: "workspace not in force", files: map[string]string{"go.work": "use ./m\nuse ./n\n", "m/go.mod": bare, "n/go.mod": required}, work: "off", want: get},
		{what: "workspace elsewhere", files: map[string]string{"w/go.work": "use ../m\nuse ../n\n", "m/go.mod": bare, "n/go.mod": required}, work: "w/go.work"},
		{what: "vendor folder of a workspace", files: map[string]string{"go.work": "use ./m\n", "m/go.mod": required, "vendor/modules.txt": half}, want: vendor},
		{what: "vendor folder of a module in a workspace", files: map[string]string{"go.work": "use ./m\n", "m/go.mod": required, "m/vendor/modules.txt": half}},
		{what: "folder that is not there", files: map[string]string{"m/go.mod": bare}, dir: "m/a/b/c", want: get},
	} {
		root := t.TempDir()
		for name, text := range test.files {
			name = filepath.Join(root, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if test.work != "" && test.work != "off" {
			test.work = filepath.Join(root, filepath.FromSlash(test.work))
		}
		t.Setenv("GOWORK", test.work)
		t.Setenv("GOFLAGS", test.goflags)
		if test.dir == "" {
			test.dir = "m/p"
		}
		if got := require.Advice(filepath.Join(root, filepath.FromSlash(test.dir))); got != test.want {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
}
