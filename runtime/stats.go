package runtime

import (
	"math/rand/v2"
	"reflect"
	"sync"
	"sync/atomic"
)

// Counters tell how the calls of package xml have been served since the
// program began.
type Counters struct {
	// Compiled is the number of calls served by generated code, Fallback that
	// of calls served by encoding/xml.
	Compiled, Fallback uint64
	// Stale is the number of types whose generated code is not used, because
	// the types it relies on are not what they were when it was generated, or
	// because several packages have code for them of different contracts with
	// this package, or that relies on different shapes: generate the code anew.
	// It counts a type when it is first met.
	Stale uint64
	// Disagreements is the number of documents that generated code refused
	// and encoding/xml accepts. It counts bugs: please report them.
	Disagreements uint64
	// First are the first disagreements, at most sixteen of them.
	First []Disagreement
}

// A Disagreement is a document that generated code refused and encoding/xml
// accepts.
type Disagreement struct {
	// Type is T, where a *T was read into.
	Type reflect.Type
	// Offset is where generated code stopped, in bytes from the start of the
	// document. Line and Column count from one, Column in bytes.
	Offset       int64
	Line, Column int
}

// A shard is a part of the counters on a cache line of its own, with its
// neighbour, which processors fetch along.
type shard struct {
	compiled, fallback atomic.Uint64
	_                  [112]byte
}

var stats struct {
	shards [32]shard

	disagreements, stale atomic.Uint64

	mu    sync.Mutex
	first []Disagreement
}

// CountCompiled counts a call served by generated code.
func CountCompiled() { stats.shards[rand.Uint32()%uint32(len(stats.shards))].compiled.Add(1) }

// CountFallback counts a call served by encoding/xml.
func CountFallback() { stats.shards[rand.Uint32()%uint32(len(stats.shards))].fallback.Add(1) }

// CountDisagreement counts a disagreement, and keeps it if it is one of the
// first.
func CountDisagreement(d Disagreement) {
	stats.disagreements.Add(1)
	stats.mu.Lock()
	defer stats.mu.Unlock()
	if len(stats.first) < 16 {
		stats.first = append(stats.first, d)
	}
}

// ReadCounters returns the current counters. Calls that end meanwhile may or
// may not be counted. The caller owns First.
func ReadCounters() Counters {
	var c Counters
	for i := range stats.shards {
		c.Compiled += stats.shards[i].compiled.Load()
		c.Fallback += stats.shards[i].fallback.Load()
	}
	c.Disagreements, c.Stale = stats.disagreements.Load(), stats.stale.Load()
	stats.mu.Lock()
	defer stats.mu.Unlock()
	c.First = append(c.First, stats.first...)
	return c
}
