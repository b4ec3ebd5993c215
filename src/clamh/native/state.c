/* The objects of a case, and where they lie: no two of them share 128 bytes, nor one of them and anything else. */
#include "case.h"

enum { PAGE = 4096, LINE = GRANULE / 2, STACK_STEP = 16 };

static size_t round_up(size_t size, size_t to) { return (size + to - 1) / to * to; }
static size_t max_size(size_t a, size_t b) { return a > b ? a : b; }

static struct instance *make_instance(struct clamh_class *type, int maker) {
    struct instance *const made = ALLOCATE_ALIGNED(struct instance, 1);
    made->type = type, made->group = -1, made->maker = maker;
    for (int level = 0; level < LEVELS; ++level) pthread_mutex_init(&made->shared[level].lock, NULL);
    return made;
}

/* Behind what is placed already, a number of lines drawn from `random` (none when it is NULL) after the next granule. */
static void place(struct block *block, struct instance *instance, uint64_t *random) {
    const size_t own = max_size(instance->type->alignment, 1), step = max_size(own, LINE);
    block->alignment = max_size(block->alignment, max_size(own, PAGE));
    const size_t lines = random == NULL ? 0 : clamh_split_mix(random) % (PAGE / LINE) * LINE / step;
    instance->offset = round_up(block->size, max_size(own, GRANULE)) + lines * step;
    block->size = round_up(instance->offset + instance->type->size, GRANULE);
    GROW(block->placed, block->room, block->count + 1);
    block->placed[block->count++] = instance;
}

static enum outcome reserve(struct block *block) {
    if (block->count == 0) return DONE;
    block->memory = (char *)aligned_alloc(block->alignment, round_up(block->size, block->alignment));
    if (block->memory == NULL) return fail("internal", "", "no memory for %zu bytes of states", block->size);
    for (size_t at = 0; at < block->count; ++at) block->placed[at]->object = block->memory + block->placed[at]->offset;
    return DONE;
}

/* One instance for all threads, or for those of a group, once the first of them asks; NULL for what each has of its own. */
static struct instance *shared_instance(struct open_case *open, struct clamh_class *type, const struct dealt *dealt) {
    if (dealt->threads == 1 || type->scope == CLAMH_THREAD) return NULL;
    const int group = type->scope == CLAMH_GROUP ? dealt->group : -1;
    for (size_t at = 0; at < open->common_count; ++at) {
        if (open->common[at]->type == type && open->common[at]->group == group) return open->common[at];
    }
    struct instance *const made = make_instance(type, dealt->thread);
    made->group = group;
    GROW(open->common, open->common_room, open->common_count + 1);
    return open->common[open->common_count++] = made;
}

static void add_instance(struct thread *thread, struct instance *instance) {
    for (int level = 0; level < LEVELS; ++level) ++instance->shared[level].users;
    size_t room = 0;
    GROW(thread->instances, room, thread->instance_count + 1);
    thread->instances[thread->instance_count++] = instance;
}

static void note_taken(struct thread *thread, const struct clamh_function *function) {
    for (size_t at = 0; at < function->count; ++at) thread->takes[function->takes[at]->injected] = true;
}

/* The injected objects that the thread's function takes, or a fixture that runs in this thread. */
static void find_taken(struct thread *thread) {
    const struct opening *const opening = &thread->open->opening;
    note_taken(thread, thread->function);
    for (size_t at = 0; at < opening->step_count; ++at) {
        const struct step *const step = &opening->steps[at];
        if (step->state != NULL && find_instance(thread, step->state) == NULL) continue;
        for (size_t number = 0; number < step->count; ++number) note_taken(thread, step->functions[number]);
    }
}

static enum outcome reserve_thread(struct open_case *open, struct thread *thread, uint64_t *random) {
    const struct opening *const opening = &open->opening;
    const size_t function = (size_t)thread->dealt.function;
    struct clamh_class **const states = opening->group ? opening->uses[function] : opening->states;
    thread->state_count = opening->group ? opening->use_counts[function] : opening->state_count;
    for (size_t at = 0; at < thread->state_count; ++at) {
        struct instance *instance = shared_instance(open, states[at], &thread->dealt);
        if (instance == NULL) place(&thread->own, instance = make_instance(states[at], thread->dealt.thread), random);
        add_instance(thread, instance);
    }
    find_taken(thread);
    for (int kind = CLAMH_STATE + 1; kind < CLAMH_INJECTED_KINDS; ++kind) {
        struct clamh_class *const type = thread->takes[kind] ? find_injected((enum clamh_injected)kind) : NULL;
        if (type == NULL) continue;
        struct instance *const instance = make_instance(type, thread->dealt.thread);
        place(&thread->own, instance, NULL);
        add_instance(thread, instance);
    }
    return reserve(&thread->own);
}

/* Every state starts a random number of lines (none for layout seed 0) into granules of its own. A thread's own lie in pages of their
 * own, so that it is the first to touch them. */
enum outcome reserve_objects(struct open_case *open) {
    uint64_t seed = open->opening.layout_seed, *const random = seed == 0 ? NULL : &seed;
    for (int at = 0; at < open->opening.threads; ++at) TRY(reserve_thread(open, open->threads[at], random));
    for (size_t at = 0; at < open->common_count; ++at) place(&open->block, open->common[at], random);
    TRY(reserve(&open->block));
    open->everyone = make_instance(NULL, 0);
    for (int level = 0; level < LEVELS; ++level) open->everyone->shared[level].users = open->opening.threads;
    for (int at = 0; at < open->opening.threads; ++at) {
        struct thread *const thread = open->threads[at];
        /* What the floor's thread or a layout of its own moves the stack by: less than a page, and aligned as a stack is. */
        uint64_t drawn = ~open->opening.layout_seed ^ clamh_mix64((uint64_t)at);
        thread->stack = open->opening.layout_seed == 0 ? 0 : clamh_split_mix(&drawn) % (PAGE / STACK_STEP) * STACK_STEP;
        thread->suspension = (struct clamh_suspension *)injected_object(thread, CLAMH_SUSPEND);
        TRY(find_objects(thread, thread->function, &thread->objects));
        TRY(find_fixtures(thread));
    }
    return DONE;
}

struct instance *find_instance(const struct thread *thread, const struct clamh_class *type) {
    for (size_t at = 0; at < thread->instance_count; ++at) {
        if (thread->instances[at]->type == type) return thread->instances[at];
    }
    return NULL;
}

const struct instance *first_instance(const struct open_case *open, const struct clamh_class *type) {
    const struct instance *found = NULL;
    for (int at = 0; found == NULL && at < open->opening.threads; ++at) found = find_instance(open->threads[at], type);
    return found;
}

void *find_object(const struct thread *thread, const struct clamh_class *type) {
    const struct instance *instance = find_instance(thread, type);
    if (instance == NULL && type->injected != CLAMH_STATE) instance = find_instance(thread, find_injected(type->injected));
    return instance == NULL ? NULL : instance->object;
}

void *injected_object(const struct thread *thread, enum clamh_injected kind) {
    return thread->takes[kind] ? find_object(thread, find_injected(kind)) : NULL;
}

enum outcome find_objects(const struct thread *thread, const struct clamh_function *function, void ***objects) {
    *objects = ALLOCATE(void *, function->count);
    for (size_t at = 0; at < function->count; ++at) {
        const struct instance *const instance = find_instance(thread, function->takes[at]);
        /* Only the language knows what several threads may have. */
        const char *const unshared = function->unshared == NULL ? NULL : function->unshared[at];
        if (unshared != NULL && instance != NULL && instance->shared[TRIAL].users > 1) return fail("unsupported", function->name, "%s", unshared);
        (*objects)[at] = find_object(thread, function->takes[at]);
        if ((*objects)[at] == NULL) return malformed();
    }
    return DONE;
}

static const char *name_instance(const struct thread *thread, const struct instance *instance) {
    return instance->type->name != NULL ? instance->type->name : thread->function->name;
}

enum outcome construct_objects(struct thread *thread, void *unused) {
    (void)unused;
    const struct opening *const opening = &thread->open->opening;
    for (size_t at = 0; at < thread->instance_count; ++at) {
        struct instance *const instance = thread->instances[at];
        if (instance->maker != thread->dealt.thread) continue;
        if (instance->type->construct(instance->object) != 0) return raise_user("setup", name_instance(thread, instance));
        instance->constructed = true;
    }
    for (size_t at = 0; at < opening->param_count; ++at) {
        const struct param_value *const value = &opening->params[at];
        const struct instance *const instance = value->param->shared ? NULL : find_instance(thread, value->param->owner);
        if (instance == NULL || instance->maker != thread->dealt.thread) continue;
        if (value->param->assign(instance->object, text_string(&value->text), value->text.size) != 0) return raise_user("setup", value->param->name);
    }
    return DONE;
}

/* Those of a phase, in reverse; the first failure, after all of them. What an object may use goes in a later phase than the object: what
 * threads share, then injected objects. */
enum outcome destroy_objects(struct thread *thread, void *phase) {
    struct failure first = {0};
    for (size_t at = thread->instance_count; at > 0; --at) {
        struct instance *const instance = thread->instances[at - 1];
        const int of_instance = instance->type->injected != CLAMH_STATE ? 2 : instance->shared[TRIAL].users > 1;
        if (instance->maker != thread->dealt.thread || !instance->constructed || of_instance != *(const int *)phase) continue;
        instance->constructed = false;
        forget_thrown();
        instance->type->destroy(instance->object);
        if (!was_thrown()) continue;
        raise_user("teardown", name_instance(thread, instance));
        if (first.reason == NULL) failure_move(&first, &the_failure);
    }
    return raise_first(&first);
}
