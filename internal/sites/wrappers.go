package sites

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/xmlserde/xmlserde/plan"
)

// A Wrapper is what a function does with its arguments: it passes them on to
// functions that bind them.
type Wrapper struct {
	Bindings []Binding
}

// A Binding is one way in which a wrapper binds a value.
type Binding struct {
	// Param is the index of the parameter that is bound, -1 if the value is made
	// within, of the type of a type parameter.
	Param int
	// TypeParam is the index of that type parameter, and Pointers how many pointers
	// are above it.
	TypeParam, Pointers int

	Direction            plan.Direction
	Element, Std, Method bool
	// Func is the function that is called in the end, as Site has it.
	Func string
}

// A Finder finds sites. The zero Finder knows encoding/xml and the facade.
type Finder struct {
	// Wrappers returns what is known of a function of another package, nil for nothing.
	// It may be nil itself.
	Wrappers func(*types.Func) *Wrapper
	// Forks are import paths of packages with encoding/xml's API.
	Forks []string
}

// Find returns the sites in files in source order, and the functions declared there
// that pass a parameter on to one, so that their calls are sites as well. A call
// whose callee or argument has no type, because the package does not type-check, is
// not a site, nor is one that binds nothing: of an untyped nil, or of anything but a
// pointer to be read into, both always errors of encoding/xml.
func (f Finder) Find(info *types.Info, files []*ast.File) ([]Site, map[*types.Func]*Wrapper) {
	s := &search{Finder: f, info: info, wrappers: make(map[*types.Func]*Wrapper), seen: make(map[*ast.CallExpr]int)}
	for _, file := range files {
		s.file(file)
	}
	for more := true; more; {
		more = false
		for _, c := range s.calls {
			more = s.wrapped(c) || more
		}
	}
	slices.SortStableFunc(s.found, func(a, b Site) int { return int(a.start() - b.start()) })
	return s.found, s.wrappers
}

// start returns where a site begins.
func (s Site) start() token.Pos {
	if s.Call != nil {
		return s.Call.Pos()
	}
	return s.Arg.Pos()
}

// A search is one run of [Finder.Find].
type search struct {
	Finder
	info     *types.Info
	found    []Site
	wrappers map[*types.Func]*Wrapper
	// calls are the calls of functions that may be wrappers.
	calls []candidate
	// seen counts the bindings of its wrapper that a call has been found for.
	seen map[*ast.CallExpr]int
}

// A candidate is a call of a function that may be a wrapper.
type candidate struct {
	call *ast.CallExpr
	fn   *types.Func
	in   *function
}

// A function is a declared function with its parameters.
type function struct {
	fn      *types.Func
	params  map[types.Object]int
	written map[types.Object]bool // parameters that are assigned to, or pointed at
}

func (s *search) file(file *ast.File) {
	for _, decl := range file.Decls {
		var in *function
		if d, ok := decl.(*ast.FuncDecl); ok && d.Body != nil {
			in = s.function(d)
		}
		called := make(map[ast.Expr]bool)
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				called[ast.Unparen(n.Fun)] = true
				s.call(n, in)
			case *ast.SelectorExpr:
				called[n.Sel] = true
				s.value(n, n.Sel, called, file)
			case *ast.Ident:
				s.value(n, n, called, file)
			}
			return true
		})
	}
}

// function returns what is to be known of a declared function, nil if it has no type.
func (s *search) function(d *ast.FuncDecl) *function {
	fn, ok := s.info.Defs[d.Name].(*types.Func)
	if !ok {
		return nil
	}
	in := &function{fn: fn, params: make(map[types.Object]int), written: make(map[types.Object]bool)}
	sig := fn.Signature()
	for i := range sig.Params().Len() {
		if sig.Variadic() && i == sig.Params().Len()-1 {
			break
		}
		in.params[sig.Params().At(i)] = i
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		var written []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			written = n.Lhs
		case *ast.RangeStmt:
			written = []ast.Expr{n.Key, n.Value}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				written = []ast.Expr{n.X}
			}
		}
		for _, e := range written {
			if id, ok := e.(*ast.Ident); ok {
				in.written[s.info.Uses[id]] = true
			}
		}
		return true
	})
	return in
}

// call looks at one call.
func (s *search) call(expr *ast.CallExpr, in *function) {
	fn := typeutil.StaticCallee(s.info, expr)
	if fn == nil {
		return
	}
	if site, ok := s.site(s.info, expr, fn); ok {
		s.add(site, in)
	} else if fn.Pkg() != nil && !s.known(fn.Pkg().Path()) {
		s.calls = append(s.calls, candidate{expr, fn.Origin(), in})
	}
}

// known reports whether the functions of a package are in the tables, and those that
// are not are none to speak of.
func (s *search) known(path string) bool {
	return path == StdPath || path == FacadePath || slices.Contains(s.Forks, path)
}

// add adds a site, and what it makes of the function around it.
func (s *search) add(site Site, in *function) {
	if b, ok := s.binding(site, in); ok {
		site.Wrapped = true
		b.Direction, b.Element, b.Std, b.Method, b.Func = site.Direction, site.Element, site.Std, site.Method, site.Func
		w := s.wrappers[in.fn]
		if w == nil {
			w = new(Wrapper)
			s.wrappers[in.fn] = w
		}
		if !slices.Contains(w.Bindings, b) {
			w.Bindings = append(w.Bindings, b)
		}
	}
	s.found = append(s.found, site)
}

// binding returns which parameter of the function around a dynamic site it binds.
func (s *search) binding(site Site, in *function) (Binding, bool) {
	if !site.Dynamic || in == nil || site.Fork {
		return Binding{}, false
	}
	if param, ok := Root(site.Type).(*types.TypeParam); ok {
		params := in.fn.Signature().TypeParams()
		for i := range params.Len() {
			if params.At(i) == param {
				return Binding{Param: -1, TypeParam: i, Pointers: pointers(site.Type)}, true
			}
		}
		return Binding{}, false
	}
	id, ok := ast.Unparen(site.Arg).(*ast.Ident)
	if !ok {
		return Binding{}, false
	}
	obj := s.info.Uses[id]
	i, ok := in.params[obj]
	return Binding{Param: i}, ok && !in.written[obj] && isInterface(site.Type)
}

// pointers returns how many pointers are above a type.
func pointers(t types.Type) int {
	n := 0
	for {
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok {
			return n
		}
		n++
		t = p.Elem()
	}
}

// wrapped adds the sites that a call is because of what has become known of its
// callee, and reports whether there is one.
func (s *search) wrapped(c candidate) bool {
	w := s.wrappers[c.fn]
	if w == nil && s.Wrappers != nil {
		w = s.Wrappers(c.fn)
	}
	if w == nil || methodExpr(s.info, c.call.Fun) {
		return false
	}
	more := false
	for ; s.seen[c.call] < len(w.Bindings); s.seen[c.call]++ {
		b := w.Bindings[s.seen[c.call]]
		site := Site{
			Call: c.call, Via: c.fn, Func: b.Func,
			Direction: b.Direction, Element: b.Element, Std: b.Std, Method: b.Method,
		}
		var t types.Type
		switch {
		case b.Param < 0:
			site.Arg = c.call.Fun
			t = s.typeArg(c.call.Fun, b)
		case b.Param < len(c.call.Args):
			site.Arg = c.call.Args[b.Param]
			t = staticType(s.info, site.Arg)
		}
		if t == nil || !site.bind(t) {
			continue
		}
		more = true
		s.add(site, c.in)
	}
	return more
}

// typeArg returns the type that a call of a generic wrapper binds.
func (s *search) typeArg(fun ast.Expr, b Binding) types.Type {
	fun = ast.Unparen(fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	id, ok := fun.(*ast.Ident)
	if sel, isSel := fun.(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return nil
	}
	args := s.info.Instances[id].TypeArgs
	if args == nil || b.TypeParam >= args.Len() {
		return nil
	}
	t := args.At(b.TypeParam)
	for range b.Pointers {
		t = types.NewPointer(t)
	}
	return t
}
