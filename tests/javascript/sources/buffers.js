//@@State(Scope.Benchmark)
class Buffers {
    //@@TearDown(Level.Iteration)
    tell() {
        console.log(process.memoryUsage().arrayBuffers);
    }
}

//@@Benchmark
function idle(buffers) {
    return buffers;
}
