// Threads of the system that do their parts of one job side by side, and sleep between two jobs.
#pragma once

#include <pthread.h>

#include "list.hpp"
#include "sleep.hpp"

namespace clamh {

class Team {
public:
    using Part = void (*)(void *job, int thread);

    explicit Team(int size);  // the caller's thread is the first; throws Failure
    Team(const Team &) = delete;
    Team &operator=(const Team &) = delete;
    ~Team();  // all others end

    // Each thread does its part, which throws nothing; returns when all have.
    void run(Part part, void *job);
    // From within a part: something failed, and whoever is through waits for the others so long only, then calls `lost`.
    void hurry(long long patience_ns, void (*lost)(void *job));

    List<long long> ids() const;  // the system's, of each thread
    int cpus() const;             // on how many CPUs they may run, together; 0 where the system does not say

private:
    struct Member {
        Team *team;
        int index;
        pthread_t thread;
        long long id;
    };
    static void *live(void *member);
    void arrive();
    void wait();
    void end();

    List<Member> members;
    Part part = nullptr;
    void *job = nullptr;
    bool over = false;
    Cell round, left;  // of jobs; of the threads at one
    Cell hurried;
    long long patience_ns = 0;
    void (*lost)(void *job) = nullptr;
};

long long own_thread_id();  // −1 where the system does not say
int processors();           // on which the calling thread may run

}  // namespace clamh
