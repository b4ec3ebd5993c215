// Ping-pong: each of two threads waits for what the other does. Without Control, who is still waiting when the iteration
// ends would wait for ever: from stopMeasurement on no thread answers any more.

#include <atomic>

//@@State(Scope.Group)
struct Table {
    std::atomic<bool> left{false};
};

//@@Benchmark
//@@Group("pingpong")
void ping(Control &control, Table &table) {
    for (bool side = false; !control.stopMeasurement && !table.left.compare_exchange_weak(side, true); side = false) {
    }
}

//@@Benchmark
//@@Group("pingpong")
void pong(Control &control, Table &table) {
    for (bool side = true; !control.stopMeasurement && !table.left.compare_exchange_weak(side, false); side = true) {
    }
}
