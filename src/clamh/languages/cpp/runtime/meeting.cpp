#include "meeting.hpp"

#include <sched.h>

#include "case.hpp"
#include "sleep.hpp"

namespace clamh {

namespace {

constexpr long long close_ns = 50'000;       // no thread that was asleep comes as soon
constexpr long long last_resort_ns = 2'000'000'000;  // nobody asked an invocation to stop, and calls did not help
constexpr long long bounded_ns = 5'000'000;  // for coming that close

void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace

Meeting::Meeting(Case &of) : open(of), threads(static_cast<long long>(of.threads.size())) {}

void Meeting::begin(int in_turn) {
    turns = in_turn, crowd = turns > 1;
    for (Cell *cell : {&waiting, &running, &arrived, &stopped, &failed, &first_ns, &last_ns, &took_ns, &slowest,
                       &outside, &help_ns}) cell->set(0);
}

void Meeting::make_way() const {
    if (crowd) sched_yield();
}

void Meeting::meet() {
    const long long before = round.get();
    if (waiting.add(1) == threads) {
        const long long now = system_ns();
        took_ns.set(now - last_ns.get());
        if (first_ns.get() == 0) first_ns.set(now);
        last_ns.set(now);
        waiting.set(0);
        round.set(before + 1);
        if (crowd) round.wake();
        return;
    }
    for (unsigned long tries = 1; round.get() == before; ++tries) {
        if (broken()) throw Released();
        if (crowd) round.sleep(before, 1'000'000'000);
        else if (tries % 4096 == 0) sched_yield();  // fewer CPUs than the system says: a quota, a neighbour
        else pause();
    }
}

void Meeting::meet_closely() {
    do meet();
    while (!crowd && took_ns.get() > close_ns && last_ns.get() - first_ns.get() < bounded_ns);
}

void Meeting::arrive(long long slowest_ns) {
    long long known = slowest.get();
    while (slowest_ns > known && !__atomic_compare_exchange_n(&slowest.value, &known, slowest_ns, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    arrived.add(1);
}

long long Meeting::shot_patience_ns() const {
    const long long least = turns < 10 ? turns * 100'000'000LL : 1'000'000'000;
    return patience_ns() > least ? patience_ns() : least;
}

void Meeting::stop() {
    if (stopped.get() != 0) return;
    stopped.set(1);
    for (Thread *thread : open.threads) {
        if (harness_utils::Control *const control = thread->taken<harness_utils::Control>()) control->stopMeasurement = true;
    }
}

void Meeting::fail() {
    failed.set(1);
    stop();
    round.wake();
    outside.wake();
}

void Meeting::come_out() {
    if (outside.add(1) == threads) outside.wake();
}

// One helps at a time. Who comes to wait itself by that does so only when nobody else can: else as many would go in as come out.
void Meeting::leave(long long patience_ns, void (*call)(const void *), const void *what) {
    const long long here = system_ns();
    bool waited = false;
    come_out();
    help_ns.swap(0, here + patience_ns);
    for (;;) {
        long long out = outside.get();
        if (out >= threads || broken()) return;
        const long long now = system_ns(), allowed = help_ns.get(), due = allowed + (waited ? 8 * patience_ns : 0);
        if (now < due) {
            outside.sleep(out, due - now);
            continue;
        }
        if (!help_ns.swap(allowed, now + patience_ns)) continue;
        if (now - here > last_resort_ns) stop();
        while (out < threads && !outside.swap(out, out - 1)) out = outside.get();
        if (out >= threads) return;  // nobody goes in again
        call(what);
        waited = system_ns() - now > patience_ns;
        come_out();
    }
}

}  // namespace clamh
