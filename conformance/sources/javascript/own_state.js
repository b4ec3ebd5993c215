// When a benchmark is a method of a state, is it called on the object that the fixtures prepared? JMH sets up that state first.
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Kitchen {
    //@@Setup(Level.Trial)
    light() { line('setup Trial Kitchen'); }

    //@@TearDown(Level.Trial)
    darken() { line('teardown Trial Kitchen'); }
}

//@@State(Scope.Thread)
class OwnState {
    //@@Param("3")
    seats = 0;
    #guests = 0;

    //@@Setup(Level.Trial)
    lay() {
        this.#guests = this.seats;
        line('setup Trial OwnState');
    }

    //@@Setup(Level.Iteration)
    welcome() {
        this.#guests++;
        line('setup Iteration OwnState');
    }

    //@@TearDown(Level.Trial)
    clear() { this.#report('teardown Trial'); }

    //@@Benchmark
    serve(kitchen) { this.#report('call serve'); }

    //@@Benchmark
    greet() { this.#report('call greet'); }

    #report(what) { line(`${what} guests=${this.#guests}`); }
}
