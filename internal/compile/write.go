package compile

import (
	"maps"
	"slices"
	"strings"

	"github.com/xmlserde/xmlserde/generator"
	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/plan"
)

// write fills res.Files with the code of res.Compiled.
func (p *Package) write(res *Result) error {
	byFile := make(map[string][]*Compiled)
	for i := range res.Compiled {
		c := &res.Compiled[i]
		byFile[c.File] = append(byFile[c.File], c)
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		out, err := generator.File(p.request(name, byFile[name]))
		if err != nil {
			return err
		}
		res.Files[name] = out.Source
	}
	return nil
}

// request returns the request for one file, and gives the types in it the plans
// that it is made from. The plans of a file are built together and apart from all
// others: a node can be recursive because of another root, and the text of a file
// must follow from the roots in it.
func (p *Package) request(name string, compiled []*Compiled) generator.Request {
	at := compiled[0].at
	req := generator.Request{
		Package: p.in.Pkg,
		Suffix:  suffix(name),
		Taken:   func(name string) bool { return p.declares(name, at) },
	}
	if at.expr != nil {
		req.Constraint = at.expr.String()
	}
	builder := plan.NewBuilder(p.in.Pkg)
	for _, c := range compiled {
		for _, dir := range directions {
			if c.Wants[dir] {
				c.build(builder, dir)
			}
		}
		req.Roots = append(req.Roots, generator.Root{
			Type:      c.Type,
			Marshal:   c.Plans[plan.Marshal],
			Element:   c.Element,
			Unmarshal: c.Plans[plan.Unmarshal],
		})
	}
	return req
}

// regionOf returns the code of compiled, whose place is that of src, for a region
// of src, which has the imports given.
func (p *Package) regionOf(src *source, given map[string][]string, compiled []*Compiled) (generator.Output, error) {
	at := compiled[0].at
	req := p.request(fileName(at, p.external()), compiled)
	taken := req.Taken
	req.Taken = func(name string) bool { return src.names[name] || taken(name) }
	req.Imports = given
	return generator.Region(req)
}

// given returns the names for packages that generated code in the source can
// use. The facade has all names of encoding/xml, and swap says that it will stand
// in for it. Imports that leave the file are passed over.
func (s *source) given(swap bool, leaving map[string]bool) map[string][]string {
	given := maps.Clone(s.imports)
	maps.DeleteFunc(given, func(path string, _ []string) bool { return leaving[path] })
	if swap {
		given[sites.FacadePath] = slices.Concat(given[sites.FacadePath], given[sites.StdPath])
		delete(given, sites.StdPath)
	}
	if len(given[sites.StdPath]) == 0 {
		given[sites.StdPath] = given[sites.FacadePath]
	}
	return given
}

// declares reports whether a hand-written file of the package declares name
// at package level, as code at a place sees it: code that is everywhere sees
// only what is everywhere, so that its text is the same in every build.
func (p *Package) declares(name string, at place) bool {
	obj := p.in.Pkg.Scope().Lookup(name)
	if obj == nil {
		return false
	}
	if p.GeneratedAt(obj.Pos()) {
		return false
	}
	in, written := p.places[p.fileOf(obj.Pos())]
	everywhere := in == (place{})
	return written && (everywhere || at != (place{}))
}

// suffix returns what tells a generated file's declarations from those of the
// package's main generated file: the words of its name behind the common prefix,
// as one.
func suffix(name string) string {
	var s strings.Builder
	words := strings.TrimPrefix(strings.TrimSuffix(name, ".go"), FilePrefix)
	for word := range strings.SplitSeq(words, "_") {
		if word != "" {
			s.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return s.String()
}
