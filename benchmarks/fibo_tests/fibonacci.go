// Fibonacci numbers, modulo 2 to the 32: local and nonlocal variables, and two loops optimised by hand.
package fibonacci

// The nonlocal variables. They outlive the call, so that what they hold at its end must be in memory.
var (
	current   int32
	following int32
)

// @@State(Scope.Benchmark)
type Series struct {
	//@@Param({"46", "1000"})
	number int
}

// @@Benchmark
func fiboLocal(series *Series) int32 {
	var current, following int32 = 0, 1
	for remaining := series.number; remaining > 0; remaining-- {
		current, following = following, current+following
	}
	return current
}

// @@Benchmark
func fiboNonlocal(series *Series) int32 {
	current, following = 0, 1
	for remaining := series.number; remaining > 0; remaining-- {
		current, following = following, current+following
	}
	return current
}

// Two numbers a round: nothing has to be moved from one variable to the other.
//
// @@Benchmark
func fiboUnrolled(series *Series) int32 {
	var current, following int32 = 0, 1
	remaining := series.number
	for ; remaining > 1; remaining -= 2 {
		current += following
		following += current
	}
	if remaining == 1 {
		return following
	}
	return current
}

// A step (a, b) -> (bq + aq + ap, bp + aq) with p = 0, q = 1 is one number further; done twice it is the same step
// with p = pp + qq, q = 2pq + qq. So the rounds are as many as `number` has binary digits.
//
// @@Benchmark
func fiboSquaring(series *Series) int32 {
	var a, b, p, q int32 = 1, 0, 0, 1
	for remaining := series.number; remaining > 0; remaining >>= 1 {
		qq := q * q
		if remaining&1 != 0 {
			aq := a * q
			a = b*q + aq + a*p
			b = b*p + aq
		}
		q = 2*p*q + qq
		p = p*p + qq
	}
	return b
}
