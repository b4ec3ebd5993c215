/* The fixtures of one level, ready to be run: nothing is looked up or allocated between a setup and what it is for. */
#include "case.h"

static enum outcome run_call(const struct call *call, const char *reason) {
    return call->function->repeat(call->objects, 1) == 0 ? DONE : raise_user(reason, call->function->name);
}

static enum outcome run_setups(const struct turn *turn, bool *done) {
    for (size_t at = 0; at < turn->setup_count; ++at) {
        TRY(run_call(&turn->calls[at], "setup"));
        *done = true;
    }
    *done = true;
    return DONE;
}

enum outcome set_up(struct fixtures *fixtures) {
    for (size_t at = 0; at < fixtures->count; ++at) {
        struct turn *const turn = &fixtures->turns[at];
        struct shared *const shared = turn->shared;
        if (shared != NULL) pthread_mutex_lock(&shared->lock);
        enum outcome outcome = DONE;
        if (shared == NULL) outcome = run_setups(turn, &turn->done);
        else if (shared->failed) outcome = RELEASED;
        else if (!shared->done) outcome = run_setups(turn, &shared->done);
        if (shared != NULL) {
            shared->failed = outcome != DONE;
            pthread_mutex_unlock(&shared->lock);
        }
        TRY(outcome);
    }
    return DONE;
}

/* The teardowns of a turn, all of them; keeps the first failure. */
static void run_teardowns(const struct turn *turn, struct failure *first) {
    for (size_t at = turn->setup_count; at < turn->count; ++at) {
        if (run_call(&turn->calls[at], "teardown") == DONE) continue;
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
    return raise_first(&first);
}

static enum outcome add_turn(struct thread *thread, const struct step *step, struct instance *whose) {
    struct fixtures *const fixtures = &thread->fixtures[step->level];
    struct turn *const turn = &fixtures->turns[fixtures->count++];
    turn->calls = ALLOCATE(struct call, step->count);
    turn->setup_count = step->setup_count, turn->count = step->count;
    if (whose->shared[step->level].users > 1) turn->shared = &whose->shared[step->level];
    for (size_t at = 0; at < step->count; ++at) {
        turn->calls[at].function = step->functions[at];
        TRY(find_objects(thread, step->functions[at], &turn->calls[at].objects));
    }
    return DONE;
}

static const struct step *find_step(const struct opening *opening, enum level level, const struct clamh_class *state) {
    for (size_t at = 0; at < opening->step_count; ++at) {
        if (opening->steps[at].level == level && opening->steps[at].state == state) return &opening->steps[at];
    }
    return NULL;
}

/* First those that take no state, then by the thread's states in the order of making. */
enum outcome find_fixtures(struct thread *thread) {
    const struct opening *const opening = &thread->open->opening;
    for (int level = 0; level < LEVELS; ++level) {
        thread->fixtures[level] = (struct fixtures){ALLOCATE_ALIGNED(struct turn, thread->state_count + 1), 0, level == INVOCATION};
        const struct step *step = find_step(opening, (enum level)level, NULL);
        if (step != NULL) TRY(add_turn(thread, step, thread->open->everyone));
        for (size_t at = 0; at < thread->state_count; ++at) {
            step = find_step(opening, (enum level)level, thread->instances[at]->type);
            if (step != NULL) TRY(add_turn(thread, step, thread->instances[at]));
        }
    }
    return DONE;
}
