// Setup and Teardown run un-timed. Those of the trial run once per process, when the params have their values; a teardown
// that finds a wrong result fails the row.

//@@State(Scope.Benchmark)
//@@StateLabel("state")
class Numbers {
    numbers = [];
    sum = 0;

    //@@Setup
    fill() { this.numbers = Array.from({ length: 1000 }, (_, at) => at); }

    //@@Teardown
    check() {
        if (this.sum !== 499500) throw new Error('the sum of 0 to 999 is 499500');
    }
}

//@@Benchmark
function sumOfNumbers(state) {
    let sum = 0;
    for (const one of state.numbers) sum += one;
    state.sum = sum;
    return sum;
}
