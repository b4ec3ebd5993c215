// Is a benchmark of a base class also one of every class that inherits it, called on that class's object?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Shop {
    //@@Setup
    open() { line(`setup ${this.goods()}`); }

    //@@Benchmark
    sell() { line(`call sell ${this.goods()}`); }

    goods() { return 'anything'; }
}

class Bakery extends Shop {
    goods() { return 'bread'; }
}

class Dairy extends Shop {
    goods() { return 'milk'; }
}
