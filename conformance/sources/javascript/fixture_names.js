// In which order do several fixtures of one state and level run, whatever their order in the source?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Shop {
    //@@Setup
    open2() { line('setup open2'); }

    //@@Setup
    open10() { line('setup open10'); }

    //@@Setup
    open() { line('setup open'); }

    //@@Setup
    Build() { line('setup Build'); }

    //@@Setup
    aim() { line('setup aim'); }

    //@@TearDown
    shut() { line('teardown shut'); }

    //@@TearDown
    demolish() { line('teardown demolish'); }
}

//@@Benchmark
function sell(shop) { line('call sell'); }
