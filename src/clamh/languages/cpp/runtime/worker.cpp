// Answers the driver's commands, one line each (protocol/README.md).
#include "worker.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include <fcntl.h>
#include <unistd.h>

#include "clock.hpp"
#include "describe.hpp"
#include "invoke.hpp"
#include "iterated.hpp"
#include "measured.hpp"
#include "message.hpp"
#include "recorder.hpp"

namespace clamh {

namespace {

struct Worker {
    Channel channel;
    List<Case *> cases;
    bool invoked = false;
    long long replayed = 0;  // lines still to come that another process has answered (recorder.cpp)

    void answer(const Fields &fields, const Text &line);
    void open(const Fields &fields, const Text &line);
    void iterate(const Fields &fields);
    void samples(const Fields &fields);
    void slice(const Fields &fields);
    void invoke(const Fields &fields, const Text &line);
    void finish(const Fields &fields, bool close);

    Case *lookup(const Text &id) {
        for (Case *open : cases) {
            if (open->id == id) return open;
        }
        return nullptr;
    }
    Case &found(const Text &id) {
        if (Case *open = lookup(id)) return *open;
        throw usage("no open case is called %s", id.c_str());
    }
    Case &measurable(const Text &id) {
        Case &open = found(id);
        if (invoked) throw usage("this process has answered `invoke` and measures nothing any more");
        return open;
    }
    Case &in_trial(const Text &id) {
        Case &open = measurable(id);
        if (!open.in_trial()) throw usage("the trial setup of %s has not run", id.c_str());
        if (open.in_iteration()) throw usage("an iteration of slices has not ended");
        if (!open.alone()) throw Failure{"unsupported", open.benchmark->name, "samples of several threads are taken by iterate only"};
        return open;
    }
    void close(Case *closed) {
        std::size_t kept = 0;
        for (Case *open : cases) {
            if (open != closed) cases[kept++] = open;
        }
        cases.truncate(kept);
        delete closed;
    }
    // A command that was merely wrong leaves the case as it was; after anything else the case is torn down and closed.
    void give_up(const Text &id, const Failure &failure) {
        Case *const open = lookup(id);
        if (open != nullptr && std::strcmp(failure.reason, "usage") != 0 && std::strcmp(failure.reason, "unsupported") != 0) {
            open->abandon();
            close(open);
        }
        fail(id, failure);
    }
    void fail(const Text &id, const Failure &failure) {
        Event event("failed");
        if (!id.empty()) event.text("case", id);
        constexpr std::size_t longest = 1 << 16;
        const std::size_t size = failure.message.size() < longest ? failure.message.size() : longest;
        event.text("reason", failure.reason).text("where", failure.where).text("message", failure.message.c_str(), size);
        channel.write(event.close());
    }
};

unsigned long long number(const Text &text, unsigned long long most, unsigned long long least = 0) {
    unsigned long long value;
    if (!whole_number(text, most, value) || value < least) throw usage("\"%s\" is no whole number in range", text.c_str());
    return value;
}

void count_fields(const Fields &fields, std::size_t wanted) {
    if (fields.size() == wanted) return;
    throw usage("%s takes %zu fields, not %zu", fields[0].c_str(), wanted - 1, fields.size() - 1);
}

// How long one sample of a case took; throws Failure with the case's id.
long long sample(Case &open, void *const *objects, unsigned long invocations) {
    try {
        return measure_sample(*open.threads[0], objects, invocations);
    } catch (...) {
        Failure failure = raised("benchmark", open.benchmark->name);
        failure.id = open.id;
        throw failure;
    }
}

constexpr unsigned long long most_invocations = 1ULL << 60;
constexpr unsigned long long most_samples_asked = 10'000'000;
constexpr unsigned long long most_calls = 99;  // of one `invoke`: all answers are one line

void Worker::open(const Fields &fields, const Text &line) {
    if (fields.size() < 2 || fields[1].empty()) throw usage("open needs an id");
    if (lookup(fields[1]) != nullptr) throw usage("case %s is open already", fields[1].c_str());
    Opening asked;
    asked.id = fields[1];
    const struct {
        const char *name;
        Text *value;
    } known[] = {{"benchmark", &asked.benchmark}, {"mode", &asked.mode}, {"threads", &asked.threads}, {"tg", &asked.thread_groups},
                 {"batch", &asked.batch}, {"wbatch", &asked.warmup_batch}, {"opi", &asked.operations_per_invocation},
                 {"seed", &asked.seed}, {"lseed", &asked.layout_seed}, {"layout", &asked.layout}, {"gc", &asked.gc}, {"forks", &asked.forks}, {"wforks", &asked.warmup_forks},
                 {"wi", &asked.warmup_iterations}, {"w", &asked.warmup_ns}, {"i", &asked.measurement_iterations},
                 {"r", &asked.measurement_ns}, {"to", &asked.timeout_ns}, {"tu", &asked.time_unit}};
    for (std::size_t at = 2; at < fields.size(); ++at) {
        // A param's own name may hold no `=`, its value may.
        const char *const field = fields[at].c_str();
        const std::size_t equals = std::strcspn(field, "=");
        if (field[equals] != '=') throw usage("\"%s\" is no KEY=VALUE", field);
        const Text value(field + equals + 1, fields[at].size() - equals - 1);
        if (std::strncmp(field, "p:", 2) == 0) asked.give(Text(field + 2, equals - 2), value);
        for (const auto &one : known) {  // unknown fields are ignored, as the protocol says
            if (Text(field, equals) == one.name) *one.value = value;
        }
    }
    Case *const made = new Case;
    cases.push(made);
    try {
        open_case(asked, *made);
    } catch (...) {
        close(made);
        throw;
    }
    made->line = line;
    if (replayed > 0) {
        --replayed;
        return;
    }
    Event event("opened");
    event.text("case", made->id).begin("layout", '{').natural("seed", made->layout_seed);
    event.natural("stack", made->threads[0]->stack).begin("offsets", '{');
    for (const Class *state : made->needs.states) {
        const List<const Instance *> all = made->instances(state);
        if (!all.empty()) event.natural(state->name, all[0]->offset);
    }
    event.end('}').begin("addresses", '{');
    for (const Class *state : made->needs.states) {
        event.begin(state->name, '[');
        for (const Instance *one : made->instances(state)) event.text(nullptr, written("%p", one->object));
        event.end(']');
    }
    const List<long long> ids = made->thread_ids();
    event.end('}').end('}').begin("warnings", '[').end(']');
    if (own_thread_id() > 0) event.numbers("threads", ids.begin(), ids.size());
    const Text unsliced = made->unsliced();
    if (!unsliced.empty()) event.text("unsliced", unsliced);
    channel.write(event.boolean("samples", made->samples()).boolean("invoke", made->invokable()).close());
}

void set_phase(Case &open, const Text &phase) {
    if (!(phase == "warmup") && !(phase == "measurement")) throw usage("no phase is called %s", phase.c_str());
    open.warmup = phase == "warmup";
}

void Worker::iterate(const Fields &fields) {
    count_fields(fields, 7);
    Case &open = measurable(fields[1]);
    const Text &phase = fields[2];
    const unsigned long long time_ns = number(fields[3], most_invocations), count = number(fields[4], most_invocations);
    const bool first = number(fields[5], 1) == 1, last = number(fields[6], 1) == 1;
    set_phase(open, phase);
    if ((time_ns > 0) == (count > 0)) throw usage("exactly one of time and count must be above 0");
    const unsigned long long batch = static_cast<unsigned long long>(phase == "warmup" ? open.warmup_batch : open.batch);
    if (count > most_invocations / batch) throw usage("count × batch is too large");
    if (open.mode == "ss" && time_ns > 0) throw usage("mode ss is measured by count, not by time");
    if (first && open.in_trial()) throw usage("the trial has begun already");
    if (open.in_iteration()) throw usage("an iteration of slices has not ended");
    if (!first && !open.in_trial()) throw usage("the first iterate of a trial needs FIRST = 1");
    iterate_case(open, first, last, static_cast<long long>(time_ns), count);
    channel.write(iterated(open).close());
}

void Worker::samples(const Fields &fields) {
    count_fields(fields, 4);
    Case &open = in_trial(fields[1]);
    const unsigned long long count = number(fields[2], most_invocations, 1);
    List<long long> elapsed(number(fields[3], most_samples_asked));
    const List<void *> objects = open.threads[0]->objects(*open.benchmark);
    open.activate();
    for (long long &one : elapsed) one = sample(open, objects.begin(), count);
    for (Part part{elapsed.size()}; part.next();) {
        Event event("samples");
        event.text("case", open.id).natural("invocations", count).numbers("sample_ns", elapsed.begin() + part.from, part.size);
        channel.write(event.number("part", part.index).boolean("last", part.last).close());
    }
}

void Worker::slice(const Fields &fields) {
    count_fields(fields, 7);
    Case &open = measurable(fields[1]);
    set_phase(open, fields[2]);
    const unsigned long warmin = number(fields[3], most_invocations), count = number(fields[4], most_invocations, 1);
    const int begin = static_cast<int>(number(fields[5], 2)), end = static_cast<int>(number(fields[6], 2));
    const Text unsliced = open.unsliced();
    if (!unsliced.empty()) throw usage("%s cannot be sliced: %s", open.id.c_str(), unsliced.c_str());
    if (begin != (open.in_iteration() ? 0 : open.in_trial() ? 1 : 2)) throw usage("BEGIN is %d at the wrong time", begin);
    slice_case(open, begin, end, warmin, count);
    channel.write(sliced(open).close());
}

void Worker::invoke(const Fields &fields, const Text &line) {
    if (fields.size() != 3) count_fields(fields, 2);
    Case &open = found(fields[1]);
    const unsigned long long calls = fields.size() < 3 ? 1 : number(fields[2], most_calls, 1);
    if (open.in_trial() && !open.invokable()) throw usage("invoke needs a case of one thread without Control, or one that has not begun its trial");
    if (recording == Recording::apart && !open.in_trial()) become_recorder(cases, line, channel);  // the state that measuring left is here
    invoked = true;
    channel.write(clamh::invoke(open, calls).close());
}

void Worker::finish(const Fields &fields, bool closing) {
    count_fields(fields, 2);
    Case &open = found(fields[1]);
    if (!closing && !open.in_trial()) throw usage("the trial setup of %s has not run", open.id.c_str());
    if (open.in_trial()) {
        open.activate();
        if (open.in_iteration()) open.end_iteration();
        open.end_trial();
        open.forget();
    }
    Event event(closing ? "closed" : "drained");
    event.text("case", open.id);
    if (closing) close(&open);
    else event.number("extra_operations", 0);
    channel.write(event.close());
}

void Worker::answer(const Fields &fields, const Text &line) {
    const Text &verb = fields[0];
    if (verb == "describe") return describe(channel);
    if (verb == "open") return open(fields, line);
    if (verb == "iterate") return iterate(fields);
    if (verb == "samples") return samples(fields);
    if (verb == "slice") return slice(fields);
    if (verb == "invoke") return invoke(fields, line);
    if (verb == "drain") return finish(fields, false);
    if (verb == "close") return finish(fields, true);
    throw Failure{"unsupported", "", written("no command is called %s", verb.c_str())};
}

Worker *said_last = nullptr;

}  // namespace

int serve(int in, int out) {
    fcntl(in, F_SETFD, FD_CLOEXEC);
    fcntl(out, F_SETFD, FD_CLOEXEC);
    unsetenv("CLAMH_IN");  // a benchmark that starts another artifact starts one that runs by itself
    unsetenv("CLAMH_OUT");
    Worker worker{{in, out, ""}, {}};
    worker.replayed = replay(worker.channel);
    if (!choose_clock()) {
        worker.fail("", {"usage", "CLAMH_CLOCK", "must be counted:NS with NS above 0"});
        return 2;
    }
    said_last = &worker;
    last_words = [](const Case &open, const Failure &failure) { said_last->fail(open.id, failure); };
    Text line;
    for (;;) {
        const Channel::Read read = worker.channel.read(line);
        if (read == Channel::Read::end) {
            std::fflush(nullptr);
            _exit(0);
        }
        Fields fields;
        Text id;
        try {
            if (read == Channel::Read::too_long) throw usage("a line is longer than 1 MiB");
            if (!decode(line, fields)) throw usage("a percent escape is malformed");
            if (fields[0] == "exit") break;
            if (fields.size() > 1) id = fields[1];
            worker.answer(fields, line);
        } catch (...) {
            const Failure failure = raised("internal", fields.empty() ? "" : fields[0].c_str());
            worker.give_up(failure.id.empty() ? id : failure.id, failure);
        }
        std::fflush(nullptr);
    }
    while (!worker.cases.empty()) worker.close(worker.cases.back());
    worker.channel.write(Event("bye").close());
    return 0;
}

}  // namespace clamh
