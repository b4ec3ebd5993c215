// Do settings come from the function, then its class, then that class's base, each value on its own?
import { line } from './transcript.mjs';

//@@BenchmarkMode(Mode.SingleShotTime)
//@@Warmup(iterations = 1, batchSize = 4)
//@@Measurement(iterations = 3, batchSize = 2)
class Building {
}

//@@State(Scope.Thread)
//@@Measurement(iterations = 2)
class Shop extends Building {
    //@@Benchmark
    //@@OperationsPerInvocation(6)
    //@@Warmup(batchSize = 1)
    sell() { line('call sell'); }

    //@@Benchmark
    //@@Measurement(iterations = 3)
    rest() { line('call rest'); }
}
