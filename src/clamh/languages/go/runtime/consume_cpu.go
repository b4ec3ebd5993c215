// Blackhole.ConsumeCPU: JMH's arithmetic, so that a token is the same work in every language.
package clamh

import "sync/atomic"

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
