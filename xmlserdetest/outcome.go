package xmlserdetest

import (
	"bytes"
	"fmt"
	"reflect"

	"github.com/xmlserde/xmlserde/xml"
)

// An outcome is all that one library did in one case.
type outcome struct {
	panicked bool
	panicVal any
	err      error
	out      []byte
	partial  bool // out counts only without an error
	target   reflect.Value
	// served is how the facade served the call: not compiled, or with a
	// disagreement of its own finding. It is empty if all is well.
	served string
	// compiled is how many calls of the facade were served by compiled code.
	compiled uint64
}

// catch calls f and reports whether it panicked, and with what.
func catch(f func()) (panicked bool, value any) {
	panicked = true
	defer func() {
		if panicked {
			value = recover()
		}
	}()
	f()
	return false, nil
}

// exited is the value of a "panic" that was a call of runtime.Goexit.
const exited = "runtime.Goexit"

// catch calls f as [catch] does. The methods of the type under test, if there
// are any, may end the goroutine they run in.
func (r *run) catch(f func()) (panicked bool, value any) {
	if !r.subject.delegates {
		return catch(f)
	}
	return apart(f)
}

// apart is [catch] in a goroutine of its own.
func apart(f func()) (panicked bool, value any) {
	panicked, value = true, exited
	done := make(chan struct{})
	go func() {
		defer close(done)
		panicked, value = catch(f)
	}()
	<-done
	return panicked, value
}

// count calls f, a call of the facade, and notes what xml.Stats has to say about
// it. mustCompile is false for calls the facade may leave to encoding/xml.
func (o *outcome) count(mustCompile bool, f func()) {
	before := xml.Stats()
	f()
	after := xml.Stats()
	o.compiled = after.Compiled - before.Compiled
	switch {
	case after.Disagreements != before.Disagreements:
		o.served = "compiled code found a syntax error that encoding/xml does not"
	case mustCompile && o.compiled == 0:
		o.served = "served by encoding/xml, not by compiled code"
	}
}

// compare returns the first difference between what encoding/xml and compiled
// code did, nil if there is none. root names the target in Go paths.
func compare(root string, want, got outcome) *difference {
	d := firstDifference(root, want, got)
	if d != nil {
		d.valid = !want.panicked && want.err == nil
	}
	return d
}

func firstDifference(root string, want, got outcome) *difference {
	if want.panicked || got.panicked {
		if w, g := want.panicText(), got.panicText(); w != g {
			return &difference{path: "panic", want: w, got: g}
		}
		return nil
	}
	if got.served != "" {
		return &difference{path: "the path taken", want: "compiled code that agrees", got: got.served}
	}
	if w, g := errorText(want.err), errorText(got.err); w != g {
		return &difference{path: "error", want: w, got: g}
	}
	if d := diff("error", reflect.ValueOf(want.err), reflect.ValueOf(got.err)); d != nil {
		return d
	}
	if (want.err == nil || !want.partial) && !bytes.Equal(want.out, got.out) {
		return &difference{path: "result", want: fmt.Sprintf("%q", want.out), got: fmt.Sprintf("%q", got.out)}
	}
	if want.target.IsValid() {
		return diff(root, want.target.Elem(), got.target.Elem())
	}
	return nil
}

func (o *outcome) panicText() string {
	if !o.panicked {
		return "none, and error " + errorText(o.err)
	}
	if v := reflect.ValueOf(o.panicVal); v.Kind() == reflect.Pointer {
		if _, ok := o.panicVal.(error); !ok {
			return format(v) // The pointer itself says nothing.
		}
	}
	return fmt.Sprintf("%v (%T)", o.panicVal, o.panicVal)
}

func errorText(err error) string {
	if err == nil {
		return "nil"
	}
	return fmt.Sprintf("%q (%T)", err.Error(), err)
}
