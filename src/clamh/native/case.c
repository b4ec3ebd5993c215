#include "case.h"

static const struct open_case *active; /* whose values the shared fields hold */
void (*report_last_failure)(const struct open_case *open);

enum outcome make_case(struct open_case *open) {
    const struct opening *const opening = &open->opening;
    open->threads = ALLOCATE(struct thread *, opening->threads);
    for (int at = 0; at < opening->threads; ++at) {
        struct thread *const thread = open->threads[at] = ALLOCATE_ALIGNED(struct thread, 1);
        thread->open = open;
        thread->dealt = deal_thread(opening, at);
        thread->function = opening->functions[thread->dealt.function];
        thread->result.counted = ALLOCATE(double, opening->counter_count + 1);
        thread->result.marked = ALLOCATE(double, opening->counter_count + 1);
    }
    TRY(reserve_objects(open));
    if (is_alone(open)) return DONE;
    open->meeting = meeting_make(open, opening->threads);
    open->pool = pool_start(opening->threads);
    return open->pool == NULL ? FAILED : DONE;
}

static void free_instance(struct instance *instance) {
    for (int level = 0; level < LEVELS; ++level) pthread_mutex_destroy(&instance->shared[level].lock);
    free(instance);
}

static void free_block(struct block *block) {
    for (size_t at = 0; at < block->count; ++at) free_instance(block->placed[at]);
    free(block->placed);
    free(block->memory);
}

static void free_thread(struct thread *thread) {
    for (int level = 0; level < LEVELS; ++level) {
        struct fixtures *const fixtures = &thread->fixtures[level];
        for (size_t at = 0; at < fixtures->count; ++at) {
            for (size_t call = 0; call < fixtures->turns[at].count; ++call) free(fixtures->turns[at].calls[call].objects);
            free(fixtures->turns[at].calls);
        }
        free(fixtures->turns);
    }
    free(thread->result.sample_ns), free(thread->result.counted), free(thread->result.marked);
    free(thread->instances), free(thread->objects);
    free_block(&thread->own);
    free(thread);
}

void free_case(struct open_case *open) {
    if (active == open) active = NULL;
    if (open->threads != NULL) {
        if (is_alone(open) || open->pool != NULL) forget_objects(open);
        if (open->pool != NULL) pool_end(open->pool);
        for (int at = 0; at < open->opening.threads; ++at) free_thread(open->threads[at]);
    }
    free_block(&open->block);
    if (open->everyone != NULL) free_instance(open->everyone);
    free(open->common), free(open->threads), free(open->meeting);
    free_opening(&open->opening);
    free(open);
}

const char *reason_not_to_slice(const struct open_case *open) {
    if (open->opening.mode == SAMPLE) return "mode sample has no slices";
    if (open->opening.mode == SINGLE_SHOT) return "mode ss has no slices";
    if (open->opening.group) return "it is a group";
    return open->opening.takes[CLAMH_CONTROL] ? "it takes Control" : "";
}

uint64_t batch_size(const struct open_case *open) { return open->warmup ? open->opening.warmup_batch : open->opening.batch; }

enum outcome activate(struct open_case *open) {
    if (active == open) return DONE;
    active = NULL; /* an assignment may fail after others */
    for (size_t at = 0; at < open->opening.param_count; ++at) {
        const struct param_value *const value = &open->opening.params[at];
        char anywhere = 0; /* it is no object's */
        if (value->param->shared && value->param->assign(&anywhere, text_string(&value->text), value->text.size) != 0)
            return raise_user("setup", value->param->name);
    }
    active = open;
    return DONE;
}

/* --- the life of a trial */

static enum outcome set_up_level(struct thread *thread, void *level) { return set_up(&thread->fixtures[*(const enum level *)level]); }
static enum outcome tear_down_level(struct thread *thread, void *level) { return tear_down(&thread->fixtures[*(const enum level *)level]); }
static enum outcome begin_level(struct open_case *open, enum level level) { return run_threads(open, set_up_level, &level, false); }
static enum outcome end_level(struct open_case *open, enum level level) { return run_threads(open, tear_down_level, &level, false); }

enum outcome begin_trial(struct open_case *open) {
    TRY(activate(open));
    TRY(run_threads(open, construct_objects, NULL, false));
    active = NULL; /* what a constructor made of them does not count */
    TRY(activate(open));
    TRY(run_threads(open, fill_for_trial, NULL, false));
    open->in_trial = true;
    return begin_level(open, TRIAL);
}

enum outcome begin_iteration(struct open_case *open) {
    open->in_iteration = true;
    TRY(run_threads(open, fill_for_iteration, NULL, false));
    return begin_level(open, ITERATION);
}

enum outcome end_iteration(struct open_case *open) {
    open->in_iteration = false;
    return end_level(open, ITERATION);
}

enum outcome end_trial(struct open_case *open) {
    open->in_trial = false;
    return end_level(open, TRIAL);
}

enum outcome forget_objects(struct open_case *open) {
    struct failure first = {0};
    for (int phase = 0; phase < 3; ++phase) {
        if (run_threads(open, destroy_objects, &phase, false) == FAILED && first.reason == NULL) failure_move(&first, &the_failure);
    }
    return raise_first(&first);
}

void abandon(struct open_case *open) {
    struct failure first = {0};
    failure_move(&first, &the_failure); /* the one that led here is the one that is reported */
    end_level(open, INVOCATION);
    end_iteration(open);
    end_trial(open);
    forget_objects(open);
    failure_move(&the_failure, &first);
}

/* --- a job of all threads */

struct job {
    struct open_case *open;
    thread_fn does;
    void *with;
    bool measured;
    pthread_mutex_t lock;
    struct failure first;
    bool *back;
};

/* With the thread's part of its stack left out, which lives until it is done. */
static __attribute__((noinline)) enum outcome move_stack(thread_fn does, struct thread *thread, void *with) {
    void *const left_out = __builtin_alloca(thread->stack);
    __asm__ volatile("" : : "r"(left_out) : "memory");
    const enum outcome outcome = does(thread, with);
    __asm__ volatile("" : : "r"(left_out) : "memory");
    return outcome;
}

static const int64_t patience_ns = INT64_C(2000000000); /* for an invocation that is told to stop */

/* Whoever gets here last has failed, or waits for one who does not come back. */
static void give_up(void *what) {
    struct job *const job = (struct job *)what;
    pthread_mutex_lock(&job->lock);
    failure_move(&the_failure, &job->first);
    for (int at = 0; at < job->open->opening.threads; ++at) {
        if (job->back[at]) continue;
        text_print(&the_failure.message, "; thread %d has not come back from %s since, so that nothing was torn down: let it look at "
                   "Control.stopMeasurement where it waits", at, job->open->threads[at]->function->name);
        break;
    }
    report_last_failure(job->open);
    _Exit(1);
}

static void run_part(void *what, int index) {
    struct job *const job = (struct job *)what;
    const enum outcome outcome = move_stack(job->does, job->open->threads[index], job->with);
    pthread_mutex_lock(&job->lock);
    const bool first = outcome == FAILED && job->first.reason == NULL;
    if (first) {
        failure_move(&job->first, &the_failure);
        job->first.thread = index;
    }
    job->back[index] = true;
    pthread_mutex_unlock(&job->lock);
    if (first && job->measured) {
        meeting_fail(job->open->meeting);
        pool_hurry(job->open->pool, patience_ns, give_up);
    }
}

enum outcome run_threads(struct open_case *open, thread_fn does, void *with, bool measured) {
    const int threads = open->opening.threads;
    if (open->pool == NULL) return move_stack(does, open->threads[0], with);
    const int cpus = pool_cpus(open->pool);
    if (measured) meeting_begin(open->meeting, (threads + cpus - 1) / cpus);
    struct job job = {0};
    job.open = open, job.does = does, job.with = with, job.measured = measured;
    pthread_mutex_init(&job.lock, NULL);
    job.back = ALLOCATE(bool, threads);
    pool_run(open->pool, run_part, &job);
    pthread_mutex_destroy(&job.lock);
    free(job.back);
    return raise_first(&job.first);
}
