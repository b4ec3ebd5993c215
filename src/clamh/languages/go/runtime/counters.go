// What is counted beside time: context switches, waiting for a CPU, and how fast the CPU runs just now.
package clamh

import "sync"

// What the system says of a thread so far; -1 where it does not say.
type scheduling struct {
	voluntary, involuntary int64 // context switches
	waitedNs               int64 // run queue delay: it was ready to run, and other threads had the CPU
}

func (after scheduling) since(before scheduling) scheduling {
	return scheduling{difference(before.voluntary, after.voluntary), difference(before.involuntary, after.involuntary),
		difference(before.waitedNs, after.waitedNs)}
}

func difference(before, after int64) int64 {
	if before < 0 || after < 0 {
		return -1
	}
	return after - before
}

// 2,048 multiplications, each waiting for the one before it: about 2 µs, far above any clock's resolution.
//
//go:noinline
func chain(_ []Pointer, links uint64) {
	value := links | 1
	for ; links > 0; links-- {
		value *= 0x9e3779b97f4a7c15
	}
	SinkPlain(value)
}

// One pass of a fixed chain of dependent instructions, in ns: it grows when the CPU slows down.
func speedReading(readings *int64) int64 { return timed(chain, nil, 2048, readings).elapsed() }

// Of a reading, as measured once in this process.
var speedCost = sync.OnceValue(func() int64 {
	var readings int64
	speedReading(&readings) // the first one warms up
	return speedReading(&readings)
})
