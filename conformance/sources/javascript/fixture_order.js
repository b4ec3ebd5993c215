// In which order do the fixtures of several states run? A state that a fixture takes is set up before, torn down after;
// JMH sets up the last argument first; fixtures of one state and level run in the order of their names.
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Kitchen {
    //@@Setup(Level.Trial)
    build() { line('setup Trial Kitchen'); }

    //@@Setup(Level.Iteration)
    light() { line('setup Iteration Kitchen'); }

    //@@TearDown(Level.Iteration)
    darken() { line('teardown Iteration Kitchen'); }

    //@@TearDown(Level.Trial)
    demolish() { line('teardown Trial Kitchen'); }
}

//@@State(Scope.Benchmark)
class Cook {
    //@@Setup(Level.Trial)
    hire(kitchen) { line('setup Trial Cook'); }

    //@@Setup(Level.Iteration)
    wake(kitchen) { line('setup Iteration Cook'); }

    //@@TearDown(Level.Iteration)
    rest(kitchen) { line('teardown Iteration Cook'); }

    //@@TearDown(Level.Trial)
    dismiss(kitchen) { line('teardown Trial Cook'); }
}

//@@State(Scope.Benchmark)
class Apprentice {
    //@@Setup(Level.Trial)
    hire(cook) { line('setup Trial Apprentice'); }

    //@@Setup(Level.Iteration)
    wake(cook) { line('setup Iteration Apprentice'); }

    //@@TearDown(Level.Iteration)
    rest(cook) { line('teardown Iteration Apprentice'); }

    //@@TearDown(Level.Trial)
    dismiss(cook) { line('teardown Trial Apprentice'); }
}

//@@State(Scope.Thread)
class Waiter {
    //@@Setup(Level.Trial)
    hire() { line('setup Trial Waiter'); }

    //@@Setup(Level.Iteration)
    wake() { line('setup Iteration Waiter wake'); }

    //@@Setup(Level.Iteration)
    dress() { line('setup Iteration Waiter dress'); }

    //@@TearDown(Level.Iteration)
    rest() { line('teardown Iteration Waiter'); }

    //@@TearDown(Level.Trial)
    dismiss() { line('teardown Trial Waiter'); }
}

//@@Benchmark
function dine(apprentice, waiter) { line('call dine'); }

//@@Benchmark
function snack(cook) { line('call snack'); }
