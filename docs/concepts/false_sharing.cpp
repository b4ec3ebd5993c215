// Two threads, and each adds to a counter of its own. The code is the same; only where the counters lie differs.

//@@State(Scope.Thread)
struct Seat {
    int thread = 0;

    //@@Setup
    void take(ThreadParams &params) { thread = params.getThreadIndex(); }
};

// One beside the other: both in one cache line, so that each addition takes it away from the other thread's CPU.
//@@State(Scope.Benchmark)
struct Neighbours {
    long counters[2] = {0, 0};
};

// 128 bytes apart.
//@@State(Scope.Benchmark)
struct Apart {
    struct alignas(128) Padded {
        long counter = 0;
    };
    Padded counters[2];
};

// Each thread's own object, placed by CLAMH.
//@@State(Scope.Thread)
struct Own {
    long counter = 0;
};

//@@Benchmark
//@@Threads(2)
void neighbours(Seat &seat, Neighbours &all) { ++all.counters[seat.thread]; }

//@@Benchmark
//@@Threads(2)
void apart(Seat &seat, Apart &all) { ++all.counters[seat.thread].counter; }

//@@Benchmark
//@@Threads(2)
void own(Own &mine) { ++mine.counter; }
