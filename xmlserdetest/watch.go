package xmlserdetest

import (
	"fmt"
	"sync/atomic"
	"time"
)

// A watch knows the case that runs, so that another goroutine can tell when it
// takes too long.
type watch struct {
	current atomic.Pointer[running]
}

type running struct {
	start time.Time
	ours  bool
	// describe says what runs. It only reads what the case does not change.
	describe func() Disagreement
}

// time runs f, one library's side of a case.
func (w *watch) time(ours bool, describe func() Disagreement, f func()) {
	w.current.Store(&running{time.Now(), ours, describe})
	f()
	w.current.Store(nil)
}

// overdue returns the disagreement to report for a case that has run for
// longer than limit, and nil if there is none.
func (w *watch) overdue(limit time.Duration) *Disagreement {
	c := w.current.Load()
	if c == nil || time.Since(c.start) < limit {
		return nil
	}
	d := c.describe()
	d.Where = "time"
	late := fmt.Sprintf("still running after %v", limit)
	d.Want, d.Got = late, "did not begin"
	if c.ours {
		d.Want, d.Got = "returned in time", late
	}
	return &d
}
