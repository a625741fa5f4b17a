package plan

import "slices"

// elementLevel returns how children are matched below the parents, nil if no
// field is an element there.
//
// encoding/xml looks through all fields at every depth: a field whose namespace
// did not match the parent "a" is still met inside it when another field led
// there. So the levels depend on the parents' names alone.
func elementLevel(fields []*Field, parents []string) *Level {
	depth := len(parents)
	level := new(Level)
	below := make(map[string]*Level)
	for _, f := range fields {
		if !f.Mode.element() || len(f.Parents) < depth || !slices.Equal(f.Parents[:depth], parents) {
			continue
		}
		c := Case{Name: f.Name}
		if len(f.Parents) == depth {
			c.Field = f
		} else {
			c.Name.Local = f.Parents[depth]
			into, ok := below[c.Name.Local]
			if !ok {
				into = elementLevel(fields, f.Parents[:depth+1])
				below[c.Name.Local] = into
			}
			c.Into = into
		}
		if !level.covers(c.Name) {
			level.Cases = append(level.Cases, c)
		}
	}
	if level.Cases == nil {
		return nil
	}
	return level
}

// covers reports whether every child that a case of the name matches is matched
// by an earlier one.
func (l *Level) covers(name QName) bool {
	return slices.ContainsFunc(l.Cases, func(c Case) bool {
		return c.Name.Local == name.Local && (c.Name.Space == "" || c.Name.Space == name.Space)
	})
}
