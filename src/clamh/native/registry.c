#include "registry.h"

const struct clamh_artifact *the_artifact;
static struct clamh_class *classes;
static struct clamh_function *benchmarks, *fixtures;
static struct clamh_param *params;
static struct clamh_counter *counters;
static struct clamh_check *checks;

#define REGISTER(list, registered) ((registered)->next = (list), (list) = (registered))
void clamh_register_class(struct clamh_class *registered) { REGISTER(classes, registered); }
void clamh_register_benchmark(struct clamh_function *registered) { REGISTER(benchmarks, registered); }
void clamh_register_fixture(struct clamh_function *registered) { REGISTER(fixtures, registered); }
void clamh_register_param(struct clamh_param *registered) { REGISTER(params, registered); }
void clamh_register_counter(struct clamh_counter *registered) { REGISTER(counters, registered); }
void clamh_register_check(struct clamh_check *registered) { REGISTER(checks, registered); }

#define FIND(type, list, condition)                                       \
    struct type *found = (list);                                          \
    while (found != NULL && !(condition)) found = found->next;            \
    return found

struct clamh_class *find_class(uint64_t number) { FIND(clamh_class, classes, found->injected == CLAMH_STATE && found->number == number); }
struct clamh_class *find_injected(enum clamh_injected kind) { FIND(clamh_class, classes, found->injected == kind); }
struct clamh_function *find_fixture(uint64_t number) { FIND(clamh_function, fixtures, found->number == number); }
struct clamh_param *find_param(uint64_t number) { FIND(clamh_param, params, found->number == number); }
struct clamh_counter *find_counter(uint64_t number) { FIND(clamh_counter, counters, found->number == number); }
struct clamh_check *find_check(uint64_t number) { FIND(clamh_check, checks, found->number == number); }
struct clamh_function *find_benchmark(uint64_t number, uint64_t place) {
    FIND(clamh_function, benchmarks, found->number == number && found->place == place);
}
size_t count_functions(uint64_t number) {
    size_t count = 0;
    for (const struct clamh_function *at = benchmarks; at != NULL; at = at->next) count += at->number == number;
    return count;
}

/* Whether the piece of KIND NUMBER is compiled in; `benchmark` is the event's own number. */
static bool compiled_in(char kind, uint64_t number, uint64_t benchmark) {
    switch (kind) {
    case 's': return find_class(number) != NULL;
    case 'x': return find_fixture(number) != NULL;
    case 'b': return true; /* decided by its functions */
    case 'f': return find_benchmark(benchmark, number) != NULL;
    case 'p': return find_param(number) != NULL;
    case 'c': return find_counter(number) != NULL;
    case 'k': return find_check(number) != NULL;
    default: return false;
    }
}

static void add_type(struct clamh_text *event, uint64_t number) {
    const struct clamh_param *const param = find_param(number);
    if (param == NULL) return;
    text_print(event, "\"type\":\"%s\",", param->type);
    if (strcmp(param->type, "integer") != 0) return;
    text_print(event, "\"minimum\":%" PRId64 ",\"maximum\":%" PRIu64 ",", param->minimum, param->maximum);
}

bool expand_catalog(const char *constant, struct clamh_text *event) {
    const char kind = constant[0];
    char *at;
    const uint64_t own = strtoull(constant + 1, &at, 10);
    if (!compiled_in(kind, own, own)) return false;
    text_clear(event);
    bool any = kind != 'b', skipping = false;
    for (const char *from = at + 1; *from != '\0';) {
        if (*from == '\001') { /* \001NUMBER\001 */
            const uint64_t number = strtoull(from + 1, &at, 10);
            if (!skipping) add_type(event, number);
            from = at + 1;
        } else if (*from == '\002') { /* \002KIND NUMBER: */
            const uint64_t number = strtoull(from + 2, &at, 10);
            skipping = !compiled_in(from[1], number, own);
            if (!skipping && event->bytes[event->size - 1] != '[') clamh_add(event, ",", 1); /* not before the first piece of a list */
            any = any || (from[1] == 'f' && !skipping);
            from = at + 1;
        } else if (*from == '\003') {
            skipping = false;
            ++from;
        } else {
            const size_t size = strcspn(from, "\001\002\003");
            if (!skipping) clamh_add(event, from, size);
            from += size;
        }
    }
    return any;
}
