// Each insertion makes the next one dearer, so there is no "time of one insertion" to converge to. Single shot with a batch size measures
// exactly 5,000 of them from an empty list, as one operation, in every language.

//@@State(Scope.Thread)
class Growing {
    list = [];

    //@@Setup(Level.Iteration)
    empty() { this.list = []; }
}

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
//@@Warmup(iterations = 3, batchSize = 5000)
//@@Measurement(iterations = 3, batchSize = 5000)
function insertInMiddle(growing) {
    growing.list.splice(growing.list.length >> 1, 0, 1);
    return growing.list.length;
}
