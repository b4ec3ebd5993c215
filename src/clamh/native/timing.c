#include "system_counters.h"
#include "timing.h"

struct timing plain_timing(struct thread *thread) {
    struct timing timing = {0};
    timing.thread = thread, timing.open = thread->open, timing.result = &thread->result;
    timing.around = has_fixtures(&thread->fixtures[INVOCATION]) ? &thread->fixtures[INVOCATION] : NULL;
    return timing;
}

struct timing begin_timing(struct thread *thread) {
    struct open_case *const open = thread->open;
    struct result *const result = &thread->result;
    struct timing timing = plain_timing(thread);
    timing.operations = (struct clamh_operations *)injected_object(thread, CLAMH_OPERATIONS);
    timing.control = (struct clamh_control *)injected_object(thread, CLAMH_CONTROL);
    const struct result before = *result; /* its memory is used again */
    *result = (struct result){0};
    result->first_ns = -1;
    result->sample_ns = before.sample_ns, result->sample_room = before.sample_room;
    result->counted = before.counted, result->marked = before.marked;
    GROW(result->sample_ns, result->sample_room, MOST_SAMPLES);
    memset(result->marked, 0, open->opening.counter_count * sizeof *result->marked); /* a thread that times nothing marks nothing */
    timing.operations_first = timing.operations == NULL ? 0 : timing.operations->total;
    if (thread->suspension != NULL) begin_suspensions(thread->suspension); /* un-timed calls come first */
    speed_cost_ns();
    restart_timing(&timing);
    if (timing.control != NULL && is_alone(open)) timing.control->start_measurement = 1;
    return timing;
}

static void reset_counters(const struct timing *timing, const double *values) {
    const struct opening *const opening = &timing->open->opening;
    for (size_t at = 0; at < opening->counter_count; ++at) {
        const struct clamh_counter *const counter = opening->counters[at];
        void *const object = find_object(timing->thread, counter->owner);
        if (counter->put != NULL && object != NULL) counter->put(object, values == NULL ? 0 : values[at]);
    }
}

static int64_t count_operations(const struct timing *timing, int64_t before) { return timing->operations == NULL ? 0 : timing->operations->total - before; }

void restart_timing(struct timing *timing) {
    if (timing->open->opening.mode != SAMPLE || timing->result->all_invocations == 0) reset_counters(timing, NULL); /* in sample all calls count */
    timing->operations_before = timing->operations == NULL ? 0 : timing->operations->total;
    timing->before = read_scheduling();
    if (is_alone(timing->open)) begin_counting();
}

void end_timing(struct timing *timing) {
    if (is_alone(timing->open)) end_counting();
    count_scheduling(timing);
    if (timing->control != NULL && is_alone(timing->open)) timing->control->stop_measurement = 1;
    mark(timing);
}

void count_scheduling(struct timing *timing) { timing->result->scheduled = scheduling_since(&timing->before); }

void mark(struct timing *timing) {
    timing->result->operations = count_operations(timing, timing->operations_before);
    timing->result->all_operations = count_operations(timing, timing->operations_first);
    const struct opening *const opening = &timing->open->opening;
    for (size_t at = 0; !is_alone(timing->open) && at < opening->counter_count; ++at) {
        const struct clamh_counter *const counter = opening->counters[at];
        void *const object = find_object(timing->thread, counter->owner);
        if (counter->put != NULL && object != NULL) counter->read(object, &timing->result->marked[at]);
    }
}

void finish_timing(struct timing *timing) {
    timing->result->all_operations = count_operations(timing, timing->operations_first);
    if (!is_alone(timing->open) && timing->open->opening.mode != SAMPLE) reset_counters(timing, timing->result->marked);
}

enum outcome meet_others(struct timing *timing) {
    TRY(meet_closely(timing->open->meeting));
    restart_timing(timing);
    if (timing->control != NULL) __atomic_store_n(&timing->control->start_measurement, 1, __ATOMIC_RELEASE);
    return DONE;
}

void read_speed(struct timing *timing, int64_t elapsed, int64_t whole) {
    struct result *const result = timing->result;
    if (result->speed_count == MOST_SPEED_READINGS) return;
    if (elapsed < timing->speed_due_ns + whole / MOST_SPEED_READINGS || 1000 * (timing->speed_ns + speed_cost_ns()) > elapsed) return;
    const int64_t reading = result->speed_ns[result->speed_count++] = read_speed_ns();
    timing->speed_ns += reading;
    timing->speed_due_ns = elapsed;
}

void learn(struct timing *timing, int64_t whole_ns, uint64_t invocations) {
    timing->slowest_ns = larger(timing->slowest_ns, whole_ns / (int64_t)invocations);
}

static enum outcome run_invocations(const struct timing *timing, uint64_t invocations) {
    const struct clamh_function *const function = timing->thread->function;
    return function->repeat(timing->thread->objects, invocations) == 0 ? DONE : raise_user("benchmark", function->name);
}

enum outcome run_batches(struct timing *timing, uint64_t count, uint64_t invocations) {
    timing->result->all_invocations += count * invocations;
    if (timing->around == NULL) return run_invocations(timing, count * invocations);
    for (; count > 0; --count) {
        TRY(set_up(timing->around));
        TRY(run_invocations(timing, invocations));
        TRY(tear_down(timing->around));
    }
    return DONE;
}

enum outcome time_batch(struct timing *timing, uint64_t invocations, struct interval *interval) {
    const struct clamh_function *const function = timing->thread->function;
    timing->result->all_invocations += invocations;
    if (timing->around != NULL) TRY(set_up(timing->around));
    TRY(time_invocations(function, timing->thread->objects, timing->thread->suspension, invocations, interval));
    timing->stopped_ns = interval->stop;
    return timing->around == NULL ? DONE : tear_down(timing->around);
}

enum outcome time_sample(struct timing *timing, uint64_t invocations, struct span *sample) {
    const uint64_t each = timing->around == NULL ? invocations : 1;
    *sample = (struct span){0, 0, 0};
    for (; invocations > 0; invocations -= each) {
        struct interval interval;
        TRY(time_batch(timing, each, &interval));
        add_interval(sample, interval);
    }
    return DONE;
}

/* Intervals from each of which the clock's cost is to be taken: many short ones, or those that suspensions make short. */
void count_timings(struct timing *timing, uint64_t invocations) {
    if (timing->around != NULL) timing->result->timings += invocations;
    else if (timing->thread->suspension != NULL) ++timing->result->timings;
}

void make_room(struct timing *timing) {
    struct result *const result = timing->result;
    if (result->sample_count < MOST_SAMPLES) return;
    for (size_t at = 0; at < result->sample_count / 2; ++at) result->sample_ns[at] = result->sample_ns[2 * at] + result->sample_ns[2 * at + 1];
    result->sample_count /= 2;
    result->sample_invocations *= 2;
}

void keep_sample(struct timing *timing, const struct span *sample) {
    struct result *const result = timing->result;
    count_timings(timing, result->sample_invocations);
    result->invocations += result->sample_invocations;
    add_span(&result->timed, sample);
    result->sample_ns[result->sample_count++] = sample->elapsed_ns;
}

void keep_batch(struct timing *timing, const struct interval *interval, uint64_t invocations) {
    struct result *const result = timing->result;
    ++result->timings;
    result->invocations += invocations;
    add_interval(&result->timed, *interval);
    GROW(result->sample_ns, result->sample_room, result->sample_count + 1);
    result->sample_ns[result->sample_count++] = elapsed_ns(*interval);
}

struct help {
    struct timing *timing;
    uint64_t invocations;
};

static enum outcome call_once_more(void *with) {
    const struct help *const help = (const struct help *)with;
    return run_batches(help->timing, 1, help->invocations);
}

enum outcome leave_others(struct timing *timing, uint64_t invocations) {
    struct meeting *const meeting = timing->open->meeting;
    if (is_broken(meeting)) return RELEASED;
    struct help help = {timing, invocations};
    TRY(meeting_leave(meeting, meeting_patience_ns(meeting), call_once_more, &help));
    finish_timing(timing);
    return DONE;
}
