package rewrite_test

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/xmlserde/xmlserde/internal/corpus"
	"github.com/xmlserde/xmlserde/xml"
)

// compiledForms are the forms of calls that are rewritten, as the rewriter makes them.
type compiledForms struct{}

func (compiledForms) Chain(r io.Reader, v *corpus.Scalars) error {
	return xml.UnmarshalRead(r, v)
}

func (compiledForms) Variable(r io.Reader, v *corpus.Scalars) error {
	if err := xml.UnmarshalRead(r, v); err != nil {
		return err
	}
	return nil
}

func (compiledForms) Charset(r io.Reader, v *corpus.Scalars) error {
	err := xml.UnmarshalRead(r, v, xml.CharsetReader(func(charset string, input io.Reader) (io.Reader, error) {
		if charset == "none" {
			return nil, io.ErrNoProgress
		}
		return input, nil
	}))
	return err
}

func (compiledForms) Wrapped(r io.Reader, v *corpus.Scalars) error {
	buffered := bufio.NewReader(r)
	var into = v
	return xml.UnmarshalRead(buffered, into)
}

func (compiledForms) Memory(r io.Reader, v *corpus.Scalars) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	var again corpus.Scalars
	if err := xml.UnmarshalRead(strings.NewReader(string(b)), &again); err != nil {
		return err
	}
	return xml.UnmarshalRead(bytes.NewBuffer(b), v)
}

func (compiledForms) Limited(r io.Reader, v *corpus.Scalars) error {
	return xml.UnmarshalRead(io.LimitReader(r, 50), v)
}

func (compiledForms) Write(w io.Writer, v *corpus.Scalars) error {
	return xml.MarshalWrite(w, v)
}

func (compiledForms) WriteVariable(w io.Writer, v *corpus.Scalars) error {
	return xml.MarshalWrite(w, *v)
}
