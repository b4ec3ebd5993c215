// What test_injected.py asks: a state that extends a class of another file, and a graph of states.
import { Base as Common } from './base.mjs';
import * as bases from './base.mjs';

//@@State(Scope.Benchmark)
export class Heir extends Common {
    //@@Setup
    own(lower) { console.log(`own ${this.size} after ${lower.done}`); }
}

//@@State(Scope.Benchmark)
class Spaced extends bases.Base {}

//@@Benchmark
function size(spaced) { return spaced.filled; }

//@@State(Scope.Benchmark)
class Lower {
    //@@Setup
    make(lowest) { this.done = lowest.done + 1; console.log('lower'); }
    //@@Teardown
    drop() { console.log('drop lower'); }
}

//@@State(Scope.Benchmark)
class Lowest {
    //@@Setup
    make() { this.done = 1; console.log('lowest'); }
    //@@Teardown
    drop() { console.log('drop lowest'); }
}

// No state: its object is made for the benchmark alone.
class Plain {
    calls = 0;

    //@@Benchmark
    method(heir, lowest) { this.calls += 1; return [this.calls, heir.filled, lowest.done]; }
}

class Above {
    //@@Benchmark
    inherited() { return [this.constructor.name, this.made]; }

    //@@Benchmark
    static both() { return this.name; }
}

//@@State(Scope.Benchmark)
class Left extends Above {
    //@@Setup
    make() { this.made = 'left'; }
}

//@@State(Scope.Benchmark)
class Right extends Above {
    //@@Setup
    make() { this.made = 'right'; }
}
