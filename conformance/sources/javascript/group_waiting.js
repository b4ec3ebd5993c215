// Does no group hang whose members wait for each other: producer and consumer, ping-pong, a call that lasts until it is stopped?
import { line } from './transcript.mjs';

// A queue of one place: 0 is empty.
//@@State(Scope.Group)
class Queue {
    place = new Int32Array(new SharedArrayBuffer(4));

    //@@Setup(Level.Iteration)
    open() { line('setup Iteration Queue'); }

    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration Queue'); }
}

//@@State(Scope.Group)
class Table {
    left = new Int32Array(new SharedArrayBuffer(4));

    //@@Setup(Level.Iteration)
    open() { line('setup Iteration Table'); }

    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration Table'); }
}

// Changes a number from one value to another, when it has that one, or until it is stopped.
function turn(number, from, to, control) {
    while (!control.stopMeasurement && Atomics.compareExchange(number, 0, from, to) !== from);
}

//@@Benchmark
//@@Group("queue")
//@@GroupThreads(2)
function put(queue, control) { turn(queue.place, 0, 1, control); }

//@@Benchmark
//@@Group("queue")
function take(queue, control) { turn(queue.place, 1, 0, control); }

//@@Benchmark
//@@Group("table")
function ping(table, control) { turn(table.left, 0, 1, control); }

//@@Benchmark
//@@Group("table")
function pong(table, control) { turn(table.left, 1, 0, control); }

// Its first invocation lasts until the other member's time is over.
//@@Benchmark
//@@Group("watch")
function guard(control) { while (!control.stopMeasurement); }

//@@Benchmark
//@@Group("watch")
function work() { return 1; }
