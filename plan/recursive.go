package plan

// successors returns the nodes that n holds directly.
func (n *Node) successors() []*Node {
	var next []*Node
	if n.Elem != nil {
		next = append(next, n.Elem)
	}
	if n.Struct != nil {
		for _, f := range n.Struct.Fields {
			next = append(next, f.Node)
		}
	}
	return next
}

// recursive returns the structs in the graph of root that are part of a cycle or
// reachable from one.
func recursive(root *Node) map[*Node]bool {
	structs := make(map[*Node]bool)
	for _, n := range newComponents().cyclic(root) {
		n.reach(func(s *Node) bool {
			known := structs[s]
			structs[s] = true
			return !known
		})
	}
	return structs
}

// reach calls enter for the structs that n leads to, n itself included. It goes on
// below those for which enter returns true, once for each.
func (n *Node) reach(enter func(*Node) bool) {
	if n.Kind == Struct && !enter(n) {
		return
	}
	for _, next := range n.successors() {
		next.reach(enter) // every cycle has a struct
	}
}

// components is Tarjan's search for strongly connected components, from one
// root after the other.
type components struct {
	index, low map[*Node]int
	stack      []*Node
	onStack    map[*Node]bool
	found      []*Node // nodes of components with a cycle
}

func newComponents() *components {
	return &components{index: make(map[*Node]int), low: make(map[*Node]int), onStack: make(map[*Node]bool)}
}

// cyclic returns the nodes that are part of a cycle, in the graph of root as
// far as it has none of the graphs searched before.
func (c *components) cyclic(root *Node) []*Node {
	c.found = nil
	if _, ok := c.index[root]; !ok {
		c.visit(root)
	}
	return c.found
}

func (c *components) visit(n *Node) {
	c.index[n] = len(c.index)
	c.low[n] = c.index[n]
	c.stack, c.onStack[n] = append(c.stack, n), true
	self := false
	for _, next := range n.successors() {
		if _, ok := c.index[next]; !ok {
			c.visit(next)
			c.low[n] = min(c.low[n], c.low[next])
		} else if c.onStack[next] {
			c.low[n] = min(c.low[n], c.index[next])
		}
		self = self || next == n
	}
	if c.low[n] != c.index[n] {
		return
	}
	from := len(c.stack) - 1
	for c.stack[from] != n {
		from--
	}
	component := c.stack[from:]
	c.stack = c.stack[:from]
	for _, n := range component {
		c.onStack[n] = false
	}
	if self || len(component) > 1 {
		c.found = append(c.found, component...)
	}
}
