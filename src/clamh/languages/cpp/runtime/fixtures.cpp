#include "fixtures.hpp"

namespace clamh {

namespace {

void run(const Call &call, const char *reason) {
    try {
        call.function->repeat(call.objects.begin(), 1);
    } catch (...) {
        throw raised(reason, call.function->name);
    }
}

}  // namespace

bool Fixtures::empty() const {
    for (const Turn &turn : turns) {
        if (!turn.setups.empty() || !turn.teardowns.empty()) return false;
    }
    return true;
}

void Fixtures::set_up() {
    for (Turn &turn : turns) {
        for (const Call &setup : turn.setups) {
            run(setup, "setup");
            turn.done = true;
        }
        turn.done = true;
    }
}

void Fixtures::tear_down() {
    bool failed = false;
    Failure first = {"teardown", "", ""};
    for (std::size_t at = turns.size(); at > 0; --at) {
        Turn &turn = turns[at - 1];
        if (!turn.done) continue;
        turn.done = false;
        for (const Call &teardown : turn.teardowns) {
            try {
                run(teardown, "teardown");
            } catch (const Failure &failure) {
                if (!failed) first = failure;
                failed = true;
            }
        }
    }
    if (failed) throw first;
}

}  // namespace clamh
