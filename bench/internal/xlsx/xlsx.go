// Package xlsx is the XLSX shape: one sheet of a workbook, many short elements
// with short attributes.
package xlsx

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// A Worksheet is the part of a workbook that holds one sheet.
type Worksheet struct {
	XMLName   xml.Name  `xml:"http://schemas.openxmlformats.org/spreadsheetml/2006/main worksheet"`
	Dimension Dimension `xml:"dimension"`
	Rows      []Row     `xml:"sheetData>row"`
}

// A Dimension is the range of cells in use.
type Dimension struct {
	Ref string `xml:"ref,attr"`
}

// A Row is one row of cells. R counts from 1.
type Row struct {
	R     int    `xml:"r,attr"`
	Spans string `xml:"spans,attr"`
	Cells []Cell `xml:"c"`
}

// A Cell has a reference such as B7, a style, a type and a value.
type Cell struct {
	Ref   string `xml:"r,attr"`
	Style int    `xml:"s,attr,omitempty"`
	Type  string `xml:"t,attr,omitempty"`
	Value string `xml:"v"`
}

// Doc returns a sheet of 10,000*scale rows of 10 cells.
func Doc(scale int) []byte {
	rows := 10_000 * scale
	var b bytes.Buffer
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:J%d"/><sheetData>`, rows)
	for i := range rows {
		fmt.Fprintf(&b, `<row r="%d" spans="1:10">`, i+1)
		for col := range 10 {
			switch {
			case col == 0:
				fmt.Fprintf(&b, `<c r="A%d" t="s"><v>%d</v></c>`, i+1, i%500)
			case col%3 == 0:
				fmt.Fprintf(&b, `<c r="%c%d" s="2"><v>%d.%02d</v></c>`, 'A'+col, i+1, (i*col)%1000, i%100)
			default:
				fmt.Fprintf(&b, `<c r="%c%d"><v>%d</v></c>`, 'A'+col, i+1, i*col%7919)
			}
		}
		b.WriteString("</row>")
	}
	b.WriteString("</sheetData></worksheet>")
	return b.Bytes()
}

// Clone returns a deep copy of w. The element's name is shared.
func Clone(w *Worksheet) *Worksheet {
	c := *w
	c.Dimension.Ref = strings.Clone(w.Dimension.Ref)
	c.Rows = slices.Clone(w.Rows)
	for i := range c.Rows {
		row := &c.Rows[i]
		row.Spans = strings.Clone(row.Spans)
		row.Cells = slices.Clone(row.Cells)
		for j := range row.Cells {
			cell := &row.Cells[j]
			cell.Ref, cell.Type, cell.Value = strings.Clone(cell.Ref), strings.Clone(cell.Type), strings.Clone(cell.Value)
		}
	}
	return &c
}
