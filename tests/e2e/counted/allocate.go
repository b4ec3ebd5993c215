package allocate

var kept [3][]byte

//@@Benchmark
func AllocateBlocks() int {
	for i := range kept {
		kept[i] = make([]byte, 1024)
	}
	return len(kept)
}
