// The numbers stand in data/numbers.txt, which all languages read: a process runs in the folder of its suite.
package numbers

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

// @@State(Scope.Benchmark)
type Numbers struct {
	numbers []int
}

// @@Setup
func (state *Numbers) load() error {
	text, err := os.ReadFile("data/numbers.txt")
	if err != nil {
		return err
	}
	for _, line := range strings.Fields(string(text)) {
		number, err := strconv.Atoi(line)
		if err != nil {
			return err
		}
		state.numbers = append(state.numbers, number)
	}
	return nil
}

// @@Benchmark
func largest(state *Numbers) int { return slices.Max(state.numbers) }
