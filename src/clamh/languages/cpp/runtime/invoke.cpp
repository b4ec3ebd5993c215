#include "invoke.hpp"

#include "record.hpp"

namespace clamh {

namespace {

struct Returned {
    Text value;  // empty: it returns nothing
    List<Text> consumed;
};

constexpr long long partner_ns = 1'000'000'000;

// In a group one may wait for another: the first to come back says so to Control, and calls again for one that does not look.
void invoke_once(Thread &thread, Returned &given) {
    const Case &open = thread.open;
    auto *const control = thread.taken<harness_utils::Control>();
    if (control != nullptr && thread.function->group != nullptr) control->startMeasurement = true;  // one may wait for that
    const List<void *> objects = thread.objects(*thread.function);
    Fixtures &around = thread.fixtures[level_invocation];
    around.set_up();
    take_consumed();  // what fixtures gave is not the benchmark's
    try {
        thread.function->returned(objects.begin(), &given.value);
    } catch (...) {
        throw raised("benchmark", thread.function->name);
    }
    given.consumed = take_consumed();
    if (thread.function->group != nullptr && !open.alone()) {
        open.meeting->stop();
        open.meeting->leave(partner_ns, [&] { thread.function->repeat(objects.begin(), 1); });
    }
    for (Text &text : given.consumed) text = shortened(text);
    around.tear_down();
}

void add_given(Event &event, Returned &given) {
    if (given.value.empty()) event.raw("returned", "null");
    else event.text("returned", shortened(given.value));
    event.begin("consumed", '[');
    for (const Text &text : listed(static_cast<List<Text> &&>(given.consumed))) event.text(nullptr, text);
    event.end(']');
}

// What one call gave, into the event: `returned` and `consumed`, of a group `members`, and `checks`.
void invoke_and_add(Case &open, Event &event) {
    List<Returned> given(open.threads.size());
    open.each_measured([&](Thread &thread) {
        if (thread.function->group == nullptr && thread.dealt.thread > 0) return;  // one invocation, whatever the threads
        invoke_once(thread, given[static_cast<std::size_t>(thread.dealt.thread)]);
    });
    List<Text> checked(open.needs.checks.size());
    for (std::size_t at = 0; at < checked.size(); ++at) {
        const Check &check = *open.needs.checks[at];
        const List<const Instance *> states = open.instances(check.owner);
        if (states.empty()) continue;  // of a member that no thread runs
        try {
            check.read(states[0]->object, checked[at]);
        } catch (...) {
            throw raised("benchmark", check.name);
        }
    }
    if (open.benchmark->repeat != nullptr) {
        add_given(event, given[0]);
    } else {
        event.begin("members", '{');
        for (const Thread *thread : open.threads) {
            if (thread->dealt.group > 0 || thread->dealt.member_thread > 0) continue;
            event.begin(thread->function->member, '{');
            add_given(event, given[static_cast<std::size_t>(thread->dealt.thread)]);
            event.end('}');
        }
        event.end('}');
    }
    event.begin("checks", '{');
    for (std::size_t at = 0; at < checked.size(); ++at) {
        if (!checked[at].empty()) event.text(open.needs.checks[at]->name, shortened(checked[at]));
    }
    event.end('}');
}

}  // namespace

Event invoke(Case &open, unsigned long long calls) {
    Event event("value");
    event.text("case", open.id);
    const bool used = open.in_trial(), within = open.in_iteration();  // on the state that measuring left
    if (used && recording == Recording::apart) event.boolean("unrecorded", true);
    if (used) open.activate();
    else open.begin_trial();
    for (unsigned long long call = 1; call <= calls; ++call) {
        if (call == 2) event.begin("more", '[');
        if (call > 1) event.begin(nullptr, '{');
        if (!within) open.begin_iteration();
        invoke_and_add(open, event);
        if (!within) open.end_iteration();
        if (call > 1) event.end('}');
    }
    if (calls > 1) event.end(']');
    if (used) return event;
    open.end_trial();
    open.forget();
    return event;
}

}  // namespace clamh
