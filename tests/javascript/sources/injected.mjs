// What test_injected.py talks to: every object that a benchmark may take, and names of the user's that are spelled alike.
const say = (...words) => console.log(...words);

// A class of the user's own, no state: it stays what it is.
class Random { constructor() { this.own = true; } }
const Operations = 'mine';
const random = new Random();

//@@State(Scope.Benchmark)
class Control { whose = 'state'; }

//@@State(Scope.Thread)
class Input {
    //@@Param({"3", "4"})
    size = 0;

    //@@Param("a")
    name = '';

    //@@Setup
    fill(memory, random, threadParams, iterationParams) {
        this.bytes = memory.array(Uint8Array, this.size);
        this.values = memory.array(Float64Array, this.size);
        this.clear = this.bytes.every((one) => one === 0) && this.values.every((one) => one === 0);
        random.nextBytes(this.bytes);
        this.seen = [threadParams.getThreadIndex(), threadParams.getThreadCount(), iterationParams.getType()];
    }

    //@@Setup(Level.Iteration)
    next(iterationParams, benchmarkParams) {
        say('iteration', iterationParams.getType(), iterationParams.getCount(), iterationParams.getTime(),
            iterationParams.getBatchSize(), benchmarkParams.getMode());
    }
}

//@@Benchmark
export function data(input, random) {
    return [...input.bytes, input.clear, input.values.byteOffset % 64, input.values.byteOffset >= 128,
        input.values.buffer.byteLength - input.values.byteOffset - input.values.byteLength >= 128, random.nextLong()];
}

//@@Benchmark
export function places(input) { return [input.bytes.byteOffset, input.values.byteOffset]; }

//@@Benchmark
export function told(input, benchmarkParams) {
    const one = benchmarkParams;
    return [one.getBenchmark(), one.getMode(), one.getThreads(), one.getForks(), one.getWarmupForks(), one.getTimeUnit(),
        one.getOpsPerInvocation(), one.getTimeout(), one.getSeed(), one.getParam('size'), one.getParam('Input.name'),
        one.getParam('none'), ...one.getParamsKeys(), one.getWarmup().getTime(), one.getMeasurement().getCount(),
        one.id(), ...input.seen];
}

//@@Benchmark
export function states(control) { return [control.whose, random.own, Operations]; }

/** @param {Operations} said */
//@@Benchmark
export function varies(counted, said) {
    counted.calls += 1;
    counted.big += 2n;
    said.add(3 + counted.calls % 2);
}

//@@Benchmark
export function adds(operations) { operations.add(Number.NaN); }

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
class Counted {
    calls = 0;
    big = 0n;
    text = 'no counter';
    #hidden = 1;

    twice() { return 2 * this.calls; }

    //@@Setup(Level.Iteration)
    spoil() { this.calls = 1000; }
}

//@@Benchmark
export function counts(counted) { counted.calls += 1; }

//@@State(Scope.Thread)
//@@AuxCounters
class Wrong { rate = 0; }

//@@Benchmark
export function wrong(wrong) { wrong.rate = Number.NaN; }

//@@State(Scope.Benchmark)
class Only {
    //@@Setup(Level.Iteration, benchmarks = "left")
    left() { say('for left'); }

    //@@Setup(Level.Iteration, benchmarks = "right|left")
    some(input) { say('for both'); }

    //@@Setup(Level.Iteration)
    all() { say('for all'); }
}

//@@Benchmark
export function leftOne(only) {}

//@@Benchmark
export function rightOne(only) {}

//@@Benchmark
export function other(only) {}
