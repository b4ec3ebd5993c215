// Each operation allocates a block, so that the cost of counting it can be measured.

package allocate

// @@Benchmark
func allocate() *[64]byte {
	return new([64]byte)
}
