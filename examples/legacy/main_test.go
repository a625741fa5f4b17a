package main

import (
	"bytes"
	"testing"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	want := `bin: <Bin><shelf>C-14</shelf><size>60</size><size>40</size><size>35</size></Bin>
bin read back: unknown type [3]int
move: unknown type *main.Bin
article: xml: unsupported type: map[string]string
label: <label copies="3"><shelf>C-14</shelf></label>
dump: <Bin><shelf>C-14</shelf><size>60</size><size>40</size><size>35</size></Bin>
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
