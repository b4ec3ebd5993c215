#include "score.hpp"

#include <cstdio>
#include <cstring>

#include "measured.hpp"

namespace clamh {

namespace {

struct Unit {
    const char *name;
    long long ns;
};
constexpr Unit units[] = {{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}, {"m", 60'000'000'000},
                          {"min", 60'000'000'000}, {"h", 3'600'000'000'000}, {"d", 86'400'000'000'000}};

double operations_of(const Thread &thread) {
    const Case &open = thread.open;
    if (thread.taken<harness_utils::Operations>() != nullptr) return static_cast<double>(thread.result.said);
    return static_cast<double>(thread.result.invocations) * static_cast<double>(open.operations_per_invocation) /
           static_cast<double>(batch_size(open));
}

double net_ns(const Iteration &result) {
    const double net = static_cast<double>(result.elapsed_ns) - static_cast<double>(result.timings) * the_clock.stretch_ns;
    return net > 0 ? net : 0;
}

// As JMH: throughputs add up, times per operation are averaged over threads, samples are pooled; wall time is the longest
// thread's over what all did. Threads with nothing timed count for nothing.
double score(const List<const Thread *> &threads) {
    const Case &open = threads[0]->open;
    const double unit = static_cast<double>(unit_ns(open.plan.time_unit.c_str()));
    double sum = 0, time = 0, longest = 0, operations = 0;
    int count = 0;
    for (const Thread *thread : threads) {
        const double own = operations_of(*thread), net = net_ns(thread->result) / unit;
        if (!(own > 0)) continue;
        sum += open.mode == "thrpt" ? own / net : net / own;
        time += net, operations += own, ++count;
        longest = net > longest ? net : longest;
    }
    if (open.mode == "thrpt" || count == 0) return sum;
    return open.mode == "sample" ? time / operations : open.mode == "wall" ? longest / operations : sum / count;
}

// What is at least as long as a share of all.
double quantile(const List<unsigned long long> &counts, unsigned long long total, double share) {
    unsigned long long wanted = static_cast<unsigned long long>(share * static_cast<double>(total)), seen = 0;
    if (wanted < 1) wanted = 1;
    for (std::size_t at = 0; at < counts.size(); ++at) {
        seen += counts[at];
        if (seen >= wanted) return static_cast<double>(Histogram::value(at));
    }
    return 0;
}

void say_one(const List<const Thread *> &threads) {
    const Case &open = threads[0]->open;
    const char *const name = open.plan.time_unit.c_str();
    const double unit = static_cast<double>(unit_ns(name)), opi = static_cast<double>(open.operations_per_invocation);
    if (open.mode == "thrpt") std::printf("%g ops/%s", score(threads), name);
    else if (!(open.mode == "sample")) std::printf("%g %s/op", score(threads), name);
    else {
        unsigned long long timings = 0;
        List<unsigned long long> counts(Histogram::most);
        for (const Thread *thread : threads) {
            timings += thread->result.timings;
            for (std::size_t at = 0; at < counts.size(); ++at) counts[at] += thread->result.histogram.counts[at];
        }
        std::printf("n = %llu, mean = %g %s/op, p{0.00, 0.50, 0.90, 0.95, 0.99, 0.999, 0.9999, 1.00} =", timings, score(threads), name);
        for (const double share : {0.0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1.0}) {
            const double value = quantile(counts, timings, share) - the_clock.stretch_ns;
            std::printf("%s %g", share == 0 ? "" : ",", (value > 0 ? value : 0) / opi / unit);
        }
        std::printf(" %s/op", name);
    }
}

}  // namespace

long long unit_ns(const char *name) {
    for (const Unit &unit : units) {
        if (std::strcmp(name, unit.name) == 0) return unit.ns;
    }
    return 0;
}

void say_threads(const Case &open) {
    const Dealt &dealt = open.threads[0]->dealt;
    std::printf("Threads: %d thread%s", dealt.threads, dealt.threads == 1 ? "" : "s");
    if (open.benchmark->repeat == nullptr) {
        std::printf(" (%d group%s", dealt.groups, dealt.groups == 1 ? "" : "s");
        const char *before = "; ";
        for (const Thread *thread : open.threads) {
            if (thread->dealt.group > 0 || thread->dealt.member_thread > 0) continue;
            std::printf("%s%dx \"%s\"", before, thread->dealt.member_threads, thread->function->member);
            before = ", ";
        }
        std::printf(" in each group)");
    }
    std::printf("\n");
}

static List<const Thread *> all_threads(const Case &open) {
    List<const Thread *> all;
    for (const Thread *thread : open.threads) all.push(thread);
    return all;
}

double score_of_all(const Case &open) { return score(all_threads(open)); }

Text score_unit(const Case &open) {
    return written(open.mode == "thrpt" ? "ops/%s" : "%s/op", open.plan.time_unit.c_str());
}

void say_score(const Case &open) {
    const List<const Thread *> all = all_threads(open);
    say_one(all);
    for (const Function *member : open.members) {
        if (open.benchmark->repeat != nullptr) break;
        List<const Thread *> own;
        for (const Thread *thread : all) {
            if (thread->function == member) own.push(thread);
        }
        std::printf(", %s: ", member->member);
        say_one(own);
    }
    for (const Counter *counter : open.needs.counters) {
        double sum = 0;
        for (const Thread *thread : all) {
            for (std::size_t at = 0; at < thread->result.counted.size(); ++at) {
                if (thread->needs.counters[at] == counter) sum += thread->result.counted[at];
            }
        }
        std::printf(", %s = %g", counter->name, sum);
    }
    std::printf("\n");
}

}  // namespace clamh
