/* The fixtures of one level, ready to be run: nothing is looked up or allocated between a setup and what it is for. */
#include "case.h"

static enum outcome run_call(const struct call *call, const char *reason) {
    return call->function->repeat(call->objects, 1) == 0 ? DONE : raise_user(reason, call->function->name);
}

static enum outcome run_setups(const struct turn *turn, bool *done) {
    for (size_t at = 0; at < turn->setup_count; ++at) {
        TRY(run_call(&turn->setups[at], "setup"));
        *done = true;
    }
    *done = true;
    return DONE;
}

static enum outcome set_up_once(const struct turn *turn, struct shared *shared) {
    if (shared->failed) return RELEASED;
    if (shared->done) return DONE;
    const enum outcome outcome = run_setups(turn, &shared->done);
    shared->failed = outcome != DONE;
    return outcome;
}

bool has_fixtures(const struct fixtures *fixtures) { return fixtures->count > 0; }

enum outcome set_up(struct fixtures *fixtures) {
    for (size_t at = 0; at < fixtures->count; ++at) {
        struct turn *const turn = &fixtures->turns[at];
        if (turn->shared == NULL) {
            TRY(run_setups(turn, &turn->done));
            continue;
        }
        pthread_mutex_lock(&turn->shared->lock);
        const enum outcome outcome = set_up_once(turn, turn->shared);
        pthread_mutex_unlock(&turn->shared->lock);
        TRY(outcome);
    }
    return DONE;
}

/* The teardowns of a turn, all of them; keeps the first failure. */
static void run_teardowns(const struct turn *turn, struct failure *first) {
    for (size_t at = 0; at < turn->teardown_count; ++at) {
        if (run_call(&turn->teardowns[at], "teardown") == DONE) continue;
        if (first->reason == NULL) failure_move(first, &the_failure);
    }
}

enum outcome tear_down(struct fixtures *fixtures) {
    struct failure first = {0};
    for (size_t at = fixtures->count; at > 0; --at) {
        struct turn *const turn = &fixtures->turns[at - 1];
        struct shared *const shared = turn->shared;
        if (shared != NULL) pthread_mutex_lock(&shared->lock);
        bool *const done = shared != NULL ? &shared->done : &turn->done;
        bool due = *done;
        if (shared != NULL && !fixtures->first_tears_down) {
            due = ++shared->left >= shared->users && due;
            if (shared->left >= shared->users) shared->left = 0;
        }
        if (due) {
            *done = false;
            run_teardowns(turn, &first);
        }
        if (shared != NULL) pthread_mutex_unlock(&shared->lock);
    }
    if (first.reason == NULL) return DONE;
    failure_move(&the_failure, &first);
    return FAILED;
}

static struct call *make_calls(const struct thread *thread, struct clamh_function *const *functions, size_t count) {
    struct call *const calls = ALLOCATE(struct call, count + 1);
    for (size_t at = 0; at < count; ++at) {
        calls[at].function = functions[at];
        calls[at].objects = ALLOCATE(void *, functions[at]->count + 1);
        for (size_t taken = 0; taken < functions[at]->count; ++taken) calls[at].objects[taken] = find_object(thread, functions[at]->takes[taken]);
    }
    return calls;
}

static const struct step *find_step(const struct opening *opening, enum level level, const struct clamh_class *state) {
    for (size_t at = 0; at < opening->step_count; ++at) {
        if (opening->steps[at].level == level && opening->steps[at].state == state) return &opening->steps[at];
    }
    return NULL;
}

static void add_turn(struct thread *thread, enum level level, const struct step *step, struct instance *whose) {
    struct fixtures *const fixtures = &thread->fixtures[level];
    struct turn *const turn = &fixtures->turns[fixtures->count++];
    turn->setups = make_calls(thread, step->setups, step->setup_count), turn->setup_count = step->setup_count;
    turn->teardowns = make_calls(thread, step->teardowns, step->teardown_count), turn->teardown_count = step->teardown_count;
    if (whose != NULL && whose->shared[level].users > 1) turn->shared = &whose->shared[level];
}

static bool has_objects(const struct call *calls, size_t count) {
    for (size_t at = 0; at < count; ++at) {
        for (size_t taken = 0; taken < calls[at].function->count; ++taken) {
            if (calls[at].objects[taken] == NULL) return false;
        }
    }
    return true;
}

/* First those that take no state, then by the thread's states in the order of making. */
bool find_fixtures(struct thread *thread) {
    const struct opening *const opening = &thread->open->opening;
    for (int level = 0; level < LEVELS; ++level) {
        thread->fixtures[level] = (struct fixtures){ALLOCATE_ALIGNED(struct turn, thread->state_count + 1), 0, level == INVOCATION};
        const struct step *step = find_step(opening, (enum level)level, NULL);
        if (step != NULL) add_turn(thread, (enum level)level, step, thread->open->everyone);
        for (size_t at = 0; at < thread->state_count; ++at) {
            step = find_step(opening, (enum level)level, thread->instances[at]->type);
            if (step != NULL) add_turn(thread, (enum level)level, step, thread->instances[at]);
        }
        const struct fixtures *const all = &thread->fixtures[level];
        for (size_t at = 0; at < all->count; ++at) {
            if (!has_objects(all->turns[at].setups, all->turns[at].setup_count) || !has_objects(all->turns[at].teardowns, all->turns[at].teardown_count)) return false;
        }
    }
    return true;
}
