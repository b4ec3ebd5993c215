/* Exactly so many batches, in each thread. */
#include "timing.h"

/* Whether an invocation that has just come back may have done so because Control stopped it: then it was not the benchmark. */
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
    struct span sample;
    result->sample_invocations = batches * invocations;
    TRY(time_sample(timing, result->sample_invocations, &sample));
    learn(timing, whole_span_ns(sample), result->sample_invocations);
    if (is_cut_short(timing)) {
        result->sample_invocations = 0;
        count_scheduling(timing);
        return DONE;
    }
    const bool shot = timing->open->opening.mode == SINGLE_SHOT;
    if (shot) result->first_ns = sample.elapsed_ns;
    keep_sample(timing, &sample);
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

enum outcome measure_count(struct thread *thread, uint64_t batches) {
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
