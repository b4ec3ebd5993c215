// The same numbers side by side in one block, or each in an object of its own that was made in another order than it is read.

#include <stdlib.h>

enum { COUNT = 100000 };

//@@State(Scope.Thread)
typedef struct {
    int flat[COUNT];
    int *boxed[COUNT];
} Numbers;

//@@Setup
void make(Numbers *numbers, Random *random) {
    for (int at = 0; at < COUNT; ++at) {
        numbers->flat[at] = 1000000 + (at & 1023);
        numbers->boxed[at] = malloc(sizeof(int));
        if (numbers->boxed[at] == NULL) clamh_fail("there is no memory for a box");
        *numbers->boxed[at] = numbers->flat[at];
    }
    for (int at = COUNT - 1; at > 0; --at) {
        const int other = clamh_random_next_int_below(random, at + 1);
        int *const box = numbers->boxed[at];
        numbers->boxed[at] = numbers->boxed[other];
        numbers->boxed[other] = box;
    }
}

//@@Teardown
void drop(Numbers *numbers) {
    for (int at = 0; at < COUNT; ++at) free(numbers->boxed[at]);
}

//@@Benchmark
//@@OperationsPerInvocation(100000)
long sum_flat(const Numbers *numbers) {
    long sum = 0;
    for (int at = 0; at < COUNT; ++at) sum += numbers->flat[at];
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(100000)
long sum_boxed(const Numbers *numbers) {
    long sum = 0;
    for (int at = 0; at < COUNT; ++at) sum += *numbers->boxed[at];
    return sum;
}
