// Package compile is the way from one type-checked package to its generated
// files. It asks package plan about every call and every type, settles which
// package holds the code of which type and which file it goes into, and has
// package generator write the files.
//
// The command xmlserde gen writes what it answers, and the analyzer compares
// what it answers with the files that are there: that both ask here is what
// makes "stale" mean "gen would write something else". It reads nothing but
// the syntax and types it is given.
package compile

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/xmlserde/xmlserde/internal/sites"
	"github.com/xmlserde/xmlserde/plan"
	"github.com/xmlserde/xmlserde/refusal"
)

// An Input is one package as a driver has loaded it. It may have type errors;
// what does not depend on them is answered.
type Input struct {
	Fset *token.FileSet
	// Files is the package's syntax, with comments. Of a package with tests
	// it is the test variant: files whose names end in _test.go are told apart
	// by their names.
	Files []*ast.File
	Pkg   *types.Package
	Info  *types.Info
	// Generated holds the text of the files that Files holds blanked (see
	// [Blank]), by base name. It may be nil.
	Generated map[string][]byte
	// ReadFile returns the text of a file of Files by its full name. If it is nil
	// the text is read from the disk.
	ReadFile func(name string) ([]byte, error)
	// Holds reports whether the package of an import path, other than Pkg,
	// holds the code of its own types: it belongs to the main module and can be
	// written. A nil Holds says so of none. The code of all other types that
	// Pkg's calls bind is Pkg's.
	Holds func(path string) bool
	// Sites finds the calls. The zero Finder knows those of encoding/xml and of the
	// facade.
	Sites sites.Finder
	// All asks for every struct type of the package that has an xml tag, in
	// both directions, not only for those behind calls.
	All bool
}

// A Package answers for one [Input]. It is not safe for concurrent use.
type Package struct {
	in       Input
	places   map[string]place // by base name, of hand-written files
	written  []*ast.File      // hand-written files
	existing []generatedFile
	builders map[*types.Package]*plan.Builder
	// knownTypes are types found to be wholly known, and everywhere those found
	// to be everywhere with all that they are made of.
	knownTypes, everywhere map[types.Type]bool
	calls                  []Call
	judged                 bool
	wrappers               map[*types.Func]*sites.Wrapper
	sources                map[string]*source // by base name
}

// NewPackage returns the Package of in, which must not be changed afterwards.
func NewPackage(in Input) *Package {
	p := &Package{
		in:         in,
		places:     make(map[string]place),
		builders:   make(map[*types.Package]*plan.Builder),
		knownTypes: make(map[types.Type]bool),
		everywhere: make(map[types.Type]bool),
		sources:    make(map[string]*source),
	}
	for _, f := range in.Files {
		if IsGenerated(f) {
			continue
		}
		p.written = append(p.written, f)
		p.places[p.fileOf(f.FileStart)] = placeOf(in.Fset, f)
	}
	p.existing = p.generatedFiles()
	return p
}

// A Call is a site and its answer.
type Call struct {
	sites.Site
	// Owner is the package whose files hold, or would hold, the code of the
	// site's type, nil if the site is dynamic.
	Owner *types.Package
	// Verdict is given for code in Owner. It is the zero Verdict if the site is
	// dynamic.
	Verdict plan.Verdict
}

// Builtin reports whether the call binds a type that the runtime serves
// without generated code, so that no package has to hold any.
func (c Call) Builtin() bool {
	return c.Verdict.Accepted() && plan.Builtin(sites.Root(c.Type))
}

// Called reports whether the call binds an element whose type has a MarshalXML
// or UnmarshalXML: encoding/xml calls the method, and generated code has no part
// in it.
func (c Call) Called() bool {
	const methods = plan.MarshalXML | plan.UnmarshalXML
	return c.Element && c.Verdict.Accepted() && c.Verdict.Plan.Call(plan.InElement, c.Direction)&methods != 0
}

// Calls returns the calls in the package's hand-written files, in source order.
// A call whose type is not wholly known, because the package does not
// type-check, is left out.
func (p *Package) Calls() []Call {
	if p.judged {
		return p.calls
	}
	p.judged = true
	found, wrappers := p.in.Sites.Find(p.in.Info, p.written)
	p.wrappers = wrappers
	for _, s := range found {
		c := Call{Site: s}
		if !s.Dynamic {
			if !p.known(s.Type) {
				continue
			}
			c.Owner = p.owner(sites.Root(s.Type))
			c.Verdict = Judge(p.builder(c.Owner), s)
		}
		p.calls = append(p.calls, c)
	}
	return p.calls
}

// Wrappers returns the functions of the package that pass parameters on to be
// bound.
func (p *Package) Wrappers() map[*types.Func]*sites.Wrapper {
	p.Calls()
	return p.wrappers
}

// Judge returns the verdict on a site for code that b builds for. A start tag
// names an element that its type leaves without a name.
func Judge(b *plan.Builder, s sites.Site) plan.Verdict {
	if s.Element {
		return b.BuildElement(s.Type, s.Direction)
	}
	return b.Build(s.Type, s.Direction)
}

// builder returns the plan builder for code in pkg.
func (p *Package) builder(pkg *types.Package) *plan.Builder {
	b := p.builders[pkg]
	if b == nil {
		b = plan.NewBuilder(pkg)
		p.builders[pkg] = b
	}
	return b
}

// A Root is a type that needs generated code.
type Root struct {
	// Type is the type without pointers above it.
	Type types.Type
	// Owner is the import path of the package that holds the code.
	Owner string
	// Wants tells the directions that are needed, indexed by [plan.Direction].
	Wants [2]bool
	// Pos is the first call or declaration that asked for the type, or
	// token.NoPos.
	Pos token.Pos
	// where is the place of the calls that asked: the place of a type that is
	// not declared in the package that holds its code.
	where place
}

// Wanted returns what the package's own calls need, whichever package holds
// the code: accepted roots only, each once, in source order, without those that
// the runtime serves as they are.
func (p *Package) Wanted() []Root {
	var set rootSet
	for _, c := range p.Calls() {
		if !c.Verdict.Accepted() || c.Builtin() {
			continue
		}
		r := Root{
			Type:  sites.Root(c.Type),
			Owner: c.Owner.Path(),
			Pos:   c.Arg.Pos(),
			where: p.places[p.fileOf(c.Call.Pos())],
		}
		r.Wants[c.Direction] = true
		set.add(r)
	}
	return set.roots
}

// A Refused is a type that was asked for and cannot be compiled.
type Refused struct {
	Type      types.Type
	Direction plan.Direction
	Refusals  []refusal.Refusal
	// Pos is where the type was asked for, or token.NoPos.
	Pos token.Pos
}

var directions = [...]plan.Direction{plan.Marshal, plan.Unmarshal}

// A Compiled is a root that has code in one of the files of a [Result].
type Compiled struct {
	Root
	// File is the base name of the file that holds the code.
	File string
	// Plans are the accepted plans of a pointer to the type, indexed by
	// [plan.Direction], nil where the direction is not wanted or is refused.
	Plans [2]*plan.Node
	// Element is the plan for writing the type under a name that is given: that
	// of a type to marshal, and of one that lacks but a name.
	Element *plan.Node

	at place // of the file
}

// A Result is what a package's generated files are to be.
type Result struct {
	// Files holds the text of each generated file by base name.
	Files map[string][]byte
	// Compiled are the types with code, in the order of their names.
	Compiled []Compiled
	// Refused are the types that were asked for in vain, in source order: the
	// type of each refused call in the call's direction, and others in each
	// direction that was asked for.
	Refused []Refused
	// Obsolete are generated files, by base name, that exist and have nothing
	// left to hold.
	Obsolete []string
}

// Compile returns the package's files for everything that is asked of it: by
// its own calls, by those of other packages (see [Package.Wanted]; roots with
// another Owner are passed over), by Input.All, and by its generated files: what
// they hold stays as long as it can be compiled. So the answer does not depend
// on which packages happen to be looked at together; to start afresh, delete the
// file.
//
// An error is a failure of the generator on an accepted plan ([refusal.Abandoned]).
func (p *Package) Compile(others []Root) (*Result, error) {
	var set rootSet
	for _, r := range p.Wanted() {
		if r.Owner == p.in.Pkg.Path() {
			set.add(r)
		}
	}
	for _, r := range others {
		if r.Owner != p.in.Pkg.Path() {
			continue
		}
		// The caller may have seen the type in another variant of this package.
		if t := localize(r.Type, p.in.Pkg); t != nil {
			set.add(Root{Type: t, Owner: r.Owner, Wants: r.Wants})
		}
	}
	for _, r := range p.Registered() {
		set.add(r.Root)
	}
	if p.in.All {
		for _, r := range p.tagged() {
			set.add(r)
		}
	}
	res, err := p.Generate(set.roots)
	if err != nil {
		return nil, err
	}
	for _, c := range p.Calls() {
		if len(c.Verdict.Refusals) > 0 {
			res.Refused = append(res.Refused, Refused{c.Type, c.Direction, c.Verdict.Refusals, c.Arg.Pos()})
		}
	}
	sort.SliceStable(res.Refused, func(i, j int) bool { return res.Refused[i].Pos < res.Refused[j].Pos })
	return res, nil
}

// Generate returns the package's files for exactly these roots, refused ones
// left out. An error is that of [Package.Compile].
func (p *Package) Generate(roots []Root) (*Result, error) {
	res := &Result{Files: make(map[string][]byte)}
	for _, r := range roots {
		if c := p.compiled(r, res); c != nil {
			c.at = p.placeOfGraph(r)
			c.File = fileName(c.at, p.external())
			res.Compiled = append(res.Compiled, *c)
		}
	}
	slices.SortStableFunc(res.Compiled, func(a, b Compiled) int {
		return strings.Compare(typeName(a.Type), typeName(b.Type))
	})
	if err := p.write(res); err != nil {
		return nil, err
	}
	for _, f := range p.existing {
		if _, ok := res.Files[f.name]; !ok && !f.inRegion() {
			res.Obsolete = append(res.Obsolete, f.name)
		}
	}
	return res, nil
}

// compiled returns the plans of a root, nil if there is none. What is refused is
// added to res, if there is one.
func (p *Package) compiled(r Root, res *Result) *Compiled {
	c := &Compiled{Root: r}
	for _, dir := range directions {
		if !r.Wants[dir] || !p.known(r.Type) {
			continue
		}
		v := c.build(p.builder(p.in.Pkg), dir)
		if res != nil && !v.Accepted() && !p.called(r.Type, dir) {
			res.Refused = append(res.Refused, Refused{r.Type, dir, v.Refusals, r.Pos})
		}
	}
	if c.Plans == [2]*plan.Node{} && c.Element == nil {
		return nil
	}
	return c
}

// build sets the plans of c in a direction. The verdict is accepted if there is
// one. A call may bind the type by value, and a type with methods on its pointer
// be refused there: the code is for the pointer, which the runtime is told.
func (c *Compiled) build(b *plan.Builder, dir plan.Direction) plan.Verdict {
	pointer := types.NewPointer(c.Type)
	v := b.Build(pointer, dir)
	c.Plans[dir] = v.Plan
	if dir == plan.Marshal {
		v = b.BuildElement(pointer, dir)
		c.Element = v.Plan
	}
	return v
}

// called reports whether a call in the package asks for t in dir, so that the
// call's own refusals speak for it.
func (p *Package) called(t types.Type, dir plan.Direction) bool {
	return slices.ContainsFunc(p.Calls(), func(c Call) bool {
		return !c.Dynamic && c.Direction == dir && types.Identical(sites.Root(c.Type), t)
	})
}

// fileOf returns the base name of the file that pos is in.
func (p *Package) fileOf(pos token.Pos) string {
	return baseName(p.in.Fset, pos)
}

// typeName returns t with packages by their paths, to sort by.
func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Path() })
}

// A rootSet is an ordered set of roots with one entry for a type.
type rootSet struct {
	roots []Root
	index typeutil.Map // type -> index in roots
}

// add adds r, or what r wants to the root of its type. A type that is asked for
// in several places is needed where any of them is.
func (s *rootSet) add(r Root) {
	if i, ok := s.index.At(r.Type).(int); ok {
		have := &s.roots[i]
		for dir := range r.Wants {
			have.Wants[dir] = have.Wants[dir] || r.Wants[dir]
		}
		have.where = have.where.or(r.where)
		return
	}
	s.index.Set(r.Type, len(s.roots))
	s.roots = append(s.roots, r)
}
