// Run without a driver: one case in this very process, or the guide's command line handed to clamh.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include "clock.hpp"
#include "threads.hpp"
#include "worker.hpp"

namespace clamh {

namespace {

constexpr const char *solo_usage =
    "usage: --solo NAME [-p PARAM=VALUE]... [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]\n";

struct Unit {
    const char *name;
    long long ns;
};
constexpr Unit units[] = {{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}, {"m", 60'000'000'000},
                          {"min", 60'000'000'000}, {"h", 3'600'000'000'000}, {"d", 86'400'000'000'000}};

long long unit_ns(const std::string &name) {
    for (const Unit &unit : units) {
        if (name == unit.name) return unit.ns;
    }
    return 0;
}

// "200ms"; a bare number is seconds, as in the guide and in JMH.
bool duration(const std::string &text, long long &ns) {
    const std::size_t digits = text.find_first_not_of("0123456789");
    const long long unit = digits == std::string::npos ? unit_ns("s") : unit_ns(text.substr(digits));
    unsigned long long number;
    if (unit == 0 || !whole_number(text.substr(0, digits), 1'000'000'000'000'000'000ULL / static_cast<unsigned long long>(unit), number)) {
        return false;
    }
    ns = static_cast<long long>(number) * unit;
    return ns > 0;
}

// The text of a key in a tag's settings, a flat object that our generator wrote; empty when it says nothing of it.
std::string setting(const Function &benchmark, const std::string &key) {
    const std::string settings = benchmark.settings, sought = "\"" + key + "\":";
    const std::size_t at = settings.find(sought);
    if (at == std::string::npos) return "";
    const std::size_t from = settings.find_first_not_of("[\" ", at + sought.size());
    return settings.substr(from, settings.find_first_of(",\"]}", from) - from);
}

long long setting(const Function &benchmark, const std::string &key, long long otherwise) {
    unsigned long long value;
    return whole_number(setting(benchmark, key), ~0ULL >> 1, value) ? static_cast<long long>(value) : otherwise;
}

// A name may be given short: as the whole, or as what follows the last `::` of some prefix.
bool named(const std::string &full, const std::string &given) {
    if (full == given) return true;
    return full.size() > given.size() + 2 && full.compare(full.size() - given.size() - 2, std::string::npos, "::" + given) == 0;
}

int refuse(const std::string &message) {
    std::fprintf(stderr, "%s\n%s", message.c_str(), solo_usage);
    return 2;
}

const Function *chosen(const std::string &name, std::string &problem) {
    const Function *only = nullptr;
    std::string all, matching;
    for (const Function *benchmark : registry().benchmarks) {
        all += std::string("\n  ") + benchmark->name;
        if (benchmark->name == name) return benchmark;
        if (!named(benchmark->name, name)) continue;
        matching += std::string("\n  ") + benchmark->name;
        only = only == nullptr ? benchmark : nullptr;
        if (only == nullptr) problem = "several";
    }
    if (problem == "several") {
        problem = "more than one benchmark is called " + name + ":" + matching;
        return nullptr;
    }
    if (only == nullptr) problem = "no benchmark is called " + name + "; there are:" + all;
    return only;
}

struct Solo {
    const Function *benchmark;
    Opening opening;
    long long warmup_iterations, warmup_ns, iterations, measurement_ns;
    std::string unit;
};

bool apply(Solo &solo, const std::string &flag, const std::string &value, std::string &problem) {
    unsigned long long number = 0;
    if (flag == "-p") {
        const std::size_t equals = value.find('=');
        std::string all;
        std::vector<Param *> matching;
        for (Param *param : registry().needs(*solo.benchmark).params) {
            all += std::string("\n  ") + param->name;
            if (equals != std::string::npos && named(param->name, value.substr(0, equals))) matching.push_back(param);
        }
        if (matching.size() != 1) {
            problem = "-p " + value + ": " + (matching.empty() ? "not one of its params" : "several params are called that") +
                      (all.empty() ? "; it has none" : "; it has:" + all);
            return false;
        }
        solo.opening.params[matching[0]->name] = value.substr(equals + 1);
        return true;
    }
    if (flag == "-wi" || flag == "-i") {
        if (!whole_number(value, 1'000'000, number) || (flag == "-i" && number == 0)) {
            problem = flag + " " + value + ": not a number of iterations";
            return false;
        }
        (flag == "-i" ? solo.iterations : solo.warmup_iterations) = static_cast<long long>(number);
        return true;
    }
    if (flag == "-w" || flag == "-r") {
        if (!duration(value, flag == "-w" ? solo.warmup_ns : solo.measurement_ns)) {
            problem = flag + " " + value + ": not a time such as 200ms, 1s, 2m";
            return false;
        }
        return true;
    }
    problem = "--solo does not know " + flag;
    return false;
}

void say(const Case &open, const Solo &solo) {
    const bool throughput = open.mode == "thrpt";
    std::printf("Benchmark: %s\nBenchmark mode: %s\nThreads: 1 threads\n", open.benchmark->name,
                throughput ? "Throughput, ops/time" : "Average time, time/op");
    std::printf("Warmup: %lld iterations, %g s each\nMeasurement: %lld iterations, %g s each\n", solo.warmup_iterations,
                static_cast<double>(solo.warmup_ns) / 1e9, solo.iterations, static_cast<double>(solo.measurement_ns) / 1e9);
    const char *before = "Parameters: (";
    for (const Value &value : open.values) {
        std::printf("%s%s = %s", before, value.param->name, value.text.c_str());
        before = ", ";
    }
    std::printf("%s\n", open.values.empty() ? "" : ")\n");
}

void run(Case &open, const Solo &solo, bool warmup, long long index, bool first, bool last) {
    Iteration result;
    if (first) open.begin_trial();
    open.begin_iteration();
    guarded("benchmark", open.benchmark->name, [&] {
        result = measure_time(open, warmup ? solo.warmup_ns : solo.measurement_ns);
    });
    open.end_iteration();
    if (last) open.end_trial();
    const double operations = static_cast<double>(result.invocations) * static_cast<double>(open.operations_per_invocation);
    const double time = static_cast<double>(result.elapsed_ns) / static_cast<double>(unit_ns(solo.unit));
    const bool throughput = open.mode == "thrpt";
    std::printf("Benchmark %s, %siteration %lld: %g %s%s\n", open.benchmark->name, warmup ? "warmup " : "", index,
                throughput ? operations / time : time / operations, throughput ? "ops/" : solo.unit.c_str(),
                throughput ? solo.unit.c_str() : "/op");
    std::fflush(stdout);
}

}  // namespace

int run_solo(int count, char **arguments) {
    if (count == 0) return refuse("--solo needs the name of a benchmark");
    std::string problem;
    const Function *benchmark = chosen(arguments[0], problem);
    if (benchmark == nullptr) return refuse(problem);
    Solo solo = {benchmark, {}, setting(*benchmark, "warmup_iterations", 5), setting(*benchmark, "warmup_time_ns", 300'000'000),
                 setting(*benchmark, "measurement_iterations", 5), setting(*benchmark, "measurement_time_ns", 200'000'000),
                 setting(*benchmark, "time_unit")};
    solo.opening.id = "solo";
    solo.opening.benchmark = benchmark->name;
    if (setting(*benchmark, "modes") == "thrpt") solo.opening.mode = "thrpt";
    if (unit_ns(solo.unit) == 0) solo.unit = solo.opening.mode == "thrpt" ? "s" : "ns";
    solo.opening.operations_per_invocation = std::to_string(setting(*benchmark, "operations_per_invocation", 1));
    for (const Param *param : registry().needs(*benchmark).params) {
        if (param->values[0] != nullptr) solo.opening.params[param->name] = param->values[0];
    }
    for (int at = 1; at < count; at += 2) {
        if (at + 1 == count) return refuse(std::string(arguments[at]) + " needs a value");
        if (!apply(solo, arguments[at], arguments[at + 1], problem)) return refuse(problem);
    }
    if (!choose_clock()) return refuse("CLAMH_CLOCK must be counted:NS with NS above 0");
    std::unique_ptr<Case> open;
    try {
        open = open_case(solo.opening);
        say(*open, solo);
        const long long total = solo.warmup_iterations + solo.iterations;
        for (long long at = 0; at < total; ++at) {
            const bool warmup = at < solo.warmup_iterations;
            run(*open, solo, warmup, warmup ? at + 1 : at - solo.warmup_iterations + 1, at == 0, at == total - 1);
        }
        return 0;
    } catch (const Failure &failure) {
        if (open != nullptr) open->abandon();
        std::fflush(stdout);
        std::fprintf(stderr, "%s%s%s: %s\n", failure.reason.c_str(), failure.where.empty() ? "" : " in ", failure.where.c_str(),
                     failure.message.c_str());
        return failure.reason == "usage" ? 2 : 1;
    }
}

int hand_over(int count, char **arguments) {
    const std::string artifact = "cpp:" + own_path();
    std::vector<char *> command = {const_cast<char *>("clamh"), const_cast<char *>("run"), const_cast<char *>("--artifact"),
                                   const_cast<char *>(artifact.c_str())};
    command.insert(command.end(), arguments, arguments + count);
    command.push_back(nullptr);
    execvp("clamh", command.data());
    if (const char *home = std::getenv("CLAMH_HOME")) {
        for (const char *place : {"/bin/clamh", "/.venv/bin/clamh"}) execv((std::string(home) + place).c_str(), command.data());
    }
    std::fprintf(stderr, "clamh is needed for this and is neither on PATH nor under $CLAMH_HOME (bin, .venv/bin).\n");
    std::fprintf(stderr, "Without it: %s --solo NAME [-p PARAM=VALUE] [-wi N] [-w TIME] [-i N] [-r TIME]\n", own_path().c_str());
    return 2;
}

}  // namespace clamh
