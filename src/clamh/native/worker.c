#include "worker.h"

#include <fcntl.h>
#include <unistd.h>

#include "invoke.h"
#include "iteration.h"

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

static void write_failure(struct channel *channel, const char *id) {
    enum { LONGEST = 1 << 16 };
    struct clamh_text event = {0};
    event_begin(&event, "failed");
    if (id[0] != '\0') json_string(&event, "case", id);
    json_string(&event, "reason", the_failure.reason);
    json_text(&event, "where", text_string(&the_failure.where), the_failure.where.size);
    if (the_failure.thread >= 0) json_integer(&event, "thread", the_failure.thread);
    size_t size = the_failure.message.size;
    if (size > LONGEST) size = LONGEST;
    json_text(&event, "message", text_string(&the_failure.message), size);
    channel_write(channel, &event);
    text_free(&event);
}

static void report_lost(const struct open_case *open) { write_failure(&the_worker->channel, open->opening.id); }

static void write_case_event(struct channel *channel, const char *name, const char *id) {
    struct clamh_text event = {0};
    event_begin(&event, name);
    json_string(&event, "case", id);
    channel_write(channel, &event);
    text_free(&event);
}

/* --- commands */

static void add_layout(struct clamh_text *event, const struct open_case *open) {
    const struct opening *const opening = &open->opening;
    json_begin(event, "layout", '{');
    json_begin(event, "offsets", '[');
    for (size_t at = 0; at < opening->state_count; ++at) {
        const struct instance *found = NULL;
        for (int thread = 0; found == NULL && thread < opening->threads; ++thread) found = find_instance(open->threads[thread], opening->states[at]);
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

static enum outcome open_command(struct worker *worker, const struct fields *fields) {
    struct open_case *const open = ALLOCATE(struct open_case, 1);
    open->next = worker->cases;
    worker->cases = open;
    const bool known = fields->count > 1 && find_case(open->next, fields->items[1]) != NULL;
    enum outcome outcome = parse_opening(fields->items, fields->sizes, fields->count, &open->opening);
    if (outcome == DONE && known) outcome = malformed();
    if (outcome == DONE) outcome = make_case(open);
    if (outcome != DONE) {
        struct failure failure = {0};
        failure_move(&failure, &the_failure);
        close_case(worker, open);
        failure_move(&the_failure, &failure);
        return outcome;
    }
    struct clamh_text event = {0};
    event_begin(&event, "opened");
    json_string(&event, "case", open->opening.id);
    json_real(&event, "clock_cost_ns", interval_cost_ns);
    json_string(&event, "source", "worker");
    if (own_thread_id() > 0) {
        json_begin(&event, "threads", '[');
        for (int at = 0; at < open->opening.threads; ++at) json_integer(&event, NULL, open->pool == NULL ? own_thread_id() : pool_thread_id(open->pool, at));
        json_end(&event, ']');
    }
    add_layout(&event, open);
    if (reason_not_to_slice(open)[0] != '\0') json_string(&event, "unsliced", reason_not_to_slice(open));
    channel_write(&worker->channel, &event);
    text_free(&event);
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
    const struct amount amount = {(int64_t)time_ns, count};
    TRY(run_iteration(open, first ? 2 : 1, last ? 2 : 1, &amount));
    write_iteration(&worker->channel, open);
    return DONE;
}

static enum outcome slice_command(struct worker *worker, struct open_case *open, const struct fields *fields) {
    uint64_t warmin, count, begin, end;
    if (fields->count < 7 || worker->invoked || !read_phase(open, fields->items[2]) || reason_not_to_slice(open)[0] != '\0') return malformed();
    if (!read_natural(fields->items[3], most_count, &warmin) || !read_natural(fields->items[4], most_count, &count) || count == 0) return malformed();
    if (!read_natural(fields->items[5], 2, &begin) || !read_natural(fields->items[6], 2, &end)) return malformed();
    if (begin != (open->in_iteration ? 0 : open->in_trial ? 1 : 2)) return malformed();
    TRY(run_slice(open, (int)begin, (int)end, warmin, count));
    write_slice(&worker->channel, open);
    return DONE;
}

static enum outcome samples_command(struct worker *worker, struct open_case *open, const struct fields *fields) {
    uint64_t count, number;
    if (fields->count < 4 || worker->invoked || !open->in_trial || open->in_iteration || !is_alone(open)) return malformed();
    if (!read_natural(fields->items[2], most_count, &count) || !read_natural(fields->items[3], 10000000, &number) || count == 0 || number == 0) return malformed();
    TRY(activate(open));
    int64_t *const times = ALLOCATE(int64_t, number);
    enum outcome outcome = DONE;
    for (uint64_t at = 0; at < number && outcome == DONE; ++at) outcome = sample_once(open->threads[0], count, &times[at]);
    if (outcome == DONE) write_samples(&worker->channel, open->opening.id, 0, times, number);
    free(times);
    return outcome;
}

static enum outcome invoke_command(struct worker *worker, struct open_case *open, const struct fields *fields) {
    uint64_t count;
    if (fields->count < 3 || !read_natural(fields->items[2], most_count, &count) || count == 0) return malformed();
    if (open->in_trial && !may_invoke_again(open)) return malformed();
    worker->invoked = true;
    return invoke_case(open, count, &worker->channel);
}

static enum outcome close_command(struct worker *worker, struct open_case *open) {
    if (open->in_trial) {
        TRY(activate(open));
        if (open->in_iteration) TRY(end_iteration(open));
        TRY(end_trial(open));
        TRY(forget_objects(open));
    }
    char id[sizeof open->opening.id];
    memcpy(id, open->opening.id, sizeof id);
    close_case(worker, open);
    write_case_event(&worker->channel, "closed", id);
    return DONE;
}

static enum outcome carry_out(struct worker *worker, const struct fields *fields) {
    const char *const verb = fields->items[0];
    if (strcmp(verb, "describe") == 0) return describe(&worker->channel), DONE;
    if (strcmp(verb, "open") == 0) return open_command(worker, fields);
    const char *const known[] = {"iterate", "slice", "samples", "invoke", "close"};
    size_t at = 0;
    while (at < 5 && strcmp(verb, known[at]) != 0) ++at;
    if (at == 5) return fail("unsupported", "", "unknown command %s", verb);
    struct open_case *const open = fields->count > 1 ? find_case(worker->cases, fields->items[1]) : NULL;
    if (open == NULL) return malformed();
    return at == 0 ? iterate_command(worker, open, fields) : at == 1 ? slice_command(worker, open, fields) : at == 2 ? samples_command(worker, open, fields)
           : at == 3 ? invoke_command(worker, open, fields) : close_command(worker, open);
}

/* A command that was merely wrong leaves the case as it was; after any other failure the case is torn down and closed. */
static void fail_command(struct worker *worker, const char *id) {
    struct open_case *const open = find_case(worker->cases, id);
    const bool stays = strcmp(the_failure.reason, "malformed") == 0 || strcmp(the_failure.reason, "unsupported") == 0;
    if (open != NULL && !stays) {
        abandon(open);
        struct failure failure = {0};
        failure_move(&failure, &the_failure);
        close_case(worker, open);
        failure_move(&the_failure, &failure);
    }
    write_failure(&worker->channel, id);
}

bool answer(struct worker *worker, const struct clamh_text *line) {
    static struct fields fields;
    const bool readable = decode_fields(line, &fields);
    if (readable && strcmp(fields.items[0], "exit") == 0) return false;
    the_failure.thread = -1;
    if ((readable ? carry_out(worker, &fields) : malformed()) != DONE) fail_command(worker, readable && fields.count > 1 ? fields.items[1] : "");
    flush_streams();
    return true;
}

int serve(int in, int out) {
    static struct worker worker;
    struct clamh_text line = {0};
    fcntl(in, F_SETFD, FD_CLOEXEC);
    fcntl(out, F_SETFD, FD_CLOEXEC);
    unsetenv("CLAMH_IN"); /* a benchmark that starts another artifact starts one that runs by itself */
    unsetenv("CLAMH_OUT");
    worker.channel.in = in, worker.channel.out = out;
    the_worker = &worker;
    report_last_failure = report_lost;
    if (!choose_clock(the_artifact->floor)) {
        fail("malformed", "CLAMH_CLOCK", "CLAMH_CLOCK must be counted:NS with NS above 0");
        the_failure.thread = -1;
        write_failure(&worker.channel, "");
        return 2;
    }
    for (;;) {
        const enum line read = channel_read(&worker.channel, &line);
        if (read == LINE_END) {
            flush_streams();
            _exit(0);
        }
        if (read == LINE_TOO_LONG) {
            malformed();
            write_failure(&worker.channel, "");
        } else if (!answer(&worker, &line)) {
            break;
        }
    }
    while (worker.cases != NULL) close_case(&worker, worker.cases);
    struct clamh_text event = {0};
    event_begin(&event, "bye");
    channel_write(&worker.channel, &event);
    text_free(&event);
    text_free(&line);
    return 0;
}
