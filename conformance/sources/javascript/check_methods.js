// Is what a state's Check methods return reported, as the invocation left the state, before the iteration is torn down?
import { line } from './transcript.mjs';

class Store {
    goods = [];

    //@@Check
    kept() {
        line('check kept');
        return this.goods.length;
    }
}

//@@State(Scope.Thread)
class Shelf extends Store {
    //@@Setup(Level.Iteration)
    stock() {
        line('setup Iteration');
        this.goods = [3, 1, 2];
    }

    //@@Setup(Level.Invocation)
    ready() {
        line('setup Invocation');
        this.goods.push(0);
    }

    //@@TearDown(Level.Invocation)
    done() {
        line('teardown Invocation');
        this.goods.push(9);
    }

    //@@TearDown(Level.Iteration)
    sell() {
        line('teardown Iteration');
        this.goods = [];
    }

    //@@TearDown(Level.Trial)
    close() { line('teardown Trial'); }

    //@@Check
    async sorted() {
        line('check sorted');
        return this.goods;
    }
}

//@@State(Scope.Benchmark)
class Sign {
    //@@Check
    static words() {
        line('check words');
        return 'open';
    }
}

//@@Benchmark
function sort(shelf) {
    line('call sort');
    shelf.goods.sort((a, b) => a - b);
}

//@@Benchmark
function many(sign, blackhole) {
    line('call many');
    for (let number = 0; number < 150; number++) blackhole.consume(number);
    return true;
}
