// A measuring thread of a case: what it runs, with which objects and fixtures, and what came of it.
#pragma once

#include "deal.hpp"
#include "instance.hpp"
#include "iteration.hpp"

namespace clamh {

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

struct Case;

struct alignas(granule) Thread {
    Case &open;
    const Dealt dealt;
    const Function *const function;  // the benchmark, of a group the member that it runs
    const Needs &needs;              // that function's
    const std::size_t stack;         // by how many bytes it is moved down while this thread works for the case
    List<Instance *> instances;      // of needs.classes, then of needs.injected
    Block own;                       // those that no other thread has
    Fixtures fixtures[levels];
    harness_utils::Random gaps;      // which batches of sample mode are timed
    Iteration result;

    Thread(Case &of, const Dealt &place, const Function &called, const Needs &used);
    Thread(const Thread &) = delete;
    Thread &operator=(const Thread &) = delete;
    ~Thread();

    const Instance &instance(const Class *type) const;
    void *object(const Class *type) const { return instance(type).object; }
    // The objects a function takes, for its stub.
    List<void *> objects(const Function &called) const;
    // The injected object of this class, or null where nothing takes one.
    template <class T>
    T *taken() const {
        return needs.injected.contains(&class_of<T>) ? static_cast<T *>(object(&class_of<T>)) : nullptr;
    }

    void find_fixtures(Instance *common);  // with `common` for those that take no state, null when there is no other thread
    void construct();                      // what this thread makes, and its params; throws Failure
    void destroy();

private:
    Fixtures found(Level level, Instance *common) const;
};

}  // namespace clamh
