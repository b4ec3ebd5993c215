#include "case.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>

namespace clamh {

namespace {

constexpr std::size_t granule = 128;  // two lines: adjacent-line prefetch makes neighbours share
constexpr std::size_t page = 4096;

std::size_t rounded(std::size_t size, std::size_t to) { return (size + to - 1) / to * to; }

}  // namespace

std::string thrown() {
    try {
        throw;
    } catch (const std::exception &raised) {
        return raised.what();
    } catch (const std::string &raised) {
        return raised;
    } catch (const char *raised) {
        return raised;
    } catch (...) {
        return "an exception that is no std::exception";
    }
}

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
        const std::size_t step = std::max<std::size_t>(type->alignment, granule / 2);
        block_alignment = std::max(block_alignment, type->alignment);
        const std::size_t lines = seed == 0 ? 0 : random.next() % (page / (granule / 2)) * (granule / 2) / step;
        offsets[type] = rounded(block_size, std::max(type->alignment, granule)) + lines * step;
        block_size = rounded(offsets[type] + type->size, granule);
    }
    offsets[&class_of<harness_utils::Blackhole>] = block_size;
    block_size += granule;
    block = static_cast<char *>(::operator new(block_size, std::align_val_t(block_alignment), std::nothrow));
    if (block == nullptr) {
        throw Failure{"internal", benchmark->name, "no memory for " + std::to_string(block_size) + " bytes of states"};
    }
    constructed.reserve(needs.classes.size());
}

void *Case::object(const Class *type) const { return block + offsets.at(type); }

std::vector<void *> Case::objects(const Function &function) const {
    std::vector<void *> found;
    for (int at = 0; at < function.count; ++at) found.push_back(object(function.classes[at]));
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
    for (const Class *type : needs.classes) {
        guarded("setup", type->name != nullptr ? type->name : benchmark->name, [&] { type->construct(object(type)); });
        constructed.push_back(type);
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
        constructed.pop_back();
        type->destroy(object(type));
    }
}

void Case::run(const Function &function, const char *reason) {
    const std::vector<void *> taken = objects(function);
    guarded(reason, function.name, [&] { function.repeat(taken.data(), 1); });
}

// `done` gets each class whose setups have all run; null stands for the fixtures that take no state.
void Case::setup(const char *level, std::vector<const Class *> &done) {
    done.clear();
    std::vector<const Class *> owners = {nullptr};
    owners.insert(owners.end(), needs.classes.begin(), needs.classes.end());
    for (const Class *owner : owners) {
        for (const Function *fixture : needs.fixtures) {
            if (owner_of(*fixture) != owner || std::strcmp(fixture->kind, "Setup") != 0 || std::strcmp(fixture->level, level) != 0) {
                continue;
            }
            run(*fixture, "setup");
        }
        done.push_back(owner);
    }
}

void Case::teardown(const char *level, std::vector<const Class *> &done) {
    bool failed = false;
    Failure failure;
    for (; !done.empty(); done.pop_back()) {
        for (const Function *fixture : needs.fixtures) {
            if (owner_of(*fixture) != done.back() || std::strcmp(fixture->kind, "Teardown") != 0 || std::strcmp(fixture->level, level) != 0) {
                continue;
            }
            try {
                run(*fixture, "teardown");
            } catch (const Failure &raised) {
                if (!failed) failure = raised;
                failed = true;
            }
        }
    }
    if (failed) throw failure;
}

}  // namespace clamh
