// 24 small arrays, read side by side. All of them fit into the first cache, unless they begin at the same place of a page: then they
// compete for few lines of it. CLAMH draws the places anew for each fork; with --layout static they are the same in every fork.

//@@State(Scope.Thread)
struct Arrays {
    static constexpr long count = 24, length = 128;
    long *arrays[count] = {};

    // What is read says where the next read is, as in a list, so that the processor cannot read ahead.
    //@@Setup
    void make(Memory &memory) {
        for (long which = 0; which < count; ++which) {
            arrays[which] = memory.array<long>(length);
            for (long at = 0; at < length; ++at) arrays[which][at] = which + 1 < count ? at : (at + 1) % length;
        }
    }
};

//@@Benchmark
//@@OperationsPerInvocation(3072)
long readSideBySide(const Arrays &state) {
    long at = 0;
    for (long round = 0; round < Arrays::length; ++round) {
        for (const long *array : state.arrays) at = array[at];
    }
    return at;
}
