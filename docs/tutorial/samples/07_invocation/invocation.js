// Sorting changes its input, so each invocation needs a fresh one: Level.Invocation copies it un-timed. The clock is read around
// every call then; this is for work that takes milliseconds. For less, do it as sortOfCopy does, and measure the copy too.

//@@State(Scope.Thread)
class Unsorted {
    original = new Int32Array(50000);

    //@@Setup
    make() {
        let value = 1;
        for (let at = 0; at < 50000; at += 1) {
            value = (Math.imul(value, 1664525) + 1013904223) | 0;
            this.original[at] = value >>> 1;
        }
    }
}

//@@State(Scope.Thread)
class Fresh {
    numbers = new Int32Array(0);

    //@@Setup(Level.Invocation)
    copy(unsorted) { this.numbers = unsorted.original.slice(); }
}

//@@Benchmark
function sortFresh(fresh) { return fresh.numbers.sort()[0]; }

//@@Benchmark
function sortOfCopy(unsorted) { return unsorted.original.slice().sort()[0]; }
