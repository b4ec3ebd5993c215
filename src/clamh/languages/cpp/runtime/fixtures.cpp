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

// Holds what is shared; nothing at all where a state is one thread's own.
struct Hold {
    Shared *const shared;
    explicit Hold(Shared *of) : shared(of) {
        if (shared != nullptr) pthread_mutex_lock(&shared->lock);
    }
    Hold(const Hold &) = delete;
    Hold &operator=(const Hold &) = delete;
    ~Hold() {
        if (shared != nullptr) pthread_mutex_unlock(&shared->lock);
    }
};

void set_up(const List<Call> &setups, bool &done) {
    for (const Call &setup : setups) {
        run(setup, "setup");
        done = true;
    }
    done = true;
}

void set_up_once(const List<Call> &setups, Shared &shared) {
    if (shared.failed) throw Released();
    if (shared.done) return;
    try {
        set_up(setups, shared.done);
    } catch (...) {
        shared.failed = true;
        throw;
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
        if (turn.shared == nullptr) {
            clamh::set_up(turn.setups, turn.done);
        } else {
            const Hold hold(turn.shared);
            set_up_once(turn.setups, *turn.shared);
        }
    }
}

void Fixtures::tear_down() {
    bool failed = false;
    Failure first = {"teardown", "", ""};
    for (std::size_t at = turns.size(); at > 0; --at) {
        Turn &turn = turns[at - 1];
        const Hold hold(turn.shared);
        bool &done = turn.shared != nullptr ? turn.shared->done : turn.done;
        if (turn.shared != nullptr && !first_tears_down) {
            if (++turn.shared->left < turn.shared->users) continue;
            turn.shared->left = 0;
        }
        if (!done) continue;
        done = false;
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
