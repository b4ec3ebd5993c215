#include "case.hpp"

#include <cstring>
#include <new>

#include "injected.hpp"

namespace clamh {

namespace {

constexpr std::size_t granule = 128;  // two lines: adjacent-line prefetch makes neighbours share
constexpr std::size_t page = 4096;

std::size_t larger(std::size_t a, std::size_t b) { return a > b ? a : b; }
std::size_t rounded(std::size_t size, std::size_t to) { return (size + to - 1) / to * to; }

}  // namespace

const Case *Case::active = nullptr;

Case::~Case() {
    if (active == this) active = nullptr;
    forget();
    if (block != nullptr) ::operator delete(block, std::align_val_t(block_alignment));
}

// Every object starts a random number of lines (none for seed 0) into granules of its own.
void Case::reserve() {
    SplitMix64 random{seed};
    block_alignment = page;
    for (const Class *type : needs.classes) {
        const std::size_t step = larger(type->alignment, granule / 2);
        block_alignment = larger(block_alignment, type->alignment);
        const std::size_t lines = seed == 0 ? 0 : random.next() % (page / (granule / 2)) * (granule / 2) / step;
        offsets.push(rounded(block_size, larger(type->alignment, granule)) + lines * step);
        block_size = rounded(offsets.back() + type->size, granule);
    }
    for (const Class *type : needs.injected) {
        offsets.push(rounded(block_size, granule));
        block_size = rounded(offsets.back() + type->size, granule);
    }
    block = static_cast<char *>(::operator new(block_size, std::align_val_t(block_alignment), std::nothrow));
    if (block == nullptr) throw Failure{"internal", benchmark->name, written("no memory for %zu bytes of states", block_size)};
    constructed.reserve(needs.classes.size() + needs.injected.size());
    trial = fixtures("Trial");
    iteration = fixtures("Iteration");
    invocation = fixtures("Invocation");
}

Fixtures Case::fixtures(const char *level) const {
    Fixtures found;
    for (std::size_t at = 0; at <= needs.classes.size(); ++at) {  // first those that take no state
        const Class *const owner = at == 0 ? nullptr : needs.classes[at - 1];
        Turn turn;
        for (const Function *fixture : needs.fixtures) {
            if (owner_of(*fixture) != owner || std::strcmp(fixture->level, level) != 0) continue;
            const bool setup = std::strcmp(fixture->kind, "Setup") == 0;
            (setup ? turn.setups : turn.teardowns).push({fixture, objects(*fixture)});
        }
        found.turns.push(static_cast<Turn &&>(turn));
    }
    return found;
}

bool Case::samples() const {
    for (const Function *fixture : needs.fixtures) {
        if (std::strcmp(fixture->level, "Trial") != 0 || std::strcmp(fixture->kind, "Setup") != 0) return false;
    }
    return !needs.injected.contains(&class_of<harness_utils::Control>);
}

std::size_t Case::offset(const Class *type) const {
    std::size_t at = 0;
    for (const List<Class *> *classes : {&needs.classes, &needs.injected}) {
        for (const Class *one : *classes) {
            if (one == type) return offsets[at];
            ++at;
        }
    }
    return 0;
}

List<void *> Case::objects(const Function &function) const {
    List<void *> found;
    for (int at = 0; at < function.count; ++at) found.push(object(function.classes[at]));
    return found;
}

void Case::activate() {
    if (active == this) return;
    for (const Value &value : values) {
        if (value.param->shared) value.param->assign(block, value.text.c_str(), value.text.size());
    }
    active = this;
}

void Case::begin_trial() {
    activate();
    for (const List<Class *> *classes : {&needs.classes, &needs.injected}) {
        for (Class *type : *classes) {
            try {
                type->construct(object(type));
            } catch (...) {
                throw raised("setup", type->name != nullptr ? type->name : benchmark->name);
            }
            constructed.push(type);
        }
    }
    for (const Value &value : values) {
        value.param->assign(object(value.param->owner), value.text.c_str(), value.text.size());
    }
    Injected::begin_trial(*this);
    trial_running = true;
    trial.set_up();
}

void Case::begin_iteration() {
    Injected::begin_iteration(*this);
    iteration.set_up();
}

void Case::end_iteration() { iteration.tear_down(); }

void Case::end_trial() {
    trial_running = false;
    trial.tear_down();
}

void Case::abandon() {
    for (const int level : {0, 1, 2}) {
        try {
            if (level == 0) invocation.tear_down();
            if (level == 1) end_iteration();
            if (level == 2) end_trial();
        } catch (const Failure &) {  // the failure that led here is the one that is told
        }
    }
    forget();
}

void Case::forget() {
    while (!constructed.empty()) {
        const Class *type = constructed.back();
        constructed.pop();
        type->destroy(object(type));
    }
}

}  // namespace clamh
