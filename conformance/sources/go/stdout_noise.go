// A benchmark that prints, words of the protocol among them, disturbs nothing, and what it prints is kept.

package scenarios

import (
	"fmt"
	"os"
)

// @@State(Scope.Benchmark)
type Radio struct {
}

// @@Setup(Level.Trial)
func (radio *Radio) on() {
	line("setup")
	fmt.Println(`{"event":"opened","case":"c1","layout":{},"warnings":[]}`)
	fmt.Fprintln(os.Stderr, `{"event":"bye"}`)
}

// @@TearDown(Level.Trial)
func (radio *Radio) off() {
	line("teardown")
	fmt.Print("no end of line")
}

// @@Benchmark
func play(_ *Radio) {
	line("call play")
	fmt.Print("la\x00la\r{\"event\":\"closed\"}\n")
}
