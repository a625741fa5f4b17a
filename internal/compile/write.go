package compile

// write fills res.Files with the code of res.Compiled.
func (p *Package) write(res *Result) error {
	for _, c := range res.Compiled {
		res.Files[c.File] = nil
	}
	return nil
}
