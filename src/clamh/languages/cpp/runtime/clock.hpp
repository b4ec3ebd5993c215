// The clock that measures: chosen once, read through one pointer, so that a fake one costs no branch.
#pragma once

#include "list.hpp"

namespace clamh {

struct Clock {
    const char *name;
    long long (*now)();
    bool counted;                // a fake one, whose readings say nothing of how long anything takes
    long long step_ns, cost_ns;  // the smallest difference seen, the cost of one reading, both at least 1
    double stretch_ns;           // what a stretch with no invocation in it measures; 0 of a fake one

    long long resolution_ns() const { return step_ns > cost_ns ? step_ns : cost_ns; }
};

// The clock of this process, and every one that was tried.
extern Clock the_clock;
extern List<Clock> clocks_tried;

// Measures and chooses; CLAMH_CLOCK=counted:NS makes one that advances NS per reading. False when that is malformed.
bool choose_clock();

// From one reading to the next, in ns.
struct Stretch {
    long long start, stop;
    long long elapsed() const { return stop - start; }
};

// So many invocations of a stub; throws Failure `clock` when time ran backwards.
Stretch timed(void (*repeat)(void *const *, unsigned long), void *const *objects, unsigned long invocations);

}  // namespace clamh
