/* A minimal worker: a program that CLAMH started (CLAMH_IN is set) answers describe, open, iterate, slice, close and exit. */
#ifndef B63_WORKER_H
#define B63_WORKER_H

#include "measuring.h"

/* --- describe */

B63_FUNCTION const char *b63_or(const char *text, const char *otherwise) { return text != NULL ? text : otherwise; }

B63_FUNCTION void b63_put_hello(struct b63_worker *worker) {
    struct b63_channel *const channel = &worker->channel;
#if defined(__cplusplus)
    const char *const language = "cpp";
#else
    const char *const language = "c";
#endif
#if defined(__clang__)
    const char *const compiler = "clang", *const version = __clang_version__;
#else
    const char *const compiler = "gcc", *const version = __VERSION__;
#endif
    char platform[64];
    snprintf(platform, sizeof platform, "%s/%s", language, compiler);
    b63_put(channel, "{\"event\":\"hello\",\"protocol\":2,\"language\":");
    b63_put_string(channel, b63_or(b63_artifact.language, language));
    b63_put(channel, ",\"platform\":");
    b63_put_string(channel, b63_or(b63_artifact.platform, platform));
    b63_put(channel, ",\"toolchain\":{\"name\":");
    b63_put_string(channel, b63_or(b63_artifact.toolchain, compiler));
    b63_put(channel, ",\"version\":");
    b63_put_string(channel, b63_or(b63_artifact.version, version));
    b63_put(channel, ",\"flags\":");
    b63_put_text(channel, b63_or(b63_artifact.flags, "[]"));
    b63_put(channel, ",\"optimised\":%s}",
#if defined(__OPTIMIZE__)
            "true"
#else
            "false"
#endif
    );
    b63_put(channel, ",\"clocks\":[{\"name\":\"%s\",\"step_ns\":%" PRId64 ",\"cost_ns\":", b63_clock_is_counted() ? "counted" : B63_CLOCK_NAME,
            worker->clock.step_ns);
    b63_put_thousandths(channel, worker->clock.read_ns);
    b63_put(channel, ",\"taken\":true}]");
    b63_put(channel, ",\"capabilities\":{\"cases\":\"one\",\"modes\":[\"avgt\"],\"commands\":[\"describe\",\"open\",\"iterate\",\"slice\",\"close\","
                     "\"exit\"],\"max_threads\":1,\"gc\":[\"true\",\"off\"],\"thread_ids\":%s,\"slice_unit\":\"invocations\",\"counters\":false}",
            b63_thread_id() > 0 ? "true" : "false");
    b63_put(channel, ",\"sources\":");
    b63_put_text(channel, b63_or(b63_artifact.sources, "{}"));
    b63_put(channel, ",\"pid\":%" PRId64 "}\n", (int64_t)getpid());
    b63_flush(channel);
}

B63_FUNCTION void b63_put_benchmark(struct b63_worker *worker, const struct b63_benchmark *benchmark, int number) {
    struct b63_channel *const channel = &worker->channel;
    const char *settings = "\"settings\":{}";
    for (const char *const *pair = b63_artifact.settings; pair != NULL && pair[0] != NULL; pair += 2) {
        if (strcmp(pair[0], benchmark->name) == 0) settings = pair[1];
    }
    b63_put(channel, "{\"event\":\"benchmark\",\"number\":%d,\"name\":\"%s\",\"group\":false,%s", number, benchmark->name, settings);
    if (benchmark->baseline && strstr(settings, "\"baseline\":") == NULL) b63_put(channel, ",\"baseline\":\"reference\"");
    b63_put(channel, ",\"functions\":[{\"name\":\"%s\",\"threads\":1,\"states\":[%s],\"method\":%s,\"injected\":[],\"path\":", benchmark->name,
            worker->made.count > 0 ? "0" : "", worker->made.count > 0 ? "true" : "false");
    b63_put_string(channel, benchmark->file);
    b63_put(channel, ",\"line\":%d}],\"path\":", benchmark->line);
    b63_put_string(channel, benchmark->file);
    b63_put(channel, ",\"line\":%d}\n", benchmark->line);
    b63_flush(channel);
}

B63_FUNCTION void b63_describe(struct b63_worker *worker) {
    struct b63_channel *const channel = &worker->channel;
    int count = 0;
    b63_put_hello(worker);
    if (worker->made.count > 0) {
        b63_put(channel, "{\"event\":\"state\",\"number\":0,\"name\":\"\",\"scope\":\"Thread\",\"counters\":[");
        for (int at = 0; at < worker->made.count; ++at) {
            char name[B63_TEXT_BYTES];
            snprintf(name, sizeof name, "%s%s", worker->made.counters[at].name, worker->made.counters[at].part);
            b63_put(channel, "%s{\"number\":%d,\"name\":", at == 0 ? "" : ",", at);
            b63_put_string(channel, name);
            b63_put(channel, ",\"type\":\"PER_OPERATION\"}");
        }
        b63_put(channel, "]}\n");
    }
    for (const struct b63_benchmark *benchmark = b63_program.benchmarks; benchmark != NULL; benchmark = benchmark->next) {
        b63_put_benchmark(worker, benchmark, count++);
    }
    b63_put(channel, "{\"event\":\"described\",\"states\":%d,\"fixtures\":0,\"benchmarks\":%d}\n", worker->made.count > 0, count);
    b63_flush(channel);
}

/* --- the loop of commands */

/* The numbers that follow the id and the phase. */
B63_FUNCTION int b63_read_amounts(const struct b63_channel *channel, uint64_t *values) {
    if (channel->count < 7) return 0;
    for (int at = 0; at < 4; ++at) {
        if (!b63_read_natural(channel->fields[3 + at], &values[at])) return 0;
    }
    return 1;
}

/* Answers one command. Returns 0 after `exit`. */
B63_FUNCTION int b63_answer(struct b63_worker *worker) {
    struct b63_channel *const channel = &worker->channel;
    const char *reason = b63_split(channel) ? NULL : "malformed", *const verb = channel->fields[0];
    uint64_t amounts[4] = {0, 0, 0, 0};
    const int is_iterate = strcmp(verb, "iterate") == 0, is_slice = strcmp(verb, "slice") == 0, is_close = strcmp(verb, "close") == 0;
    if (reason == NULL && (is_iterate || is_slice || is_close) && (channel->count < 2 || strcmp(channel->fields[1], worker->open.id) != 0)) {
        reason = "malformed";
    }
    if (reason == NULL && (is_iterate || is_slice) && !b63_read_amounts(channel, amounts)) reason = "malformed";
    if (reason != NULL) {
    } else if (strcmp(verb, "describe") == 0) {
        b63_describe(worker);
    } else if (strcmp(verb, "open") == 0) {
        reason = b63_open(worker);
    } else if (is_iterate) { /* time, count, first, last */
        if ((amounts[0] > 0) == (amounts[1] > 0)) reason = "malformed";
        else b63_measure_command(worker, "iteration", amounts[2] > 0, amounts[0], 0, amounts[1]);
    } else if (is_slice) { /* warm-in, count, begin, end */
        if (amounts[1] == 0) reason = "malformed";
        else b63_measure_command(worker, "slice", amounts[2] == 2, 0, amounts[0], amounts[1]);
    } else if (is_close) {
        b63_put(channel, "{\"event\":\"closed\",\"case\":\"%s\"}\n", worker->open.id);
        b63_flush(channel);
        worker->open.id[0] = '\0';
    } else if (strcmp(verb, "exit") == 0) {
        b63_put(channel, "{\"event\":\"bye\"}\n");
        b63_flush(channel);
        return 0;
    } else {
        reason = "unsupported";
    }
    if (reason != NULL) {
        b63_put_failed(channel, "", reason, "", strcmp(reason, "malformed") == 0 ? "malformed command" : "a benchmark of B63 has one thread and mode avgt, and returns no value");
    }
    return 1;
}

/* Answers commands until the driver ends, then ends the process. `counters` is the program's own list; time is always measured. */
B63_FUNCTION void b63_serve(const char *counters) {
    static struct b63_worker worker;
    worker.channel.in = b63_read_descriptor("CLAMH_IN");
    worker.channel.out = b63_read_descriptor("CLAMH_OUT");
    fcntl(worker.channel.in, F_SETFD, FD_CLOEXEC);
    fcntl(worker.channel.out, F_SETFD, FD_CLOEXEC);
    worker.schedstat = b63_open_file("/proc/thread-self/schedstat");
    if (!b63_choose_clock()) {
        b63_refuse("malformed", "CLAMH_CLOCK", "CLAMH_CLOCK takes counted:NS");
        exit(2);
    }
    b63_count_time();
    worker.clock = b63_measure_clock();
    b63_measure_suspending();
    worker.suspend_cost_ns = b63_program.epoch.costs[0];
    if (!b63_make_counters(counters, &worker.made)) {
        b63_refuse("benchmark", "B63_RUN_WITH", b63_program.problem);
        exit(1);
    }
    for (int at = 0; at < worker.made.count;) { /* time is the score */
        if (strcmp(worker.made.counters[at].name, "time") != 0) {
            ++at;
            continue;
        }
        memmove(&worker.made.counters[at], &worker.made.counters[at + 1], (size_t)(--worker.made.count - at) * sizeof worker.made.counters[0]);
    }
    unsetenv("CLAMH_IN"); /* a program that a benchmark starts runs by itself */
    unsetenv("CLAMH_OUT");
    while (b63_read_line(&worker.channel) && b63_answer(&worker)) {
    }
    b63_drop_counters(&worker.made);
    exit(0);
}

/* A program that CLAMH started must reach B63_RUN: otherwise it says so when it ends. */
__attribute__((destructor)) static void b63_end_unreached(void) {
    if (b63_program.reached || b63_program.benchmarks == NULL || getenv("CLAMH_IN") == NULL) return;
    b63_program.reached = 1; /* once, whichever unit is first */
    b63_refuse("benchmark", "main", "main ended before it reached B63_RUN; call B63_RUN(argc, argv) in main");
}

#endif
