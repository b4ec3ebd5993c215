// Benchmarks that also compile and run without CLAMH, by all of our names.
#include "clamh.h"

#include <stdio.h>
#include <string.h>

//@@State(Scope.Thread)
typedef struct {
    int number;
    int seats[4];
    char text[4];
} Input;

//@@Setup
void fill(Input *input, Random *random) {
    input->number = clamh_random_next_int_below(random, 1) + 1;
    for (int at = 0; at < 4; ++at) input->seats[at] = at;
    memcpy(input->text, "abc", 4);
}

//@@Benchmark
int take_all(const Input *input, const Blackhole *hole, const Control *control, const BenchmarkParams *params, const IterationParams *iteration,
             const ThreadParams *thread, Memory *memory, Operations *operations) {
    const struct {
        int first, second;
    } pair = {1, 2};
    double *const array = clamh_memory_array(memory, double, 8);
    clamh_consume(hole, input->number);
    clamh_consume(hole, 1.5);
    clamh_consume(hole, 1.5f);
    clamh_consume(hole, 2.5L);
    clamh_consume(hole, input->text);
    clamh_consume(hole, "literal");
    clamh_consume(hole, pair);
    clamh_consume(hole, (const int[]){1, 2});
    clamh_consume(hole, array);
    clamh_consume(hole, (unsigned char)3);
    clamh_consume(hole, clamh_array(input->seats, 4));
    clamh_consume_memory(hole, input->text, sizeof input->text);
    clamh_consume_cpu(1);
    clamh_operations_add(operations, 3);
    const int stopped = clamh_control_start_measurement(control) + clamh_control_stop_measurement(control);
    return input->number + stopped + thread->threads + iteration->count + (clamh_benchmark_params_value(params, "number") != NULL) + (array[7] != 0);
}

int main(void) {
    Input input = {0};
    Random random = clamh_random_seeded(1);
    Blackhole hole = {0};
    Control control = {0, 0};
    BenchmarkParams params = {.benchmark = "take_all"};
    IterationParams iteration = {.count = 1};
    ThreadParams thread = {.threads = 1};
    Memory memory = {0, NULL};
    Operations operations = {0};
    fill(&input, &random);
    const int taken = take_all(&input, &hole, &control, &params, &iteration, &thread, &memory, &operations);
    printf("%d %d\n", taken, (int)operations.total);
    clamh_memory_free(&memory);
    return 0;
}
