// Command legacy reads and writes the stock list of an old warehouse program.
//
// Its types do what encoding/xml serves in one direction only, or when the
// program runs, or not at all. The checker says so at each call; the program
// shows what encoding/xml makes of them.
package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"log"
	"os"
)

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// run writes to w what each export and import comes to.
func run(w io.Writer) error {
	bin := Bin{Shelf: "C-14", Size: [3]int{60, 40, 35}}
	stored, err := exportBin(&bin)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "bin: %s\n", stored)
	if _, err := importBin(stored); err != nil {
		fmt.Fprintf(w, "bin read back: %v\n", err)
	}
	if _, err := importMove([]byte(`<Move><target><shelf>D-02</shelf></target></Move>`)); err != nil {
		fmt.Fprintf(w, "move: %v\n", err)
	}
	if _, err := exportArticle(&Article{Number: 7, Labels: map[string]string{"de": "Keilriemen"}}); err != nil {
		fmt.Fprintf(w, "article: %v\n", err)
	}
	label, err := exportLabel("C-14", 3)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "label: %s\n", label)
	dumped, err := dump(bin)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "dump: %s\n", dumped)
	return nil
}

// A Bin is a place in the warehouse. Size is width, depth and height in
// centimetres.
type Bin struct {
	Shelf string `xml:"shelf"`
	Size  [3]int `xml:"size"`
}

// A Move is an order to carry a bin. Target is nil for a move that was
// cancelled and points to nil for one that is not planned yet.
type Move struct {
	Target **Bin `xml:"target"`
}

// An Article is what a bin holds. Labels are its names by language.
type Article struct {
	Number int               `xml:"number,attr"`
	Labels map[string]string `xml:"labels"`
}

// exportBin can be compiled: an array is written like a slice.
func exportBin(b *Bin) ([]byte, error) {
	return xml.Marshal(b)
}

// importBin is refused, array: encoding/xml writes arrays and does not read
// them.
func importBin(data []byte) (*Bin, error) {
	var b Bin
	err := xml.Unmarshal(data, &b)
	return &b, err
}

// importMove is refused, array and pointer-depth: encoding/xml allocates one
// level of pointers when it reads an element.
func importMove(data []byte) (*Move, error) {
	var m Move
	err := xml.Unmarshal(data, &m)
	return &m, err
}

// exportArticle is refused, unsupported-collection: encoding/xml serves no
// maps.
func exportArticle(a *Article) ([]byte, error) {
	//lint:ignore SA1026 this is what the example is about
	return xml.Marshal(a)
}

// exportLabel is refused, local-type: a generated file cannot name a type that
// is declared in a function.
func exportLabel(shelf string, copies int) ([]byte, error) {
	type label struct {
		Shelf  string `xml:"shelf"`
		Copies int    `xml:"copies,attr"`
	}
	return xml.Marshal(label{Shelf: shelf, Copies: copies})
}

// dump writes any record. What v is, the call does not show.
func dump(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := xml.NewEncoder(&b).Encode(v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
