// Fibonacci numbers by two parallel algorithms, each beside the same algorithm in one thread.
package fibo_parallel

// @@State(Scope.Benchmark)
type Calls struct {
	//@@Param({"20", "27"})
	number int32
	//@@Param({"1", "3"})
	forks int32
}

// @@State(Scope.Benchmark)
type Chain struct {
	//@@Param({"10000", "1000000"})
	number int32
}

func recursive(number int32) int32 {
	if number < 2 {
		return number
	}
	return recursive(number-1) + recursive(number-2)
}

// The smaller half of the calls goes to another goroutine, as often as `forks` says.
func forked(number, forks int32) int32 {
	if forks == 0 {
		return recursive(number)
	}
	other := make(chan int32, 1)
	go func() { other <- recursive(number - 2) }()
	mine := forked(number-1, forks-1)
	return mine + <-other
}

// The Fibonacci number and the next one, modulo 2 to the 32.
func loop(number int32) [2]int32 {
	var current, following int32 = 0, 1
	for remaining := number; remaining > 0; remaining-- {
		current, following = following, current+following
	}
	return [2]int32{current, following}
}

// @@Benchmark
func fiboCalls(calls *Calls) int32 { return recursive(calls.number) }

// @@Benchmark
func fiboCallsForked(calls *Calls) int32 { return forked(calls.number, calls.forks) }

// @@Benchmark
func fiboChain(chain *Chain) int32 { return loop(chain.number)[0] }

// F(m + n) = F(m) F(n + 1) + F(m - 1) F(n): so the chain falls into two that do not wait for each other.
//
// @@Benchmark
func fiboChainHalved(chain *Chain) int32 {
	half := chain.number / 2
	other := make(chan [2]int32, 1)
	go func() { other <- loop(half - 1) }()
	mine := loop(chain.number - half)
	theirs := <-other
	return theirs[1]*mine[1] + theirs[0]*mine[0]
}
