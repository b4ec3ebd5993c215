// With several threads, which of them runs which fixture, how often, and between which barriers?
import { threadId } from 'node:worker_threads';
import { line } from './transcript.mjs';

// Of all threads: one of them runs each fixture, once, before any thread goes on.
//@@State(Scope.Benchmark)
class Shop {
    door = 'missing';

    //@@Setup(Level.Trial)
    build() { line('setup Trial Shop'); this.door = 'shut'; }

    //@@Setup(Level.Iteration)
    open() { line('setup Iteration Shop'); this.door = 'open'; }

    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration Shop'); this.door = 'shut'; }

    //@@TearDown(Level.Trial)
    demolish() { line('teardown Trial Shop'); }
}

// Of one thread, which runs all of its fixtures.
//@@State(Scope.Thread)
class Till {
    thread = 0;
    owner = 0;

    //@@Setup(Level.Trial)
    build(shop, threadParams) {
        this.thread = threadParams.getThreadIndex();
        this.owner = threadId;
        line(`setup Trial Till in a shop that is ${shop.door}`, this.thread);
    }

    //@@Setup(Level.Iteration)
    open(shop) { line(`setup Iteration Till ${this.who()} in a shop that is ${shop.door}`, this.thread); }

    //@@TearDown(Level.Iteration)
    shut() { line(`teardown Iteration Till ${this.who()}`, this.thread); }

    //@@TearDown(Level.Trial)
    demolish() { line(`teardown Trial Till ${this.who()}`, this.thread); }

    who() { return threadId === this.owner ? 'by its owner' : 'by another thread'; }
}

// Fixtures around every invocation, each thread its own.
//@@State(Scope.Thread)
class Bag {
    thread = 0;

    //@@Setup(Level.Trial)
    sew(threadParams) { this.thread = threadParams.getThreadIndex(); }

    //@@Setup(Level.Invocation)
    open() { line('setup Invocation Bag', this.thread); }

    //@@TearDown(Level.Invocation)
    empty() { line('teardown Invocation Bag', this.thread); }
}

//@@Benchmark
function sell(shop, till) { line(`call sell ${till.who()} in a shop that is ${shop.door}`, till.thread); }

//@@Benchmark
function carry(bag) { line('call carry', bag.thread); }
