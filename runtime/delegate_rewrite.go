package runtime

func (g *delegation) rewrite(tag int) {}
