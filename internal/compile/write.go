package compile

import (
	"maps"
	"slices"
	"strings"

	"github.com/xmlserde/xmlserde/generator"
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

// declares reports whether a hand-written file of the package declares name
// at package level, as code at a place sees it: code that is everywhere sees
// only what is everywhere, so that its text is the same in every build.
func (p *Package) declares(name string, at place) bool {
	obj := p.in.Pkg.Scope().Lookup(name)
	if obj == nil {
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
