// Work of a length that it measures itself, see bench/truth.py.
package truth

import (
	"time"

	"clamh"
)

func busy(ns int64) int64 {
	start := time.Now()
	for {
		if took := int64(time.Since(start)); took >= ns {
			return took
		}
	}
}

// @@State(Scope.Thread)
// @@AuxCounters(AuxCounters.Type.EVENTS)
type Own struct{ Calls, BusyNs, Done int64 }

func (own *Own) count(operations, took int64) {
	own.Calls++
	own.BusyNs += took
	own.Done += operations
}

// @@State(Scope.Thread)
// @@AuxCounters(AuxCounters.Type.OPERATIONS)
type Items struct{ Items int64 }

func (items *Items) Doubled() float64 { return 2 * float64(items.Items) }

// @@State(Scope.Thread)
type Around struct{}

// @@Setup(Level.Invocation)
func (*Around) before() { busy(100_000) }

// @@Teardown(Level.Invocation)
func (*Around) after() { busy(200_000) }

// @@State(Scope.Thread)
type Turn struct{ at int64 }

// @@Benchmark
func fixed(own *Own, items *Items) {
	own.count(1, busy(1_000_000))
	items.Items += 2
}

// @@Benchmark
func around(own *Own, items *Items, _ *Around) {
	own.count(1, busy(1_000_000))
	items.Items += 2
}

// @@Benchmark
func varying(own *Own, items *Items, operations *clamh.Operations, turn *Turn) {
	n := 1 + turn.at%3
	turn.at++
	own.count(n, busy(n*400_000))
	items.Items += 2 * n
	operations.Add(n)
}
