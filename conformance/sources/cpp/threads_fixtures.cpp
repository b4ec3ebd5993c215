// With several threads, which of them runs which fixture, how often, and between which barriers?
#include <pthread.h>

#include <atomic>

#include "clamh.hpp"
#include "transcript.hpp"

class ThreadsFixtures {
public:
    // Of all threads: one of them runs each fixture, once, before any thread goes on.
    //@@State(Scope.Benchmark)
    struct Shop {
        std::atomic<const char *> door{"missing"};

        //@@Setup(Level.Trial)
        void build() {
            transcript::line("setup Trial Shop");
            door = "shut";
        }

        //@@Setup(Level.Iteration)
        void open() {
            transcript::line("setup Iteration Shop");
            door = "open";
        }

        //@@TearDown(Level.Iteration)
        void shut() {
            transcript::line("teardown Iteration Shop");
            door = "shut";
        }

        //@@TearDown(Level.Trial)
        void demolish() { transcript::line("teardown Trial Shop"); }
    };

    // Of one thread, which runs all of its fixtures.
    //@@State(Scope.Thread)
    struct Till {
        int thread = 0;
        pthread_t owner = pthread_self();

        const char *who() const { return pthread_equal(owner, pthread_self()) ? "by its owner" : "by another thread"; }

        //@@Setup(Level.Trial)
        void build(Shop &shop, harness_utils::ThreadParams &params) {
            thread = params.getThreadIndex();
            transcript::line(thread, "setup Trial Till in a shop that is %s", shop.door.load());
        }

        //@@Setup(Level.Iteration)
        void open(Shop &shop) {
            transcript::line(thread, "setup Iteration Till %s in a shop that is %s", who(), shop.door.load());
        }

        //@@TearDown(Level.Iteration)
        void shut() { transcript::line(thread, "teardown Iteration Till %s", who()); }

        //@@TearDown(Level.Trial)
        void demolish() { transcript::line(thread, "teardown Trial Till %s", who()); }
    };

    // Fixtures around every invocation, each thread its own.
    //@@State(Scope.Thread)
    struct Bag {
        int thread = 0;

        //@@Setup(Level.Trial)
        void sew(harness_utils::ThreadParams &params) { thread = params.getThreadIndex(); }

        //@@Setup(Level.Invocation)
        void open() { transcript::line(thread, "setup Invocation Bag"); }

        //@@TearDown(Level.Invocation)
        void empty() { transcript::line(thread, "teardown Invocation Bag"); }
    };

    //@@Benchmark
    static void sell(Shop &shop, Till &till) {
        transcript::line(till.thread, "call sell %s in a shop that is %s", till.who(), shop.door.load());
    }

    //@@Benchmark
    static void carry(Bag &bag) { transcript::line(bag.thread, "call carry"); }
};
