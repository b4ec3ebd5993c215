/* An iteration of several threads whose invocations do not wait for each other: all call un-timed until all of them do (and learn meanwhile how
 * long invocations take), each measures its own time, and goes on calling until all have. So everything that is timed is timed while all
 * others call as well. */
#include "timing.h"

/* Calls until all threads do; what came before the measurement counts for nothing. */
static enum outcome run_in(struct timing *timing, uint64_t batches, uint64_t invocations) {
    struct meeting *const meeting = timing->open->meeting;
    meeting_run(meeting);
    for (; !all_run(meeting); make_way(meeting)) TRY(run_batches(timing, batches, invocations));
    if (is_broken(meeting)) return RELEASED;
    restart_timing(timing);
    return DONE;
}

static enum outcome run_out(struct timing *timing, uint64_t batches, uint64_t invocations) {
    struct meeting *const meeting = timing->open->meeting;
    end_timing(timing);
    meeting_arrive(meeting, timing->slowest_ns);
    while (!all_arrived(meeting)) TRY(run_batches(timing, batches, invocations));
    return leave_others(timing, invocations);
}

static enum outcome samples_window(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    struct result *const result = timing.result;
    struct meeting *const meeting = thread->open->meeting;
    const int64_t aim = aim_of_samples(time_ns);
    TRY(meet(meeting));
    result->sample_invocations = 1;
    struct span first, second;
    TRY(time_sample(&timing, 1, &first));
    learn(&timing, whole_span_ns(first), 1);
    second = first;
    result->first_ns = first.elapsed_ns;
    if (whole_span_ns(first) < time_ns) {
        if (first.elapsed_ns >= aim) TRY(time_sample(&timing, 1, &second));
        if (first.elapsed_ns < aim || second.elapsed_ns < aim / 2) {
            TRY(find_sample_size(&timing, aim, time_ns, &second, &result->sample_invocations));
        }
    }
    TRY(run_in(&timing, result->sample_invocations, 1));
    while (whole_span_ns(result->timed) < time_ns && !is_broken(meeting)) {
        struct span sample;
        make_room(&timing);
        TRY(time_sample(&timing, result->sample_invocations, &sample));
        learn(&timing, whole_span_ns(sample), result->sample_invocations);
        keep_sample(&timing, &sample);
        read_speed(&timing, whole_span_ns(result->timed), time_ns);
    }
    return run_out(&timing, 1, 1);
}

/* As with one thread: the iteration's time is that of fixtures and invocations together. */
static enum outcome invocations_window(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    struct result *const result = timing.result;
    struct meeting *const meeting = thread->open->meeting;
    struct interval interval = {0, 0, 0, 0};
    struct span first;
    int64_t begun = 0;
    TRY(meet(meeting));
    TRY(time_sample(&timing, 1, &first));
    learn(&timing, whole_span_ns(first), 1);
    result->first_ns = first.elapsed_ns;
    TRY(run_in(&timing, 1, 1));
    result->sample_invocations = 1;
    do {
        make_room(&timing);
        struct span sample = {0, 0, 0};
        for (uint64_t left = result->sample_invocations; left > 0 && !is_broken(meeting); --left) {
            TRY(time_batch(&timing, 1, &interval));
            if (result->timings == 0 && whole_span_ns(sample) == 0) begun = interval.start;
            add_interval(&sample, interval);
            learn(&timing, whole_ns(interval), 1);
        }
        keep_sample(&timing, &sample);
        read_speed(&timing, interval.stop - begun, time_ns);
    } while (interval.stop - begun < time_ns && !is_broken(meeting));
    return run_out(&timing, 1, 1);
}

static enum outcome batches_window(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    struct meeting *const meeting = thread->open->meeting;
    const uint64_t invocations = batch_size(thread->open);
    struct interval first, second;
    double mean = 0;
    TRY(meet(meeting));
    TRY(time_batch(&timing, invocations, &first));
    learn(&timing, whole_ns(first), 1);
    timing.result->first_ns = elapsed_ns(first);
    if (whole_ns(first) < time_ns) {
        second = first;
        if (whole_ns(first) >= sampled_every_ns) TRY(time_batch(&timing, invocations, &second));
        if (whole_ns(second) < sampled_every_ns / 2) TRY(find_mean_gap(&timing, invocations, whole_ns(second), &mean));
    }
    struct gaps gaps = make_gaps(&thread->gaps, mean);
    TRY(run_in(&timing, 1, invocations));
    const int64_t begun = the_clock.now();
    for (int64_t now = begun; now - begun < time_ns && !is_broken(meeting);) {
        const uint64_t skipped = next_gap(&gaps);
        if (skipped > 0) TRY(run_batches(&timing, skipped, invocations));
        struct interval interval;
        TRY(time_batch(&timing, invocations, &interval));
        learn(&timing, whole_ns(interval), 1);
        keep_batch(&timing, &interval, invocations);
        now = interval.stop;
        read_speed(&timing, now - begun, time_ns);
    }
    return run_out(&timing, 1, invocations);
}

enum outcome slice_window(struct thread *thread, uint64_t warmin, uint64_t count) {
    struct timing timing = begin_timing(thread);
    const uint64_t some = warmin / 64 + 1; /* until the others are ready, too */
    TRY(meet(thread->open->meeting));
    if (warmin > 0) TRY(run_batches(&timing, warmin, 1));
    TRY(run_in(&timing, some, 1));
    TRY(time_slice(&timing, count));
    return run_out(&timing, some, 1);
}

enum outcome measure_window(struct thread *thread, int64_t time_ns) {
    if (thread->open->opening.mode == SAMPLE) return batches_window(thread, time_ns);
    return has_fixtures(&thread->fixtures[INVOCATION]) ? invocations_window(thread, time_ns) : samples_window(thread, time_ns);
}
