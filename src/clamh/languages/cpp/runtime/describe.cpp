#include "describe.hpp"

#include <unistd.h>

#include "case.hpp"
#include "clock.hpp"
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

std::string hello() {
    std::string clocks = "[";
    for (const Clock &clock : clocks_tried) {
        if (clocks.size() > 1) clocks += ',';
        clocks += "{\"name\":" + quoted(clock.name) + ",\"step_ns\":" + std::to_string(clock.step_ns) + ",\"cost_ns\":" +
                  std::to_string(clock.cost_ns) + ",\"taken\":" + (clock.now == the_clock.now ? "true" : "false") + "}";
    }
    std::string sources = "{";
    for (const Source *source : registry().sources) {
        if (sources.size() > 1) sources += ',';
        sources += quoted(source->path) + ":" + quoted(source->sha256);
    }
    const std::vector<std::string> commands = {"describe", "open",   "iterate", "samples", "pair", "duel",
                                               "invoke",   "drain", "close",   "exit"};
    return Event("hello")
        .number("protocol", 1)
        .text("language", "cpp")
        .text("platform", CLAMH_PLATFORM)
        .raw("toolchain", "{\"name\":" + quoted(CLAMH_COMPILER) + ",\"version\":" + quoted(CLAMH_COMPILER_VERSION) +
                              ",\"flags\":" + CLAMH_FLAGS + ",\"optimised\":" + (optimised ? "true" : "false") + "}")
#if defined(__GLIBCXX__)
        .text("runtime", "libstdc++ " + std::to_string(__GLIBCXX__))
#elif defined(_LIBCPP_VERSION)
        .text("runtime", "libc++ " + std::to_string(_LIBCPP_VERSION))
#else
        .text("runtime", "")
#endif
        .raw("clocks", clocks + "]")
        .raw("capabilities", "{\"cases\":\"many\",\"modes\":[\"avgt\",\"thrpt\"],\"commands\":" + array(commands) +
                                 ",\"max_threads\":1,\"floor\":\"" CLAMH_FLOOR "\"}")
        .raw("sources", sources + "}")
        .number("pid", getpid())
        .close();
}

std::string described_param(const Param &param) {
    std::vector<std::string> values, constants;
    for (const char *const *value = param.values; *value != nullptr; ++value) values.emplace_back(*value);
    if (param.type.constants != nullptr) {
        for (const Constant *constant = param.type.constants; constant->name != nullptr; ++constant) {
            constants.emplace_back(constant->name);
        }
    }
    std::string line = "{\"name\":" + quoted(param.name) + ",\"type\":" + quoted(param.type.name);
    if (std::string("integer") == param.type.name) {
        line += ",\"minimum\":" + std::to_string(param.type.minimum) + ",\"maximum\":" + std::to_string(param.type.maximum);
    } else {
        line += ",\"minimum\":null,\"maximum\":null";
    }
    return line + ",\"values\":" + array(values) + ",\"constants\":" + array(constants) +
           ",\"line\":" + std::to_string(param.line) + "}";
}

std::string described_state(const Class &type) {
    std::string params = "[", fixtures = "[";
    for (const Param *one : registry().params) {
        if (one->owner == &type) params += (params.size() > 1 ? "," : "") + described_param(*one);
    }
    for (const Function *fixture : registry().fixtures) {
        if (owner_of(*fixture) != &type) continue;
        fixtures += std::string(fixtures.size() > 1 ? "," : "") + "{\"kind\":" + quoted(fixture->kind) +
                    ",\"level\":" + quoted(fixture->level) + ",\"name\":" + quoted(fixture->name) + "}";
    }
    return Event("state").text("name", type.name).text("scope", type.scope).raw("params", params + "]")
        .raw("fixtures", fixtures + "]").close();
}

std::string described_benchmark(const Function &function) {
    std::vector<std::string> states;
    for (const Class *type : registry().needs(function).states) states.emplace_back(type->name);
    return Event("benchmark").text("name", function.name).raw("states", array(states)).raw("settings", function.settings)
        .text("baseline", function.baseline).text("path", function.path).number("line", function.line).close();
}

}  // namespace

void describe(const Channel &channel) {
    if (const std::string fault = registry().fault(); !fault.empty()) throw Failure{"internal", "describe", fault};
    channel.write(hello());
    for (const Class *type : registry().states) channel.write(described_state(*type));
    for (const Function *function : registry().benchmarks) channel.write(described_benchmark(*function));
    channel.write(Event("described")
                      .number("benchmarks", static_cast<long long>(registry().benchmarks.size()))
                      .number("states", static_cast<long long>(registry().states.size()))
                      .close());
}

}  // namespace clamh
