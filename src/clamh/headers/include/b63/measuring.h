/* The worker's cases: `open`, and what an `iterate` or a `slice` measures. */
#ifndef B63_MEASURING_H
#define B63_MEASURING_H

#include "counters.h"
#include "epochs.h"
#include "messages.h"

enum { B63_MOST_SAMPLES = 1000, B63_SAMPLES = 40 };

struct b63_case {
    char id[65];
    const struct b63_benchmark *benchmark;
    uint64_t operations; /* per iteration of the body */
    int64_t seed;
    int counters[B63_MOST_COUNTERS], count; /* what `open` asks for, by number */
    int places[B63_MOST_COUNTERS];          /* where each is read in an epoch; -1: it cannot be read beside the others */
};

/* What an iteration or a slice has measured; -1: unknown. */
struct b63_measured {
    uint64_t invocations, all_invocations, suspensions;
    int64_t elapsed_ns, suspended_ns, first_ns;
    int64_t counted[B63_MOST_COUNTERS];
    int64_t waited_ns, voluntary, involuntary;
};

struct b63_worker {
    struct b63_channel channel;
    struct b63_counter_list made;
    struct b63_clock_facts clock;
    double suspend_cost_ns;
    struct b63_case open; /* its id is empty if no case is open */
    struct b63_measured measured;
    int schedstat;
    int64_t sample_ns[B63_MOST_SAMPLES];
};

/* --- facts of the system */

/* -1 where the system does not say. */
B63_FUNCTION int64_t b63_thread_id(void) {
#if defined(__linux__)
    return syscall(SYS_gettid);
#else
    return -1;
#endif
}

/* The run queue delay, the second number of schedstat; -1 where the kernel does not count it. */
B63_FUNCTION int64_t b63_read_delay(const struct b63_worker *worker) {
    char text[96];
    unsigned long long on_cpu_ns, delay_ns, times;
    if (worker->schedstat < 0 || b63_clock_is_counted() || lseek(worker->schedstat, 0, SEEK_SET) != 0) return -1;
    const ssize_t size = b63_read_bytes(worker->schedstat, text, sizeof text - 1);
    text[size > 0 ? size : 0] = '\0';
    return sscanf(text, "%llu %llu %llu", &on_cpu_ns, &delay_ns, &times) == 3 && times > 0 ? (int64_t)delay_ns : -1;
}

/* Adds these facts to what was measured: with sign -1 before the timed part, with 1 after it. */
B63_FUNCTION void b63_add_scheduling(struct b63_worker *worker, int sign) {
    struct b63_measured *const measured = &worker->measured;
    const int64_t delay = b63_read_delay(worker);
    measured->waited_ns = delay < 0 ? -1 : sign < 0 ? -delay : measured->waited_ns + delay;
    measured->voluntary = measured->involuntary = sign < 0 ? 0 : -1;
#if defined(__linux__)
    struct rusage usage;
    static int64_t voluntary, involuntary;
    if (getrusage(B63_RUSAGE_THREAD, &usage) != 0) return;
    measured->voluntary = usage.ru_nvcsw - voluntary;
    measured->involuntary = usage.ru_nivcsw - involuntary;
    voluntary = usage.ru_nvcsw;
    involuntary = usage.ru_nivcsw;
#endif
}

/* --- open */

B63_FUNCTION int b63_read_numbers(char *text, struct b63_case *open, int most) {
    for (char *at = text; *at != '\0';) {
        const size_t size = strcspn(at, ",");
        const int more = at[size] == ',';
        uint64_t number;
        at[size] = '\0';
        if (!b63_read_natural(at, &number) || number >= (uint64_t)most || open->count == B63_MOST_COUNTERS) return 0;
        open->counters[open->count++] = (int)number;
        at += size + (size_t)more;
    }
    return 1;
}

/* Uses the counters of a case that can be read while all of them are in use. */
B63_FUNCTION void b63_find_readable(const struct b63_worker *worker, struct b63_case *open, struct b63_counter_list *unread) {
    struct b63_epoch *const epoch = &b63_program.epoch;
    epoch->count = 0;
    b63_program.problem[0] = '\0';
    for (int pass = 0; pass < 2; ++pass) { /* all are active before the first is read */
        for (int at = 0; at < open->count; ++at) {
            const struct b63_counter counter = worker->made.counters[open->counters[at]];
            if (pass == 0 && counter.type->activate != NULL) counter.type->activate(counter.impl);
            if (pass == 1 && open->places[at] == 0) counter.type->read(counter.impl);
            if (b63_program.problem[0] != '\0') {
                b63_add_problem(unread, counter.name);
                open->places[at] = -1;
            } else if (pass == 1 && open->places[at] == 0) {
                open->places[at] = epoch->count;
                epoch->counters[epoch->count++] = counter;
            }
        }
    }
}

/* Fields that mean nothing for a single thread without states are ignored. Returns the reason of a failure, or NULL. */
B63_FUNCTION const char *b63_open(struct b63_worker *worker) {
    struct b63_channel *const channel = &worker->channel;
    struct b63_case open;
    uint64_t number = 0;
    memset(&open, 0, sizeof open);
    open.operations = 1;
    if (channel->count < 2 || strlen(channel->fields[1]) >= sizeof open.id || worker->open.id[0] != '\0') return "malformed";
    for (int at = 2; at < channel->count; ++at) {
        char *const field = channel->fields[at], *const value = strchr(field, '=');
        if (value == NULL) return "malformed";
        *value = '\0';
        const char *const text = value + 1;
        const int is_threads = strcmp(field, "threads") == 0, is_seed = strcmp(field, "seed") == 0;
        if (strcmp(field, "mode") == 0 && strcmp(text, "avgt") != 0) return "unsupported";
        if (strcmp(field, "counters") == 0 && !b63_read_numbers(value + 1, &open, worker->made.count)) return "malformed";
        if (!is_threads && !is_seed && strcmp(field, "benchmark") != 0 && strcmp(field, "opi") != 0) continue;
        if (!b63_read_natural(text, &number)) return "malformed";
        if (is_threads && number != 1) return "unsupported";
        if (is_seed) open.seed = (int64_t)number;
        if (strcmp(field, "opi") == 0) open.operations = number;
        if (strcmp(field, "benchmark") != 0) continue;
        for (const struct b63_benchmark *benchmark = b63_program.benchmarks; benchmark != NULL; benchmark = benchmark->next) {
            if (number-- == 0) open.benchmark = benchmark;
        }
    }
    if (open.benchmark == NULL || open.operations == 0) return "malformed";
    memcpy(open.id, channel->fields[1], strlen(channel->fields[1]) + 1);
    static struct b63_counter_list unread; /* its problems are those of this case */
    memcpy(unread.problems, worker->made.problems, sizeof unread.problems);
    b63_find_readable(worker, &open, &unread);
    worker->open = open;
    b63_count_time(); /* the last, so that it is read closest to the body */
    if (open.count > 0) b63_measure_suspending();
    b63_program.epoch.costs[b63_program.epoch.count - 1] = worker->suspend_cost_ns;
    b63_put(channel, "{\"event\":\"opened\",\"case\":\"%s\",\"clock_cost_ns\":", open.id);
    b63_put_thousandths(channel, worker->clock.read_ns);
    b63_put(channel, ",\"suspend_cost_ns\":");
    b63_put_thousandths(channel, worker->suspend_cost_ns);
    b63_put(channel, ",\"source\":\"worker\"");
    if (b63_thread_id() > 0) b63_put(channel, ",\"threads\":[%" PRId64 "]", b63_thread_id());
    if (unread.problems[0] != '\0') {
        b63_put(channel, ",\"not_counted\":");
        for (char *problem = strtok(unread.problems, "\n"), comma = '['; problem != NULL; problem = strtok(NULL, "\n"), comma = ',') {
            b63_put(channel, "%c", comma);
            b63_put_string(channel, problem);
        }
        b63_put(channel, "]");
    }
    b63_put(channel, "}\n");
    b63_flush(channel);
    return NULL;
}

/* --- iterate and slice */

/* A counter can no longer be read: from here on the case has only its time, since the others may be those of an error too. */
B63_FUNCTION void b63_stop_counting(struct b63_worker *worker) {
    struct b63_epoch *const epoch = &b63_program.epoch;
    for (int at = 0; at < worker->open.count; ++at) worker->open.places[at] = -1;
    epoch->counters[0] = epoch->counters[epoch->count - 1];
    epoch->costs[0] = epoch->costs[epoch->count - 1];
    epoch->count = 1;
    fprintf(stderr, "%s: its counters can no longer be read, so from here on only its time is measured: %s\n", worker->open.benchmark->name, b63_program.problem);
    b63_program.problem[0] = '\0';
}

/* Runs the body and adds what it did to what was measured. Returns 0 if it failed. */
B63_FUNCTION int b63_run_sample(struct b63_worker *worker, uint64_t n, int64_t *elapsed_ns) {
    const struct b63_epoch *const epoch = &b63_program.epoch;
    struct b63_measured *const measured = &worker->measured;
    int64_t suspended;
    if (!b63_run_body(worker->open.benchmark, n, worker->open.seed)) return 0;
    for (int at = 0; at + 1 < epoch->count; ++at) measured->counted[at] += b63_find_events(at, &suspended);
    *elapsed_ns = b63_find_events(epoch->count - 1, &suspended);
    measured->invocations += n;
    measured->elapsed_ns += *elapsed_ns;
    measured->suspended_ns += suspended;
    measured->suspensions += epoch->suspensions;
    if (b63_program.problem[0] != '\0') b63_stop_counting(worker);
    return 1;
}

/* What was measured so far was not timed. */
B63_FUNCTION void b63_begin_timing(struct b63_worker *worker) {
    struct b63_measured *const measured = &worker->measured;
    measured->invocations = measured->suspensions = 0;
    measured->elapsed_ns = measured->suspended_ns = 0;
    memset(measured->counted, 0, sizeof measured->counted);
    b63_add_scheduling(worker, -1);
}

/* Samples until the time is over, suspended time included. Returns 0 if the body failed. */
B63_FUNCTION int b63_run_samples(struct b63_worker *worker, int64_t time_ns, uint64_t *n, int *samples) {
    int64_t spent_ns = 0, elapsed_ns;
    const struct b63_benchmark *const benchmark = worker->open.benchmark;
    struct b63_goal goal;
    goal.limit_ns = time_ns;
    goal.runs = B63_SAMPLES;
    if (!b63_find_iterations(benchmark, worker->open.seed, goal, b63_program.epoch.count - 1, n, &spent_ns)) return 0;
    if (*n >= B63_MOST_ITERATIONS) {
        b63_fail(benchmark->file, benchmark->line, B63_NO_LOOP);
        return 0;
    }
    if (*n > 1 && !b63_run_sample(worker, *n, &elapsed_ns)) return 0; /* the search may have left caches as a smaller n leaves them */
    b63_begin_timing(worker);
    for (const int64_t start = b63_now_ns(); *samples == 0 || b63_now_ns() - start < time_ns; ++*samples) {
        if (*samples == B63_MOST_SAMPLES) { /* neighbours are added in pairs */
            *samples /= 2;
            *n *= 2;
            for (int at = 0; at < *samples; ++at) worker->sample_ns[at] = worker->sample_ns[2 * at] + worker->sample_ns[2 * at + 1];
        }
        if (!b63_run_sample(worker, *n, &worker->sample_ns[*samples])) return 0;
    }
    return 1;
}

B63_FUNCTION void b63_put_measured(struct b63_worker *worker, const char *event, uint64_t n) {
    struct b63_channel *const channel = &worker->channel;
    const struct b63_measured *const measured = &worker->measured;
    const uint64_t operations = worker->open.operations;
    b63_put(channel, "{\"event\":\"%s\",\"case\":\"%s\",\"threads\":[{\"operations\":%" PRIu64 ",\"all_operations\":%" PRIu64 ",\"elapsed_ns\":%" PRId64,
            event, worker->open.id, measured->invocations * operations, measured->all_invocations * operations, measured->elapsed_ns);
    if (measured->suspensions > 0) {
        b63_put(channel, ",\"suspended_ns\":%" PRId64 ",\"suspensions\":%" PRIu64, measured->suspended_ns, measured->suspensions);
    }
    if (n > 0) b63_put(channel, ",\"sample_invocations\":%" PRIu64, n);
    if (measured->first_ns >= 0) b63_put(channel, ",\"first_ns\":%" PRId64, measured->first_ns);
    if (measured->waited_ns >= 0 && measured->suspensions == 0) b63_put(channel, ",\"waited_ns\":%" PRId64, measured->waited_ns);
    if (measured->voluntary >= 0) {
        b63_put(channel, ",\"voluntary_switches\":%" PRId64 ",\"involuntary_switches\":%" PRId64, measured->voluntary, measured->involuntary);
    }
    for (int at = 0; at < worker->open.count; ++at) {
        const int place = worker->open.places[at];
        b63_put(channel, "%s", at == 0 ? ",\"aux\":[" : ",");
        if (place < 0) b63_put(channel, "null");
        else b63_put(channel, "%" PRId64, measured->counted[place]);
    }
    b63_put(channel, "%s}]}\n", worker->open.count > 0 ? "]" : "");
    b63_flush(channel);
}

B63_FUNCTION void b63_close_failed(struct b63_worker *worker) {
    char id[sizeof worker->open.id], message[2 * B63_TEXT_BYTES];
    memcpy(id, worker->open.id, sizeof id);
    snprintf(message, sizeof message, "%s:%d: %s", b63_program.failed_file, b63_program.failed_line, b63_program.failure);
    worker->open.id[0] = '\0';
    b63_put_failed(&worker->channel, id, "benchmark", worker->open.benchmark->name, message);
}

/* One iteration or slice. `begins_trial`: the first invocation is timed alone. */
B63_FUNCTION void b63_measure_command(struct b63_worker *worker, const char *event, int begins_trial, uint64_t time_ns, uint64_t warmin, uint64_t count) {
    struct b63_channel *const channel = &worker->channel;
    struct b63_measured *const measured = &worker->measured;
    const uint64_t ran_before = b63_program.ran;
    uint64_t n = time_ns > 0 ? 1 : count;
    int samples = 0;
    int64_t elapsed_ns;
    memset(measured, 0, sizeof *measured);
    measured->first_ns = -1;
    int done = 1;
    if (begins_trial && (done = b63_run_sample(worker, 1, &elapsed_ns))) measured->first_ns = elapsed_ns;
    if (done && warmin > 0) done = b63_run_sample(worker, warmin, &elapsed_ns);
    if (done && time_ns > 0) {
        done = b63_run_samples(worker, (int64_t)time_ns, &n, &samples);
    } else if (done) {
        b63_begin_timing(worker);
        done = b63_run_sample(worker, count, &elapsed_ns);
    }
    if (!done) {
        b63_close_failed(worker);
        return;
    }
    b63_add_scheduling(worker, 1);
    measured->all_invocations = b63_program.ran - ran_before; /* with the search for n */
    for (int at = 0; at < samples; ++at) {
        if (at == 0) b63_put(channel, "{\"event\":\"samples\",\"case\":\"%s\",\"thread\":0,\"sample_ns\":[", worker->open.id);
        b63_put(channel, "%s%" PRId64, at == 0 ? "" : ",", worker->sample_ns[at]);
    }
    if (samples > 0) b63_put(channel, "],\"last\":true}\n");
    b63_put_measured(worker, event, samples > 0 ? n : 0);
}

#endif
