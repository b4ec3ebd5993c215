#include "iteration.h"
#include "system_counters.h"

__extension__ typedef unsigned __int128 wide;

/* A failure of the benchmark's own code is named after its function. */
static enum outcome check_operations(const struct thread *thread) {
    const struct result *const result = &thread->result;
    if (!thread->takes[CLAMH_OPERATIONS] || result->operations > 0 || result->invocations == 0) return DONE;
    return fail("benchmark", thread->function->name, "it takes Operations, but no invocation said how many it did: call add(n) of it, with n above 0");
}

static enum outcome measure(struct thread *thread, void *with) {
    const struct amount *const amount = (const struct amount *)with;
    if (amount->time_ns > 0) TRY(measure_time(thread, amount->time_ns));
    else if (amount->batches > 0) TRY(measure_count(thread, amount->batches));
    else TRY(measure_slice(thread, amount->warmin, amount->invocations));
    return check_operations(thread);
}

/* A method may throw, and no report could be made of what is not finite. */
static enum outcome read_counters(struct thread *thread, void *unused) {
    (void)unused;
    const struct opening *const opening = &thread->open->opening;
    for (size_t at = 0; at < opening->counter_count; ++at) {
        const struct clamh_counter *const counter = opening->counters[at];
        void *const object = find_object(thread, counter->owner);
        double *const value = &thread->result.counted[at];
        *value = 0;
        if (object == NULL) continue; /* of a state that this thread does not have */
        if (counter->read(object, value) != 0) return raise_user("benchmark", counter->name);
        if (!isfinite(*value)) return fail("benchmark", counter->name, "this counter is no finite number");
    }
    return DONE;
}

enum outcome run_amount(struct open_case *open, int begin, int end, struct amount amount) {
    if (begin == 2) TRY(begin_trial(open));
    TRY(activate(open));
    if (begin > 0) TRY(begin_iteration(open));
    if (!is_alone(open)) begin_counting(); /* of one thread, only what is timed counts: timing.c */
    TRY(run_threads(open, measure, &amount, true));
    if (!is_alone(open)) end_counting();
    for (int at = 0; begin != 2 && at < open->opening.threads; ++at) open->threads[at]->result.first_ns = -1;
    if (end > 0) TRY(end_iteration(open));
    if (end == 2) TRY(end_trial(open));
    TRY(run_threads(open, read_counters, NULL, false));
    if (end == 2) TRY(forget_objects(open));
    return DONE;
}

static void add_operations(struct clamh_text *event, const char *key, const struct open_case *open, uint64_t invocations) {
    const wide product = (wide)invocations * open->opening.operations_per_invocation;
    const uint64_t batch = batch_size(open);
    if (product % batch == 0 && product / batch <= INT64_MAX) json_natural(event, key, (uint64_t)(product / batch));
    else json_real(event, key, (double)product / (double)batch);
}

static void add_if_known(struct clamh_text *event, const char *key, int64_t value) {
    if (value >= 0) json_integer(event, key, value);
}

static void add_thread(struct clamh_text *event, const struct thread *thread, bool with_series) {
    const struct open_case *const open = thread->open;
    const struct result *const result = &thread->result;
    json_begin(event, NULL, '{');
    if (thread->takes[CLAMH_OPERATIONS]) {
        json_integer(event, "operations", result->operations);
        json_integer(event, "all_operations", result->all_operations);
    } else {
        add_operations(event, "operations", open, result->invocations);
        add_operations(event, "all_operations", open, result->all_invocations);
    }
    json_integer(event, "elapsed_ns", result->timed.elapsed_ns);
    if (thread->takes[CLAMH_SUSPEND]) {
        json_integer(event, "suspended_ns", result->timed.suspended_ns);
        json_natural(event, "suspensions", result->timed.suspensions);
    }
    if (result->timings > 0) json_natural(event, "timings", result->timings);
    if (with_series && result->sample_count > 0) {
        json_natural(event, "sample_invocations", open->opening.mode == SAMPLE ? batch_size(open) : result->sample_invocations);
    }
    add_if_known(event, "first_ns", result->first_ns);
    if (open->opening.group) json_integer(event, "function", thread->dealt.function);
    if (!thread->takes[CLAMH_SUSPEND]) add_if_known(event, "waited_ns", result->scheduled.waited_ns); /* when it waited is not known */
    add_if_known(event, "voluntary_switches", result->scheduled.voluntary);
    add_if_known(event, "involuntary_switches", result->scheduled.involuntary);
    if (open->opening.counter_count > 0) {
        json_begin(event, "aux", '[');
        for (size_t at = 0; at < open->opening.counter_count; ++at) json_real(event, NULL, result->counted[at]);
        json_end(event, ']');
    }
    json_end(event, '}');
}

static struct clamh_text *begin_event(struct channel *channel, const char *name, const struct open_case *open, bool with_series) {
    struct clamh_text *const event = event_begin(channel, name, open->opening.id);
    json_begin(event, "threads", '[');
    for (int at = 0; at < open->opening.threads; ++at) add_thread(event, open->threads[at], with_series);
    json_end(event, ']');
    return event;
}

void write_samples(struct channel *channel, const char *id, int thread, const int64_t *times, size_t count) {
    for (size_t from = 0; from < count; from += NUMBERS_IN_PART) {
        const size_t left = count - from, size = left < NUMBERS_IN_PART ? left : (size_t)NUMBERS_IN_PART;
        struct clamh_text *const event = event_begin(channel, "samples", id);
        json_integer(event, "thread", thread);
        json_integers(event, "sample_ns", times + from, size);
        json_boolean(event, "last", from + size == count);
        event_end(channel);
    }
}

void write_iteration(struct channel *channel, const struct open_case *open) {
    for (int at = 0; at < open->opening.threads; ++at) {
        const struct result *const result = &open->threads[at]->result;
        write_samples(channel, open->opening.id, at, result->sample_ns, result->sample_count);
    }
    struct clamh_text *const event = begin_event(channel, "iteration", open, true);
    const struct result *const first = &open->threads[0]->result;
    if (first->speed_count > 0) json_integers(event, "speed_ns", first->speed_ns, first->speed_count);
    add_counts(event);
    event_end(channel);
}

void write_slice(struct channel *channel, const struct open_case *open) {
    add_counts(begin_event(channel, "slice", open, false));
    event_end(channel);
}
