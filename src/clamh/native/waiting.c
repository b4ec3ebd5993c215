/* An iteration of several threads that may wait for each other: none calls before all are ready, and no thread can be asked for more
 * invocations than its partner serves. Intervals follow the pace that they find; the one in which the first thread ends is dropped by the
 * others, since invocations return early from then on. */
#include "timing.h"

/* Partners may still need calls of this thread to come to the end of theirs. */
static enum outcome finish(struct timing *timing, uint64_t invocations) {
    struct meeting *const meeting = timing->open->meeting;
    meeting_stop(meeting);
    meeting_arrive(meeting, timing->slowest_ns);
    for (; !all_arrived(meeting); make_way(meeting)) TRY(run_batches(timing, 1, invocations));
    return leave_others(timing, invocations);
}

static enum outcome time_intervals(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    struct result *const result = timing.result;
    struct meeting *const meeting = thread->open->meeting;
    const int64_t aim = aim_of_samples(time_ns), longest = longest_suspended_ns(time_ns);
    uint64_t count = 1;
    TRY(meet_others(&timing));
    const int64_t begun = the_clock.now();
    for (int64_t now = begun; now - begun < time_ns && !is_over(meeting);) {
        struct span sample;
        TRY(time_sample(&timing, count, &sample));
        now = timing.stopped_ns;
        if (result->first_ns < 0) result->first_ns = sample.elapsed_ns;
        learn(&timing, whole_span_ns(sample), count);
        if (is_over(meeting)) break;
        result->invocations += count;
        ++result->timings;
        add_span(&result->timed, &sample);
        mark(&timing);
        if (timing.around == NULL && sample.elapsed_ns < aim && sample.suspended_ns <= longest / 2) count *= 2; /* else timed alone */
        else if ((sample.elapsed_ns > 4 * aim || sample.suspended_ns > longest) && count > 1) count /= 2;
        read_speed(&timing, now - begun, time_ns);
    }
    count_scheduling(&timing);
    return finish(&timing, 1);
}

/* The gap is chosen in a beginning, a hundredth of the time, that counts for nothing. */
static enum outcome time_batches(struct thread *thread, int64_t time_ns) {
    struct timing timing = begin_timing(thread);
    struct meeting *const meeting = thread->open->meeting;
    const uint64_t invocations = batch_size(thread->open);
    uint64_t tried = 0;
    struct interval interval;
    TRY(meet_others(&timing));
    int64_t begun = the_clock.now(), now = begun;
    do {
        TRY(time_batch(&timing, invocations, &interval));
        if (tried == 0) timing.result->first_ns = elapsed_ns(interval);
        ++tried;
        now = interval.stop;
        learn(&timing, whole_ns(interval), 1);
    } while (now - begun < time_ns / 100 && !is_over(meeting));
    const double mean = (double)sampled_every_ns * (double)tried / (double)larger(now - begun, 1) - 1;
    struct gaps gaps = make_gaps(&thread->gaps, mean);
    restart_timing(&timing);
    begun = now;
    while (now - begun < time_ns && !is_over(meeting)) {
        const uint64_t skipped = next_gap(&gaps);
        if (skipped > 0) TRY(run_batches(&timing, skipped, invocations));
        TRY(time_batch(&timing, invocations, &interval));
        learn(&timing, whole_ns(interval), 1);
        if (is_over(meeting)) break;
        keep_batch(&timing, &interval, invocations);
        mark(&timing);
        now = interval.stop;
        read_speed(&timing, now - begun, time_ns);
    }
    count_scheduling(&timing);
    return finish(&timing, invocations);
}

enum outcome measure_waiting(struct thread *thread, int64_t time_ns) {
    return thread->open->opening.mode == SAMPLE ? time_batches(thread, time_ns) : time_intervals(thread, time_ns);
}
