/* An open case: one benchmark with its param values, the objects it needs, and how far its trial has come. */
#pragma once

#include "core.h"

#include "clock.h"
#include "meeting.h"
#include "registry.h"
#include "thread_pool.h"

enum { MOST_SPEED_READINGS = 64 };
enum level { TRIAL, ITERATION, INVOCATION, LEVELS };
enum mode { AVGT, THRPT, WALL, SAMPLE, SINGLE_SHOT, MODES };
extern const char *const mode_names[MODES];

struct numbers {
    uint64_t *items;
    size_t count, room;
};

/* The fixtures of one state at one level; `state` is NULL for fixtures that take no state. */
struct step {
    enum level level;
    struct clamh_class *state;
    struct clamh_function **functions; /* setups, then teardowns */
    size_t setup_count, count;
};

struct param_value {
    struct clamh_param *param;
    struct clamh_text text;
};

/* The fields of `open`. */
struct opening {
    char id[65];
    uint64_t benchmark;
    const char *name; /* of the benchmark or group */
    struct clamh_function **functions; /* one; of a group several, NULL where one is not compiled in */
    size_t function_count;
    bool forecast, group, waits; /* forecast: what is not compiled in is left out, and no error */
    enum mode mode;
    int threads;
    struct numbers shares; /* of a group: how many threads of one group run each function */
    struct clamh_class **states;
    size_t state_count;
    struct clamh_class ***uses; /* of a group: the states of each function */
    size_t *use_counts, uses_count;
    struct step *steps;
    size_t step_count;
    struct param_value *params;
    size_t param_count;
    struct clamh_counter **counters;
    size_t counter_count;
    struct clamh_check **checks;
    size_t check_count;
    bool takes[CLAMH_INJECTED_KINDS];
    uint64_t batch, warmup_batch, operations_per_invocation, seed, layout_seed; /* layout_seed 0: nothing is moved */
    uint64_t forks, warmup_forks, warmup_iterations, warmup_ns, iterations, iteration_ns, timeout_ns;
    char time_unit[4];
    const char **keys, **full_names, **values;
    struct clamh_text identity;
};

/* One level of a state that several threads have: the first to come sets it up while the others wait, the last tears it down; around
 * invocations, as in JMH, the first to come does that too. */
struct shared {
    OWN_GRANULE pthread_mutex_t lock;
    int users, left;
    bool done, failed;
};

struct instance {
    struct clamh_class *type; /* NULL: what threads share of fixtures that take no state */
    int group, maker;         /* of a state of a group: whose; the thread that makes and destroys it */
    bool constructed;
    size_t offset; /* in its block */
    void *object;
    struct shared shared[LEVELS];
};

/* Memory for several instances, in pages of its own. */
struct block {
    struct instance **placed;
    size_t count, room, size, alignment;
    char *memory;
};

struct call {
    const struct clamh_function *function;
    void **objects;
};

/* The fixtures of one step in one thread. What a thread writes is in a granule of its own. */
struct turn {
    OWN_GRANULE struct call *calls; /* setups, then teardowns */
    size_t setup_count, count;
    bool done; /* set up: from the first setup that came to its end, since only its teardowns can undo that one */
    struct shared *shared;
};

struct fixtures {
    struct turn *turns; /* in the order of setting up */
    size_t count;
    bool first_tears_down;
};

struct dealt { /* ThreadParams; without groups each thread is a group of its own, with one function */
    int thread, threads, group, groups, function, functions, group_thread, group_threads, function_thread, function_threads;
};

/* What one thread brings home from one iteration. */
struct result {
    uint64_t invocations, all_invocations, timings, sample_invocations;
    int64_t operations, all_operations; /* that invocations counted themselves, see Operations */
    struct span timed;
    int64_t first_ns; /* -1: not known */
    int64_t *sample_ns, speed_ns[MOST_SPEED_READINGS];
    size_t sample_count, sample_room, speed_count;
    double *counted, *marked; /* of the case's counters: at the end; at the last mark, where others call un-timed */
    struct scheduling scheduled;
};

struct thread {
    OWN_GRANULE struct open_case *open;
    struct dealt dealt;
    const struct clamh_function *function;
    size_t stack; /* how many bytes it is moved down while this thread works for the case */
    struct instance **instances; /* of its states in the order of making, then of injected objects */
    size_t instance_count, state_count;
    struct block own; /* those that no other thread has */
    struct fixtures fixtures[LEVELS];
    struct clamh_suspension *suspension; /* NULL: nothing of it can be suspended */
    struct clamh_random gaps; /* which batches of mode sample are timed */
    struct result result;
    void **objects; /* what its function takes */
    bool takes[CLAMH_INJECTED_KINDS]; /* its function, or a fixture of its states */
};

struct open_case {
    struct opening opening;
    struct thread **threads;
    struct instance **common; /* what several threads have */
    size_t common_count, common_room;
    struct instance *everyone; /* of fixtures that take no state */
    struct block block;
    struct meeting *meeting; /* of more than one thread */
    struct thread_pool *pool;
    bool warmup, in_trial, in_iteration;
    struct open_case *next;
};

/* opening.c */
enum outcome parse_opening(char *const *fields, const size_t *sizes, size_t count, struct opening *opening);
void free_opening(struct opening *opening);
void spell_integer(const struct clamh_param *param, struct clamh_text *text); /* in decimal, if the param is an integer */
const char *short_name(const char *full); /* what follows the last `:` or `.` */

/* case.c */
enum outcome make_case(struct open_case *open); /* of an opening that was parsed */
void free_case(struct open_case *open);
static inline bool is_alone(const struct open_case *open) { return open->opening.threads == 1; }
const char *reason_not_to_slice(const struct open_case *open); /* "" if it can be sliced */
enum outcome activate(struct open_case *open);                       /* this case's values into the fields that all cases share */
enum outcome begin_trial(struct open_case *open);
enum outcome begin_iteration(struct open_case *open);
enum outcome end_iteration(struct open_case *open);
enum outcome end_trial(struct open_case *open); /* the objects are there until forget_objects() */
enum outcome forget_objects(struct open_case *open);
void abandon(struct open_case *open); /* teardown of all that was set up, after a failure; failures in it are dropped */
typedef enum outcome (*thread_fn)(struct thread *thread, void *with);
/* Each thread does its part; FAILED with the first failure. Where it is `measured`, the others are let go when one fails. */
enum outcome run_threads(struct open_case *open, thread_fn does, void *with, bool measured);
struct instance *find_instance(const struct thread *thread, const struct clamh_class *type); /* NULL: the thread does not have it */
const struct instance *first_instance(const struct open_case *open, const struct clamh_class *type); /* that any thread has, or NULL */
void *find_object(const struct thread *thread, const struct clamh_class *type);
/* What a function takes in this thread, newly allocated; FAILED if `open` leaves out one, or it cannot be what several threads have. */
enum outcome find_objects(const struct thread *thread, const struct clamh_function *function, void ***objects);
void *injected_object(const struct thread *thread, enum clamh_injected kind); /* NULL where nothing takes one */
uint64_t batch_size(const struct open_case *open);
/* Reports a failure when a thread never comes back from the benchmark, and the process has to end. */
extern void (*report_last_failure)(const struct open_case *open);

/* state.c */
enum outcome reserve_objects(struct open_case *open);
enum outcome construct_objects(struct thread *thread, void *unused);
enum outcome destroy_objects(struct thread *thread, void *phase);

/* fixtures.c */
enum outcome find_fixtures(struct thread *thread);
static inline bool has_fixtures(const struct fixtures *fixtures) { return fixtures->count > 0; }
enum outcome set_up(struct fixtures *fixtures);
enum outcome tear_down(struct fixtures *fixtures); /* of what was set up, in reverse; the first failure, after all of them */

/* injected.c */
enum outcome fill_for_trial(struct thread *thread, void *unused);
enum outcome fill_for_iteration(struct thread *thread, void *unused);
uint64_t layout_of_thread(uint64_t layout_seed, int thread);

/* deal.c */
struct dealt deal_thread(const struct opening *opening, int thread);
