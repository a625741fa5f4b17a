package plan

import "slices"

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

// markRecursive sets Recursive in the graph of root: on the nodes of each cycle,
// found as strongly connected components, and on all that they lead to.
func markRecursive(root *Node) {
	if root.analyzed {
		return
	}
	c := components{index: make(map[*Node]int), low: make(map[*Node]int), onStack: make(map[*Node]bool)}
	c.visit(root)
	for _, n := range c.cyclic {
		spread(n)
	}
	for n := range c.index {
		n.analyzed = true
	}
}

func spread(n *Node) {
	if n.Recursive {
		return
	}
	n.Recursive = true
	for _, next := range n.successors() {
		spread(next)
	}
}

// components is Tarjan's search for strongly connected components.
type components struct {
	index, low map[*Node]int
	stack      []*Node
	onStack    map[*Node]bool
	cyclic     []*Node // nodes of components with a cycle
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
	from := slices.Index(c.stack, n)
	component := c.stack[from:]
	c.stack = c.stack[:from]
	for _, n := range component {
		c.onStack[n] = false
	}
	if self || len(component) > 1 {
		c.cyclic = append(c.cyclic, component...)
	}
}
