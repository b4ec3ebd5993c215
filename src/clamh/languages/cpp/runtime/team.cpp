#include "team.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>

#include <sched.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "failure.hpp"
#include "sleep.hpp"

namespace clamh {

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
    condition(begun);
    condition(ended);
    pthread_mutex_lock(&lock);
    int started = 0, refused = 0;
    for (; started < size && refused == 0; started += refused == 0) {
        Member &one = members[static_cast<std::size_t>(started)];
        one.team = this, one.index = started;
        if (started == 0) one.thread = pthread_self(), one.id = own_thread_id();
        else refused = pthread_create(&one.thread, nullptr, &Team::live, &one);
    }
    members.truncate(static_cast<std::size_t>(started));
    left = started - 1;
    while (left > 0) pthread_cond_wait(&ended, &lock);
    pthread_mutex_unlock(&lock);
    if (refused == 0) return;
    end();
    throw Failure{"internal", "", written("the system gives %d threads, not %d: %s", started, size, std::strerror(refused))};
}

Team::~Team() { end(); }

void Team::end() {
    pthread_mutex_lock(&lock);
    over = true;
    ++round;
    pthread_cond_broadcast(&begun);
    pthread_mutex_unlock(&lock);
    for (const Member &one : members) {
        if (one.index > 0) pthread_join(one.thread, nullptr);
    }
    pthread_cond_destroy(&begun);
    pthread_cond_destroy(&ended);
}

void *Team::live(void *member) {
    Member &own = *static_cast<Member *>(member);
    Team &team = *own.team;
    pthread_mutex_lock(&team.lock);
    own.id = own_thread_id();
    unsigned long seen = team.round;
    team.arrive();
    for (;;) {
        while (team.round == seen) pthread_cond_wait(&team.begun, &team.lock);
        seen = team.round;
        if (team.over) break;
        pthread_mutex_unlock(&team.lock);
        team.part(team.job, own.index);
        pthread_mutex_lock(&team.lock);
        team.arrive();
    }
    pthread_mutex_unlock(&team.lock);
    return nullptr;
}

// Nobody waits but the first thread, and after a failure, for a while, everybody: the first may be what does not come back.
void Team::arrive() {
    if (--left == 0) pthread_cond_broadcast(&ended);
    if (lost == nullptr || left == 0) return;
    const timespec until = from_now(patience_ns);
    const unsigned long current = round;
    while (left > 0 && round == current) {
        if (pthread_cond_timedwait(&ended, &lock, &until) == ETIMEDOUT && left > 0 && round == current) lost(job);
    }
}

void Team::run(Part does, void *what) {
    pthread_mutex_lock(&lock);
    part = does, job = what;
    left = static_cast<int>(members.size());
    lost = nullptr;
    ++round;
    pthread_cond_broadcast(&begun);
    pthread_mutex_unlock(&lock);
    does(what, 0);
    pthread_mutex_lock(&lock);
    arrive();
    while (left > 0) {
        if (lost == nullptr) {
            pthread_cond_wait(&ended, &lock);
        } else {
            ++left;
            arrive();
        }
    }
    pthread_mutex_unlock(&lock);
}

void Team::hurry(long long patience, void (*too_late)(void *)) {
    pthread_mutex_lock(&lock);
    patience_ns = patience, lost = too_late;
    pthread_cond_broadcast(&ended);
    pthread_mutex_unlock(&lock);
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
