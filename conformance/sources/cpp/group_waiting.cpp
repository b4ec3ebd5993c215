// Does no group hang whose members wait for each other: producer and consumer, ping-pong, a call that lasts until it is stopped?
#include <atomic>

#include "clamh.hpp"
#include "transcript.hpp"

class GroupWaiting {
    // From one value to the other, once it is there; not any more when the measurement is over.
    template <class T>
    static void swap(std::atomic<T> &place, T from, T to, harness_utils::Control &control) {
        for (T found = from; !control.stopMeasurement && !place.compare_exchange_weak(found, to);) found = from;
    }

public:
    // A queue of one place: 0 is empty.
    //@@State(Scope.Group)
    struct Queue {
        std::atomic<int> place{0};

        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration Queue"); }

        //@@TearDown(Level.Iteration)
        void shut() { transcript::line("teardown Iteration Queue"); }
    };

    //@@State(Scope.Group)
    struct Table {
        std::atomic<bool> left{false};

        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration Table"); }

        //@@TearDown(Level.Iteration)
        void shut() { transcript::line("teardown Iteration Table"); }
    };

    //@@Benchmark
    //@@Group("queue")
    //@@GroupThreads(2)
    static void put(Queue &queue, harness_utils::Control &control) { swap(queue.place, 0, 1, control); }

    //@@Benchmark
    //@@Group("queue")
    static void take(Queue &queue, harness_utils::Control &control) { swap(queue.place, 1, 0, control); }

    //@@Benchmark
    //@@Group("table")
    static void ping(Table &table, harness_utils::Control &control) { swap(table.left, false, true, control); }

    //@@Benchmark
    //@@Group("table")
    static void pong(Table &table, harness_utils::Control &control) { swap(table.left, true, false, control); }

    // Its first invocation lasts until the other member's time is over.
    //@@Benchmark
    //@@Group("watch")
    static void guard(harness_utils::Control &control) {
        while (!control.stopMeasurement) {
        }
    }

    //@@Benchmark
    //@@Group("watch")
    static int work() { return 1; }
};
