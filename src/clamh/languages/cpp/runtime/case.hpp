// An open case: one benchmark with its param values, the objects it needs, and how far its trial has come.
#pragma once

#include "check.hpp"
#include "meeting.hpp"
#include "team.hpp"
#include "thread.hpp"

namespace clamh {

inline constexpr const char *modes[] = {"avgt", "thrpt", "sample", "ss", "wall"};

// Everything that was registered, each list ordered by its index.
struct Registry {
    List<Function *> benchmarks, fixtures;  // a group is one benchmark, whose `repeat` is null
    List<Function *> members;               // of all groups, each group's in order
    List<Class *> states;
    List<Param *> params;
    List<Counter *> counters;
    List<Check *> checks;
    List<Source *> sources;

    Needs needs(const Function &benchmark) const;  // of a group: what its members need, together
    List<Function *> members_of(const Function &group) const;
    Text fault() const;  // what a wrapper got wrong, or empty
};

const Registry &registry();

// All the states and objects that a fixture touches, that of a method first; the first state among them, with which it runs
// (the object, when it touches no state; null, when it touches nothing: it runs with every benchmark).
List<Class *> touched(const Function &function);
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
    List<const Function *> members;  // of a group those that have threads in it; else the benchmark itself
    List<Value> values;
    Text mode;
    long long batch = 1, warmup_batch = 1, operations_per_invocation = 1;
    unsigned long long seed = 0;
    unsigned long long layout_seed = 0;  // see layout.hpp
    Plan plan;
    bool warmup = false;  // of the iteration that is running, or ran last
    List<Thread *> threads;
    Meeting *meeting = nullptr;  // of more than one thread

    Case() = default;
    Case(const Case &) = delete;
    Case &operator=(const Case &) = delete;
    ~Case();

    // Threads dealt to the members, and a place for every object; `called` are the members' functions; throws Failure.
    void reserve(const List<Dealt> &dealt, const List<const Function *> &called);
    bool in_trial() const { return trial_running; }
    bool in_iteration() const { return iteration_running; }  // between two of its slices
    bool alone() const { return threads.size() == 1; }
    bool may_wait() const;            // for each other: members of a group of more than one thread, and what takes Control
    Text unsliced() const;            // why slices would not measure what an iteration measures; empty where they would
    bool invokable() const;           // whether `invoke` may follow the last iteration: one thread that nobody has to stop
    bool samples() const;             // whether invocations may follow the last iteration: nothing but trial setup is around it, and no Control
    void activate();                  // this case's values into the fields that all cases share
    void begin_trial();               // objects, params, trial setup; throws Failure
    void begin_iteration();
    void end_iteration();
    void end_trial();                 // its teardown: the objects are there until forget()
    void forget();                    // destroys every object
    void abandon();                   // teardown of all that was set up, after a failure; failures in it are dropped
    List<long long> thread_ids() const;

    // Each thread does its part; throws the first Failure, which names the thread when there are several.
    template <class Part>
    void each(const Part &part) {
        each([](const void *what, Thread &thread) { (*static_cast<const Part *>(what))(thread); }, &part, false);
    }
    // As each, of what is measured: when one thread fails, the others are let go.
    template <class Part>
    void each_measured(const Part &part) {
        each([](const void *what, Thread &thread) { (*static_cast<const Part *>(what))(thread); }, &part, true);
    }

    // The instances of a state: one, one of each group, or one of each thread.
    List<const Instance *> instances(const Class *type) const;
    // For BenchmarkParams: its id, and of the params in the order of their short names.
    Text identity;
    List<const char *> keys, full_names, texts;

private:
    using Doing = void (*)(const void *what, Thread &thread);
    void each(Doing doing, const void *what, bool measured);
    Instance *shared_instance(Class *type, const Thread &thread);

    List<Needs> needed;  // by each of the members
    List<Instance *> common;  // what several threads have
    Instance everyone;        // stands for no object: fixtures that take no state
    Block block;              // of the common ones
    Team *team = nullptr;
    bool trial_running = false, iteration_running = false;
    static const Case *active;  // whose values the shared fields hold
};

// What a failure tells when a thread never comes back from the benchmark, and the process has to end: who writes it.
extern void (*last_words)(const Case &open, const Failure &failure);

}  // namespace clamh
