// The loops of a case of one thread.
#include "measured.hpp"

namespace clamh {

Iteration measure_slice(Thread &thread, unsigned long warmin, unsigned long count) {
    if (!thread.open.alone()) return slice_window(thread, warmin, count);
    Measured loop(thread);
    if (warmin > 0) loop.batches(warmin, 1);
    loop.begin();
    loop.slice(count);
    loop.end();
    return static_cast<Iteration &&>(loop.result);
}

Iteration measure_time(Thread &thread, long long time_ns) {
    Measured loop(thread);
    Iteration &result = loop.result;
    const long long aim = aimed_sample(time_ns);

    // Long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing. A
    // second one decides, since the first may have been long by accident (cold pages, a switch).
    result.sample_invocations = 1;
    const long long first = loop.time(1);
    result.first_ns = first;
    if (first >= time_ns) {
        loop.keep(first);
    } else {
        const long long second = first >= aim ? loop.time(1) : first;
        if (first >= aim && second >= aim / 2) {
            loop.keep(first);
            loop.keep(second);
        } else {
            result.sample_invocations = sample_size(loop, aim, second);
            loop.begin();
        }
    }

    while (result.elapsed_ns < time_ns) {
        loop.make_room();
        loop.keep(loop.time(result.sample_invocations));
        loop.read_speed(result.elapsed_ns, time_ns);
    }
    loop.end();
    return static_cast<Iteration &&>(result);
}

// With fixtures around each invocation the clock is read for every one of them, so nothing is to be calibrated. The
// iteration's time is that of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured.
Iteration measure_invocations(Thread &thread, long long time_ns) {
    Measured loop(thread);
    Iteration &result = loop.result;
    result.sample_invocations = 1;
    long long begun = 0, now = 0;
    do {
        loop.make_room();
        long long elapsed = 0;
        for (unsigned long long left = result.sample_invocations; left > 0; --left) {
            const Stretch stretch = loop.batch(1);
            if (result.all_invocations == 1) {
                begun = stretch.start;
                result.first_ns = stretch.elapsed();
            }
            now = stretch.stop;
            elapsed += stretch.elapsed();
        }
        loop.keep(elapsed);
        loop.read_speed(now - begun, time_ns);
    } while (now - begun < time_ns);
    loop.end();
    return static_cast<Iteration &&>(result);
}

// Mode sample: batches timed one by one, each as likely as every other.
Iteration sample_time(Thread &thread, long long time_ns) {
    Measured loop(thread);
    Iteration &result = loop.result;
    result.histogram.begin();
    const unsigned long invocations = batch_size(thread.open);
    // A long batch is a sample as it is, and so is every other: none is skipped. A second one decides, since the first may
    // have been long by accident.
    const Stretch first = loop.batch(invocations);
    result.first_ns = first.elapsed();
    const bool alone = first.elapsed() >= time_ns;
    const Stretch second = alone || first.elapsed() < sampled_every_ns ? first : loop.batch(invocations);
    double mean = 0;
    long long begun = first.start, now = second.stop;
    if (!alone && (first.elapsed() < sampled_every_ns || second.elapsed() < sampled_every_ns / 2)) {
        mean = mean_gap(loop, invocations, second.elapsed());
        begun = now = the_clock.now();
    } else {
        loop.keep(first, invocations);
        if (!alone) loop.keep(second, invocations);
    }
    Gaps gaps(thread.gaps, mean);
    while (now - begun < time_ns) {
        if (const unsigned long long skipped = gaps.next()) loop.batches(skipped, invocations);
        const Stretch stretch = loop.batch(invocations);
        loop.keep(stretch, invocations);
        now = stretch.stop;
        loop.read_speed(now - begun, time_ns);
    }
    loop.end();
    return static_cast<Iteration &&>(result);
}

}  // namespace clamh
