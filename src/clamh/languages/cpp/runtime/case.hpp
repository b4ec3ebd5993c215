// An open case: one benchmark with its param values, the objects it needs, and how far its trial has come.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "failure.hpp"
#include "loop.hpp"
#include "state.hpp"

namespace clamh {

// What a benchmark uses, its fixtures included, in the order of setting up (teardown: the reverse).
struct Needs {
    std::vector<Class *> classes;     // states and objects, dependencies first; no Blackhole
    std::vector<Class *> states;      // the registered ones, in the order of the benchmark's parameters
    std::vector<Function *> fixtures; // by class in that order, then by name
    std::vector<Param *> params;
};

// Everything that was registered, each list ordered by its index.
struct Registry {
    std::vector<Function *> benchmarks, fixtures;
    std::vector<Class *> states;
    std::vector<Param *> params;
    std::vector<Source *> sources;

    Needs needs(const Function &benchmark) const;
    std::string fault() const;  // what a wrapper got wrong, or empty
};

const Registry &registry();

// All the states and objects that a fixture touches, that of a method first; the first state among them, with which it runs
// (the object, when it touches no state; null, when it touches nothing: it runs with every benchmark).
std::vector<Class *> touched(const Function &fixture);
const Class *owner_of(const Function &fixture);

struct Value {
    Param *param;
    std::string text;
};

struct Case {
    std::string id;
    const Function *benchmark;
    Needs needs;
    std::vector<Value> values;
    std::string mode;
    long long batch = 1, operations_per_invocation = 1;
    unsigned long long seed = 0;
    std::map<const Class *, std::size_t> offsets;
    bool iterated = false;

    Case() = default;
    Case(const Case &) = delete;
    Case &operator=(const Case &) = delete;
    ~Case();

    void reserve();                   // places every object; throws Failure
    bool in_trial() const { return trial; }
    void activate();                  // this case's values into the fields that all cases share
    void begin_trial();               // objects, params, trial setup; throws Failure after undoing what was done
    void begin_iteration();
    void end_iteration();
    void end_trial();
    void abandon();                   // teardown of all that was set up, after a failure; failures in it are dropped
    void run(const Function &function, const char *reason);  // once; throws Failure

    // The objects a function takes, for its stub.
    std::vector<void *> objects(const Function &function) const;

private:
    void *object(const Class *type) const;
    void setup(const char *level, std::vector<const Class *> &done);
    void teardown(const char *level, std::vector<const Class *> &done);
    void destroy();

    char *block = nullptr;
    std::size_t block_size = 0, block_alignment = 0;
    bool trial = false, iteration = false;
    static const Case *active;  // whose values the shared fields hold
    std::vector<const Class *> constructed, trial_done, iteration_done;
};

// Runs user code and turns what it throws into a Failure with this reason.
template <class Code>
void guarded(const char *reason, const char *where, Code code);
std::string thrown();  // what the exception being handled says

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

#if defined(__cpp_exceptions)
template <class Code>
void guarded(const char *reason, const char *where, Code code) {
    try {
        code();
    } catch (const Failure &) {
        throw;
    } catch (...) {
        throw Failure{reason, where, thrown()};
    }
}
#else
#error "CLAMH's worker is compiled with exceptions; compile only your own sources with -fno-exceptions"
#endif

}  // namespace clamh
