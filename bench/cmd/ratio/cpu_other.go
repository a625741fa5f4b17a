//go:build !unix

package main

import "time"

var start = time.Now()

// cpuTime returns wall time where the processor time of the process is not to
// be had.
func cpuTime() time.Duration { return time.Since(start) }
