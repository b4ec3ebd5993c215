// Do the fixtures and params of a state's base class run with its own, and in which order?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Venue {
    //@@Param("3")
    seats = 0;

    //@@Setup
    m_build() { line('setup Venue'); }

    //@@Setup
    paint() { line('setup paint of Venue'); }

    //@@TearDown
    demolish() { line('teardown Venue'); }
}

//@@State(Scope.Thread)
class Shop extends Venue {
    //@@Setup
    open() { line(`setup Shop seats=${this.seats}`); }

    //@@Setup
    wash() { line('setup wash of Shop'); }

    //@@TearDown
    shut() { line('teardown Shop'); }

    //@@TearDown
    air() { line('teardown air of Shop'); }
}

//@@Benchmark
function sell(shop) { line(`call sell seats=${shop.seats}`); }
