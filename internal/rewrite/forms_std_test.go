package rewrite_test

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"io"
	"strings"

	"github.com/xmlserde/xmlserde/internal/corpus"
)

// stdForms are the forms of calls that are rewritten, as they are before.
type stdForms struct{}

func (stdForms) Chain(r io.Reader, v *corpus.Scalars) error {
	return xml.NewDecoder(r).Decode(v)
}

func (stdForms) Variable(r io.Reader, v *corpus.Scalars) error {
	d := xml.NewDecoder(r)
	d.Strict = true
	if err := d.Decode(v); err != nil {
		return err
	}
	return nil
}

func (stdForms) Charset(r io.Reader, v *corpus.Scalars) error {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(charset string, input io.Reader) (io.Reader, error) {
		if charset == "none" {
			return nil, io.ErrNoProgress
		}
		return input, nil
	}
	err := d.Decode(v)
	return err
}

func (stdForms) Wrapped(r io.Reader, v *corpus.Scalars) error {
	buffered := bufio.NewReader(r)
	d := xml.NewDecoder(buffered)
	var into = v
	return d.Decode(into)
}

func (stdForms) Memory(r io.Reader, v *corpus.Scalars) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	var again corpus.Scalars
	if err := xml.NewDecoder(strings.NewReader(string(b))).Decode(&again); err != nil {
		return err
	}
	return xml.NewDecoder(bytes.NewBuffer(b)).Decode(v)
}

func (stdForms) Limited(r io.Reader, v *corpus.Scalars) error {
	return xml.NewDecoder(io.LimitReader(r, 50)).Decode(v)
}

func (stdForms) Write(w io.Writer, v *corpus.Scalars) error {
	return xml.NewEncoder(w).Encode(v)
}

func (stdForms) WriteVariable(w io.Writer, v *corpus.Scalars) error {
	e := xml.NewEncoder(w)
	return e.Encode(*v)
}
