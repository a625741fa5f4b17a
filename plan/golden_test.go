package plan

import (
	"flag"
	"fmt"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the expected output in testdata anew")

// Each file in testdata is an archive of packages, a file each, and what the
// calls in the last of them get for a verdict.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata: ", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p := make(program)
			var got strings.Builder
			last := len(archive.Files) - 1
			for i, f := range archive.Files[:last] {
				pkg, file, info := p.check(t, path.Dir(f.Name), string(f.Data))
				if i < last-1 {
					continue
				}
				b := NewBuilder(pkg)
				for _, c := range sites(file, info) {
					text := fmt.Sprintf("%s %s\n%s\n", c.dir, types.TypeString(c.typ, types.RelativeTo(pkg)), b.Build(c.typ, c.dir))
					// Releases of Go differ in which of the two they write.
					got.WriteString(strings.ReplaceAll(text, "interface{}", "any"))
				}
			}
			want := &archive.Files[last]
			if want.Name != "want" {
				t.Fatalf("the last file is %s, not want", want.Name)
			}
			if *update {
				want.Data = []byte(got.String())
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(want.Data), got.String()); diff != "" {
				t.Errorf("run with -update to accept (-want +got)\n%s", diff)
			}
		})
	}
}
