// The kernels in Go, each twice: the clone is the same text in another function.
package live

import "math/bits"

func advance(x uint32) uint32 { return x*1664525 + 1013904223 }

// The exclusive or keeps a compiler from making one step of eight.
func chain(x uint32, steps int) uint32 {
	for ; steps > 0; steps-- {
		x = advance(x ^ 0x5bd1e995)
	}
	return x
}

func walk(at *Branches, steps int) uint32 {
	x, sum := at.x, at.sum
	for ; steps > 0; steps-- {
		x = advance(x)
		switch x >> 29 {
		case 0:
			sum += x
		case 1:
			sum ^= x
		case 2:
			sum -= x >> 1
		case 3:
			sum *= 3
		case 4:
			sum = bits.RotateLeft32(sum, 5)
		case 5:
			sum = ^sum
		case 6:
			sum += 2654435769
		default:
			sum ^= sum >> 3
		}
	}
	at.x, at.sum = x, sum
	return sum
}

func hop(ring *Ring, steps int) uint32 {
	at, next := ring.at, ring.next
	for ; steps > 0; steps-- {
		at = next[at]
	}
	ring.at = at
	return at
}

type node struct {
	rest  *node
	value uint32
}

func link(steps int) uint32 {
	var head *node
	for value := 0; value < steps; value++ {
		head = &node{head, uint32(value)}
	}
	var sum uint32
	for ; head != nil; head = head.rest {
		sum += head.value
	}
	return sum
}

// @@State(Scope.Benchmark)
type Work struct {
	//@@Param({"20000"})
	steps int
}

// @@State(Scope.Benchmark)
type Branches struct{ x, sum uint32 }

// @@Setup
func (branches *Branches) begin() { branches.x = 1 }

// @@State(Scope.Benchmark)
type Ring struct {
	//@@Param({"16384"})
	size int
	at   uint32
	next []uint32
}

// @@Setup
func (ring *Ring) make() {
	for at := 0; at < ring.size; at++ {
		ring.next = append(ring.next, uint32(at))
	}
	x := uint32(1)
	for at := ring.size - 1; at > 0; at-- {
		x = advance(x)
		other := int(x>>8) % at
		ring.next[at], ring.next[other] = ring.next[other], ring.next[at]
	}
}

// @@Benchmark
func steady(work *Work) uint32 { return chain(1, work.steps) }

// @@Benchmark
func steadyClone(work *Work) uint32 { return chain(1, work.steps) }

// @@Benchmark
func branchy(work *Work, branches *Branches) uint32 { return walk(branches, work.steps) }

// @@Benchmark
func branchyClone(work *Work, branches *Branches) uint32 { return walk(branches, work.steps) }

// @@Benchmark
func memory(work *Work, ring *Ring) uint32 { return hop(ring, work.steps) }

// @@Benchmark
func memoryClone(work *Work, ring *Ring) uint32 { return hop(ring, work.steps) }

// @@Benchmark
func garbage(work *Work) uint32 { return link(work.steps) }

// @@Benchmark
func garbageClone(work *Work) uint32 { return link(work.steps) }

var kept uint32

// The same work in a loop by hand: what bench/in_turns.py compares with.
//
// @@Benchmark
// @@OperationsPerInvocation(100)
func steadyHand(work *Work) {
	for pass := 0; pass < 100; pass++ {
		kept = chain(1, work.steps)
	}
}

// @@Benchmark
// @@OperationsPerInvocation(100)
func branchyHand(work *Work, branches *Branches) {
	for pass := 0; pass < 100; pass++ {
		kept = walk(branches, work.steps)
	}
}

// @@Benchmark
// @@OperationsPerInvocation(100)
func memoryHand(work *Work, ring *Ring) {
	for pass := 0; pass < 100; pass++ {
		kept = hop(ring, work.steps)
	}
}
