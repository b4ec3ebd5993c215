// What test_protocol.py asks several threads.

//@@State(Scope.Thread)
typedef struct {
    long calls;
} Own;

//@@State(Scope.Group)
typedef struct {
    long height;
} Shelf;

//@@Benchmark
//@@Group("shelf")
//@@GroupThreads(2)
long take_one(Own *own, Shelf *shelf, Random *random) {
    (void)shelf;
    own->calls++;
    return clamh_random_next_long(random);
}

//@@Benchmark
//@@Group("shelf")
long give(Shelf *shelf, Random *random, Control *control) {
    (void)shelf;
    return clamh_control_stop_measurement(control) ? 0 : clamh_random_next_long(random);
}

//@@Benchmark
long count(Own *own) { return ++own->calls; }

//@@Benchmark
void fails(ThreadParams *params) {
    if (params->thread == 1) clamh_fail("the second of us");
}
