// Is a chain of three states set up from its end and torn down from its head, at every level?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Farm {
    crops = 0;

    //@@Setup(Level.Trial)
    plant() { line('setup Trial Farm'); }

    //@@Setup(Level.Invocation)
    grow() {
        this.crops++;
        line('setup Invocation Farm');
    }

    //@@TearDown(Level.Iteration)
    rest() { line('teardown Iteration Farm'); }
}

//@@State(Scope.Benchmark)
class Kitchen {
    meals = 0;

    //@@Setup(Level.Trial)
    light() { line('setup Trial Kitchen'); }

    //@@Setup(Level.Invocation)
    cook(farm) {
        this.meals = 10 * farm.crops;
        line('setup Invocation Kitchen');
    }

    //@@TearDown(Level.Iteration)
    clean() { line('teardown Iteration Kitchen'); }
}

//@@State(Scope.Thread)
class Table {
    plates = 0;

    //@@Setup(Level.Iteration)
    lay() { line('setup Iteration Table'); }

    //@@Setup(Level.Invocation)
    serve(kitchen) {
        this.plates = kitchen.meals + 1;
        line('setup Invocation Table');
    }

    //@@TearDown(Level.Invocation)
    clear(kitchen) { line('teardown Invocation Table'); }
}

//@@Benchmark
function dine(table) { line(`call dine plates=${table.plates}`); }
