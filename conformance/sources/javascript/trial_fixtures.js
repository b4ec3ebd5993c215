// Do trial fixtures run once per fork, around everything, and only those of states that the benchmark uses?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    //@@Setup
    open() { line('setup Shop'); }

    //@@TearDown(Level.Trial)
    shut() { line('teardown Shop'); }
}

//@@State(Scope.Benchmark)
class OtherShop {
    //@@Setup(Level.Trial)
    open() { line('setup OtherShop'); }

    //@@TearDown
    shut() { line('teardown OtherShop'); }
}

//@@Benchmark
function sell(shop) { line('call sell'); }

//@@Benchmark
function sellElsewhere(otherShop) { line('call sellElsewhere'); }
