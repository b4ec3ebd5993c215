// How fast the CPU runs just now.
package clamh

import "sync"

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
