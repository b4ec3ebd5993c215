#include "team.hpp"

#include <cstring>

#include <sched.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "failure.hpp"

namespace clamh {

namespace {

constexpr long long forever_ns = 3'600'000'000'000;

}  // namespace

long long own_thread_id() {
#if defined(__linux__)
    return syscall(SYS_gettid);
#else
    return -1;
#endif
}

int processors() {
#if defined(__linux__)
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 1 ? static_cast<int>(online) : 1;
}

Team::Team(int size) : members(static_cast<std::size_t>(size)) {
    left.set(size);  // and this one, which counts those that there are not
    int started = 0, refused = 0;
    for (; started < size && refused == 0; started += refused == 0) {
        Member &one = members[static_cast<std::size_t>(started)];
        one.team = this, one.index = started;
        if (started == 0) one.thread = pthread_self(), one.id = own_thread_id();
        else refused = pthread_create(&one.thread, nullptr, &Team::live, &one);
    }
    left.add(started - 1 - size);
    wait();
    if (refused == 0) return;
    members.truncate(static_cast<std::size_t>(started));
    end();
    throw Failure{"internal", "", written("the system gives %d threads, not %d: %s", started, size, std::strerror(refused))};
}

Team::~Team() { end(); }

void Team::end() {
    over = true;
    round.add(1);
    round.wake();
    for (const Member &one : members) {
        if (one.index > 0) pthread_join(one.thread, nullptr);
    }
}

void *Team::live(void *member) {
    Member &own = *static_cast<Member *>(member);
    Team &team = *own.team;
    own.id = own_thread_id();
    for (long long seen = 0;; ++seen) {
        team.arrive();
        while (team.round.get() == seen) team.round.sleep(seen, forever_ns);
        if (team.over) return nullptr;
        team.part(team.job, own.index);
    }
}

void Team::arrive() {
    if (left.add(-1) == 0) left.wake();
    else if (hurried.get() != 0) wait();
}

// For all; after a failure for a while only: the first thread, which else waits, may be what does not come back.
void Team::wait() {
    const long long current = round.get();
    long long until = 0;
    for (long long others = left.get(); others > 0 && round.get() == current; others = left.get()) {
        if (hurried.get() != 0) {
            if (until == 0) until = system_ns() + patience_ns;
            if (system_ns() > until) lost(job);
        }
        left.sleep(others, until == 0 ? forever_ns : patience_ns);
    }
}

void Team::run(Part does, void *what) {
    part = does, job = what;
    left.set(static_cast<long long>(members.size()));
    hurried.set(0);
    round.add(1);
    round.wake();
    does(what, 0);
    arrive();
    wait();
}

void Team::hurry(long long patience, void (*too_late)(void *)) {
    patience_ns = patience, lost = too_late;
    hurried.set(1);
    left.wake();
}

List<long long> Team::ids() const {
    List<long long> all;
    for (const Member &one : members) all.push(one.id);
    return all;
}

int Team::cpus() const {
#if defined(__linux__)
    cpu_set_t all, one;
    CPU_ZERO(&all);
    for (const Member &member : members) {
        if (sched_getaffinity(static_cast<pid_t>(member.id), sizeof one, &one) != 0) return 0;  // more CPUs than a set holds
        CPU_OR(&all, &all, &one);
    }
    return CPU_COUNT(&all);
#else
    return 0;
#endif
}

}  // namespace clamh
