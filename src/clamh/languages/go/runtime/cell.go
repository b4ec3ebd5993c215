// Numbers that threads share, and wait for asleep. No lock stands between a thread and its waking up: in a crowd it
// would wait for its turn once more for each thread before it.
package clamh

import (
	"sync/atomic"
	"time"
)

func systemNs() int64 { return int64(time.Since(epoch)) }

// Alone in its granule.
type cell struct {
	_     [granule]byte
	value atomic.Int64
	_     [granule]byte
}

func (number *cell) get() int64               { return number.value.Load() }
func (number *cell) set(to int64)             { number.value.Store(to) }
func (number *cell) add(more int64) int64     { return number.value.Add(more) }
func (number *cell) swap(from, to int64) bool { return number.value.CompareAndSwap(from, to) }
