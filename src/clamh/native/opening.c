/* The fields of `open`, as a case's opening. Numbers are looked up; nothing is worked out. */
#include "case.h"
#include "channel.h"

#include <ctype.h>
#include <errno.h>

const char *const mode_names[MODES] = {"avgt", "thrpt", "wall", "sample", "ss"};
static const char *const jmh_names[MODES] = {"AverageTime", "Throughput", "WallTime", "SampleTime", "SingleShotTime"};
static const char *const level_names[LEVELS] = {"trial", "iteration", "invocation"};
static const char *const injected_names[CLAMH_INJECTED_KINDS] = {
    "", "Blackhole", "Control", "BenchmarkParams", "IterationParams", "ThreadParams", "Random", "Memory", "Operations", "Suspend"};

#define APPEND(list, count) ((list) = (__typeof__(list))realloc_one((list), (count), sizeof *(list)), &(list)[(count)++])
static void *realloc_one(void *list, size_t count, size_t size) {
    size_t room = 0;
    void *const grown = grow(list, &room, count + 1, size);
    memset((char *)grown + count * size, 0, size);
    return grown;
}

/* The place of a name, `count` if it is none of them. */
static int find_name(const char *const *names, int count, const char *text, size_t size) {
    int at = 0;
    while (at < count && (strlen(names[at]) != size || strncmp(text, names[at], size) != 0)) ++at;
    return at;
}

/* Calls `add` for each number of a list separated by commas; false for anything else before `end`. */
typedef bool (*add_fn)(struct opening *opening, uint64_t number);
static bool each_number(const char *list, char end, add_fn add, struct opening *opening) {
    while (*list != end) {
        uint64_t number;
        const size_t size = strcspn(list, ",:");
        if (!read_digits(list, size, INT64_MAX, &number) || !add(opening, number)) return false;
        list += size + (list[size] == ',');
    }
    return true;
}

static bool add_share(struct opening *opening, uint64_t number) {
    *APPEND(opening->shares.items, opening->shares.count) = number;
    return number <= 4096;
}

static struct clamh_class *find_state(uint64_t number) {
    struct clamh_class *const found = find_class(number);
    return found != NULL && found->construct != NULL ? found : NULL;
}

/* Adds to a list what has the number; false where nothing has it, unless the opening is a forecast. */
#define LIST_OF(name, list, count, find)                                                           \
    static bool name(struct opening *opening, uint64_t number) {                                   \
        if (find(number) == NULL) return opening->forecast;                                        \
        return (*APPEND(opening->list, opening->count) = find(number)) != NULL;                    \
    }
LIST_OF(add_state, states, state_count, find_state)
LIST_OF(add_use, uses[opening->uses_count - 1], use_counts[opening->uses_count - 1], find_state)
LIST_OF(add_check, checks, check_count, find_check)
LIST_OF(add_counter, counters, counter_count, find_counter)
LIST_OF(add_fixture, steps[opening->step_count - 1].functions, steps[opening->step_count - 1].count, find_fixture)

/* LEVEL:STATE:SETUPS:TEARDOWNS */
static bool read_step(struct opening *opening, const char *value) {
    struct step *const step = APPEND(opening->steps, opening->step_count);
    const char *const state = strchr(value, ':'), *const setups = state == NULL ? NULL : strchr(state + 1, ':');
    const char *const teardowns = setups == NULL ? NULL : strchr(setups + 1, ':');
    if (teardowns == NULL) return false;
    step->level = (enum level)find_name(level_names, LEVELS, value, (size_t)(state - value));
    if (step->level == LEVELS) return false;
    if (setups > state + 1 && (step->state = find_class(strtoull(state + 1, NULL, 10))) == NULL) return --opening->step_count, opening->forecast;
    if (!each_number(setups + 1, ':', add_fixture, opening)) return false;
    step->setup_count = step->count;
    return each_number(teardowns + 1, '\0', add_fixture, opening);
}

/* In a source, and so in what --solo opens, an integer may be 0x10 or 1_000. The driver sends decimals. */
void spell_integer(const struct clamh_param *param, struct clamh_text *text) {
    char digits[128], *end = digits;
    if (strcmp(param->type, "integer") != 0 || text->size >= sizeof digits) return;
    for (size_t at = 0; at < text->size; ++at) *end = text->bytes[at], end += *end != '_';
    *end = '\0';
    const int base = strchr(digits, 'x') != NULL || strchr(digits, 'X') != NULL ? 16 : 10;
    const bool negative = digits[0] == '-';
    errno = 0;
    const uint64_t value = negative ? (uint64_t)strtoll(digits, &end, base) : strtoull(digits, &end, base);
    if (errno != 0 || end == digits || *end != '\0') return; /* it is no integer: assigning it fails */
    text_clear(text);
    negative ? text_print(text, "%" PRId64, (int64_t)value) : text_print(text, "%" PRIu64, value);
}

/* NUMBER:VALUE */
static bool read_param(struct opening *opening, const char *value, size_t size) {
    const char *const colon = strchr(value, ':');
    struct clamh_param *const param = colon == NULL ? NULL : find_param(strtoull(value, NULL, 10));
    if (param == NULL) return colon != NULL && opening->forecast;
    struct param_value *const added = APPEND(opening->params, opening->param_count);
    added->param = param;
    clamh_add(&added->text, colon + 1, size - (size_t)(colon + 1 - value));
    spell_integer(param, &added->text);
    return true;
}

static bool read_injected(struct opening *opening, const char *value) {
    for (; *value != '\0'; value += strcspn(value, ","), value += *value == ',') {
        const int kind = find_name(injected_names, CLAMH_INJECTED_KINDS, value, strcspn(value, ","));
        if (kind > CLAMH_STATE && kind < CLAMH_INJECTED_KINDS) opening->takes[kind] = true;
    }
    return true;
}

static bool read_field(struct opening *opening, const char *key, const char *value, size_t size, bool *is_static) {
    uint64_t threads, waits;
    const struct {
        const char *key;
        uint64_t *value;
    } numbers[] = {{"benchmark", &opening->benchmark}, {"batch", &opening->batch}, {"wbatch", &opening->warmup_batch},
                   {"opi", &opening->operations_per_invocation}, {"seed", &opening->seed}, {"lseed", &opening->layout_seed},
                   {"forks", &opening->forks}, {"wforks", &opening->warmup_forks}, {"wi", &opening->warmup_iterations}, {"w", &opening->warmup_ns},
                   {"i", &opening->iterations}, {"r", &opening->iteration_ns}, {"to", &opening->timeout_ns}};
    for (size_t at = 0; at < sizeof numbers / sizeof *numbers; ++at) {
        if (strcmp(key, numbers[at].key) == 0) return read_natural(value, UINT64_MAX, numbers[at].value);
    }
    if (strcmp(key, "mode") == 0) return (opening->mode = (enum mode)find_name(mode_names, MODES, value, size)) < MODES;
    if (strcmp(key, "threads") == 0) return read_natural(value, 4096, &threads) && (opening->threads = (int)threads) > 0;
    if (strcmp(key, "waits") == 0) return read_natural(value, 1, &waits) && ((opening->waits = waits == 1), true);
    if (strcmp(key, "forecast") == 0) return (opening->forecast = true);
    if (strcmp(key, "tg") == 0) return each_number(value, '\0', add_share, opening);
    if (strcmp(key, "states") == 0) return each_number(value, '\0', add_state, opening);
    if (strcmp(key, "checks") == 0) return each_number(value, '\0', add_check, opening);
    if (strcmp(key, "counters") == 0) return each_number(value, '\0', add_counter, opening);
    if (strcmp(key, "uses") == 0) {
        size_t counts = opening->uses_count;
        *APPEND(opening->uses, opening->uses_count) = NULL;
        *APPEND(opening->use_counts, counts) = 0;
        return each_number(value, '\0', add_use, opening);
    }
    if (strcmp(key, "step") == 0) return read_step(opening, value);
    if (strcmp(key, "p") == 0) return read_param(opening, value, size);
    if (strcmp(key, "injected") == 0) return read_injected(opening, value);
    if (strcmp(key, "layout") == 0) return (*is_static = strcmp(value, "static") == 0), true;
    if (strcmp(key, "tu") == 0) return snprintf(opening->time_unit, sizeof opening->time_unit, "%s", value) < (int)sizeof opening->time_unit;
    return true; /* unknown fields are ignored, as the protocol says */
}

const char *short_name(const char *full) {
    const char *last = full;
    for (const char *at = full; *at != '\0'; ++at) last = *at == ':' || *at == '.' ? at + 1 : last;
    return last;
}

/* As java.net.URLEncoder writes it, which JMH uses in its id. */
static void add_encoded(struct clamh_text *id, const char *text) {
    for (; *text != '\0'; ++text) {
        const unsigned char byte = (unsigned char)*text;
        if ((isalnum(byte) && byte < 128) || strchr(".-*_", byte) != NULL) clamh_add(id, text, 1);
        else if (byte == ' ') clamh_add(id, "+", 1);
        else text_print(id, "%%%02X", byte);
    }
}

/* For BenchmarkParams: the params in the order of their short names, and JMH's id. */
static void name_params(struct opening *opening, const char *benchmark) {
    opening->keys = ALLOCATE(const char *, opening->param_count + 1);
    opening->full_names = ALLOCATE(const char *, opening->param_count + 1);
    opening->values = ALLOCATE(const char *, opening->param_count + 1);
    for (size_t done = 0; done < opening->param_count; ++done) {
        const struct param_value *const value = &opening->params[done];
        size_t at = done;
        for (; at > 0 && strcmp(short_name(value->param->name), opening->keys[at - 1]) < 0; --at) {
            opening->keys[at] = opening->keys[at - 1];
            opening->full_names[at] = opening->full_names[at - 1];
            opening->values[at] = opening->values[at - 1];
        }
        opening->keys[at] = short_name(value->param->name);
        opening->full_names[at] = value->param->name;
        opening->values[at] = text_string(&value->text);
    }
    add_encoded(&opening->identity, benchmark);
    text_print(&opening->identity, "-%s", jmh_names[opening->mode]);
    for (size_t at = 0; at < opening->param_count; ++at) {
        text_print(&opening->identity, "-");
        add_encoded(&opening->identity, opening->keys[at]);
        text_print(&opening->identity, "-");
        add_encoded(&opening->identity, opening->values[at]);
    }
}

/* The functions: one, or as many as `tg` has numbers, in the order of the catalog, which leaves out what is not compiled in.
 * In an opening of --solo, `tg` has all functions; there a function that is not compiled in has no threads. */
static bool find_functions(struct opening *opening) {
    const bool is_floor = opening->benchmark == the_artifact->openings_count;
    opening->group = opening->shares.count > 0;
    opening->function_count = opening->group ? opening->shares.count : 1;
    opening->functions = ALLOCATE(struct clamh_function *, opening->function_count);
    const bool of_catalog = count_functions(opening->benchmark) == opening->function_count;
    uint64_t of_group = 0;
    for (size_t place = 0, at = 0; at < opening->function_count; ++place) {
        struct clamh_function *const function = is_floor ? (struct clamh_function *)(uintptr_t)the_artifact->floor : find_benchmark(opening->benchmark, place);
        if (function == NULL && of_catalog) continue;
        if (opening->group) of_group += opening->shares.items[at];
        if (function == NULL && (!opening->group || opening->shares.items[at] > 0)) return false;
        if (function != NULL) opening->name = function->group != NULL ? function->group : function->name;
        opening->functions[at++] = function;
    }
    return !opening->group || (of_group > 0 && (uint64_t)opening->threads % of_group == 0 && opening->uses_count == opening->function_count);
}

enum outcome parse_opening(char *const *fields, const size_t *sizes, size_t count, struct opening *opening) {
    bool is_static = true;
    memset(opening, 0, sizeof *opening);
    opening->threads = 1, opening->batch = 1, opening->warmup_batch = 1, opening->operations_per_invocation = 1;
    strcpy(opening->time_unit, "ns");
    if (count < 2 || sizes[1] == 0 || sizes[1] >= sizeof opening->id) return malformed();
    memcpy(opening->id, fields[1], sizes[1] + 1);
    for (size_t at = 2; at < count; ++at) {
        char *const equals = strchr(fields[at], '=');
        if (equals == NULL) return malformed();
        *equals = '\0';
        if (!read_field(opening, fields[at], equals + 1, sizes[at] - (size_t)(equals + 1 - fields[at]), &is_static)) return malformed();
    }
    if (is_static) opening->layout_seed = 0;
    if (opening->batch == 0 || opening->warmup_batch == 0 || opening->operations_per_invocation == 0 || !find_functions(opening)) return malformed();
    if (opening->mode == SAMPLE && opening->takes[CLAMH_OPERATIONS])
        return fail("unsupported", opening->name, "it takes Operations: its invocations differ in size, but mode sample compares equal invocations");
    name_params(opening, opening->name);
    return DONE;
}

void free_opening(struct opening *opening) {
    for (size_t at = 0; at < opening->step_count; ++at) free(opening->steps[at].functions);
    for (size_t at = 0; at < opening->param_count; ++at) text_free(&opening->params[at].text);
    for (size_t at = 0; at < opening->uses_count; ++at) free(opening->uses[at]);
    text_free(&opening->identity);
    free(opening->functions), free(opening->shares.items), free(opening->states), free(opening->uses), free(opening->use_counts);
    free(opening->steps), free(opening->params), free(opening->counters), free(opening->checks);
    free(opening->keys), free(opening->full_names), free(opening->values);
}
