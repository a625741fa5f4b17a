// Package util has wrappers for other packages.
package util

import (
	"encoding/xml"
	"io"
)

func Save(v any) ([]byte, error) { return xml.Marshal(v) }

func Read(r io.Reader, v any) error { return xml.NewDecoder(r).Decode(v) }
