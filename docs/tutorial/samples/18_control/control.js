// Ping-pong: each of two threads waits for what the other does. Without Control, who is still waiting when the iteration
// ends would wait for ever: from stopMeasurement on no thread answers any more.

const RIGHT = 0, LEFT = 1;

//@@State(Scope.Group)
class Table {
    side = new Int32Array(new SharedArrayBuffer(4));
}

//@@Benchmark
//@@Group("pingpong")
function ping(control, table) {
    while (!control.stopMeasurement && Atomics.compareExchange(table.side, 0, RIGHT, LEFT) !== RIGHT);
}

//@@Benchmark
//@@Group("pingpong")
function pong(control, table) {
    while (!control.stopMeasurement && Atomics.compareExchange(table.side, 0, LEFT, RIGHT) !== LEFT);
}
