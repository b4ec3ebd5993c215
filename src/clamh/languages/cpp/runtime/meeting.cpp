#include "meeting.hpp"

#include <cerrno>

#include <sched.h>

#include "case.hpp"
#include "sleep.hpp"

namespace clamh {

namespace {

constexpr long long close_ns = 50'000;       // no thread that was asleep comes as soon
constexpr long long last_resort_ns = 2'000'000'000;  // nobody asked an invocation to stop, and calls did not help
constexpr long long bounded_ns = 5'000'000;  // for coming that close

long long system_ns() {
    timespec time;
    clock_gettime(sleeping_clock, &time);
    return static_cast<long long>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace

Meeting::Meeting(Case &of) : open(of), threads(static_cast<long long>(of.threads.size())) { condition(changed); }

Meeting::~Meeting() { pthread_cond_destroy(&changed); }

void Meeting::begin(bool crowded) {
    crowd = crowded;
    for (Cell *cell : {&waiting, &running, &arrived, &stopped, &failed, &first_ns, &last_ns, &took_ns, &slowest}) cell->set(0);
    outside = 0;
}

// Others may need this CPU to come at all.
void Meeting::hold_on() const {
    if (crowd) sched_yield();
    else pause();
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
        return;
    }
    for (unsigned long tries = 1; round.get() == before; ++tries) {
        if (broken()) throw Released();
        hold_on();
        if (tries % 4096 == 0) sched_yield();  // fewer CPUs than the system says: a quota, a neighbour
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
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

void Meeting::leave(long long patience_ns, void (*call)(const void *), const void *what) {
    pthread_mutex_lock(&lock);
    if (++outside == threads) pthread_cond_broadcast(&changed);
    timespec until = from_now(patience_ns);
    while (outside < threads && !broken()) {  // once all are outside nobody goes in again
        if (pthread_cond_timedwait(&changed, &lock, &until) != ETIMEDOUT || outside == threads || broken()) continue;
        --outside;
        pthread_mutex_unlock(&lock);
        call(what);
        pthread_mutex_lock(&lock);
        if (++outside == threads) pthread_cond_broadcast(&changed);
        if (patience_ns >= last_resort_ns) stop();
        patience_ns *= 2;
        until = from_now(patience_ns);
    }
    pthread_mutex_unlock(&lock);
}

}  // namespace clamh
