// The same numbers side by side in one block, or each in an object of its own that was made in another order than it is read.

//@@State(Scope.Thread)
class Numbers {
    flat = new Int32Array(100000);
    boxed = [];

    //@@Setup
    make(random) {
        for (let at = 0; at < 100000; at += 1) {
            this.flat[at] = 1000000 + (at & 1023);
            this.boxed.push({ number: 1000000 + (at & 1023) });
        }
        for (let at = 99999; at > 0; at -= 1) {
            const other = random.nextInt(at + 1);
            [this.boxed[at], this.boxed[other]] = [this.boxed[other], this.boxed[at]];
        }
    }
}

//@@Benchmark
//@@OperationsPerInvocation(100000)
function sumFlat(numbers) {
    let sum = 0;
    for (const one of numbers.flat) sum += one;
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(100000)
function sumBoxed(numbers) {
    let sum = 0;
    for (const one of numbers.boxed) sum += one.number;
    return sum;
}
