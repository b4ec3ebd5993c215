// Streams and random walks through 32 KiB to 128 MiB: what each level of the memory hierarchy costs.
package memory

const (
	line      = 16   // cells in a cache line of 64 bytes
	chunk     = 8192 // cells of a stream: 32 KiB
	steps     = 4050
	coldSteps = 500
)

func next(draw uint32) uint32 { return draw*1664525 + 1013904223 }

// An array in which the first cell of each line holds the place of the next line of one cycle through all
// lines. Some numbers beside them make sums differ.
//
// @@State(Scope.Thread)
type Cells struct {
	//@@Param(value = {"32768", "262144", "2097152", "16777216", "134217728"}, units = 1024)
	size     int // in bytes; a power of two
	cells    []int32
	position int    // where the last invocation stopped
	draw     uint32 // the last number of a sequence
}

// @@Setup
func (state *Cells) fill() {
	lines := state.size / (4 * line)
	state.cells = make([]int32, state.size/4)
	for at := 0; at < lines; at++ {
		state.cells[at*line] = int32((at*1664525 + 1013904223) % lines * line)
		state.cells[at*line+1] = int32(at * at % 1009)
	}
	state.position = 0
	state.draw = uint32(state.size)
}

// Bytes that push the cells out of the caches, where these are smaller.
//
// @@State(Scope.Thread)
type Flush struct {
	//@@Param(value = {"67108864"}, units = 1024)
	flush int // in bytes
	bytes []byte
	sum   int
}

// @@Setup
func (state *Flush) fill() {
	state.bytes = make([]byte, state.flush)
	for at := range state.bytes {
		state.bytes[at] = 1
	}
}

// @@Setup(Level.Invocation)
func (state *Flush) readAll() {
	state.sum = 0
	for at := 0; at < len(state.bytes); at += 64 {
		state.sum += int(state.bytes[at])
	}
}

// @@Benchmark
// @@OperationsPerInvocation(8192)
func streamRead(state *Cells) int32 {
	first := state.position
	sum := int32(0)
	for _, cell := range state.cells[first : first+chunk] {
		sum += cell
	}
	state.position = (first + chunk) & (state.size/4 - 1)
	return sum
}

// @@Benchmark
// @@OperationsPerInvocation(8192)
func streamWrite(state *Cells) int32 {
	first := state.position
	cells := state.cells[first : first+chunk]
	state.draw = next(state.draw)
	number := int32(state.draw)
	for at := range cells {
		cells[at] = number ^ int32(first+at)
	}
	state.position = (first + chunk) & (state.size/4 - 1)
	return cells[chunk-1]
}

// From the lower half of the array to the upper one.
//
// @@Benchmark
// @@OperationsPerInvocation(4096)
func streamCopy(state *Cells) int32 {
	half := state.size / 8
	first := state.position
	state.draw = next(state.draw)
	state.cells[first] = int32(state.draw)
	copy(state.cells[half+first:], state.cells[first:first+chunk/2])
	state.position = (first + chunk/2) & (half - 1)
	return state.cells[half+first]
}

// Each load needs the one before it: the latency.
//
// @@Benchmark
// @@OperationsPerInvocation(4050)
func randomWalk(state *Cells) int32 {
	cells := state.cells
	at := int32(state.position)
	for step := 0; step < steps; step++ {
		at = cells[at]
	}
	state.position = int(at)
	return at
}

// The places are computed, not loaded: many loads are under way at once.
//
// @@Benchmark
// @@OperationsPerInvocation(4050)
func randomReads(state *Cells) int32 {
	lines := uint32(state.size / (4 * line))
	cells := state.cells
	draw := state.draw
	sum := int32(0)
	for step := 0; step < steps; step++ {
		draw = next(draw)
		sum += cells[((draw>>8)&(lines-1))*line]
	}
	state.draw = draw
	return sum
}

// @@Benchmark
// @@OperationsPerInvocation(8192)
func streamReadFlushed(state *Cells, flush *Flush) int32 {
	first := state.position
	sum := int32(0)
	for _, cell := range state.cells[first : first+chunk] {
		sum += cell
	}
	state.position = (first + chunk) & (state.size/4 - 1)
	return sum
}

// @@Benchmark
// @@OperationsPerInvocation(500)
func randomWalkFlushed(state *Cells, flush *Flush) int32 {
	cells := state.cells
	at := int32(state.position)
	for step := 0; step < coldSteps; step++ {
		at = cells[at]
	}
	state.position = int(at)
	return at
}
