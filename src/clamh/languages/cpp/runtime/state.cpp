// The registry: what was registered, in order, and what each benchmark uses.
#include "case.hpp"

#include <algorithm>
#include <cstring>

namespace clamh {

namespace {

bool is_blackhole(const Class *type) { return type == &class_of<harness_utils::Blackhole>; }

bool contains(const std::vector<Class *> &list, const Class *type) {
    return std::find(list.begin(), list.end(), type) != list.end();
}

void add(std::vector<Class *> &list, Class *type) {
    if (!is_blackhole(type) && !contains(list, type)) list.push_back(type);
}

template <class Record>
std::vector<Record *> ordered(Record *first) {
    std::vector<Record *> list;
    for (; first != nullptr; first = first->next) list.push_back(first);
    return list;
}

template <class Record>
void by_index(std::vector<Record *> &list) {
    std::sort(list.begin(), list.end(), [](const Record *a, const Record *b) { return a->index < b->index; });
}

// JMH's order: the benchmark's parameters and its own object, then what their fixtures take, and so on level by level; set
// up from the back, so that what a fixture takes comes before it. At most as many levels as fixtures: a cycle ends too.
std::vector<Class *> setup_order(const Function &benchmark, const std::vector<Function *> &running) {
    std::vector<Class *> level, all, order;
    for (int at = benchmark.method ? 1 : 0; at < benchmark.count; ++at) add(level, benchmark.classes[at]);
    if (benchmark.method) add(level, benchmark.classes[0]);
    for (std::size_t depth = 0; !level.empty() && depth <= running.size(); ++depth) {
        all.insert(all.end(), level.begin(), level.end());
        std::vector<Class *> next;
        for (const Class *type : level) {
            for (const Function *fixture : running) {
                if (owner_of(*fixture) != type) continue;
                for (Class *other : touched(*fixture)) {
                    if (other != type) add(next, other);
                }
            }
        }
        level = next;
    }
    for (auto type = all.rbegin(); type != all.rend(); ++type) add(order, *type);
    return order;
}

Registry collect() {
    Registry all;
    all.benchmarks = ordered(benchmarks);
    all.fixtures = ordered(fixtures);
    all.params = ordered(params);
    all.sources = ordered(sources);
    for (const Function *function : all.benchmarks) {
        for (int at = 0; at < function->count; ++at) add(all.states, function->classes[at]);
    }
    for (const Function *function : all.fixtures) {
        for (Class *type : touched(*function)) add(all.states, type);
    }
    for (const Param *param : all.params) add(all.states, param->owner);
    const auto unnamed = [](const Class *type) { return type->name == nullptr; };
    all.states.erase(std::remove_if(all.states.begin(), all.states.end(), unnamed), all.states.end());
    by_index(all.benchmarks);
    by_index(all.fixtures);
    by_index(all.states);
    by_index(all.params);
    std::reverse(all.sources.begin(), all.sources.end());
    return all;
}

}  // namespace

const Registry &registry() {
    static const Registry all = collect();
    return all;
}

std::vector<Class *> touched(const Function &fixture) {
    std::vector<Class *> classes;
    if (fixture.owner != nullptr && (fixture.method || fixture.owner->name != nullptr)) add(classes, fixture.owner);
    for (int at = 0; at < fixture.count; ++at) add(classes, fixture.classes[at]);
    return classes;
}

const Class *owner_of(const Function &fixture) {
    const std::vector<Class *> classes = touched(fixture);
    for (const Class *type : classes) {
        if (type->name != nullptr) return type;
    }
    return classes.empty() ? nullptr : classes.front();
}

Needs Registry::needs(const Function &benchmark) const {
    std::vector<Class *> used;
    for (int at = 0; at < benchmark.count; ++at) add(used, benchmark.classes[at]);
    // A fixture brings its other states along, and they their own fixtures, until nothing is added.
    std::vector<Function *> running;
    for (bool grown = true; grown;) {
        grown = false;
        for (Function *fixture : fixtures) {
            if (std::find(running.begin(), running.end(), fixture) != running.end()) continue;
            if (owner_of(*fixture) != nullptr && !contains(used, owner_of(*fixture))) continue;
            for (Class *type : touched(*fixture)) add(used, type);
            running.push_back(fixture);
            grown = true;
        }
    }
    // JMH's order of one state's fixtures is that of their names; those that are no methods of it come after them.
    std::sort(running.begin(), running.end(), [](const Function *a, const Function *b) {
        const bool a_from_outside = owner_of(*a) != a->owner, b_from_outside = owner_of(*b) != b->owner;
        const int names = std::strcmp(a->name, b->name);
        return a_from_outside != b_from_outside ? b_from_outside : names != 0 ? names < 0 : a->index < b->index;
    });

    Needs needs;
    needs.classes = setup_order(benchmark, running);
    for (Class *type : used) {
        if (type->name != nullptr) needs.states.push_back(type);
    }
    std::vector<const Class *> owners = {nullptr};
    owners.insert(owners.end(), needs.classes.begin(), needs.classes.end());
    for (const Class *type : owners) {
        for (Function *fixture : running) {
            if (owner_of(*fixture) == type) needs.fixtures.push_back(fixture);
        }
    }
    for (Param *param : params) {
        if (contains(used, param->owner)) needs.params.push_back(param);
    }
    return needs;
}

std::string Registry::fault() const {
    std::vector<Function *> functions = benchmarks;
    functions.insert(functions.end(), fixtures.begin(), fixtures.end());
    for (const Function *function : functions) {
        for (int at = 0; at < function->count; ++at) {
            const Class *type = function->classes[at];
            if (type->construct == nullptr) {
                return std::string(function->name) + ": the harness cannot make an object of one of its classes";
            }
            const bool object = function->method && at == 0;
            if (type->name == nullptr && !object && !is_blackhole(type)) {
                return std::string(function->name) + ": parameter " + std::to_string(at + (function->method ? 0 : 1)) +
                       " is neither a class marked as State nor harness_utils::Blackhole";
            }
        }
    }
    return "";
}

}  // namespace clamh
