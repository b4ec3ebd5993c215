#include "thread.hpp"

#include <cstring>

#include "case.hpp"
#include "layout.hpp"

namespace clamh {

namespace {

constexpr const char *level_names[levels] = {"Trial", "Iteration", "Invocation"};

}  // namespace

Thread::Thread(Case &of, const Dealt &place, const Function &called, const Needs &used)
    : open(of), dealt(place), function(&called), needs(used), stack(stack_offset(of.layout_seed, place.thread)) {}

Thread::~Thread() {
    destroy();
    for (Instance *one : own.placed) delete one;
}

const Instance &Thread::instance(const Class *type) const {
    std::size_t at = 0;
    while (at + 1 < instances.size() && instances[at]->type != type) ++at;
    return *instances[at];
}

List<void *> Thread::objects(const Function &called) const {
    List<void *> taken;
    for (int at = 0; at < called.count; ++at) taken.push(object(called.classes[at]));
    return taken;
}

void Thread::find_fixtures(Instance *common) {
    for (const Level level : {level_trial, level_iteration, level_invocation}) fixtures[level] = found(level, common);
}

Fixtures Thread::found(Level level, Instance *common) const {
    Fixtures all;
    all.first_tears_down = level == level_invocation;
    for (std::size_t at = 0; at <= needs.classes.size(); ++at) {  // first those that take no state
        const Class *const owner = at == 0 ? nullptr : needs.classes[at - 1];
        Instance *const whose = at == 0 ? common : instances[at - 1];
        Turn turn;
        for (const Function *fixture : needs.fixtures) {
            if (owner_of(*fixture) != owner || std::strcmp(fixture->level, level_names[level]) != 0) continue;
            const bool setup = std::strcmp(fixture->kind, "Setup") == 0;
            (setup ? turn.setups : turn.teardowns).push({fixture, objects(*fixture)});
        }
        if (whose != nullptr && whose->shared[level].users > 1) turn.shared = &whose->shared[level];
        all.turns.push(static_cast<Turn &&>(turn));
    }
    return all;
}

void Thread::construct() {
    for (Instance *one : instances) {
        if (one->maker != dealt.thread) continue;
        try {
            one->type->construct(one->object);
        } catch (...) {
            throw raised("setup", one->type->name != nullptr ? one->type->name : function->name);
        }
        one->constructed = true;
    }
    for (const Value &value : open.values) {
        if (value.param->shared || !needs.params.contains(value.param)) continue;
        const Instance &one = instance(value.param->owner);
        if (one.maker == dealt.thread) value.param->assign(one.object, value.text.c_str(), value.text.size());
    }
}

void Thread::destroy() {
    for (std::size_t at = instances.size(); at > 0; --at) {
        Instance &one = *instances[at - 1];
        if (one.maker != dealt.thread || !one.constructed) continue;
        one.constructed = false;
        one.type->destroy(one.object);
    }
}

}  // namespace clamh
