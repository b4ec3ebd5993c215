// A case's threads at one job, and what becomes of a failure in one of them.
#include "case.hpp"

#include <cstdlib>

namespace clamh {

void (*last_words)(const Case &open, const Failure &failure) = nullptr;

namespace {

// With the thread's part of its stack left out, which lives until it is done.
CLAMH_NOINLINE void further_down(void (*doing)(const void *what, Thread &thread), const void *what, Thread &thread) {
    void *const left_out = __builtin_alloca(thread.stack);
    asm volatile("" : : "r"(left_out) : "memory");
    doing(what, thread);
    asm volatile("" : : "r"(left_out) : "memory");
}

constexpr long long patience_ns = 2'000'000'000;  // for an invocation that is told to stop

struct Job {
    Case &open;
    void (*doing)(const void *what, Thread &thread);
    const void *what;
    Team &team;
    const bool measured;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    bool failed = false;
    Failure first = {"", "", ""};
    List<bool> back;
};

// Whoever gets here last has failed, or waits for one who does not come back.
void give_up(void *what) {
    Job &job = *static_cast<Job *>(what);
    pthread_mutex_lock(&job.lock);
    Failure failure = job.first;
    for (const Thread *thread : job.open.threads) {
        const std::size_t at = static_cast<std::size_t>(thread->dealt.thread);
        if (job.back[at]) continue;
        failure.message.add(written("; thread %zu has not come back from %s since, so that nothing was torn down: let it look at "
                                    "Control.stopMeasurement where it waits", at, thread->function->name));
        break;
    }
    last_words(job.open, failure);
    std::_Exit(1);
}

void part(void *what, int index) {
    Job &job = *static_cast<Job *>(what);
    const std::size_t at = static_cast<std::size_t>(index);
    try {
        further_down(job.doing, job.what, *job.open.threads[at]);
    } catch (const Released &) {
    } catch (...) {
        Failure failure = raised("internal", job.open.benchmark->name);
        failure.message = written("thread %d: %s", index, failure.message.c_str());
        pthread_mutex_lock(&job.lock);
        const bool first = !job.failed;
        if (first) job.first = failure;
        job.failed = true;
        pthread_mutex_unlock(&job.lock);
        if (first && job.measured) {
            job.open.meeting->fail();
            job.team.hurry(patience_ns, &give_up);
        }
    }
    pthread_mutex_lock(&job.lock);
    job.back[at] = true;
    pthread_mutex_unlock(&job.lock);
}

}  // namespace

void Case::each(Doing doing, const void *what, bool measured) {
    if (team == nullptr) {
        if (!threads.empty()) further_down(doing, what, *threads[0]);
        return;
    }
    const int several = static_cast<int>(threads.size()), cpus = team->cpus();
    if (measured) meeting->begin(cpus == 0 ? several : (several + cpus - 1) / cpus);
    Job job{*this, doing, what, *team, measured, PTHREAD_MUTEX_INITIALIZER, false, {"", "", ""}, List<bool>(threads.size())};
    team->run(&part, &job);
    if (job.failed) throw job.first;
}

}  // namespace clamh
