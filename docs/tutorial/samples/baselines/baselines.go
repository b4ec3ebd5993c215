// A baseline that the others are compared with, and a bound that none of them may beat: to change every byte costs no less than to copy
// it. firstWord stops at the first blank, a mistake that its time alone would make look like a success: `beats-bound`.
package baselines

import "strings"

// @@State(Scope.Thread)
type Text struct {
	in, out []byte
	upper   [256]byte
}

// @@Setup
func (text *Text) make() {
	text.in = []byte(strings.Repeat("what is read is not what is written, ", 100))
	text.out = make([]byte, len(text.in))
	for c := range text.upper {
		text.upper[c] = byte(c)
		if c >= 'a' && c <= 'z' {
			text.upper[c] = byte(c - 32)
		}
	}
}

// @@Benchmark(baseline = Baseline.BOUND, name = "copy")
func copyAll(text *Text) []byte {
	copy(text.out, text.in)
	return text.out
}

// @@Benchmark(baseline = true)
func byBranch(text *Text) []byte {
	for i, c := range text.in {
		if c >= 'a' && c <= 'z' {
			c -= 32
		}
		text.out[i] = c
	}
	return text.out
}

// @@Benchmark
func byTable(text *Text) []byte {
	for i, c := range text.in {
		text.out[i] = text.upper[c]
	}
	return text.out
}

// @@Benchmark
func firstWord(text *Text) []byte {
	for i, c := range text.in {
		if c == ' ' {
			break
		}
		text.out[i] = text.upper[c]
	}
	return text.out
}
