// The registry: what was registered, in order, and what each benchmark uses.
#include "case.hpp"

#include <algorithm>

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

// Depth first: a class comes after every other class that its own fixtures take.
void visit(Class *type, const std::vector<Function *> &fixtures, std::vector<Class *> &seen, std::vector<Class *> &order) {
    if (contains(seen, type)) return;
    seen.push_back(type);
    for (const Function *fixture : fixtures) {
        const std::vector<Class *> classes = touched(*fixture);
        if (classes.empty() || classes.front() != type) continue;
        for (Class *other : classes) visit(other, fixtures, seen, order);
    }
    order.push_back(type);
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

Needs Registry::needs(const Function &benchmark) const {
    std::vector<Class *> used;
    for (int at = 0; at < benchmark.count; ++at) add(used, benchmark.classes[at]);
    // A fixture brings its other states along, and they their own fixtures, until nothing is added.
    std::vector<Function *> running;
    for (bool grown = true; grown;) {
        grown = false;
        for (Function *fixture : fixtures) {
            if (std::find(running.begin(), running.end(), fixture) != running.end()) continue;
            const std::vector<Class *> classes = touched(*fixture);
            const bool of_its_class = !classes.empty() && classes.front() == fixture->owner;
            const auto end = of_its_class ? classes.begin() + 1 : classes.end();
            const bool applies = classes.empty() || std::any_of(classes.begin(), end, [&](const Class *type) {
                                     return contains(used, type);
                                 });
            if (!applies) continue;
            for (Class *type : classes) add(used, type);
            running.push_back(fixture);
            grown = true;
        }
    }
    by_index(running);

    Needs needs;
    std::vector<Class *> seen;
    for (Class *type : used) visit(type, running, seen, needs.classes);
    for (Class *type : used) {
        if (type->name != nullptr) needs.states.push_back(type);
    }
    for (Function *fixture : running) {
        if (touched(*fixture).empty()) needs.fixtures.push_back(fixture);
    }
    for (const Class *type : needs.classes) {
        for (Function *fixture : running) {
            const std::vector<Class *> classes = touched(*fixture);
            if (!classes.empty() && classes.front() == type) needs.fixtures.push_back(fixture);
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
