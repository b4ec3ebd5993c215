#include "case.hpp"

#include <cstring>
#include <new>

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
    destroy();
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
    offsets.push(block_size);
    block_size += granule;
    block = static_cast<char *>(::operator new(block_size, std::align_val_t(block_alignment), std::nothrow));
    if (block == nullptr) throw Failure{"internal", benchmark->name, written("no memory for %zu bytes of states", block_size)};
    constructed.reserve(needs.classes.size());
}

std::size_t Case::offset(const Class *type) const {
    std::size_t at = 0;
    while (at < needs.classes.size() && needs.classes[at] != type) ++at;
    return offsets[at];
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
    for (Class *type : needs.classes) {
        try {
            type->construct(object(type));
        } catch (...) {
            throw raised("setup", type->name != nullptr ? type->name : benchmark->name);
        }
        constructed.push(type);
    }
    ::new (object(&class_of<harness_utils::Blackhole>)) harness_utils::Blackhole;
    for (const Value &value : values) {
        value.param->assign(object(value.param->owner), value.text.c_str(), value.text.size());
    }
    trial = true;
    setup("Trial", trial_done);
}

void Case::begin_iteration() {
    iteration = true;
    setup("Iteration", iteration_done);
}

void Case::end_iteration() {
    iteration = false;
    teardown("Iteration", iteration_done);
}

void Case::end_trial() {
    trial = false;
    teardown("Trial", trial_done);
    destroy();
}

void Case::abandon() {
    for (const bool inner : {true, false}) {
        try {
            if (inner && iteration) end_iteration();
            if (!inner && trial) end_trial();
        } catch (const Failure &) {  // the failure that led here is the one that is told
        }
    }
    destroy();
}

void Case::destroy() {
    while (!constructed.empty()) {
        const Class *type = constructed.back();
        constructed.pop();
        type->destroy(object(type));
    }
}

void Case::run(const Function &fixture, const char *reason) const {
    const List<void *> taken = objects(fixture);
    try {
        fixture.repeat(taken.begin(), 1);
    } catch (...) {
        throw raised(reason, fixture.name);
    }
}

static bool runs(const Function &fixture, const Class *owner, const char *kind, const char *level) {
    return owner_of(fixture) == owner && std::strcmp(fixture.kind, kind) == 0 && std::strcmp(fixture.level, level) == 0;
}

// `done` gets each class that is to be torn down, from its first setup that came to its end, or when it has none; null
// stands for the fixtures that take no state.
void Case::setup(const char *level, List<Class *> &done) {
    done.clear();
    for (std::size_t at = 0; at <= needs.classes.size(); ++at) {
        Class *const owner = at == 0 ? nullptr : needs.classes[at - 1];
        bool counted = false;
        for (const Function *fixture : needs.fixtures) {
            if (!runs(*fixture, owner, "Setup", level)) continue;
            run(*fixture, "setup");
            if (!counted) done.push(owner);
            counted = true;
        }
        if (!counted) done.push(owner);
    }
}

void Case::teardown(const char *level, List<Class *> &done) {
    bool failed = false;
    Failure first = {"teardown", "", ""};
    for (; !done.empty(); done.pop()) {
        for (const Function *fixture : needs.fixtures) {
            if (!runs(*fixture, done.back(), "Teardown", level)) continue;
            try {
                run(*fixture, "teardown");
            } catch (const Failure &failure) {
                if (!failed) first = failure;
                failed = true;
            }
        }
    }
    if (failed) throw first;
}

}  // namespace clamh
