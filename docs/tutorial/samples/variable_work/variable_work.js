// Each call does as much as it finds: the search says how many numbers it looked at, and the score is per number looked at, not per call.

//@@State(Scope.Thread)
//@@StateLabel("hay")
class Haystack {
    numbers = new Int32Array(4096);
    next = 1;
}

//@@Benchmark
function lookFor(hay, operations) {
    hay.next = (Math.imul(hay.next, 1664525) + 1013904223) | 0;
    const wanted = hay.next >>> 20;
    hay.numbers[wanted] = 1;
    let at = 0;
    while (hay.numbers[at] === 0) at += 1;
    hay.numbers[at] = 0;
    operations.add(at + 1);
    return at;
}
