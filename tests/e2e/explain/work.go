package work

//@@State(Scope.Thread)
type Input struct {
	values [1024]int32
}

//@@Benchmark
func add(input *Input) int32 {
	var total int32
	for _, value := range input.values {
		total += value
	}
	return total
}

//@@Benchmark
func chain(input *Input) uint32 {
	total := uint32(1)
	for _, value := range input.values {
		total = (total>>3)*31 + (total ^ uint32(value))
	}
	return total
}

//@@Benchmark
func allocate(input *Input) *int32 {
	value := input.values[0]
	return &value
}
