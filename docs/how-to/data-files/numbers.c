// The numbers stand in data/numbers.txt, which all languages read: a process runs in the folder of its suite.

#include "clamh.h"

#include <stdio.h>

//@@State(Scope.Benchmark)
typedef struct {
    int count;
    int numbers[10000];
} Numbers;

//@@Setup
void load(Numbers *state) {
    FILE *file = fopen("data/numbers.txt", "r");
    if (!file) clamh_fail("data/numbers.txt cannot be read");
    while (state->count < 10000 && fscanf(file, "%d", &state->numbers[state->count]) == 1) state->count++;
    fclose(file);
}

//@@Benchmark
int largest(const Numbers *state) {
    int largest = state->numbers[0];
    for (int at = 1; at < state->count; ++at)
        if (state->numbers[at] > largest) largest = state->numbers[at];
    return largest;
}
