// Answers the driver's commands, one line each (protocol/README.md).
#include "worker.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "clock.hpp"
#include "describe.hpp"
#include "message.hpp"
#include "record.hpp"
#include "recorder.hpp"
#include "threads.hpp"

namespace clamh {

namespace {

struct Worker {
    Channel channel;
    std::map<std::string, std::unique_ptr<Case>> cases;
    std::map<std::string, std::string> opened_by;  // the line that opened each case
    bool invoked = false;
    long long replayed = 0;  // lines still to come that another process has answered (recorder.cpp)

    void answer(const Fields &fields, const std::string &line);
    void open(const Fields &fields, const std::string &line);
    void iterate(const Fields &fields);
    void samples(const Fields &fields);
    void pair(const Fields &fields);
    void duel(const Fields &fields);
    void invoke(const Fields &fields, const std::string &line);
    void finish(const Fields &fields, bool close);

    Case &found(const std::string &id) {
        const auto at = cases.find(id);
        if (at == cases.end()) throw Failure{"usage", "", "no open case is called " + id};
        return *at->second;
    }
    Case &measurable(const std::string &id) {
        Case &open = found(id);
        if (invoked) throw Failure{"usage", "", "this process has answered `invoke` and measures nothing any more"};
        return open;
    }
    Case &in_trial(const std::string &id) {
        Case &open = measurable(id);
        if (!open.in_trial()) throw Failure{"usage", "", "the trial setup of " + id + " has not run"};
        return open;
    }
    void close(const std::string &id) {
        cases.erase(id);
        opened_by.erase(id);
    }
    // A command that was merely wrong leaves the case as it was; after anything else the case is torn down and closed.
    void give_up(const std::string &id, const Failure &failure) {
        const auto open = cases.find(id);
        if (open != cases.end() && failure.reason != "usage" && failure.reason != "unsupported") {
            open->second->abandon();
            close(id);
        }
        fail(id, failure);
    }
    void fail(const std::string &id, const Failure &failure) {
        Event event("failed");
        if (!id.empty()) event.text("case", id);
        constexpr std::size_t longest = 1 << 16;
        channel.write(event.text("reason", failure.reason)
                          .text("where", failure.where)
                          .text("message", failure.message.substr(0, longest))
                          .close());
    }
};

unsigned long long number(const std::string &text, unsigned long long most, unsigned long long least = 0) {
    unsigned long long value;
    if (!whole_number(text, most, value) || value < least) throw Failure{"usage", "", "\"" + text + "\" is no whole number in range"};
    return value;
}

void count_fields(const Fields &fields, std::size_t wanted) {
    if (fields.size() == wanted) return;
    throw Failure{"usage", "", fields[0] + " takes " + std::to_string(wanted - 1) + " fields, not " +
                                   std::to_string(fields.size() - 1)};
}

std::string operations(const Case &open, unsigned long long invocations) {
    const __uint128_t product = static_cast<__uint128_t>(invocations) * static_cast<unsigned long long>(open.operations_per_invocation);
    const __uint128_t batch = static_cast<unsigned long long>(open.batch);
    if (product % batch == 0 && product / batch <= ~0ULL >> 1) {
        return std::to_string(static_cast<unsigned long long>(product / batch));
    }
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", static_cast<double>(product) / static_cast<double>(batch));
    return text;
}

constexpr unsigned long long most_invocations = 1ULL << 60;
constexpr unsigned long long most_samples_asked = 10'000'000;

void Worker::open(const Fields &fields, const std::string &line) {
    if (fields.size() < 2 || fields[1].empty()) throw Failure{"usage", "", "open needs an id"};
    if (cases.count(fields[1]) > 0) throw Failure{"usage", "", "case " + fields[1] + " is open already"};
    Opening asked;
    asked.id = fields[1];
    const std::map<std::string, std::string *> known = {
        {"benchmark", &asked.benchmark}, {"mode", &asked.mode}, {"threads", &asked.threads},
        {"batch", &asked.batch}, {"opi", &asked.operations_per_invocation}, {"seed", &asked.seed}};
    for (std::size_t at = 2; at < fields.size(); ++at) {
        // A param's own name may hold no `=`, its value may.
        const std::size_t equals = fields[at].find('=');
        const std::string key = fields[at].substr(0, equals);
        if (equals == std::string::npos) throw Failure{"usage", "", "\"" + fields[at] + "\" is no KEY=VALUE"};
        const std::string value = fields[at].substr(equals + 1);
        if (key.compare(0, 2, "p:") == 0) {
            asked.params[key.substr(2)] = value;
        } else if (const auto field = known.find(key); field != known.end()) {
            *field->second = value;
        }  // unknown fields are ignored, as the protocol says
    }
    std::unique_ptr<Case> made = open_case(asked);
    std::string offsets = "{";
    for (const Class *state : made->needs.states) {
        if (offsets.size() > 1) offsets += ',';
        offsets += quoted(state->name) + ":" + std::to_string(made->offsets.at(state));
    }
    if (replayed == 0) channel.write(Event("opened")
                      .text("case", asked.id)
                      .raw("layout", "{\"seed\":" + std::to_string(made->seed) + ",\"offsets\":" + offsets + "}}")
                      .raw("warnings", "[]")
                      .close());
    cases[asked.id] = std::move(made);
    opened_by[asked.id] = line;
    if (replayed > 0) --replayed;
}

void Worker::iterate(const Fields &fields) {
    count_fields(fields, 7);
    Case &open = measurable(fields[1]);
    const std::string &phase = fields[2];
    const unsigned long long time_ns = number(fields[3], most_invocations), count = number(fields[4], most_invocations);
    const bool first = number(fields[5], 1) == 1, last = number(fields[6], 1) == 1;
    if (phase != "warmup" && phase != "measurement") throw Failure{"usage", "", "no phase is called " + phase};
    if ((time_ns > 0) == (count > 0)) throw Failure{"usage", "", "exactly one of time and count must be above 0"};
    if (count > most_invocations / static_cast<unsigned long long>(open.batch)) throw Failure{"usage", "", "count × batch is too large"};
    if (first == open.in_trial()) {
        throw Failure{"usage", "", first ? "the trial has begun already" : "the first iterate of a trial needs FIRST = 1"};
    }
    Iteration result;
    if (first) open.begin_trial();
    open.activate();
    open.begin_iteration();
    guarded("benchmark", open.benchmark->name, [&] {
        result = time_ns > 0 ? measure_time(open, static_cast<long long>(time_ns))
                             : measure_count(open, count * static_cast<unsigned long long>(open.batch));
    });
    open.end_iteration();
    if (last) open.end_trial();
    const std::string thread =
        "[{\"operations\":" + operations(open, result.invocations) +
        ",\"all_operations\":" + operations(open, result.all_invocations) +
        ",\"elapsed_ns\":" + std::to_string(result.elapsed_ns) +
        ",\"sample_invocations\":" + std::to_string(result.sample_invocations) +
        ",\"sample_ns\":" + array(result.sample_ns.data(), result.sample_ns.size()) +
        ",\"voluntary_switches\":" + std::to_string(result.switched.voluntary) +
        ",\"involuntary_switches\":" + std::to_string(result.switched.involuntary) + ",\"counters\":{}}]";
    channel.write(Event("iteration")
                      .text("case", open.id)
                      .text("phase", phase)
                      .raw("threads", thread)
                      .raw("speed_ns", array(result.speed_ns.data(), result.speed_ns.size()))
                      .text("source", "worker")
                      .close());
}

// Writes one event per part; `fill` adds the arrays for [from, from + size).
template <class Fill>
void in_parts(const Channel &channel, std::size_t total, Fill fill) {
    std::size_t from = 0;
    long long part = 0;
    do {
        const std::size_t size = total - from < numbers_in_part ? total - from : numbers_in_part;
        Event event = fill(from, size);
        channel.write(event.number("part", part++).boolean("last", from + size == total).close());
        from += size;
    } while (from < total);
}

void Worker::samples(const Fields &fields) {
    count_fields(fields, 4);
    Case &open = in_trial(fields[1]);
    const unsigned long long count = number(fields[2], most_invocations, 1);
    std::vector<long long> elapsed(number(fields[3], most_samples_asked));
    open.activate();
    guarded("benchmark", open.benchmark->name, [&] { measure_samples(open, count, elapsed); });
    in_parts(channel, elapsed.size(), [&](std::size_t from, std::size_t size) {
        Event event("samples");
        event.text("case", open.id).number("invocations", static_cast<long long>(count));
        return event.raw("sample_ns", array(elapsed.data() + from, size));
    });
}

std::string drawn_order(unsigned long long seed, std::size_t pairs) {
    SplitMix64 random{seed};
    std::string order(pairs, '0');
    for (char &bit : order) bit = random.next() >> 63 != 0 ? '1' : '0';
    return order;
}

void Worker::pair(const Fields &fields) {
    count_fields(fields, 6);
    if (fields[1] == fields[2]) throw Failure{"usage", "", "a pair needs two cases"};
    Case *sides[2] = {&in_trial(fields[1]), &in_trial(fields[2])};
    const unsigned long long count = number(fields[3], most_invocations, 1);
    const std::size_t pairs = number(fields[4], most_samples_asked);
    const std::string order = drawn_order(number(fields[5], ~0ULL), pairs);
    std::vector<long long> elapsed[2] = {std::vector<long long>(pairs), std::vector<long long>(pairs)};
    const std::vector<void *> objects[2] = {sides[0]->objects(*sides[0]->benchmark), sides[1]->objects(*sides[1]->benchmark)};
    for (std::size_t at = 0; at < pairs; ++at) {
        for (const int turn : {0, 1}) {
            const int side = (order[at] == '1') != (turn == 1);
            const Function &benchmark = *sides[side]->benchmark;
            sides[side]->activate();
            try {
                guarded("benchmark", benchmark.name, [&] { elapsed[side][at] = timed(benchmark.repeat, objects[side].data(), count); });
            } catch (Failure &failure) {
                failure.id = sides[side]->id;
                throw;
            }
        }
    }
    in_parts(channel, pairs, [&](std::size_t from, std::size_t size) {
        Event event("pairs");
        event.raw("cases", array(std::vector<std::string>{fields[1], fields[2]}))
            .number("invocations", static_cast<long long>(count))
            .raw("first_ns", array(elapsed[0].data() + from, size))
            .raw("second_ns", array(elapsed[1].data() + from, size));
        return event.text("order", order.substr(from, size));
    });
}

// The token goes from one side to the other whenever the next turn is the other's.
void Worker::duel(const Fields &fields) {
    count_fields(fields, 8);
    Case &open = in_trial(fields[1]);
    const unsigned long long count = number(fields[2], most_invocations, 1);
    const std::size_t pairs = number(fields[3], most_samples_asked);
    const std::string order = drawn_order(number(fields[4], ~0ULL), pairs);
    const int token_in = static_cast<int>(number(fields[5], 1 << 20)), token_out = static_cast<int>(number(fields[6], 1 << 20));
    const int role = static_cast<int>(number(fields[7], 1));
    if (fcntl(token_in, F_SETFD, FD_CLOEXEC) < 0 || fcntl(token_out, F_SETFD, FD_CLOEXEC) < 0) {
        throw Failure{"usage", "", "FD_IN or FD_OUT is not open"};
    }
    const std::vector<void *> objects = open.objects(*open.benchmark);
    std::vector<long long> elapsed(pairs);
    open.activate();
    const auto whose = [&](std::size_t turn) { return (order[turn / 2] == '1') != (turn % 2 == 1) ? 1 : 0; };
    for (std::size_t turn = 0; turn < 2 * pairs; ++turn) {
        if (whose(turn) != role) continue;
        char token = 't';
        if (turn > 0 && whose(turn - 1) != role) {
            ssize_t got;
            do got = read(token_in, &token, 1);
            while (got < 0 && errno == EINTR);
            if (got != 1) throw Failure{"internal", "duel", "the other side has gone"};
        }
        guarded("benchmark", open.benchmark->name, [&] { elapsed[turn / 2] = timed(open.benchmark->repeat, objects.data(), count); });
        if (turn + 1 < 2 * pairs && whose(turn + 1) != role && !write_all(token_out, &token, 1)) {
            throw Failure{"internal", "duel", "the other side has gone"};
        }
    }
    in_parts(channel, pairs, [&](std::size_t from, std::size_t size) {
        Event event("duel");
        event.text("case", open.id).number("role", role).number("invocations", static_cast<long long>(count));
        return event.raw("sample_ns", array(elapsed.data() + from, size)).text("order", order.substr(from, size));
    });
}

void Worker::invoke(const Fields &fields, const std::string &line) {
    count_fields(fields, 2);
    Case &open = found(fields[1]);
    if (open.in_trial()) throw Failure{"usage", "", "invoke needs a case that has not begun its trial"};
    if (recording == Recording::apart) become_recorder(opened_by, line, channel);
    invoked = true;
    Text returned;
    std::vector<Text> consumed;
    open.begin_trial();
    open.begin_iteration();
    const std::vector<void *> objects = open.objects(*open.benchmark);
    take_consumed();  // what fixtures gave is not the benchmark's
    guarded("benchmark", open.benchmark->name, [&] { open.benchmark->returned(objects.data(), &returned); });
    consumed = take_consumed();
    open.end_iteration();
    open.end_trial();
    std::vector<std::string> texts;
    for (const Text &text : consumed) texts.push_back(shortened(text));
    channel.write(Event("value")
                      .text("case", open.id)
                      .raw("returned", returned.value.empty() ? "null" : quoted(shortened(returned)))
                      .raw("consumed", array(texts))
                      .close());
}

void Worker::finish(const Fields &fields, bool closing) {
    count_fields(fields, 2);
    Case &open = found(fields[1]);
    if (!closing && !open.in_trial()) throw Failure{"usage", "", "the trial setup of " + open.id + " has not run"};
    if (open.in_trial()) {
        open.activate();
        open.end_trial();
    }
    Event event(closing ? "closed" : "drained");
    event.text("case", open.id);
    if (closing) close(fields[1]);
    else event.number("extra_operations", 0);
    channel.write(event.close());
}

void Worker::answer(const Fields &fields, const std::string &line) {
    const std::string &verb = fields[0];
    if (verb == "describe") return describe(channel);
    if (verb == "open") return open(fields, line);
    if (verb == "iterate") return iterate(fields);
    if (verb == "samples") return samples(fields);
    if (verb == "pair") return pair(fields);
    if (verb == "duel") return duel(fields);
    if (verb == "invoke") return invoke(fields, line);
    if (verb == "drain") return finish(fields, false);
    if (verb == "close") return finish(fields, true);
    throw Failure{"unsupported", "", "no command is called " + verb};
}

}  // namespace

int serve(int in, int out) {
    fcntl(in, F_SETFD, FD_CLOEXEC);
    fcntl(out, F_SETFD, FD_CLOEXEC);
    unsetenv("CLAMH_IN");  // a benchmark that starts another artifact starts one that runs by itself
    unsetenv("CLAMH_OUT");
    Worker worker{{in, out, ""}, {}, {}};
    worker.replayed = replay(worker.channel);
    if (!choose_clock()) {
        worker.fail("", {"usage", "CLAMH_CLOCK", "must be counted:NS with NS above 0"});
        return 2;
    }
    std::string line;
    for (;;) {
        const Channel::Read read = worker.channel.read(line);
        if (read == Channel::Read::end) {
            std::fflush(nullptr);
            _exit(0);
        }
        Fields fields;
        std::string id;
        try {
            if (read == Channel::Read::too_long) throw Failure{"usage", "", "a line is longer than 1 MiB"};
            if (!decode(line, fields)) throw Failure{"usage", "", "a percent escape is malformed"};
            if (fields[0] == "exit") break;
            if (fields.size() > 1) id = fields[1];
            worker.answer(fields, line);
        } catch (const Failure &failure) {
            worker.give_up(failure.id.empty() ? id : failure.id, failure);
        } catch (const std::exception &raised) {
            worker.give_up(id, {"internal", fields.empty() ? "" : fields[0], raised.what()});
        }
        std::fflush(nullptr);
    }
    worker.cases.clear();
    worker.channel.write(Event("bye").close());
    return 0;
}

}  // namespace clamh
