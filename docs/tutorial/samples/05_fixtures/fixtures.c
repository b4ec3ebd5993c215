// Setup and Teardown run un-timed. Those of the trial run once per process, when the params have their values; a teardown
// that finds a wrong result fails the row.

//@@State(Scope.Benchmark)
typedef struct {
    int numbers[1000];
    long sum;
} Numbers;

//@@Setup
void fill(Numbers *state) {
    for (int at = 0; at < 1000; ++at) state->numbers[at] = at;
}

//@@Teardown
void check(Numbers *state) {
    if (state->sum != 499500) clamh_fail("the sum of 0 to 999 is 499500");
}

//@@Benchmark
long sum_of_numbers(Numbers *state) {
    long sum = 0;
    for (int at = 0; at < 1000; ++at) sum += state->numbers[at];
    return state->sum = sum;
}
