// What the tests of several threads talk to; built with the ThreadSanitizer, so that nothing here may race by itself.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

// Of the core, which this program moves.
extern "C" struct clock_source {
    const char *name;
    std::int64_t (*now)();
    std::int64_t step_ns, cost_ns;
} clamh_core_the_clock;

namespace n {

// A clock of which a test knows everything: each thread counts its own readings, a millisecond each, and a setup may move all.
std::atomic<long long> moved{0};
std::int64_t known_clock() {
    static thread_local long long readings = 0;
    return ++readings * 1'000'000 + moved;
}

//@@State(Scope.Benchmark)
struct Hall {
    std::atomic<int> setups{0}, users{0};
    //@@Setup
    void open() { clamh_core_the_clock.now = &known_clock; }
    //@@Setup(Level.Iteration)
    void once() { ++setups; }
    //@@Setup(Level.Invocation)
    void again() {}
};

//@@State(Scope.Benchmark)
struct Wall {
    std::atomic<long> count{0};
    //@@Setup
    void open() { clamh_core_the_clock.now = &known_clock; }
};

//@@State(Scope.Thread)
struct Guest {
    //@@Param("false")
    bool late;
    long calls = 0;
    char wide[200];
    // 100 ms by that clock, and long enough by the system's for others to run ahead.
    //@@Setup(Level.Iteration)
    void come(Wall &, ThreadParams &params) {
        if (!late || params.getThreadIndex() != 1) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        moved += 100'000'000;
    }
};

//@@State(Scope.Group)
struct Table {
    std::atomic<int> turn{0};
};

//@@State(Scope.Thread)
//@@AuxCounters
struct Counted {
    long calls = 0;
};

//@@Benchmark
long meets(Wall &wall, Guest &guest, Counted &counted) { return ++wall.count + ++guest.calls + ++counted.calls; }

//@@Benchmark
void around(Hall &hall, Guest &guest) { hall.users += guest.late; }

//@@Benchmark
//@@Group("pair")
void serve(Table &table, Guest &, Counted &counted, Control &control) {
    ++counted.calls;
    for (int mine = 0; !control.stopMeasurement && !table.turn.compare_exchange_weak(mine, 1); mine = 0) std::this_thread::yield();
}

//@@Benchmark
//@@Group("pair")
void back(Table &table, Guest &, Control &control) {
    for (int mine = 1; !control.stopMeasurement && !table.turn.compare_exchange_weak(mine, 0); mine = 1) std::this_thread::yield();
}

// The same by people who do not look at Control.
//@@Benchmark
//@@Group("deaf")
//@@GroupThreads(2)
void give(Table &table, Wall &) {
    for (int mine = 0; !table.turn.compare_exchange_weak(mine, 1); mine = 0) std::this_thread::yield();
}

//@@Benchmark
//@@Group("deaf")
int take(Table &table, Wall &, Blackhole &hole) {
    for (int mine = 1; !table.turn.compare_exchange_weak(mine, 0); mine = 1) std::this_thread::yield();
    hole.consume('t');
    return 7;
}

// A shot that lasts until it is stopped, and one that is only slower than its partner's.
//@@Benchmark
//@@Group("watch")
void guard(Control &control, Counted &counted) {
    ++counted.calls;
    while (!control.stopMeasurement) std::this_thread::yield();
}

//@@Benchmark
//@@Group("watch")
void slow(Table &, Control &control) {
    for (int nap = 0; nap < 5 && !control.stopMeasurement; ++nap) std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

//@@Benchmark
//@@Group("watch")
void work(Wall &) {}

std::atomic<bool> waiting{false};  // one that was released before its first call would come back

//@@Benchmark
//@@Group("stuck")
void breaks() {
    while (!waiting) std::this_thread::yield();
    throw std::runtime_error("out of paper");
}

//@@Benchmark
//@@Group("stuck")
void waits(Table &table) {
    waiting = true;
    while (table.turn == 0) std::this_thread::yield();
}

}  // namespace n
