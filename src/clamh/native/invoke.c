/* What invocations return and give to Blackhole, in a process that measures nothing any more. */
#include "worker.h"

enum { TEXT_IN_PART = 1 << 17, TEXTS_IN_PART = 4096 }; /* bytes before escapes, of which one may become six */
static const int64_t partner_ns = 1000000000;
static __thread struct texts consumed; /* since the last invocation began */

struct clamh_text *clamh_next_consumed(void) { return texts_add(&consumed); }

struct given {
    struct clamh_text returned; /* empty: it returns nothing */
    struct texts consumed;
};

static enum outcome invoke_more(void *with) {
    const struct thread *const thread = (const struct thread *)with;
    return thread->function->repeat(thread->objects, 1) == 0 ? DONE : raise_user("benchmark", thread->function->name);
}

/* In a group one may wait for another: the first to come back says so to Control, and calls again for one that does not look. */
static enum outcome invoke_once(struct thread *thread, struct given *given) {
    struct open_case *const open = thread->open;
    struct clamh_control *const control = (struct clamh_control *)injected_object(thread, CLAMH_CONTROL);
    struct fixtures *const around = &thread->fixtures[INVOCATION];
    const bool group = open->opening.group;
    if (control != NULL && group) __atomic_store_n(&control->start_measurement, 1, __ATOMIC_RELEASE); /* a function may wait for that */
    TRY(set_up(around));
    texts_free(&consumed); /* what fixtures gave is not the benchmark's */
    if (thread->function->returned(thread->objects, &given->returned) != 0) return raise_user("benchmark", thread->function->name);
    given->consumed = consumed;
    consumed = (struct texts){0};
    if (group && !is_alone(open)) {
        meeting_stop(open->meeting);
        TRY(meeting_leave(open->meeting, partner_ns, invoke_more, thread));
    }
    return tear_down(around);
}

static enum outcome invoke_thread(struct thread *thread, void *with) {
    struct given *const given = (struct given *)with;
    if (!thread->open->opening.group && thread->dealt.thread > 0) return DONE; /* one invocation, whatever the threads */
    return invoke_once(thread, &given[thread->dealt.thread]);
}

/* One part of a list of texts: from a byte of the first text to a byte of the last; a text is cut between two characters. */
static void write_value(struct channel *channel, const struct open_case *open, uint64_t call, const char *kind, uint64_t number,
                        const struct clamh_text *texts, size_t count) {
    size_t at = 0, from = 0;
    while (at < count) {
        size_t room = TEXT_IN_PART;
        bool cut = false;
        struct clamh_text *const event = event_begin(channel, "value", open->opening.id);
        json_natural(event, "call", call);
        json_string(event, "kind", kind);
        json_natural(event, "number", number);
        json_begin(event, "texts", '[');
        for (int listed = 0; at < count && listed < TEXTS_IN_PART && room > 0 && !cut; ++listed) {
            size_t size = texts[at].size - from;
            if (size > room) {
                size = room;
                cut = true;
                for (int back = 3; back > 0 && size > 0 && ((unsigned char)texts[at].bytes[from + size] & 0xc0) == 0x80; --back) --size;
            }
            json_text(event, NULL, text_string(&texts[at]) + from, size);
            room -= size;
            from = cut ? from + size : 0;
            at += !cut;
        }
        json_end(event, ']');
        json_boolean(event, "more", cut);
        event_end(channel);
    }
}

static void write_given(struct channel *channel, const struct open_case *open, uint64_t call, const struct given *given) {
    for (int at = 0; at < open->opening.threads; ++at) {
        const struct dealt *const dealt = &open->threads[at]->dealt;
        if (dealt->group > 0 || dealt->function_thread > 0 || (!open->opening.group && at > 0)) continue; /* the first thread of each function */
        const uint64_t number = open->opening.group ? (uint64_t)dealt->function : 0;
        if (given[at].returned.size > 0) write_value(channel, open, call, "returned", number, &given[at].returned, 1);
        write_value(channel, open, call, "consumed", number, given[at].consumed.items, given[at].consumed.count);
    }
}

static enum outcome write_checks(struct channel *channel, const struct open_case *open, uint64_t call) {
    for (size_t at = 0; at < open->opening.check_count; ++at) {
        const struct clamh_check *const check = open->opening.checks[at];
        const struct instance *const instance = first_instance(open, check->owner);
        struct clamh_text text = {0};
        if (instance == NULL) continue; /* of a function that no thread runs */
        const int thrown = check->read(instance->object, &text);
        if (!thrown && text.size > 0) write_value(channel, open, call, "checked", check->number, &text, 1);
        text_free(&text);
        if (thrown) return raise_user("benchmark", check->name);
    }
    return DONE;
}

static enum outcome invoke_call(struct open_case *open, uint64_t call, struct channel *channel) {
    const size_t threads = (size_t)open->opening.threads;
    struct given *const given = ALLOCATE(struct given, threads);
    enum outcome outcome = run_threads(open, invoke_thread, given, true);
    if (outcome == DONE) write_given(channel, open, call, given);
    if (outcome == DONE) outcome = write_checks(channel, open, call);
    for (size_t at = 0; at < threads; ++at) text_free(&given[at].returned), texts_free(&given[at].consumed);
    free(given);
    return outcome;
}

enum outcome invoke_case(struct open_case *open, uint64_t calls, struct channel *channel) {
    const bool used = open->in_trial, within = open->in_iteration; /* on the state that measuring left */
    TRY(used ? activate(open) : begin_trial(open));
    for (uint64_t call = 1; call <= calls; ++call) {
        if (!within) TRY(begin_iteration(open));
        TRY(invoke_call(open, call, channel));
        if (!within) TRY(end_iteration(open));
    }
    if (!used) {
        TRY(end_trial(open));
        TRY(forget_objects(open));
    }
    struct clamh_text *const event = event_begin(channel, "invoked", open->opening.id);
    if (!the_artifact->records) json_boolean(event, "unrecorded", true);
    event_end(channel);
    return DONE;
}
