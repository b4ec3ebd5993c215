// An open case: one benchmark with its param values, the objects it needs, and how far its trial has come.
#pragma once

#include "failure.hpp"
#include "list.hpp"
#include "loop.hpp"
#include "state.hpp"

namespace clamh {

// What a benchmark uses, its fixtures included, in the order of setting up (teardown: the reverse).
struct Needs {
    List<Class *> classes;      // states and objects, dependencies first; no Blackhole
    List<Class *> states;       // the registered ones, in the order of the benchmark's parameters
    List<Function *> fixtures;  // by class in that order, then by name
    List<Param *> params;
};

// Everything that was registered, each list ordered by its index.
struct Registry {
    List<Function *> benchmarks, fixtures;
    List<Class *> states;
    List<Param *> params;
    List<Source *> sources;

    Needs needs(const Function &benchmark) const;
    Text fault() const;  // what a wrapper got wrong, or empty
};

const Registry &registry();

// All the states and objects that a fixture touches, that of a method first; the first state among them, with which it runs
// (the object, when it touches no state; null, when it touches nothing: it runs with every benchmark).
List<Class *> touched(const Function &fixture);
Class *owner_of(const Function &fixture);

struct Value {
    Param *param;
    Text text;
};

struct Case {
    Text id;
    Text line;  // the command that opened it
    const Function *benchmark = nullptr;
    Needs needs;
    List<Value> values;
    Text mode;
    long long batch = 1, operations_per_invocation = 1;
    unsigned long long seed = 0;

    Case() = default;
    Case(const Case &) = delete;
    Case &operator=(const Case &) = delete;
    ~Case();

    void reserve();                   // places every object; throws Failure
    bool in_trial() const { return trial; }
    void activate();                  // this case's values into the fields that all cases share
    void begin_trial();               // objects, params, trial setup; throws Failure
    void begin_iteration();
    void end_iteration();
    void end_trial();
    void abandon();                   // teardown of all that was set up, after a failure; failures in it are dropped

    std::size_t offset(const Class *type) const;
    // The objects a function takes, for its stub.
    List<void *> objects(const Function &function) const;

private:
    void *object(const Class *type) const { return block + offset(type); }
    void run(const Function &fixture, const char *reason) const;  // once; throws Failure
    void setup(const char *level, List<Class *> &done);
    void teardown(const char *level, List<Class *> &done);
    void destroy();

    List<std::size_t> offsets;  // of needs.classes, then of the Blackhole
    char *block = nullptr;
    std::size_t block_size = 0, block_alignment = 0;
    bool trial = false, iteration = false;
    static const Case *active;  // whose values the shared fields hold
    List<Class *> constructed, trial_done, iteration_done;
};

// Deterministic 64-bit sequence (Steele, Lea, Flood 2014), the same in every language.
struct SplitMix64 {
    unsigned long long state;
    unsigned long long next() {
        unsigned long long z = state += 0x9e3779b97f4a7c15ULL;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
};

}  // namespace clamh
