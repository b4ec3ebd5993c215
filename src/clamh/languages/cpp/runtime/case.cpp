#include "case.hpp"

#include <cstring>

namespace clamh {

const Case *Case::active = nullptr;

Case::~Case() {
    if (active == this) active = nullptr;
    forget();
    delete team;
    delete meeting;
    for (Thread *thread : threads) delete thread;
    for (Instance *one : common) delete one;
}

// One instance for all threads, or for those of a group, once the first of them asks; null for what each has of its own.
Instance *Case::shared_instance(Class *type, const Thread &thread) {
    const bool of_group = std::strcmp(type->scope, "Group") == 0;
    if (thread.dealt.threads == 1 || type->name == nullptr || !(of_group || std::strcmp(type->scope, "Benchmark") == 0)) return nullptr;
    const int group = of_group ? thread.dealt.group : -1;
    for (Instance *one : common) {
        if (one->type == type && one->group == group) return one;
    }
    Instance *const made = new Instance;
    made->type = type, made->group = group, made->maker = thread.dealt.thread;
    return common.push(made);
}

// Every state starts a random number of lines (none for layout seed 0) into granules of its own. A thread's own lie in pages of
// their own, so that it is the first to touch them.
void Case::reserve(const List<Dealt> &dealt, const List<const Function *> &called) {
    SplitMix64 random{layout_seed};
    SplitMix64 *const lines = layout_seed == 0 ? nullptr : &random;
    for (const Function *function : called) {
        needed.push(function == the_floor ? Needs() : registry().needs(*function));  // of the floor not even a fixture of all
    }
    for (const Dealt &one : dealt) {
        const std::size_t member = static_cast<std::size_t>(one.member);
        Thread *const thread = threads.push(new Thread(*this, one, *called[member], needed[member]));
        if (!members.contains(thread->function)) members.push(thread->function);
        for (const List<Class *> *classes : {&thread->needs.classes, &thread->needs.injected}) {
            for (Class *type : *classes) {
                Instance *instance = shared_instance(type, *thread);
                if (instance == nullptr) {
                    instance = new Instance;
                    instance->type = type, instance->maker = one.thread;
                    thread->own.place(*instance, type->injected ? nullptr : lines);
                }
                for (Shared &level : instance->shared) ++level.users;
                thread->instances.push(instance);
            }
        }
        thread->own.reserve();
    }
    for (Instance *one : common) block.place(*one, lines);
    block.reserve();
    for (Shared &level : everyone.shared) level.users = static_cast<int>(threads.size());
    for (Thread *thread : threads) thread->find_fixtures(alone() ? nullptr : &everyone);
    if (alone()) return;
    meeting = new Meeting(*this);
    team = new Team(static_cast<int>(threads.size()));
}

bool Case::may_wait() const {
    if (benchmark->repeat == nullptr && threads[0]->dealt.group_threads > 1) return true;
    return needs.injected.contains(&class_of<harness_utils::Control>);
}

Text Case::unsliced() const {
    if (mode == "sample" || mode == "ss") return written("mode %s has no slices", mode.c_str());
    if (benchmark->repeat == nullptr) return "it is a group";
    return needs.injected.contains(&class_of<harness_utils::Control>) ? "it takes Control" : "";
}

bool Case::invokable() const {
    return alone() && benchmark->repeat != nullptr && !needs.injected.contains(&class_of<harness_utils::Control>);
}

bool Case::samples() const {
    if (!alone()) return false;
    for (const Function *fixture : threads[0]->needs.fixtures) {
        if (std::strcmp(fixture->level, "Trial") != 0 || std::strcmp(fixture->kind, "Setup") != 0) return false;
    }
    return !needs.injected.contains(&class_of<harness_utils::Control>);
}

List<const Instance *> Case::instances(const Class *type) const {
    List<const Instance *> all;
    for (const Thread *thread : threads) {
        if (!thread->needs.classes.contains(const_cast<Class *>(type))) continue;
        const Instance *const one = &thread->instance(type);
        if (!all.contains(one)) all.push(one);
    }
    return all;
}

List<long long> Case::thread_ids() const {
    if (team != nullptr) return team->ids();
    List<long long> own;
    own.push(own_thread_id());
    return own;
}

void Case::activate() {
    if (active == this) return;
    for (const Value &value : values) {
        char anywhere = 0;  // it is no object's
        if (value.param->shared) value.param->assign(&anywhere, value.text.c_str(), value.text.size());
    }
    active = this;
}

void Case::begin_trial() {
    activate();
    each([](Thread &thread) { thread.construct(); });
    active = nullptr;  // what a constructor made of them does not count
    activate();
    each([](Thread &thread) { Injected::begin_trial(thread); });
    trial_running = true;
    each([](Thread &thread) { thread.fixtures[level_trial].set_up(); });
}

void Case::begin_iteration() {
    iteration_running = true;
    each([](Thread &thread) {
        Injected::begin_iteration(thread);
        thread.fixtures[level_iteration].set_up();
    });
}

void Case::end_iteration() {
    iteration_running = false;
    each([](Thread &thread) { thread.fixtures[level_iteration].tear_down(); });
}

void Case::end_trial() {
    trial_running = false;
    each([](Thread &thread) { thread.fixtures[level_trial].tear_down(); });
}

void Case::abandon() {
    for (const int level : {0, 1, 2}) {
        try {
            if (level == 0) each([](Thread &thread) { thread.fixtures[level_invocation].tear_down(); });
            if (level == 1) end_iteration();
            if (level == 2) end_trial();
        } catch (const Failure &) {  // the failure that led here is the one that is told
        }
    }
    forget();
}

void Case::forget() {
    each([](Thread &thread) { thread.destroy(); });
}

}  // namespace clamh
