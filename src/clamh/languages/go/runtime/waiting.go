// Numbers that threads share, and wait for asleep. No lock stands between a thread and its waking up: in a crowd it
// would wait for its turn once more for each thread before it.
package clamh

import (
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
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

const futexWait, futexWake = 128, 129 // of this process only

// Until it is woken, or `ns` are over, unless the value is another one already; may wake for nothing. The system
// compares 32 bits; amd64 and arm64 have the lower ones first.
func (number *cell) sleep(whileItIs, ns int64) {
	limit := syscall.NsecToTimespec(ns)
	syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&number.value)), futexWait, uintptr(uint32(whileItIs)),
		uintptr(unsafe.Pointer(&limit)), 0, 0)
}

func (number *cell) wake() {
	syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&number.value)), futexWake, 1<<30, 0, 0, 0)
}

func makeWay() { syscall.Syscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }
