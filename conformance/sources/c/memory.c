// Are arrays of Memory zeroed, of the size of a param, apart from each other, and kept from iteration to iteration?
#include "clamh.h"
#include "transcript.h"

//@@State(Scope.Thread)
struct Store {
    //@@Param("1000")
    int size;

    int *grains;
    double *oils;
};

static int sum(const struct Store *store) {
    double all = 0;
    for (int at = 0; at < store->size; at++) all += store->grains[at] + store->oils[at];
    return (int)all;
}

//@@Setup
static void fill(struct Store *store, Memory *memory) {
    store->grains = clamh_memory_array(memory, int, store->size);
    store->oils = clamh_memory_array(memory, double, store->size);
    transcript_line(-1, "setup sum=%d", sum(store));
}

//@@Benchmark
static void add(struct Store *store) {
    for (int at = 0; at < store->size; at++) {
        store->grains[at] += 1;
        store->oils[at] += 2;
    }
    transcript_line(-1, "call sum=%d", sum(store));
}
