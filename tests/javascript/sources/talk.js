// What test_protocol.py talks to.
'use strict';

const say = (...words) => console.log(...words);

class Bench {
    //@@Benchmark(baseline = true)
    twice(/** @type {Shared} */ shared) {
        this.calls = (this.calls ?? 0) + 1;
        return this.calls + 0.5 + Shared.level;
    }

    //@@Benchmark
    static texts(aligned, blackhole) {
        for (const one of [aligned.text, aligned.flag, aligned.ratio, aligned.big, aligned.plain]) blackhole.consume(one);
        return 'x'.repeat(1500);
    }

    //@@Benchmark
    //@@OperationsPerInvocation(4)
    static big() { return 7; }
}

//@@State(Scope.Benchmark)
class Shared {
    //@@Param({"1", "2"})
    static level = 0;

    constructor() { say('Shared()'); }
    //@@Setup
    setup() { say('Shared.setup'); }
    //@@Teardown
    teardown() { say('Shared.teardown'); }
    //@@Setup(Level.Iteration)
    iteration() { say('Shared.iteration'); }
    //@@Teardown(Level.Iteration)
    iterated() { say('Shared.iterated'); }
}

//@@State(Scope.Benchmark)
class Aligned {
    //@@Param("a b")
    text = '';
    //@@Param("true")
    flag = false;
    //@@Param("0.5")
    ratio = 0;
    //@@Param("9007199254740993")
    big = 0n;
    //@@Param("p")
    plain;

    //@@Setup
    setup(shared) { say('Aligned.setup', shared.constructor.name); }
    //@@Teardown
    teardown() { say('Aligned.teardown'); }
}

//@@State(Scope.Benchmark)
class Half {
    //@@Setup
    begin() { say('Half.begin'); }
    //@@Setup
    finish() { throw new Error('no more'); }
    //@@Teardown
    async teardown() { await null; say('Half.teardown'); }
}

//@@Benchmark
function half(shared, half) { return half; }

//@@Benchmark
function fails(shared) { throw new TypeError(`boom ${Shared.level}`); }

//@@Benchmark
const failsOddly = () => { throw { odd: 1 }; };

//@@Benchmark
async function failsLater() { await null; throw new RangeError('later'); }

//@@Benchmark
function forgets() { Promise.reject(new Error('nobody catches this')); }

//@@Benchmark
function never() { return new Promise(() => {}); }

//@@Benchmark
const promises = function () { return Promise.resolve(21); };

//@@Benchmark
async function sleeps() { await new Promise((resolve) => { setTimeout(resolve, 1); }); return { deep: 1 }; }

//@@Setup
function everywhere() { say('everywhere'); }

//@@Benchmark
function long() { return 'ü\n'.repeat(700_000); }
