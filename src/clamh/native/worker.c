#include "iteration.h"
#include "system_counters.h"
#include "worker.h"

#include <fcntl.h>

static const uint64_t most_count = UINT64_C(1) << 50;
static struct worker *the_worker; /* that reports a thread which never comes back */

static struct open_case *find_case(struct open_case *open, const char *id) {
    while (open != NULL && strcmp(open->opening.id, id) != 0) open = open->next;
    return open;
}

static void close_case(struct worker *worker, struct open_case *closed) {
    struct open_case **at = &worker->cases;
    while (*at != closed) at = &(*at)->next;
    *at = closed->next;
    free_case(closed);
}

/* After a failure, which stays the one that is reported. */
static void close_failed_case(struct worker *worker, struct open_case *closed) {
    struct failure failure = {0};
    failure_move(&failure, &the_failure);
    close_case(worker, closed);
    failure_move(&the_failure, &failure);
}

static void write_failure(struct channel *channel, const char *id) {
    struct clamh_text *const event = event_begin(channel, "failed", id);
    json_string(event, "reason", the_failure.reason);
    json_text(event, "where", text_string(&the_failure.where), the_failure.where.size);
    if (the_failure.thread >= 0) json_integer(event, "thread", the_failure.thread);
    const size_t size = the_failure.message.size, longest = 1 << 16;
    json_text(event, "message", text_string(&the_failure.message), size < longest ? size : longest);
    event_end(channel);
}

static void report_lost(const struct open_case *open) { write_failure(&the_worker->channel, open->opening.id); }

static void add_layout(struct clamh_text *event, const struct open_case *open) {
    const struct opening *const opening = &open->opening;
    json_begin(event, "layout", '{');
    json_begin(event, "offsets", '[');
    for (size_t at = 0; at < opening->state_count; ++at) {
        const struct instance *const found = first_instance(open, opening->states[at]);
        json_natural(event, NULL, found == NULL ? 0 : found->offset);
    }
    json_end(event, ']');
    json_begin(event, "addresses", '[');
    for (size_t at = 0; at < opening->state_count; ++at) {
        const void *last = NULL;
        json_begin(event, NULL, '[');
        for (int thread = 0; thread < opening->threads; ++thread) {
            const struct instance *const found = find_instance(open->threads[thread], opening->states[at]);
            if (found == NULL || found->object == last) continue;
            last = found->object;
            char address[32];
            snprintf(address, sizeof address, "%p", found->object);
            json_string(event, NULL, address);
        }
        json_end(event, ']');
    }
    json_end(event, ']');
    json_natural(event, "stack", open->threads[0]->stack);
    json_end(event, '}');
}

/* What the benchmark has printed comes before the next answer. */
static void flush_streams(void) {
    fflush(NULL);
    if (the_artifact->flush != NULL) the_artifact->flush();
}

static enum outcome open_command(struct worker *worker, struct open_case *known, const struct fields *fields) {
    struct open_case *const open = ALLOCATE(struct open_case, 1);
    open->next = worker->cases;
    worker->cases = open;
    enum outcome outcome = parse_opening(fields->items, fields->sizes, fields->count, &open->opening);
    if (outcome == DONE && known != NULL) outcome = malformed();
    if (outcome == DONE) outcome = make_case(open);
    if (outcome != DONE) {
        close_failed_case(worker, open);
        return outcome;
    }
    struct clamh_text *const event = event_begin(&worker->channel, "opened", open->opening.id);
    json_real(event, "clock_cost_ns", interval_cost_ns);
    if (open->opening.takes[CLAMH_SUSPEND]) json_real(event, "suspend_cost_ns", suspension_cost_ns);
    json_string(event, "source", "worker");
    if (own_thread_id() > 0) {
        json_begin(event, "threads", '[');
        for (int at = 0; at < open->opening.threads; ++at) json_integer(event, NULL, open->pool == NULL ? own_thread_id() : pool_thread_id(open->pool, at));
        json_end(event, ']');
    }
    add_layout(event, open);
    if (reason_not_to_slice(open)[0] != '\0') json_string(event, "unsliced", reason_not_to_slice(open));
    event_end(&worker->channel);
    return DONE;
}

static bool read_phase(struct open_case *open, const char *phase) {
    open->warmup = strcmp(phase, "warmup") == 0;
    return open->warmup || strcmp(phase, "measurement") == 0;
}

static enum outcome iterate_command(struct worker *worker, struct open_case *open, const struct fields *fields) {
    uint64_t time_ns, count, first, last;
    if (fields->count < 7 || worker->invoked || !read_phase(open, fields->items[2])) return malformed();
    if (!read_natural(fields->items[3], INT64_MAX, &time_ns) || !read_natural(fields->items[4], most_count, &count)) return malformed();
    if (!read_natural(fields->items[5], 1, &first) || !read_natural(fields->items[6], 1, &last)) return malformed();
    if ((time_ns > 0) == (count > 0) || open->in_iteration || (first == 1) == open->in_trial) return malformed();
    TRY(run_amount(open, first ? 2 : 1, last ? 2 : 1, (struct amount){(int64_t)time_ns, count, 0, 0}));
    write_iteration(&worker->channel, open);
    return DONE;
}

static enum outcome slice_command(struct worker *worker, struct open_case *open, const struct fields *fields) {
    uint64_t warmin, count, begin, end;
    if (fields->count < 7 || worker->invoked || !read_phase(open, fields->items[2]) || reason_not_to_slice(open)[0] != '\0') return malformed();
    if (!read_natural(fields->items[3], most_count, &warmin) || !read_natural(fields->items[4], most_count, &count) || count == 0) return malformed();
    if (!read_natural(fields->items[5], 2, &begin) || !read_natural(fields->items[6], 2, &end)) return malformed();
    if (begin != (open->in_iteration ? 0 : open->in_trial ? 1 : 2)) return malformed();
    TRY(run_amount(open, (int)begin, (int)end, (struct amount){0, 0, warmin, count}));
    write_slice(&worker->channel, open);
    return DONE;
}

static enum outcome samples_command(struct worker *worker, struct open_case *open, const struct fields *fields) {
    uint64_t count, number;
    if (fields->count < 4 || worker->invoked || !open->in_trial || open->in_iteration || !is_alone(open)) return malformed();
    if (!read_natural(fields->items[2], most_count, &count) || !read_natural(fields->items[3], 10000000, &number) || count == 0 || number == 0) return malformed();
    TRY(activate(open));
    int64_t *const times = ALLOCATE(int64_t, number);
    struct timing timing = plain_timing(open->threads[0]);
    enum outcome outcome = DONE;
    for (uint64_t at = 0; at < number && outcome == DONE; ++at) {
        struct span sample;
        outcome = time_sample(&timing, count, &sample);
        times[at] = sample.elapsed_ns;
    }
    if (outcome == DONE) write_samples(&worker->channel, open->opening.id, 0, times, number);
    free(times);
    return outcome;
}

static enum outcome invoke_command(struct worker *worker, struct open_case *open, const struct fields *fields) {
    uint64_t count;
    if (fields->count < 3 || !read_natural(fields->items[2], most_count, &count) || count == 0) return malformed();
    if (open->in_trial && (!is_alone(open) || open->opening.group || open->opening.takes[CLAMH_CONTROL])) return malformed(); /* others may have to stop it */
    worker->invoked = true;
    return invoke_case(open, count, &worker->channel);
}

static enum outcome close_command(struct worker *worker, struct open_case *open, const struct fields *fields) {
    (void)fields;
    if (open->in_trial) {
        TRY(activate(open));
        if (open->in_iteration) TRY(end_iteration(open));
        TRY(end_trial(open));
        TRY(forget_objects(open));
    }
    event_begin(&worker->channel, "closed", open->opening.id);
    close_case(worker, open);
    event_end(&worker->channel);
    return DONE;
}

static enum outcome describe_command(struct worker *worker, struct open_case *unused, const struct fields *fields) {
    return (void)unused, (void)fields, describe(&worker->channel), DONE;
}

static enum outcome exit_command(struct worker *worker, struct open_case *unused, const struct fields *fields) {
    return (void)unused, (void)fields, worker->over = true, DONE;
}

const struct command commands[] = {{"describe", false, describe_command}, {"open", false, open_command}, {"iterate", true, iterate_command},
                                   {"slice", true, slice_command}, {"samples", true, samples_command}, {"invoke", true, invoke_command},
                                   {"close", true, close_command}, {"exit", false, exit_command}, {NULL, false, NULL}};

static enum outcome carry_out(struct worker *worker, const struct fields *fields) {
    const struct command *command = commands;
    while (command->name != NULL && strcmp(fields->items[0], command->name) != 0) ++command;
    if (command->name == NULL) return fail("unsupported", "", "unknown command %s", fields->items[0]);
    struct open_case *const open = fields->count > 1 ? find_case(worker->cases, fields->items[1]) : NULL;
    return command->of_case && open == NULL ? malformed() : command->carry_out(worker, open, fields);
}

/* A command that was merely wrong leaves the case as it was; after any other failure the case is torn down and closed. */
static void fail_command(struct worker *worker, const char *id) {
    struct open_case *const open = find_case(worker->cases, id);
    const bool stays = strcmp(the_failure.reason, "malformed") == 0 || strcmp(the_failure.reason, "unsupported") == 0;
    if (open != NULL && !stays) {
        abandon(open);
        close_failed_case(worker, open);
    }
    write_failure(&worker->channel, id);
}

enum outcome answer(struct worker *worker, const struct clamh_text *line) {
    static struct fields fields;
    const bool readable = decode_fields(line, &fields);
    const enum outcome outcome = readable ? carry_out(worker, &fields) : malformed();
    if (outcome != DONE) fail_command(worker, readable && fields.count > 1 ? fields.items[1] : "");
    flush_streams();
    return outcome;
}

int serve(int in, int out) {
    static struct worker worker;
    struct clamh_text line = {0};
    fcntl(in, F_SETFD, FD_CLOEXEC);
    fcntl(out, F_SETFD, FD_CLOEXEC);
    unsetenv("CLAMH_IN"); /* a benchmark that starts another artifact starts one that runs by itself */
    unsetenv("CLAMH_OUT");
    choose_counters();
    worker.channel.in = in, worker.channel.out = out;
    the_worker = &worker;
    report_last_failure = report_lost;
    if (!choose_clock(the_artifact->floor)) {
        fail("malformed", "CLAMH_CLOCK", "CLAMH_CLOCK must be counted:NS with NS above 0");
        write_failure(&worker.channel, "");
        return 2;
    }
    while (!worker.over) {
        const enum line read = channel_read(&worker.channel, &line);
        if (read == LINE_END) flush_streams(), _exit(0);
        if (read == LINE_READ) answer(&worker, &line);
        else malformed(), write_failure(&worker.channel, "");
    }
    while (worker.cases != NULL) close_case(&worker, worker.cases);
    event_begin(&worker.channel, "bye", "");
    event_end(&worker.channel);
    text_free(&line);
    return 0;
}
