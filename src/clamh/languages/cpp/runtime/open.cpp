// Checking what a case is asked to be, and making it.
#include <cstring>

#include "worker.hpp"

namespace clamh {

bool whole_number(const Text &text, unsigned long long most, unsigned long long &value) {
    value = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const unsigned long long digit = static_cast<unsigned long long>(text[at] - '0');
        if (text[at] < '0' || text[at] > '9' || digit > most || value > (most - digit) / 10) return false;
        value = value * 10 + digit;
    }
    return !text.empty();
}

void Opening::give(const Text &param, const Text &value) {
    for (Given &given : params) {
        if (given.name == param) {
            given.value = value;
            return;
        }
    }
    params.push({param, value});
}

namespace {

unsigned long long number(const char *field, const Text &text, unsigned long long least, unsigned long long most) {
    unsigned long long value;
    if (whole_number(text, most, value) && value >= least) return value;
    throw usage("%s=%s is no whole number from %llu to %llu", field, text.c_str(), least, most);
}

// What may be missing, and is only told on.
long long told(const char *field, const Text &text) {
    return text.empty() ? 0 : static_cast<long long>(number(field, text, 0, 1ULL << 62));
}

bool known_mode(const Text &asked) {
    for (const char *mode : modes) {
        if (asked == mode) return true;
    }
    return false;
}

const char *short_name(const char *full) {
    const char *const colon = std::strrchr(full, ':');
    return colon == nullptr ? full : colon + 1;
}

void insert(List<const char *> &texts, std::size_t at, const char *text) {
    texts.push(text);
    for (std::size_t last = texts.size() - 1; last > at; --last) texts[last] = texts[last - 1];
    texts[at] = text;
}

const char *mode_name(const Text &mode) {
    return mode == "thrpt" ? "Throughput" : mode == "sample" ? "SampleTime" : mode == "ss" ? "SingleShotTime"
           : mode == "wall" ? "WallTime" : "AverageTime";
}

// As java.net.URLEncoder writes it, which JMH uses here.
void add_encoded(Text &id, const char *text) {
    for (; *text != '\0'; ++text) {
        const char byte = *text;
        const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
        if (letter || std::strchr(".-*_", byte) != nullptr) id.add(byte);
        else if (byte == ' ') id.add('+');
        else id.add(written("%%%02X", static_cast<unsigned>(static_cast<unsigned char>(byte))));
    }
}

bool takes_operations(const Case &made) { return made.needs.injected.contains(&class_of<harness_utils::Operations>); }

const Function &benchmark_called(const Text &name) {
    if (name == the_floor->name) return *the_floor;
    for (const Function *benchmark : registry().benchmarks) {
        if (name == benchmark->name) return *benchmark;
    }
    throw usage("no benchmark is called %s", name.c_str());
}

const Text &value_for(const Param &param, const Opening &asked) {
    for (const Given &given : asked.params) {
        if (given.name == param.name) return given.value;
    }
    throw usage("param %s is not given", param.name);
}

List<const Function *> called_by(const Function &benchmark) {
    List<const Function *> called;
    if (benchmark.repeat != nullptr) called.push(&benchmark);
    else for (const Function *member : registry().members_of(benchmark)) called.push(member);
    return called;
}

// How many threads of one group run each of these functions.
List<int> shares(const Opening &asked, const List<const Function *> &called) {
    const bool group = called[0]->group != nullptr;
    List<int> all;
    if (!group || asked.thread_groups.empty()) {
        for (const Function *one : called) all.push(one->threads);
    } else {
        const char *from = asked.thread_groups.c_str();
        for (std::size_t length = std::strcspn(from, ",");; from += length + 1, length = std::strcspn(from, ",")) {
            all.push(static_cast<int>(number("tg", Text(from, length), 0, max_threads)));
            if (from[length] == '\0') break;
        }
    }
    unsigned long long threads = number("threads", asked.threads, 1, max_threads), each = 0;
    for (const int share : all) each += static_cast<unsigned long long>(share);
    if (!group && !asked.thread_groups.empty()) throw usage("tg=%s, but %s is no group", asked.thread_groups.c_str(), asked.benchmark.c_str());
    if (all.size() != called.size()) {
        throw usage("tg=%s has %zu numbers, but %s has %zu members", asked.thread_groups.c_str(), all.size(), asked.benchmark.c_str(), called.size());
    }
    if (each == 0 || threads % each != 0) {
        throw usage("threads=%llu is no multiple of the %llu threads of one group", threads, each);
    }
    return all;
}

bool has_param(const Needs &needs, const Text &name) {
    for (const Param *param : needs.params) {
        if (name == param->name) return true;
    }
    return false;
}

}  // namespace

void open_case(const Opening &asked, Case &made) {
    constexpr unsigned long long many = 1ULL << 62;
    made.id = asked.id;
    made.benchmark = &benchmark_called(asked.benchmark);
    const Text fault = registry().fault();
    if (!fault.empty()) throw Failure{"internal", "", fault};
    if (!known_mode(asked.mode)) throw usage("mode %s is none of avgt, thrpt, sample, ss, wall", asked.mode.c_str());
    made.mode = asked.mode;
    if (!asked.gc.empty() && !(asked.gc == "true") && !(asked.gc == "false") && !(asked.gc == "off")) {
        throw usage("gc=%s is none of true, false, off", asked.gc.c_str());
    }
    made.batch = static_cast<long long>(number("batch", asked.batch, 1, many));
    made.operations_per_invocation = static_cast<long long>(number("opi", asked.operations_per_invocation, 1, many));
    made.warmup_batch = asked.warmup_batch.empty() ? made.batch : static_cast<long long>(number("wbatch", asked.warmup_batch, 1, many));
    made.seed = number("seed", asked.seed, 0, ~0ULL);
    made.layout_seed = asked.layout_seed.empty() ? made.seed : number("lseed", asked.layout_seed, 0, ~0ULL);
    if (asked.layout == "static") made.layout_seed = 0;
    else if (!asked.layout.empty() && !(asked.layout == "random")) throw usage("layout=%s is neither random nor static", asked.layout.c_str());
    if (made.benchmark != the_floor) made.needs = registry().needs(*made.benchmark);  // not even a fixture of all
    for (Param *param : made.needs.params) {
        const Text &value = value_for(*param, asked);
        if (!param->assign(nullptr, value.c_str(), value.size())) {
            throw usage("param %s is of type %s and cannot be \"%s\"", param->name, param->type.name, value.c_str());
        }
        made.values.push({param, value});
    }
    for (const Given &given : asked.params) {
        if (!has_param(made.needs, given.name)) {
            throw usage("no state of %s has a param %s", asked.benchmark.c_str(), given.name.c_str());
        }
    }
    if (made.mode == "sample" && takes_operations(made)) {
        throw Failure{"unsupported", asked.benchmark,
                      "a benchmark that takes Operations cannot be run in mode sample: an invocation has no one number of operations"};
    }
    for (const Value &value : made.values) {
        const char *const key = short_name(value.param->name);
        std::size_t at = made.keys.size();
        while (at > 0 && std::strcmp(key, made.keys[at - 1]) < 0) --at;
        insert(made.keys, at, key);
        insert(made.full_names, at, value.param->name);
        insert(made.texts, at, value.text.c_str());
    }
    add_encoded(made.identity, made.benchmark->name);
    made.identity.add("-").add(mode_name(made.mode));
    for (std::size_t at = 0; at < made.keys.size(); ++at) {
        add_encoded(made.identity.add("-"), made.keys[at]);
        add_encoded(made.identity.add("-"), made.texts[at]);
    }
    made.plan = {asked.time_unit.empty() ? Text("ns") : asked.time_unit, told("forks", asked.forks), told("wforks", asked.warmup_forks),
                 told("wi", asked.warmup_iterations), told("w", asked.warmup_ns), told("i", asked.measurement_iterations),
                 told("r", asked.measurement_ns), told("to", asked.timeout_ns)};
    const List<const Function *> called = called_by(*made.benchmark);
    made.reserve(deal(static_cast<int>(number("threads", asked.threads, 1, max_threads)), shares(asked, called)), called);
}

}  // namespace clamh
