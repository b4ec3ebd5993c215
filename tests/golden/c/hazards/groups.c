//@@State(Scope.Group)
struct Shelf {
    _Atomic int goods;
    _Atomic(long) more;
};
//@@Benchmark
//@@Group("shelf")
//@@GroupThreads(2)
int take(struct Shelf *shelf) { return --shelf->goods; }
//@@Benchmark
//@@Group("shelf")
void give(struct Shelf *shelf) { ++shelf->goods; }
