// Each operation allocates a block, so that the cost of counting it can be measured.
//@@Benchmark
void allocate() {
    char *volatile block = new char[64];
    delete[] block;
}
