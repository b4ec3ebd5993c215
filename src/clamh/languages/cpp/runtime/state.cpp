// The registry: what was registered, in order, and what each benchmark uses.
#include "case.hpp"

#include <cstring>

namespace clamh {

namespace {

void add(List<Class *> &list, Class *type) {
    if (!type->injected && !list.contains(type)) list.push(type);
}

template <class Record>
void insert(List<Record *> &list, Record *record) {  // by index
    std::size_t at = list.size();
    list.push(record);
    for (; at > 0 && record->index < list[at - 1]->index; --at) list[at] = list[at - 1];
    list[at] = record;
}

template <class Record>
List<Record *> reversed(Record *last) {
    std::size_t count = 0;
    for (const Record *one = last; one != nullptr; one = one->next) ++count;
    List<Record *> list(count);
    for (; last != nullptr; last = last->next) list[--count] = last;
    return list;
}

template <class Record>
List<Record *> by_index(Record *last) {
    List<Record *> list;
    for (Record *record : reversed(last)) insert(list, record);  // mostly in order already
    return list;
}

// JMH's order: the benchmark's parameters and its own object, then what their fixtures take, and so on level by level; set
// up from the back, so that what a fixture takes comes before it. At most as many levels as fixtures: a cycle ends too.
List<Class *> setup_order(const Function &benchmark, const List<Function *> &running) {
    List<Class *> level, all, order;
    for (int at = benchmark.method ? 1 : 0; at < benchmark.count; ++at) add(level, benchmark.classes[at]);
    for (Class *type : touched(benchmark)) add(level, type);  // its own class
    for (std::size_t depth = 0; !level.empty() && depth <= running.size(); ++depth) {
        List<Class *> next;
        for (Class *type : level) {
            all.push(type);
            for (const Function *fixture : running) {
                if (owner_of(*fixture) != type) continue;
                for (Class *other : touched(*fixture)) {
                    if (other != type) add(next, other);
                }
            }
        }
        level = static_cast<List<Class *> &&>(next);
    }
    for (std::size_t at = all.size(); at > 0; --at) add(order, all[at - 1]);
    return order;
}

void add_state(List<Class *> &states, Class *type) {
    if (type->name != nullptr && !type->injected && !states.contains(type)) insert(states, type);
}

Registry collect() {
    Registry all;
    all.benchmarks = by_index(benchmarks);
    all.members = by_index(members);
    for (Function *group : by_index(groups)) {  // one whose members are all left out by the preprocessor is none
        if (!all.members_of(*group).empty()) insert(all.benchmarks, group);
    }
    all.fixtures = by_index(fixtures);
    all.params = by_index(params);
    all.counters = by_index(counters);
    all.checks = by_index(checks);
    all.sources = reversed(sources);
    for (const List<Function *> *functions : {&all.benchmarks, &all.members, &all.fixtures}) {
        for (const Function *function : *functions) {
            for (Class *type : touched(*function)) add_state(all.states, type);
        }
    }
    for (const Param *param : all.params) add_state(all.states, param->owner);
    for (const Counter *counter : all.counters) add_state(all.states, counter->owner);
    for (const Check *check : all.checks) add_state(all.states, check->owner);
    return all;
}

bool limited_to_others(const Function &fixture, const Function &benchmark) {
    if (fixture.only == nullptr) return false;
    const char *const sought = benchmark.group != nullptr ? benchmark.group : benchmark.name;
    for (const char *const *name = fixture.only; *name != nullptr; ++name) {
        if (std::strcmp(*name, sought) == 0) return false;
    }
    return true;
}

template <class T>
void unite(List<T> &all, const List<T> &more) {
    for (const T &one : more) {
        if (!all.contains(one)) all.push(one);
    }
}

void add_injected(List<Class *> &list, const Function &function) {
    for (int at = 0; at < function.count; ++at) {
        if (function.classes[at]->injected && !list.contains(function.classes[at])) list.push(function.classes[at]);
    }
}

}  // namespace

const Registry &registry() {
    static const Registry all = collect();
    return all;
}

List<Class *> touched(const Function &function) {
    List<Class *> classes;
    if (function.owner != nullptr && (function.method || function.owner->name != nullptr)) add(classes, function.owner);
    for (int at = 0; at < function.count; ++at) add(classes, function.classes[at]);
    return classes;
}

Class *owner_of(const Function &fixture) {
    const List<Class *> classes = touched(fixture);
    for (Class *type : classes) {
        if (type->name != nullptr) return type;
    }
    return classes.empty() ? nullptr : classes[0];
}

List<Function *> Registry::members_of(const Function &group) const {
    List<Function *> found;
    for (Function *member : members) {
        if (std::strcmp(member->group, group.name) == 0) found.push(member);
    }
    return found;
}

Needs Registry::needs(const Function &benchmark) const {
    if (benchmark.repeat == nullptr) {
        Needs all;
        for (const Function *member : members_of(benchmark)) {
            const Needs own = needs(*member);
            unite(all.classes, own.classes), unite(all.injected, own.injected), unite(all.states, own.states);
            unite(all.fixtures, own.fixtures), unite(all.params, own.params);
            unite(all.counters, own.counters), unite(all.checks, own.checks);
        }
        return all;
    }
    List<Class *> used = touched(benchmark);
    // A fixture brings its other states along, and they their own fixtures, until nothing is added. Indices are in JMH's
    // order of one state's fixtures: binding gives them so.
    List<Function *> running;
    for (bool grown = true; grown;) {
        grown = false;
        for (Function *fixture : fixtures) {
            Class *const owner = owner_of(*fixture);
            if (running.contains(fixture) || (owner != nullptr && !used.contains(owner))) continue;
            if (limited_to_others(*fixture, benchmark)) continue;
            for (Class *type : touched(*fixture)) add(used, type);
            std::size_t at = running.size();
            running.push(fixture);
            for (; at > 0 && fixture->index < running[at - 1]->index; --at) running[at] = running[at - 1];
            running[at] = fixture;
            grown = true;
        }
    }

    Needs needs;
    needs.classes = setup_order(benchmark, running);
    for (Class *type : used) {
        if (type->name != nullptr) needs.states.push(type);
    }
    for (std::size_t at = 0; at <= needs.classes.size(); ++at) {  // first those of no class
        for (Function *fixture : running) {
            if (owner_of(*fixture) == (at == 0 ? nullptr : needs.classes[at - 1])) needs.fixtures.push(fixture);
        }
    }
    for (Param *param : params) {
        if (used.contains(param->owner)) needs.params.push(param);
    }
    for (Counter *counter : counters) {
        if (used.contains(counter->owner)) needs.counters.push(counter);
    }
    for (Check *check : checks) {
        if (used.contains(check->owner)) needs.checks.push(check);
    }
    add_injected(needs.injected, benchmark);
    for (const Function *fixture : needs.fixtures) add_injected(needs.injected, *fixture);
    return needs;
}

Text Registry::fault() const {
    for (const List<Function *> *functions : {&benchmarks, &members, &fixtures}) {
        for (const Function *function : *functions) {
            for (int at = 0; at < function->count; ++at) {
                const Class *type = function->classes[at];
                if (type->construct == nullptr) {
                    return written("%s: the harness cannot make an object of one of its classes", function->name);
                }
                const bool object = function->method && at == 0;
                if (type->name == nullptr && !object && !type->injected) {
                    return written("%s: parameter %d is neither a class marked as State nor one that the harness injects",
                                   function->name, at + (function->method ? 0 : 1));
                }
            }
        }
    }
    return "";
}

}  // namespace clamh
