// An open case: one benchmark with its param values, the objects it needs, and how far its trial has come.
#pragma once

#include "check.hpp"
#include "failure.hpp"
#include "fixtures.hpp"
#include "list.hpp"
#include "loop.hpp"
#include "state.hpp"

namespace clamh {

inline constexpr const char *modes[] = {"avgt", "thrpt", "sample", "ss", "wall"};

// What a benchmark uses, its fixtures included, in the order of setting up (teardown: the reverse).
struct Needs {
    List<Class *> classes;      // states and objects, dependencies first; nothing injected
    List<Class *> injected;
    List<Class *> states;       // the registered ones, in the order of the benchmark's parameters
    List<Function *> fixtures;  // by class in that order, then by index
    List<Param *> params;
    List<Counter *> counters;
    List<Check *> checks;
};

// Everything that was registered, each list ordered by its index.
struct Registry {
    List<Function *> benchmarks, fixtures;
    List<Class *> states;
    List<Param *> params;
    List<Counter *> counters;
    List<Check *> checks;
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

// What BenchmarkParams tells and nothing else depends on.
struct Plan {
    Text time_unit = "ns";
    long long forks = 0, warmup_forks = 0, warmup_iterations = 0, warmup_ns = 0, measurement_iterations = 0, measurement_ns = 0,
              timeout_ns = 0;
};

struct Case {
    Text id;
    Text line;  // the command that opened it
    const Function *benchmark = nullptr;
    Needs needs;
    List<Value> values;
    Text mode;
    long long batch = 1, warmup_batch = 1, operations_per_invocation = 1;
    unsigned long long seed = 0;
    Plan plan;
    bool warmup = false;  // of the iteration that is running, or ran last
    harness_utils::Random gaps;  // which batches of sample mode are timed
    Fixtures trial, iteration, invocation;

    Case() = default;
    Case(const Case &) = delete;
    Case &operator=(const Case &) = delete;
    ~Case();

    void reserve();                   // places every object; throws Failure
    bool in_trial() const { return trial_running; }
    bool samples() const;             // whether invocations may follow the last iteration: nothing but trial setup is around it, and no Control
    void activate();                  // this case's values into the fields that all cases share
    void begin_trial();               // objects, params, trial setup; throws Failure
    void begin_iteration();
    void end_iteration();
    void end_trial();                 // its teardown: the objects are there until forget()
    void forget();                    // destroys every object
    void abandon();                   // teardown of all that was set up, after a failure; failures in it are dropped

    std::size_t offset(const Class *type) const;
    // The objects a function takes, for its stub.
    List<void *> objects(const Function &function) const;
    void *object(const Class *type) const { return block + offset(type); }
    // The injected object of this class, or null where nothing takes one.
    template <class T>
    T *taken() const {
        return needs.injected.contains(&class_of<T>) ? static_cast<T *>(object(&class_of<T>)) : nullptr;
    }
    // For BenchmarkParams: its id, and of the params in the order of their short names.
    Text identity;
    List<const char *> keys, full_names, texts;

private:
    Fixtures fixtures(const char *level) const;

    List<std::size_t> offsets;  // of needs.classes, then of needs.injected
    char *block = nullptr;
    std::size_t block_size = 0, block_alignment = 0;
    bool trial_running = false;
    static const Case *active;  // whose values the shared fields hold
    List<Class *> constructed;
};

}  // namespace clamh
