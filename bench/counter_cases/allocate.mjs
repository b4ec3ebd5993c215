// Each operation allocates a block, so that the cost of counting it can be measured.

//@@Benchmark
export function allocate() {
    return new Array(8).fill(1);
}
