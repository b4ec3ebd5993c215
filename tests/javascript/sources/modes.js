// What test_modes.py runs in every mode: it prints each call.
'use strict';

const say = (...words) => console.log(...words);

//@@State(Scope.Benchmark)
class Told {
    calls = 0;
    inside = false;

    //@@Setup(Level.Invocation)
    async before() { await null; this.inside = true; say('before'); }

    //@@Teardown(Level.Invocation)
    after() { this.inside = false; say(`after ${this.calls}`); }

    //@@Teardown(Level.Iteration)
    iterated() { say('iterated'); }

    //@@Teardown
    leave() { say('leave'); }
}

//@@State(Scope.Benchmark)
class Plain {
    calls = 0;
}

//@@Benchmark
function between(told) { told.calls += 1; say(told.inside ? 'call' : 'outside'); return told.calls; }

//@@Benchmark
function thrice(told) { told.calls += 1; if (told.calls === 3) throw new Error('three'); return told.calls; }

//@@Benchmark
function cheap(plain) { plain.calls += 1; return plain.calls; }

//@@Benchmark
async function waits(plain) { plain.calls += 1; await null; return plain.calls; }

//@@Benchmark
function promises(plain) { plain.calls += 1; return Promise.resolve(plain.calls); }

//@@State(Scope.Thread)
class Watch {
    //@@Teardown(Level.Iteration)
    look(control) { say(`started ${control.startMeasurement} stopped ${control.stopMeasurement}`); }
}

//@@Benchmark
function watched(watch) { return watch; }
