// Package fork stands for a fork of encoding/xml.
package fork

import "encoding/xml"

type Decoder struct{ *xml.Decoder }

func NewDecoder() *Decoder { return nil }

func (d *Decoder) Decode(v any) error { return nil }

func Marshal(v any) ([]byte, error) { return nil, nil }
