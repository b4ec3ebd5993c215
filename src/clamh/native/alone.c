/* The loops of a case of one thread, and of exact counts in any case. */
#include "timing.h"

enum outcome measure_slice(struct thread *thread, uint64_t warmin, uint64_t count) {
    if (!is_alone(thread->open)) return slice_window(thread, warmin, count);
    struct timing timing = begin_timing(thread);
    if (warmin > 0) TRY(run_batches(&timing, warmin, 1));
    restart_timing(&timing);
    TRY(time_slice(&timing, count));
    end_timing(&timing);
    return DONE;
}

static enum outcome measure_time(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    struct result *const result = timing.result;
    const int64_t aim = aim_of_samples(time_ns);

    /* Long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing. A second one decides,
     * since the first may have been long by accident (cold pages, a switch). */
    result->sample_invocations = 1;
    int64_t first, second;
    TRY(time_sample(&timing, 1, &first));
    result->first_ns = second = first;
    if (first >= time_ns) {
        keep_sample(&timing, first);
    } else {
        if (first >= aim) TRY(time_sample(&timing, 1, &second));
        if (first >= aim && second >= aim / 2) {
            keep_sample(&timing, first);
            keep_sample(&timing, second);
        } else {
            TRY(find_sample_size(&timing, aim, second, &result->sample_invocations));
            restart_timing(&timing);
        }
    }
    while (result->elapsed_ns < time_ns) {
        int64_t elapsed;
        make_room(&timing);
        TRY(time_sample(&timing, result->sample_invocations, &elapsed));
        keep_sample(&timing, elapsed);
        read_speed(&timing, result->elapsed_ns, time_ns);
    }
    end_timing(&timing);
    return DONE;
}

/* With fixtures around each invocation the clock is read for every one of them, so nothing is to be calibrated. The iteration's time is that
 * of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured. */
static enum outcome measure_invocations(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    struct result *const result = timing.result;
    result->sample_invocations = 1;
    struct interval interval = {0, 0};
    int64_t begun = 0;
    do {
        make_room(&timing);
        int64_t elapsed = 0;
        for (uint64_t left = result->sample_invocations; left > 0; --left) {
            TRY(time_batch(&timing, 1, &interval));
            if (result->all_invocations == 1) begun = interval.start, result->first_ns = elapsed_ns(interval);
            elapsed += elapsed_ns(interval);
        }
        keep_sample(&timing, elapsed);
        read_speed(&timing, interval.stop - begun, time_ns);
    } while (interval.stop - begun < time_ns);
    end_timing(&timing);
    return DONE;
}

/* Mode sample: batches timed one by one, each as likely as every other. */
static enum outcome measure_batches(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    const uint64_t invocations = batch_size(thread->open);
    /* A long batch is a sample as it is, and so is every other: none is skipped. A second one decides, since the first may have been long
     * by accident. */
    struct interval first, second;
    TRY(time_batch(&timing, invocations, &first));
    second = first;
    timing.result->first_ns = elapsed_ns(first);
    const bool alone = elapsed_ns(first) >= time_ns;
    if (!alone && elapsed_ns(first) >= sampled_every_ns) TRY(time_batch(&timing, invocations, &second));
    double mean = 0;
    int64_t begun = first.start, now = second.stop;
    if (!alone && (elapsed_ns(first) < sampled_every_ns || elapsed_ns(second) < sampled_every_ns / 2)) {
        TRY(find_mean_gap(&timing, invocations, elapsed_ns(second), &mean));
        begun = now = the_clock.now();
    } else {
        keep_batch(&timing, &first, invocations);
        if (!alone) keep_batch(&timing, &second, invocations);
    }
    struct gaps gaps = make_gaps(&thread->gaps, mean);
    while (now - begun < time_ns) {
        const uint64_t skipped = next_gap(&gaps);
        if (skipped > 0) TRY(run_batches(&timing, skipped, invocations));
        struct interval interval;
        TRY(time_batch(&timing, invocations, &interval));
        keep_batch(&timing, &interval, invocations);
        now = interval.stop;
        read_speed(&timing, now - begun, time_ns);
    }
    end_timing(&timing);
    return DONE;
}

/* --- exactly so many batches */

/* Whether an invocation that has just come back may have done so because it was told to stop: then it was not the benchmark. */
static bool is_cut_short(const struct timing *timing) {
    return timing->control != NULL && !is_alone(timing->open) && is_over(timing->open->meeting);
}

static enum outcome count_batches(struct timing *timing, uint64_t batches) {
    const uint64_t invocations = batch_size(timing->open);
    struct result *const result = timing->result;
    if (timing->open->opening.mode == SAMPLE) { /* each by itself */
        for (; batches > 0; --batches) {
            struct interval interval;
            TRY(time_batch(timing, invocations, &interval));
            if (!is_cut_short(timing)) keep_batch(timing, &interval, invocations);
        }
        end_timing(timing);
        return DONE;
    }
    int64_t elapsed;
    result->sample_invocations = batches * invocations;
    TRY(time_sample(timing, result->sample_invocations, &elapsed));
    learn(timing, elapsed, result->sample_invocations);
    if (is_cut_short(timing)) {
        result->sample_invocations = 0;
        count_scheduling(timing);
        return DONE;
    }
    const bool shot = timing->open->opening.mode == SINGLE_SHOT;
    if (shot) result->first_ns = elapsed;
    keep_sample(timing, elapsed);
    if (timing->around == NULL && shot) result->timings = 1; /* one batch between one pair of readings, whatever it costs to read */
    end_timing(timing);
    return DONE;
}

struct leaving {
    struct timing *timing;
    int64_t through_ns;
};

static enum outcome help_shot(void *with) {
    struct leaving *const leaving = (struct leaving *)with;
    struct meeting *const meeting = leaving->timing->open->meeting;
    if (!leaving->timing->open->opening.waits) return DONE;
    if (!is_over(meeting)) meeting_stop(meeting);
    else if (system_ns() - leaving->through_ns > 1000000000) return run_batches(leaving->timing, 1, 1); /* extra calls are the last resort */
    return DONE;
}

static enum outcome measure_count(struct thread *thread, uint64_t batches) {
    struct timing timing = begin_timing(thread);
    if (is_alone(thread->open)) return count_batches(&timing, batches);
    TRY(meet_others(&timing));
    TRY(count_batches(&timing, batches));
    struct meeting *const meeting = thread->open->meeting;
    meeting_arrive(meeting, timing.slowest_ns);
    struct leaving leaving = {&timing, system_ns()};
    TRY(meeting_leave(meeting, shot_patience_ns(meeting), help_shot, &leaving));
    finish_timing(&timing);
    return DONE;
}

enum outcome measure(struct thread *thread, const struct amount *amount) {
    const struct open_case *const open = thread->open;
    if (amount->time_ns == 0) return measure_count(thread, amount->batches);
    if (!is_alone(open)) return open->opening.waits ? measure_waiting(thread, amount->time_ns) : measure_window(thread, amount->time_ns);
    if (open->opening.mode == SAMPLE) return measure_batches(thread, amount->time_ns);
    return has_fixtures(&thread->fixtures[INVOCATION]) ? measure_invocations(thread, amount->time_ns) : measure_time(thread, amount->time_ns);
}
