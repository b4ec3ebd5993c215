// An iteration of several threads that may wait for each other: none calls before all are ready, and nobody can be asked for
// more invocations than its partner serves. Stretches follow the pace that they find; the one in which the first thread ends
// is dropped by the others, since invocations return early from then on.
#include "measured.hpp"

namespace clamh {

namespace {

// Partners may still need calls of this thread to come to the end of theirs.
Iteration finish(Measured &loop, Meeting &meeting, unsigned long invocations) {
    meeting.stop();
    meeting.arrive(loop.slowest_ns);
    for (; !meeting.all_arrived(); meeting.make_way()) loop.batches(1, invocations);
    if (meeting.broken()) throw Released();
    meeting.leave(meeting.patience_ns(), [&] { loop.batches(1, invocations); });
    return loop.told();
}

Iteration series(Thread &thread, long long time_ns) {
    Measured loop(thread);
    const long long aim = aimed_sample(time_ns);
    unsigned long count = 1;
    Meeting &meeting = *thread.open.meeting;
    loop.meet();
    const long long begun = the_clock.now();
    for (long long now = begun; now - begun < time_ns && !meeting.over();) {
        long long elapsed;
        if (loop.around) {
            elapsed = loop.time(count);
            now = the_clock.now();
        } else {
            const Stretch stretch = loop.batch(count);
            elapsed = stretch.elapsed();
            now = stretch.stop;
        }
        if (loop.result.first_ns < 0) loop.result.first_ns = elapsed;
        loop.learn(elapsed, count);
        if (meeting.over()) break;
        loop.result.invocations += count;
        loop.result.timings += loop.around ? count : 1;
        loop.result.elapsed_ns += elapsed;
        loop.mark();
        if (elapsed < aim) count *= 2;
        else if (elapsed > 4 * aim && count > 1) count /= 2;
        loop.read_speed(now - begun, time_ns);
    }
    loop.count_scheduling();
    return finish(loop, meeting, 1);
}

// The gap is chosen in a beginning, a hundredth of the time, that counts for nothing.
Iteration batches(Thread &thread, long long time_ns) {
    Measured loop(thread);
    loop.result.histogram.begin();
    const unsigned long invocations = batch_size(thread.open);
    unsigned long long tried = 0;
    Meeting &meeting = *thread.open.meeting;
    loop.meet();
    long long begun = the_clock.now(), now = begun;
    do {
        const Stretch stretch = loop.batch(invocations);
        if (tried == 0) loop.result.first_ns = stretch.elapsed();
        ++tried;
        now = stretch.stop;
        loop.learn(stretch.elapsed(), 1);
    } while (now - begun < time_ns / 100 && !meeting.over());
    const double mean = static_cast<double>(sampled_every_ns) * static_cast<double>(tried) / static_cast<double>(larger(now - begun, 1)) - 1;
    Gaps gaps(thread.gaps, mean);
    loop.begin();
    begun = now;
    while (now - begun < time_ns && !meeting.over()) {
        if (const unsigned long long skipped = gaps.next()) loop.batches(skipped, invocations);
        const Stretch stretch = loop.batch(invocations);
        loop.learn(stretch.elapsed(), 1);
        if (meeting.over()) break;
        loop.keep(stretch, invocations);
        loop.mark();
        now = stretch.stop;
        loop.read_speed(now - begun, time_ns);
    }
    loop.count_scheduling();
    return finish(loop, meeting, invocations);
}

}  // namespace

Iteration stretches(Thread &thread, long long time_ns) {
    return thread.open.mode == "sample" ? batches(thread, time_ns) : series(thread, time_ns);
}

}  // namespace clamh
