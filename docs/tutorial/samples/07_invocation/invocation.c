// Sorting changes its input, so each invocation needs a fresh one: Level.Invocation copies it un-timed. The clock is read around
// every call then; this is for work that takes milliseconds. For less, do it as sortOfCopy does, and measure the copy too.

#include <stdlib.h>
#include <string.h>

enum { COUNT = 50000 };

//@@State(Scope.Thread)
typedef struct {
    int original[COUNT];
    int copied[COUNT];
} Unsorted;

//@@Setup
void make(Unsorted *unsorted) {
    unsigned value = 1;
    for (int at = 0; at < COUNT; ++at) unsorted->original[at] = (int)((value = value * 1664525u + 1013904223u) >> 1);
}

//@@State(Scope.Thread)
typedef struct {
    int numbers[COUNT];
} Fresh;

//@@Setup(Level.Invocation)
void copy(Fresh *fresh, const Unsorted *unsorted) { memcpy(fresh->numbers, unsorted->original, sizeof fresh->numbers); }

static int compare(const void *left, const void *right) {
    const int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

//@@Benchmark
int sort_fresh(Fresh *fresh) {
    qsort(fresh->numbers, COUNT, sizeof(int), compare);
    return fresh->numbers[0];
}

//@@Benchmark
int sort_of_copy(Unsorted *unsorted) {
    memcpy(unsorted->copied, unsorted->original, sizeof unsorted->copied);
    qsort(unsorted->copied, COUNT, sizeof(int), compare);
    return unsorted->copied[0];
}
