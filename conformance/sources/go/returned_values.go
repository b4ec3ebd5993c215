// Is what a benchmark returns, and what it gives to Blackhole, consumed with its value, whatever its type?

package scenarios

import (
	"clamh"
	"strings"
)

// @@State(Scope.Thread)
type Number struct {
	value int
}

// @@Setup(Level.Trial)
func (number *Number) trial() {
	number.value += 40
}

// @@Setup(Level.Iteration)
func (number *Number) iteration() {
	number.value += 2
}

// @@TearDown(Level.Trial)
func (number *Number) after() {
	number.value = 0
}

// @@Benchmark
func anInteger(number *Number) int {
	line("call anInteger")
	return -number.value
}

// @@Benchmark
func aFloat(number *Number) float64 {
	line("call aFloat")
	return float64(number.value) + 0.1
}

// @@Benchmark
func aText(number *Number) string {
	line("call aText")
	if number.value == 42 {
		return "für \"42\"\n"
	}
	return "wrong"
}

// @@Benchmark
func nothing(_ *Number) {
	line("call nothing")
}

// @@Benchmark
func toBlackhole(number *Number, blackhole *clamh.Blackhole) bool {
	line("call toBlackhole")
	zero := float64(number.value - 42)
	clamh.Consume(blackhole, int64(1)<<62+int64(number.value))
	clamh.Consume(blackhole, float32(number.value)/4)
	clamh.Consume(blackhole, float64(number.value))
	clamh.Consume(blackhole, -1/zero)
	clamh.Consume(blackhole, zero/zero)
	clamh.Consume(blackhole, -zero)
	clamh.Consume(blackhole, string(rune(number.value+'x'-42))) // a rune is an integer
	clamh.Consume(blackhole, strings.Repeat("0123456789abcdef", number.value*2))
	return zero == 0
}
