package xml

import (
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestLocateRelayed: the place of an error is that in the document, also where
// compiled code reads what a decoder with other settings reports.
func TestLocateRelayed(t *testing.T) {
	for _, test := range []struct {
		name, doc string
		at        string // the text that begins at the place
		path      string
	}{
		{"attribute", "<party>\n<guest do='lax skip'>a&b;</guest>\n<note>&x;</note>&y;\n <after id='x'/></party>", "<after id='x'", "xml.Party.After[0].ID"},
		{"settings put back", "<party>\n<guest do='lax drain strict'>a&b;</guest>\n <after id='x'/></party>", "<after id='x'", "xml.Party.After[0].ID"},
		{"entity", "<party>\n<guest do='entity skip'/>\n<note>&less;</note>&less;&zero;\n <after id='&zero;x'/></party>", "<after id=", "xml.Party.After[0].ID"},
		{"method of text", "<party><guest do='lax skip'/>\n\n&b;<note>a &refuse; </note></party>", "<note>", "xml.Party.Notes[0]"},
		{"method of text with a child", "<party><guest do='lax skip'/>\n\n&b;<note>a &refuse; <x/></note></party>", "<note>", "xml.Party.Notes[0]"},
		{"method of text with a child, without relay", "<party>\n\n<note>a refuse <x/></note></party>", "<note>", "xml.Party.Notes[0]"},
		{"method", "<party><guest do='lax skip'/>\n\n&b;<guest do='lax skip'/> <guest do='refuse'> &refuse; <x/></guest></party>", "<guest do='refuse'", "xml.Party.Guests[2]"},
		{"method that has read", "<party><guest do='lax skip'/>\n<guest do='token token refuse'>a<b/>c</guest></party>", "<guest do='token", "xml.Party.Guests[1]"},
		{"behind an empty element", "<party><guest do='lax skip'/>\n<host do='drain'/>\n<after/><after id='x'></after></party>", "<after id", "xml.Party.After[1].ID"},
		{"closed by encoding/xml", "<party><guest do='html skip'/>\n<br do='skip'><note/><br do='skip'><after id='x'></after></party>", "<after id", "xml.Party.After[0].ID"},
		{"behind an element closed by encoding/xml", "<party><guest do='html skip'/>\n<note>a<br></note> <after id='x'></after></party>", "<after id", "xml.Party.After[0].ID"},
		{"malformed", "<party><guest do='lax skip'/>\n<note>&b;</note> <after><note =''/></after></party>", "=''/>", "xml.Party.After[0]"},
		{"cut", "<party><guest do='lax skip'/>\n<note>&b;</note> <after><note>", "", "xml.Party.After[0].Notes[0]"},
		{"in an element asked for", "<party>\n<guest do='sub'><guest do='lax skip'/>\n&lt;\n<after id='x'/></guest></party>", "<after id", "xml.Party.Guests[0].After[0].ID"},
		{"behind an element asked for", "<party>\n<guest do='sub'>&lt;<guest do='lax skip'/>\n</guest><note>&y;</note> <after id='x'/></party>", "<after id", "xml.Party.After[0].ID"},
		{"behind an error that was handled", "<party>\n<guest do='try-sub drain'><guest do='lax skip'/>\n<after id='x'/></guest><note>&y;</note> <after id='x'/></party>", "<after id='x'/></party>", "xml.Party.After[0].ID"},
		{"without relay", "<party>\n<guest do='skip'>a<b/></guest>\n<after id='x'/></party>", "<after id", "xml.Party.After[0].ID"},
		{"at the root's end", "<party>\n<guest do='lax skip'/>\n&refuse;</party>", "<guest", "xml.Party.Text"},
		{"converted", "<party>\n<note/>\n<guest do='charset drain'>a<?xml version='1.0' encoding='latin1'?>\xe4\xe4</guest>\xe4<after id='x'/></party>", "<guest", "xml.Party.After[0].ID"},
		{"converted behind", "<party>\n<guest do='charset skip'/><note/>\n<?xml version='1.0' encoding='latin1'?>\xe4\xe4<after id='x'/></party>", "<note/>", "xml.Party.After[0].ID"},
		{"converted and malformed", "<party>\n<guest do='charset skip'/><note/>\n<?xml version='1.0' encoding='latin1'?>\xe4\xe4<after></x></party>", "<note/>", "xml.Party.After[0]"},
	} {
		wantErr := stdxml.NewDecoder(strings.NewReader(test.doc)).Decode(new(Party))
		offset := strings.Index(test.doc, test.at)
		if test.at == "" {
			offset = len(test.doc)
		}
		head := test.doc[:offset]
		want := fmt.Sprintf("%d: %d:%d: %s: %v", offset, strings.Count(head, "\n")+1, offset-strings.LastIndex(head, "\n"), test.path, wantErr)
		readers := []io.Reader{strings.NewReader(test.doc)}
		if test.at != "" {
			readers = append(readers, io.MultiReader(strings.NewReader(test.doc), strings.NewReader("<tail/>\n\n")))
		}
		for _, r := range readers {
			err := UnmarshalRead(r, new(Party), Locate())
			var at *LocatedError
			if !errors.As(err, &at) {
				t.Fatalf("%s: error %v, want a *LocatedError", test.name, err)
			}
			if got := fmt.Sprintf("%d: %v", at.Offset, at); got != want {
				t.Errorf("%s: %s, want %s", test.name, got, want)
			}
		}
	}
}
