// In a real program one call site often meets both kinds. `-wm BULK` warms up every benchmark of the source in each fork, before the
// measured one: a compiler that learns at run time then knows both, and the code is that of the real program, not of the best case.

struct Counter {
    virtual ~Counter() = default;
    virtual int next() = 0;
};
struct Upward : Counter {
    int value = 0;
    int next() override { return ++value; }
};
struct Downward : Counter {
    int value = 0;
    int next() override { return --value; }
};

static int three(Counter &counter) { return counter.next() + counter.next() + counter.next(); }

//@@State(Scope.Thread)
struct Both {
    Upward upward;
    Downward downward;
};

//@@Benchmark
int countUpward(Both &both) { return three(both.upward); }

//@@Benchmark
int countDownward(Both &both) { return three(both.downward); }
