// Numbers in boxes of their own, against numbers that stand in the array itself.

#include <stdint.h>
#include <stdlib.h>

enum { COUNT = 1000 };

//@@State(Scope.Thread)
typedef struct {
    //@@Param({"0", "1000000", "1099511627776"})
    int64_t smallest;
    int64_t plain[COUNT];
    int64_t *boxes[COUNT];
} Numbers;

static int64_t *put_in_box(int64_t number) {
    int64_t *const box = malloc(sizeof *box);
    if (box == NULL) abort();
    *box = number;
    return box;
}

//@@Setup
void fill(Numbers *numbers) {
    for (int at = 0; at < COUNT; ++at) {
        numbers->plain[at] = numbers->smallest + at * 7 % 100;
        numbers->boxes[at] = put_in_box(numbers->plain[at]);
    }
}

//@@Teardown
void empty(Numbers *numbers) {
    for (int at = 0; at < COUNT; ++at) free(numbers->boxes[at]);
}

//@@Benchmark(baseline = true)
//@@OperationsPerInvocation(1000)
int64_t sum_plain(const Numbers *numbers) {
    int64_t sum = 0;
    for (int at = 0; at < COUNT; ++at) sum += numbers->plain[at];
    return sum;
}

// Unboxing: a load through a reference for each number.
//@@Benchmark
//@@OperationsPerInvocation(1000)
int64_t sum_boxed(const Numbers *numbers) {
    int64_t sum = 0;
    for (int at = 0; at < COUNT; ++at) sum += *numbers->boxes[at];
    return sum;
}

// Boxing: every number gets a new box, and the old one is given back.
//@@Benchmark
//@@OperationsPerInvocation(1000)
int64_t box_all(Numbers *numbers) {
    for (int at = 0; at < COUNT; ++at) {
        int64_t *const box = put_in_box(numbers->plain[at]);
        free(numbers->boxes[at]);
        numbers->boxes[at] = box;
    }
    return *numbers->boxes[0] + *numbers->boxes[COUNT - 1];
}

// Both: the sum itself is in a box, a new one after each addition.
//@@Benchmark
//@@OperationsPerInvocation(1000)
int64_t accumulate_boxed(const Numbers *numbers) {
    int64_t *sum = put_in_box(0);
    for (int at = 0; at < COUNT; ++at) {
        int64_t *const box = put_in_box(*sum + numbers->plain[at]);
        free(sum);
        sum = box;
    }
    const int64_t total = *sum;
    free(sum);
    return total;
}
