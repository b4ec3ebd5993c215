// The numbers stand in data/numbers.txt, which all languages read: a process runs in the folder of its suite.

const { readFileSync } = require('node:fs');

//@@State(Scope.Benchmark)
//@@StateLabel("state")
class Numbers {
    numbers = [];

    //@@Setup
    load() { this.numbers = readFileSync('data/numbers.txt', 'utf8').trim().split('\n').map(Number); }
}

//@@Benchmark
function largest(state) {
    let found = state.numbers[0];
    for (const number of state.numbers) found = Math.max(found, number);
    return found;
}
