// The fixtures of one level, ready to be run: nothing is looked up or allocated between a setup and what it is for.
#pragma once

#include "failure.hpp"
#include "list.hpp"
#include "loop.hpp"

namespace clamh {

struct Call {
    const Function *function = nullptr;
    List<void *> objects;
};

// Those of one state, or of no state.
struct Turn {
    List<Call> setups, teardowns;
    bool done = false;  // set up: from the first setup that came to its end, since only its teardowns can undo that one
};

struct Fixtures {
    List<Turn> turns;  // in the order of setting up

    bool empty() const;
    void set_up();     // throws Failure
    void tear_down();  // of what was set up, in reverse; throws the first Failure, after all of them
};

}  // namespace clamh
