// Run without a driver: one case in this very process, or the guide's command line handed to clamh.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include "clock.hpp"
#include "iterated.hpp"
#include "result.hpp"
#include "score.hpp"
#include "worker.hpp"

namespace clamh {

namespace {

constexpr const char *solo_usage =
    "usage: --solo NAME [-bm avgt|thrpt|sample|ss|wall] [-bs BATCH-SIZE] [-p PARAM=VALUE]...\n"
    "              [-t THREADS|max|half_max] [-tg THREADS,..] [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]\n";

// "200ms"; a bare number is seconds, as in the guide and in JMH.
bool duration(const char *text, long long &ns) {
    const std::size_t digits = std::strspn(text, "0123456789");
    const long long unit = text[digits] == '\0' ? unit_ns("s") : unit_ns(text + digits);
    unsigned long long number;
    if (unit == 0 || !whole_number(Text(text, digits), 1'000'000'000'000'000'000ULL / static_cast<unsigned long long>(unit), number)) {
        return false;
    }
    ns = static_cast<long long>(number) * unit;
    return ns > 0;
}

// The text of a key in a tag's settings, a flat object that our generator wrote; empty when it says nothing of it.
Text setting(const Function &benchmark, const char *key) {
    const Text sought = written("\"%s\":", key);
    const char *from = std::strstr(benchmark.settings, sought.c_str());
    if (from == nullptr) return "";
    from += sought.size();
    from += std::strspn(from, "[\" ");
    return Text(from, std::strcspn(from, ",\"]}"));
}

long long setting(const Function &benchmark, const char *key, long long otherwise) {
    unsigned long long value;
    return whole_number(setting(benchmark, key), ~0ULL >> 1, value) ? static_cast<long long>(value) : otherwise;
}

// A name may be given short: as the whole, or as what follows the last `::` of some prefix.
bool named(const char *full, const Text &given) {
    const std::size_t size = std::strlen(full);
    if (size < given.size()) return false;
    const char *const end = full + (size - given.size());
    return given == end && (end == full || (end - full > 2 && end[-1] == ':' && end[-2] == ':'));
}

int refuse(const Text &message) {
    std::fprintf(stderr, "%s\n%s", message.c_str(), solo_usage);
    return 2;
}

Text all_benchmarks() {
    Text all;
    for (const Function *benchmark : registry().benchmarks) all.add("\n  ").add(benchmark->name);
    return all;
}

const Function *chosen(const char *name, Text &problem) {
    const Function *only = nullptr;
    int found = 0;
    Text matching;
    for (const Function *benchmark : registry().benchmarks) {
        if (std::strcmp(benchmark->name, name) == 0) return benchmark;
        if (!named(benchmark->name, name)) continue;
        matching.add("\n  ").add(benchmark->name);
        only = benchmark;
        ++found;
    }
    if (found == 1) return only;
    problem = found == 0 ? written("no benchmark is called %s; there are:%s", name, all_benchmarks().c_str())
                         : written("more than one benchmark is called %s:%s", name, matching.c_str());
    return nullptr;
}

struct Solo {
    const Function *benchmark = nullptr;
    Opening opening;
    long long warmup_iterations = -1, warmup_ns = 0, iterations = -1, measurement_ns = 0;
};

bool apply_param(Solo &solo, const char *value, Text &problem) {
    const char *const equals = std::strchr(value, '=');
    const Param *only = nullptr;
    int found = 0;
    Text all;
    const Needs needs = registry().needs(*solo.benchmark);
    for (const Param *param : needs.params) {
        all.add("\n  ").add(param->name);
        if (equals == nullptr || !named(param->name, Text(value, static_cast<std::size_t>(equals - value)))) continue;
        only = param;
        ++found;
    }
    if (found == 1) {
        solo.opening.give(only->name, equals + 1);
        return true;
    }
    problem = written("-p %s: %s%s%s", value, found == 0 ? "not one of its params" : "several params are called that",
                      all.empty() ? "; it has none" : "; it has:", all.c_str());
    return false;
}

const Text *given(const Solo &solo, const Param &param) {
    for (const Given &one : solo.opening.params) {
        if (one.name == param.name) return &one.value;
    }
    return nullptr;
}

// Params of ParamRows that -p leaves out: they are those of the first row that has what it gives, as in a run.
bool complete_rows(Solo &solo, Text &problem) {
    const Needs needs = registry().needs(*solo.benchmark);
    for (const Param *param : needs.params) {
        if (param->column == nullptr || given(solo, *param) != nullptr) continue;
        Text rows;
        bool found = false;
        for (std::size_t row = 0; param->column[row] != nullptr && !found; ++row) {
            bool fits = true;
            rows.add("\n ");
            for (const Param *other : needs.params) {
                if (other->owner != param->owner || other->column == nullptr) continue;
                rows.add(written(" %s=%s", other->name, other->column[row]));
                const Text *const value = given(solo, *other);
                if (value != nullptr && !(*value == other->column[row])) fits = false;
            }
            if (fits) solo.opening.give(param->name, param->column[row]);
            found = fits;
        }
        if (found) continue;
        problem = written("no row has what -p gives, and it does not give %s; there are:%s", param->name, rows.c_str());
        return false;
    }
    return true;
}

bool apply(Solo &solo, const char *flag, const char *value, Text &problem) {
    const auto is = [&](const char *name) { return std::strcmp(flag, name) == 0; };
    if (is("-p")) return apply_param(solo, value, problem);
    if (is("-wi") || is("-i")) {
        unsigned long long number = 0;
        if (!whole_number(value, 1'000'000, number) || (is("-i") && number == 0)) {
            problem = written("%s %s: not a number of iterations", flag, value);
            return false;
        }
        (is("-i") ? solo.iterations : solo.warmup_iterations) = static_cast<long long>(number);
        return true;
    }
    if (is("-bm") || is("-bs")) {  // open_case checks them
        if (is("-bs")) solo.opening.warmup_batch = value;
        (is("-bm") ? solo.opening.mode : solo.opening.batch) = value;
        return true;
    }
    if (is("-tg")) {
        solo.opening.thread_groups = value;
        return true;
    }
    if (is("-t")) {
        solo.opening.threads = value;
        return true;
    }
    if (is("-w") || is("-r")) {
        if (duration(value, is("-w") ? solo.warmup_ns : solo.measurement_ns)) return true;
        problem = written("%s %s: not a time such as 200ms, 1s, 2m", flag, value);
        return false;
    }
    problem = written("--solo does not know %s", flag);
    return false;
}

const char *described(const Text &mode) {
    return mode == "thrpt" ? "Throughput, ops/time" : mode == "sample" ? "Sampling time" : mode == "ss" ? "Single shot invocation time"
           : mode == "wall" ? "Wall time, time/op" : "Average time, time/op";
}

void say_phase(const char *name, long long iterations, long long ns, const Case &open, long long batch) {
    std::printf("%s: ", name);
    if (iterations == 0) std::printf("<none>");
    else if (open.mode == "ss") std::printf("%lld iteration%s, single-shot each", iterations, iterations == 1 ? "" : "s");
    else std::printf("%lld iteration%s, %g s each", iterations, iterations == 1 ? "" : "s", static_cast<double>(ns) / 1e9);
    if (iterations > 0 && batch > 1) std::printf(", %lld calls per op", batch);
    std::printf("\n");
}

void say(const Case &open, const Solo &solo) {
    std::printf("Benchmark: %s\nBenchmark mode: %s\n", open.benchmark->name, described(open.mode));
    say_threads(open);
    say_phase("Warmup", solo.warmup_iterations, solo.warmup_ns, open, open.warmup_batch);
    if (setting(*open.benchmark, "auto_warmup") == "true" && !(open.mode == "ss")) std::printf("AutoWarmup: left out; clamh run warms up until steady\n");
    say_phase("Measurement", solo.iterations, solo.measurement_ns, open, open.batch);
    const char *before = "Parameters: (";
    for (const Value &value : open.values) {
        std::printf("%s%s = %s", before, value.param->name, value.text.c_str());
        before = ", ";
    }
    std::printf("%s\n", open.values.empty() ? "" : ")\n");
}

void run(Case &open, const Solo &solo, long long index, bool first, bool last) {
    const bool timed = !(open.mode == "ss");
    const long long time_ns = timed ? open.warmup ? solo.warmup_ns : solo.measurement_ns : 0;
    iterate_case(open, first, last, time_ns, timed ? 0 : 1);
    std::printf("Benchmark %s, %siteration %lld: ", open.benchmark->name, open.warmup ? "warmup " : "", index);
    say_score(open);
    std::fflush(stdout);
}

// As many threads as are asked for, of a group as whole groups.
bool complete_threads(Solo &solo, Text &problem) {
    Text &asked = solo.opening.threads;
    const bool half = asked == "half_max" || asked == "-2";
    if (half || asked == "max" || asked == "-1") {
        const int cpus = processors();
        asked = written("%d", half ? (cpus + 1) / 2 : cpus);
    }
    unsigned long long threads, each = 0;
    if (!whole_number(asked, max_threads, threads) || threads == 0) {
        problem = written("-t %s: no number of threads from 1 to %d, nor max or half_max", asked.c_str(), max_threads);
        return false;
    }
    if (solo.benchmark->repeat != nullptr) return true;
    Text &shares = solo.opening.thread_groups;
    const List<Function *> members = registry().members_of(*solo.benchmark);
    if (shares.empty()) {
        for (const Function *member : members) shares.add(shares.empty() ? "" : ",").add(written("%d", member->threads));
    }
    for (const char *from = shares.c_str();; ++from) {
        char *end;
        each += std::strtoull(from, &end, 10);
        from = end;
        if (*from != ',') break;
    }
    if (each > 0) asked = written("%llu", (threads + each - 1) / each * each);  // open_case says what is wrong with others
    return true;
}

// What the source says, where the command line did not.
void complete(Solo &solo) {
    const Function &benchmark = *solo.benchmark;
    const bool single = solo.opening.mode == "ss", throughput = solo.opening.mode == "thrpt";
    const auto otherwise = [&](long long &value, long long unset, const char *key, long long bottom) {
        if (value == unset) value = setting(benchmark, key, bottom);
    };
    otherwise(solo.warmup_iterations, -1, "warmup_iterations", single ? 0 : 5);
    otherwise(solo.iterations, -1, "measurement_iterations", single ? 1 : 5);
    otherwise(solo.warmup_ns, 0, "warmup_time_ns", 300'000'000);
    otherwise(solo.measurement_ns, 0, "measurement_time_ns", 200'000'000);
    Opening &opening = solo.opening;
    opening.time_unit = setting(benchmark, "time_unit");
    if (unit_ns(opening.time_unit.c_str()) == 0) opening.time_unit = throughput ? "s" : "ns";
    opening.warmup_iterations = written("%lld", solo.warmup_iterations);
    opening.measurement_iterations = written("%lld", solo.iterations);
    opening.warmup_ns = written("%lld", solo.warmup_ns);
    opening.measurement_ns = written("%lld", solo.measurement_ns);
}

void complain(const Failure &failure) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s%s%s: %s\n", failure.reason, failure.where.empty() ? "" : " in ", failure.where.c_str(),
                 failure.message.c_str());
}

}  // namespace

int run_solo(int count, char **arguments) {
    if (count == 0) return refuse(written("--solo needs the name of a benchmark; there are:%s", all_benchmarks().c_str()));
    Text problem;
    const Function *benchmark = chosen(arguments[0], problem);
    if (benchmark == nullptr) return refuse(problem);
    Solo solo;
    solo.benchmark = benchmark;
    solo.opening.id = "solo";
    solo.opening.benchmark = benchmark->name;
    if (const Text threads = setting(*benchmark, "threads"); !threads.empty()) solo.opening.threads = threads;
    if (const Text mode = setting(*benchmark, "modes"); !mode.empty()) solo.opening.mode = mode;
    solo.opening.operations_per_invocation = written("%lld", setting(*benchmark, "operations_per_invocation", 1));
    solo.opening.batch = written("%lld", setting(*benchmark, "measurement_batch_size", 1));
    solo.opening.warmup_batch = written("%lld", setting(*benchmark, "warmup_batch_size", 1));
    const Needs needs = registry().needs(*benchmark);
    for (const Param *param : needs.params) {
        if (param->values[0] != nullptr) solo.opening.give(param->name, param->values[0]);
    }
    for (int at = 1; at < count; at += 2) {
        if (at + 1 == count) return refuse(written("%s needs a value", arguments[at]));
        if (!apply(solo, arguments[at], arguments[at + 1], problem)) return refuse(problem);
    }
    if (!complete_rows(solo, problem) || !complete_threads(solo, problem)) return refuse(problem);
    complete(solo);
    if (!choose_clock()) return refuse("CLAMH_CLOCK must be counted:NS with NS above 0");
    last_words = [](const Case &, const Failure &failure) { complain(failure); };
    Case open;
    try {
        open_case(solo.opening, open);
        say(open, solo);
        List<double> scores;
        const long long total = solo.warmup_iterations + solo.iterations;
        for (long long at = 0; at < total; ++at) {
            open.warmup = at < solo.warmup_iterations;
            run(open, solo, open.warmup ? at + 1 : at - solo.warmup_iterations + 1, at == 0, at == total - 1);
            if (!open.warmup) scores.push(score_of_all(open));
        }
        say_result(open.benchmark->name, scores, score_unit(open).c_str());
        return 0;
    } catch (const Failure &failure) {
        open.abandon();
        complain(failure);
        return std::strcmp(failure.reason, "usage") == 0 ? 2 : 1;
    }
}

// The clamh that published this artifact, which it wrote behind it; empty where none did.
static Text builder(const Text &own) {
    char end[8192];
    std::FILE *const file = std::fopen(own.c_str(), "rb");
    if (file == nullptr) return "";
    if (std::fseek(file, -static_cast<long>(sizeof end), SEEK_END) != 0) std::rewind(file);
    const std::size_t size = std::fread(end, 1, sizeof end, file);
    std::fclose(file);
    static constexpr char mark[] = "\n//clamh=";
    constexpr std::size_t length = sizeof mark - 1;
    for (std::size_t at = size; at-- > length;) {
        if (std::memcmp(end + at - length, mark, length) == 0) return end[size - 1] == '\n' ? Text(end + at, size - 1 - at) : Text("");
    }
    return "";
}

int hand_over(int count, char **arguments) {
    const Text own = own_path(), artifact = written("cpp:%s", own.c_str()), built_by = builder(own);
    List<const char *> command;
    for (const char *word : {"clamh", "run", "--artifact", artifact.c_str()}) command.push(word);
    for (int at = 0; at < count; ++at) command.push(arguments[at]);
    command.push(nullptr);
    char **const words = const_cast<char **>(command.begin());
    if (built_by.size() != 0) execv(built_by.c_str(), words);
    execvp("clamh", words);
    if (const char *home = std::getenv("CLAMH_HOME")) {
        for (const char *place : {"bin/clamh", ".venv/bin/clamh"}) execv(written("%s/%s", home, place).c_str(), words);
    }
    std::fprintf(stderr, "clamh is needed for this and is neither on PATH nor under $CLAMH_HOME (bin, .venv/bin).\n");
    if (built_by.size() != 0) std::fprintf(stderr, "%s, which built this, is not there any more: build it again with `clamh build`.\n", built_by.c_str());
    std::fprintf(stderr, "Without it: %s --solo NAME [-bm MODE] [-bs N] [-t N] [-tg N,..] [-p PARAM=VALUE] [-wi N] [-w TIME] [-i N] [-r TIME]\n",
                 own.c_str());
    std::fprintf(stderr, "with one of these as NAME:%s\n", all_benchmarks().c_str());
    return 2;
}

}  // namespace clamh
