// Sinks and Blackhole: what is given to them counts as used, at the least cost, and nothing is learnt about it.
//
// runtime.KeepAlive of an address is no call and no conversion: the value is stored to the stack each time, and the
// compiler must assume that it is read there. testing.B.Loop does the same from Go 1.26 on. What may hold pointers
// also escapes, in a branch that is never taken: else an allocation in an inlined benchmark would move to the stack.
package clamh

import (
	"runtime"
	"sync/atomic"
)

var (
	escaping bool
	escaped  any
)

// SinkPlain takes what holds no pointers.
func SinkPlain[T any](value T) { runtime.KeepAlive(Pointer(&value)) }

// Sink takes what may hold pointers.
func Sink[T any](value T) {
	runtime.KeepAlive(Pointer(&value))
	if escaping {
		escape(value)
	}
}

// Fence ends each turn of a benchmark that returns nothing: the compiler must assume that the object is read there.
func Fence[T any](object *T) { runtime.KeepAlive(object) }

//go:noinline
func escape[T any](value T) { escaped = value }

// Blackhole takes values through Consume.
type Blackhole struct {
	recording bool // only `invoke` does, in a process that measures nothing any more
	consumed  []string
}

// Consume counts the value as used; a function, since methods have no type parameters, and `any` would allocate.
func Consume[T any](blackhole *Blackhole, value T) {
	runtime.KeepAlive(Pointer(&value))
	if blackhole.recording {
		record(blackhole, value)
	}
}

//go:noinline
func record[T any](blackhole *Blackhole, value T) {
	escaped = value
	blackhole.consumed = append(blackhole.consumed, Canonical(value))
}

func (blackhole *Blackhole) take() []string {
	taken := blackhole.consumed
	blackhole.consumed = nil
	return taken
}

// ConsumeCPU works for a time in proportion to `tokens`, and does nothing else: JMH's arithmetic, so that a token is the
// same work in every language.
func (blackhole *Blackhole) ConsumeCPU(tokens int64) { consumeCPU(tokens) }

var consumed atomic.Uint64

// Never inlined: the loop of every caller is the same machine code. Each step needs the one before it, and what comes
// out is compared with a value that is not known before, so that no compiler leaves a step out.
//
//go:noinline
func consumeCPU(tokens int64) {
	t := consumed.Load()
	for i := tokens; i > 0; i-- {
		t += (t*0x5DEECE66D + 0xB + uint64(i)) & 0xFFFFFFFFFFFF
	}
	if t == 42 {
		consumed.Add(t)
	}
}
