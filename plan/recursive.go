package plan

import (
	"maps"
	"slices"
)

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

// recursive returns the structs in the graph of root that are part of a cycle,
// found as strongly connected components, or reachable from one.
func recursive(root *Node) map[*Node]bool {
	c := components{index: make(map[*Node]int), low: make(map[*Node]int), onStack: make(map[*Node]bool)}
	c.visit(root)
	reached := make(map[*Node]bool)
	var reach func(*Node)
	reach = func(n *Node) {
		if reached[n] {
			return
		}
		reached[n] = true
		for _, next := range n.successors() {
			reach(next)
		}
	}
	for _, n := range c.cyclic {
		reach(n)
	}
	maps.DeleteFunc(reached, func(n *Node, _ bool) bool { return n.Kind != Struct })
	return reached
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
