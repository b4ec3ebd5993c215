// What test_protocol.py talks to. Every fixture prints one line.

package n

import (
	"clamh"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

func say(what string) { fmt.Println(what) }

// @@State(Scope.Benchmark)
type Shared struct {
	// @@Param({"1", "2"})
	level int32
}

// @@Setup
func (shared *Shared) setup() { say("Shared.setup") }

// @@TearDown
func (shared *Shared) teardown() { say("Shared.teardown") }

// @@Setup(Level.Iteration)
func (shared *Shared) iteration() { say("Shared.iteration") }

// @@TearDown(Level.Iteration)
func (shared *Shared) iterated() { say("Shared.iterated") }

type Colour uint8

const (
	red   Colour = 0
	green Colour = 7
)

// @@State(Scope.Benchmark)
type Aligned struct {
	// @@Param("a b,c")
	text string
	// @@Param({"red", "green"})
	colour Colour
	// @@Param("x")
	letter rune
	// @@Param("true")
	flag bool
	// @@Param("0.5")
	ratio float32
	// @@Param("200")
	byte uint8
}

// @@Setup
func (aligned *Aligned) setup(_ *Shared) { say("Aligned.setup") } // Shared is set up before

// @@TearDown
func (aligned *Aligned) teardown(_ *Shared) { say("Aligned.teardown") }

// @@State(Scope.Benchmark)
type Big struct{ bytes [16 << 20]byte }

type Bench struct{ calls int }

// @@Benchmark
func (bench *Bench) twice(state *Aligned, shared *Shared) float64 {
	bench.calls++
	return float64(bench.calls) + float64(state.ratio) + float64(shared.level)
}

// @@Benchmark
func texts(state *Aligned, blackhole *clamh.Blackhole) string {
	clamh.Consume(blackhole, state.text)
	clamh.Consume(blackhole, string(state.letter))
	clamh.Consume(blackhole, state.flag)
	clamh.Consume(blackhole, state.colour)
	clamh.Consume(blackhole, map[string]any{"x": nil}["x"])
	clamh.Consume(blackhole, []any{[2]uint8{1, 255}, []int8{1, -1}, -0.5, [1]float64{2}, errors.New("no value"), &state.ratio, complex(1, -2)})
	return strings.Repeat("x", 1500)
}

// @@Benchmark
func several() (int, string) { return 7, "and more" }

// @@Benchmark
func big(state *Big) byte {
	return state.bytes[len(state.bytes)-1]
}

func deep(list []int) int { return list[len(list)] }

// @@Benchmark
func fails(_ *Shared) int { return deep([]int{1, 2}) }

// @@Benchmark
func fails_with_text(_ *Shared) (int, error) { return 0, errors.New("boom \xff") }

// @@Benchmark
func ends() { os.Exit(7) }

// @@State(Scope.Benchmark)
type Half struct{} // one of its setups comes to its end

// @@Setup
func (half *Half) begin() { say("Half.begin") }

// @@Setup
func (half *Half) finish() error { return errors.New("no more") }

// @@TearDown
func (half *Half) teardown() { say("Half.teardown") }

// @@Benchmark
func halves(_ *Half, _ *Shared) {}

// @@State(Scope.Benchmark)
type Rows struct {
	// @@Param({"8", "-1"})
	n int
}

// @@Check
func (rows *Rows) Doubled() int {
	if rows.n < 0 {
		panic("below")
	}
	return 2 * rows.n
}

// @@Check
func (rows *Rows) All() []int { return []int{rows.n, rows.n + 1} }

// @@Benchmark
func rowed(state *Rows) int { return state.n }

// @@State(Scope.Thread)
// @@AuxCounters
type Collector struct{}

// How often garbage has been collected so far.
func (*Collector) Collections() int64 {
	var read runtime.MemStats
	runtime.ReadMemStats(&read)
	return int64(read.NumGC)
}

// @@Benchmark
func collected(_ *Collector) {}

// @@Benchmark
func long() string { return strings.Repeat("ü\n", 700_000) }

var litter []byte

// @@Benchmark
func litters() { litter = make([]byte, 1<<20) }
