#include "describe.hpp"

#include <cstring>

#include <unistd.h>

#include "clock.hpp"
#include "team.hpp"
#include "worker.hpp"
#if __has_include("platform.hpp")
#include "platform.hpp"  // written by the build: which platform this is
#else
#define CLAMH_PLATFORM "cpp"
#define CLAMH_COMPILER "c++"
#define CLAMH_COMPILER_VERSION __VERSION__
#define CLAMH_FLAGS "[]"
#endif

namespace clamh {

namespace {

const char *runtime() {
#if defined(__GLIBCXX__)
    static const Text name = written("libstdc++ %ld", static_cast<long>(__GLIBCXX__));
#elif defined(_LIBCPP_VERSION)
    static const Text name = written("libc++ %ld", static_cast<long>(_LIBCPP_VERSION));
#else
    static const Text name;
#endif
    return name.c_str();
}

void describe_worker(const Channel &channel) {
    Event event("hello");
    event.number("protocol", 1).text("language", "cpp").text("platform", CLAMH_PLATFORM);
    event.begin("toolchain", '{').text("name", CLAMH_COMPILER).text("version", CLAMH_COMPILER_VERSION);
    event.raw("flags", CLAMH_FLAGS).boolean("optimised", optimised).end('}');
    event.text("runtime", runtime());
    event.begin("clocks", '[');
    for (const Clock &clock : clocks_tried) {
        event.begin(nullptr, '{').text("name", clock.name).number("step_ns", clock.step_ns).number("cost_ns", clock.cost_ns);
        event.boolean("taken", clock.now == the_clock.now).end('}');
    }
    event.end(']').begin("capabilities", '{').text("cases", "many");
    event.begin("modes", '[');
    for (const char *mode : modes) event.text(nullptr, mode);
    // There is no garbage: it has been collected before every iteration, and collection is off in all of them.
    event.end(']').begin("gc", '[').text(nullptr, "true").text(nullptr, "off").end(']').begin("commands", '[');
    for (const char *verb : {"describe", "open", "iterate", "slice", "samples", "invoke", "drain", "close", "exit"}) {
        event.text(nullptr, verb);
    }
    event.end(']').number("max_threads", max_threads).text("floor", CLAMH_FLOOR);
    event.boolean("thread_ids", own_thread_id() > 0).end('}');
    event.begin("sources", '{');
    for (const Source *source : registry().sources) event.text(source->path, source->sha256);
    channel.write(event.end('}').number("pid", getpid()).close());
}

void describe_param(Event &event, const Param &param) {
    event.begin(nullptr, '{').text("name", param.name).text("type", param.type.name);
    if (std::strcmp(param.type.name, "integer") == 0) {
        event.number("minimum", param.type.minimum).natural("maximum", param.type.maximum);
    } else {
        event.raw("minimum", "null").raw("maximum", "null");
    }
    event.begin("values", '[');
    for (const char *const *value = param.values; *value != nullptr; ++value) event.text(nullptr, *value);
    event.end(']').begin("constants", '[');
    for (const Constant *one = param.type.constants; one != nullptr && one->name != nullptr; ++one) event.text(nullptr, one->name);
    event.end(']').number("line", param.line).end('}');
}

void describe_state(const Channel &channel, const Class &type) {
    Event event("state");
    event.text("name", type.name).text("scope", type.scope).begin("params", '[');
    for (const Param *param : registry().params) {
        if (param->owner == &type) describe_param(event, *param);
    }
    event.end(']').begin("fixtures", '[');
    for (const Function *fixture : registry().fixtures) {
        if (owner_of(*fixture) != &type) continue;
        event.begin(nullptr, '{').text("kind", fixture->kind).text("level", fixture->level).text("name", fixture->name).end('}');
    }
    channel.write(event.end(']').raw("forecast", type.forecast).close());
}

void describe_states(Event &event, const Function &function) {
    event.begin("states", '[');
    const Needs needs = registry().needs(function);
    for (const Class *type : needs.states) event.text(nullptr, type->name);
    event.end(']');
}

void describe_benchmark(const Channel &channel, const Function &function) {
    Event event("benchmark");
    event.text("name", function.name);
    describe_states(event, function);
    event.raw("settings", function.settings).text("baseline", function.baseline).text("path", function.path);
    event.number("line", function.line).raw("forecast", function.forecast);
    if (function.repeat == nullptr) {
        event.begin("members", '[');
        const List<Function *> members = registry().members_of(function);
        for (const Function *member : members) {
            event.begin(nullptr, '{').text("name", member->member).number("threads", member->threads);
            describe_states(event, *member);
            event.text("path", member->path).number("line", member->line).end('}');
        }
        event.end(']');
    }
    channel.write(event.close());
}

}  // namespace

void describe(const Channel &channel) {
    const Text fault = registry().fault();
    if (!fault.empty()) throw Failure{"internal", "describe", fault};
    describe_worker(channel);
    for (const Class *type : registry().states) describe_state(channel, *type);
    for (const Function *function : registry().benchmarks) describe_benchmark(channel, *function);
    Event event("described");
    event.natural("benchmarks", registry().benchmarks.size()).natural("states", registry().states.size());
    channel.write(event.close());
}

}  // namespace clamh
