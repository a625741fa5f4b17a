package xmlserde

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/xmlserde/xmlserde/internal/compile"
	"github.com/xmlserde/xmlserde/internal/directive"
)

// suppress marks the findings that directives suppress, and those that no fix is
// for, and reports the directives that suppress nothing.
func (r *reporter) suppress() {
	for _, file := range r.pass.Files {
		if compile.IsGenerated(file) {
			continue
		}
		d, generated := directive.Of(r.pass.Fset, file), ast.IsGenerated(file)
		for _, f := range r.findings {
			pos := f.Site.Arg.Pos()
			if !in(file, pos) {
				continue
			}
			f.apart = f.apart || generated || d.Nolint(pos)
			if f.Code != "" {
				_, f.Ignored = d.Ignored(pos, f.Code)
			}
		}
		for _, m := range d.Malformed {
			if levelWarning >= least {
				r.pass.Report(analysis.Diagnostic{
					Pos: m.Comment.Pos(), End: m.Comment.End(), Category: "directive", Message: "xmlserde: " + m.Why,
				})
			}
		}
	}
}

func in(file *ast.File, pos token.Pos) bool {
	return file.FileStart <= pos && pos < file.FileEnd
}

// skipped reports whether a finding takes no part in a fix.
func (f *finding) skipped() bool { return f.Ignored || f.apart }
