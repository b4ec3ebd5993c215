// An iteration of several threads whose invocations do not wait for each other: all call un-timed until all of them do (and
// learn meanwhile how long invocations take), each measures its own time, and goes on calling until all have. So everything
// that is timed is timed while all others call as well.
#include "measured.hpp"

namespace clamh {

namespace {

// Calls until all threads do; what came before the measurement counts for nothing.
void run_in(Measured &loop, Meeting &meeting, unsigned long long batches, unsigned long invocations) {
    meeting.run();
    for (; !meeting.all_run(); meeting.make_way()) loop.batches(batches, invocations);
    if (meeting.broken()) throw Released();
    loop.begin();
}

Iteration run_out(Measured &loop, Meeting &meeting, unsigned long long batches, unsigned long invocations) {
    loop.end();
    meeting.arrive(loop.slowest_ns);
    while (!meeting.all_arrived()) loop.batches(batches, invocations);
    if (meeting.broken()) throw Released();
    meeting.leave(meeting.patience_ns(), [&] { loop.batches(1, invocations); });
    return loop.told();
}

Iteration samples_window(Thread &thread, long long time_ns) {
    Measured loop(thread);
    Meeting &meeting = *thread.open.meeting;
    const long long aim = aimed_sample(time_ns);
    meeting.meet();
    loop.result.sample_invocations = 1;
    const long long first = loop.time(1);
    loop.learn(first, 1);
    loop.result.first_ns = first;
    if (first < time_ns) {
        const long long second = first >= aim ? loop.time(1) : first;
        if (first < aim || second < aim / 2) loop.result.sample_invocations = sample_size(loop, aim, second);
    }
    run_in(loop, meeting, loop.result.sample_invocations, 1);
    while (loop.result.elapsed_ns < time_ns && !meeting.broken()) {
        loop.make_room();
        const long long elapsed = loop.time(loop.result.sample_invocations);
        loop.learn(elapsed, loop.result.sample_invocations);
        loop.keep(elapsed);
        loop.read_speed(loop.result.elapsed_ns, time_ns);
    }
    return run_out(loop, meeting, 1, 1);
}

// As measure_invocations().
Iteration invocations_window(Thread &thread, long long time_ns) {
    Measured loop(thread);
    Meeting &meeting = *thread.open.meeting;
    meeting.meet();
    loop.result.first_ns = loop.time(1);
    loop.learn(loop.result.first_ns, 1);
    run_in(loop, meeting, 1, 1);
    loop.result.sample_invocations = 1;
    long long begun = 0, now = 0;
    do {
        loop.make_room();
        long long elapsed = 0;
        for (unsigned long long left = loop.result.sample_invocations; left > 0 && !meeting.broken(); --left) {
            const Stretch stretch = loop.batch(1);
            if (loop.result.timings == 0 && elapsed == 0) begun = stretch.start;
            now = stretch.stop;
            elapsed += stretch.elapsed();
            loop.learn(stretch.elapsed(), 1);
        }
        loop.keep(elapsed);
        loop.read_speed(now - begun, time_ns);
    } while (now - begun < time_ns && !meeting.broken());
    return run_out(loop, meeting, 1, 1);
}

// As sample_time().
Iteration batches_window(Thread &thread, long long time_ns) {
    Measured loop(thread);
    Meeting &meeting = *thread.open.meeting;
    loop.result.histogram.begin();
    const unsigned long invocations = batch_size(thread.open);
    meeting.meet();
    const Stretch first = loop.batch(invocations);
    loop.learn(first.elapsed(), 1);
    loop.result.first_ns = first.elapsed();
    double mean = 0;
    if (first.elapsed() < time_ns) {
        const Stretch second = first.elapsed() < sampled_every_ns ? first : loop.batch(invocations);
        if (second.elapsed() < sampled_every_ns / 2) mean = mean_gap(loop, invocations, second.elapsed());
    }
    Gaps gaps(thread.gaps, mean);
    run_in(loop, meeting, 1, invocations);
    const long long begun = the_clock.now();
    for (long long now = begun; now - begun < time_ns && !meeting.broken();) {
        if (const unsigned long long skipped = gaps.next()) loop.batches(skipped, invocations);
        const Stretch stretch = loop.batch(invocations);
        loop.learn(stretch.elapsed(), 1);
        loop.keep(stretch, invocations);
        now = stretch.stop;
        loop.read_speed(now - begun, time_ns);
    }
    return run_out(loop, meeting, 1, invocations);
}

}  // namespace

Iteration slice_window(Thread &thread, unsigned long warmin, unsigned long count) {
    Measured loop(thread);
    Meeting &meeting = *thread.open.meeting;
    const unsigned long some = warmin / 64 + 1;  // until the others are ready, too
    meeting.meet();
    if (warmin > 0) loop.batches(warmin, 1);
    run_in(loop, meeting, some, 1);
    loop.slice(count);
    return run_out(loop, meeting, some, 1);
}

Iteration window(Thread &thread, long long time_ns) {
    if (thread.open.mode == "sample") return batches_window(thread, time_ns);
    return thread.fixtures[level_invocation].empty() ? samples_window(thread, time_ns) : invocations_window(thread, time_ns);
}

}  // namespace clamh
