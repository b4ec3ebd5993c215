//@@State(Scope.Thread)
//@@AuxCounters
struct Counts {
    _Atomic(long) hits;
    _Atomic int misses;
    char text[8];
};

//@@Benchmark
_Atomic(int) *next(struct Counts *counts) { ++counts->hits; return 0; }

//@@Benchmark
long by_value(const struct Counts counts) { return counts.misses; }
