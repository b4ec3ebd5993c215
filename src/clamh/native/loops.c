/* An iteration by time, or a slice, of threads that do not wait for each other. Several of them all call un-timed until all do (and learn
 * meanwhile how long invocations take), each measures its own time, and goes on calling until all have: so everything that is timed is timed
 * while all others call as well. One thread meets no other. */
#include "timing.h"

static bool goes_on(const struct timing *timing) { return is_alone(timing->open) || !is_broken(timing->open->meeting); }

static enum outcome come_together(const struct timing *timing) { return is_alone(timing->open) ? DONE : meet(timing->open->meeting); }

/* Calls until all threads do; what came before the measurement counts for nothing. */
static enum outcome run_in(struct timing *timing, uint64_t batches, uint64_t invocations) {
    struct meeting *const meeting = timing->open->meeting;
    if (!is_alone(timing->open)) {
        meeting_run(meeting);
        for (; !all_run(meeting); make_way(meeting)) TRY(run_batches(timing, batches, invocations));
        if (is_broken(meeting)) return RELEASED;
    }
    restart_timing(timing);
    return DONE;
}

static enum outcome run_out(struct timing *timing, uint64_t batches, uint64_t invocations) {
    struct meeting *const meeting = timing->open->meeting;
    end_timing(timing);
    if (is_alone(timing->open)) return DONE;
    meeting_arrive(meeting, timing->slowest_ns);
    while (!all_arrived(meeting)) TRY(run_batches(timing, batches, invocations));
    return leave_others(timing, invocations);
}

static enum outcome measure_samples(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    struct result *const result = timing.result;
    const int64_t aim = aim_of_samples(time_ns);
    struct span first, second;
    result->sample_invocations = 1;
    TRY(come_together(&timing));
    TRY(time_sample(&timing, 1, &first));
    learn(&timing, whole_span_ns(first), 1);
    result->first_ns = first.elapsed_ns;
    /* A second one decides, since the first may have been long by accident (cold pages, a switch). */
    const bool is_whole = whole_span_ns(first) >= time_ns;
    second = first;
    if (!is_whole && first.elapsed_ns >= aim) TRY(time_sample(&timing, 1, &second));
    const bool is_long = is_whole || (first.elapsed_ns >= aim && second.elapsed_ns >= aim / 2);
    if (!is_long) TRY(find_sample_size(&timing, aim, time_ns, &second, &result->sample_invocations));
    if (is_long && is_alone(thread->open)) { /* samples as they are: a benchmark of a second is not run for nothing */
        keep_sample(&timing, &first);
        if (!is_whole) keep_sample(&timing, &second);
    } else {
        TRY(run_in(&timing, result->sample_invocations, 1));
    }
    while (whole_span_ns(result->timed) < time_ns && goes_on(&timing)) {
        struct span sample;
        make_room(&timing);
        TRY(time_sample(&timing, result->sample_invocations, &sample));
        learn(&timing, whole_span_ns(sample), result->sample_invocations);
        keep_sample(&timing, &sample);
        read_speed(&timing, whole_span_ns(result->timed), time_ns);
    }
    return run_out(&timing, 1, 1);
}

/* With fixtures around each invocation the clock is read for every one of them, so nothing is to be calibrated. The iteration's time is that
 * of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured. */
static enum outcome measure_invocations(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    struct result *const result = timing.result;
    struct interval interval = {0, 0, 0, 0};
    int64_t begun = 0;
    if (!is_alone(thread->open)) {
        TRY(come_together(&timing));
        TRY(time_batch(&timing, 1, &interval));
        learn(&timing, whole_ns(interval), 1);
        result->first_ns = elapsed_ns(interval);
        TRY(run_in(&timing, 1, 1));
    }
    result->sample_invocations = 1;
    do {
        make_room(&timing);
        struct span sample = {0, 0, 0};
        for (uint64_t left = result->sample_invocations; left > 0 && goes_on(&timing); --left) {
            TRY(time_batch(&timing, 1, &interval));
            if (begun == 0) begun = interval.start;
            if (result->first_ns < 0) result->first_ns = elapsed_ns(interval);
            add_interval(&sample, interval);
            learn(&timing, whole_ns(interval), 1);
        }
        keep_sample(&timing, &sample);
        read_speed(&timing, interval.stop - begun, time_ns);
    } while (interval.stop - begun < time_ns && goes_on(&timing));
    return run_out(&timing, 1, 1);
}

/* Mode sample: batches timed one by one, each as likely as every other. */
static enum outcome measure_batches(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    const uint64_t invocations = batch_size(thread->open);
    struct interval first, second;
    double mean = 0;
    TRY(come_together(&timing));
    TRY(time_batch(&timing, invocations, &first));
    learn(&timing, whole_ns(first), 1);
    timing.result->first_ns = elapsed_ns(first);
    const bool is_whole = whole_ns(first) >= time_ns;
    second = first;
    if (!is_whole && whole_ns(first) >= sampled_every_ns) TRY(time_batch(&timing, invocations, &second));
    const bool is_long = is_whole || (whole_ns(first) >= sampled_every_ns && whole_ns(second) >= sampled_every_ns / 2);
    if (!is_long) TRY(find_mean_gap(&timing, invocations, whole_ns(second), &mean));
    int64_t begun = first.start, now = second.stop;
    if (is_long && is_alone(thread->open)) { /* samples as they are, and so is every other: none is skipped */
        keep_batch(&timing, &first, invocations);
        if (!is_whole) keep_batch(&timing, &second, invocations);
    } else {
        if (!is_alone(thread->open)) TRY(run_in(&timing, 1, invocations));
        begun = now = the_clock.now();
    }
    struct gaps gaps = make_gaps(&thread->gaps, mean);
    while (now - begun < time_ns && goes_on(&timing)) {
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

enum outcome measure_slice(struct thread *thread, uint64_t warmin, uint64_t count) {
    struct timing timing = begin_timing(thread);
    const uint64_t some = warmin / 64 + 1; /* until the others are ready, too */
    TRY(come_together(&timing));
    if (warmin > 0) TRY(run_batches(&timing, warmin, 1));
    TRY(run_in(&timing, some, 1));
    TRY(time_sample(&timing, count, &timing.result->timed)); /* there is no series */
    timing.result->invocations = count;
    count_timings(&timing, count);
    learn(&timing, whole_span_ns(timing.result->timed), count);
    return run_out(&timing, some, 1);
}

enum outcome measure_time(struct thread *thread, int64_t time_ns) {
    if (thread->open->opening.waits && !is_alone(thread->open)) return measure_waiting(thread, time_ns);
    if (thread->open->opening.mode == SAMPLE) return measure_batches(thread, time_ns);
    return has_fixtures(&thread->fixtures[INVOCATION]) ? measure_invocations(thread, time_ns) : measure_samples(thread, time_ns);
}
