// The same work on the same numbers, sorted or not: a processor that predicts branches is quicker when they are regular. Data of a
// benchmark must be as irregular as the real ones.

#include <stdlib.h>
#include <string.h>

enum { COUNT = 32768 };

//@@State(Scope.Benchmark)
typedef struct {
    int mixed[COUNT], sorted[COUNT];
} Bytes;

static int compare(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }

//@@Setup
void make(Bytes *bytes, Random *random) {
    for (int at = 0; at < COUNT; ++at) bytes->mixed[at] = clamh_random_next_int_below(random, 256);
    memcpy(bytes->sorted, bytes->mixed, sizeof bytes->sorted);
    qsort(bytes->sorted, COUNT, sizeof(int), compare);
}

static long large(const int *bytes, Blackhole *blackhole) {
    long count = 0;
    for (int at = 0; at < COUNT; ++at) {
        if (bytes[at] >= 128) {
            clamh_consume(blackhole, bytes[at]);
            ++count;
        }
    }
    return count;
}

//@@Benchmark
//@@OperationsPerInvocation(32768)
long large_of_mixed(const Bytes *bytes, Blackhole *blackhole) { return large(bytes->mixed, blackhole); }

//@@Benchmark
//@@OperationsPerInvocation(32768)
long large_of_sorted(const Bytes *bytes, Blackhole *blackhole) { return large(bytes->sorted, blackhole); }
