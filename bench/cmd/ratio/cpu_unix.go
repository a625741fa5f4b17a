//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time this process has used, collector
// included. Unlike wall time it does not grow when a neighbour is busy.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
