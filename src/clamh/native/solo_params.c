/* -p of --solo, and the rows of ParamRows. */
#include "solo.h"

#include <errno.h>
#include <inttypes.h>

/* Whether a text is a value in the form in which `open` has it. The constants of an enum and the values of a string are the language's. */
static bool is_value(const struct clamh_param *param, const char *text) {
    char *end;
    errno = 0;
    if (strcmp(param->type, "boolean") == 0) return strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
    if (strcmp(param->type, "float") == 0) return strtod(text, &end), end > text && *end == '\0';
    if (strcmp(param->type, "integer") != 0) return true;
    const char *const digits = text + (*text == '-');
    if (*digits == '\0' || digits[strspn(digits, "0123456789")] != '\0') return false;
    if (*text == '-') return strtoll(text, NULL, 10) >= param->minimum && errno == 0;
    return strtoull(text, NULL, 10) <= param->maximum && errno == 0;
}

/* -p NAME=VALUE; `given` remembers which params were given, by number. */
int apply_param(struct plan *plan, const char *value, struct numbers *given) {
    const char *const equals = strchr(value, '=');
    const struct clamh_param *only = NULL;
    struct clamh_text all = {0};
    int found = 0;
    for (size_t at = 1; at < plan->fields.count; ++at) {
        if (strncmp(plan->fields.items[at], "p=", 2) != 0) continue;
        const struct clamh_param *const param = find_param(strtoull(plan->fields.items[at] + 2, NULL, 10));
        if (param == NULL) continue;
        text_print(&all, "\n  %s", param->name);
        if (equals != NULL && is_named(param->name, value, (size_t)(equals - value))) only = param, ++found;
    }
    const bool fits = found == 1 && is_value(only, equals + 1);
    if (found == 1 && !fits) {
        refuse("-p %s: %s is of type %s and cannot be \"%s\"", value, only->name, only->type, equals + 1);
    } else if (found == 1) {
        char head[32];
        snprintf(head, sizeof head, "p=%" PRIu32 ":", only->number);
        set_field(plan, head, equals + 1);
        GROW(given->items, given->room, given->count + 1);
        given->items[given->count++] = only->number;
    } else {
        refuse("-p %s: %s%s%s", value, found == 0 ? "not one of its params" : "several params are called that",
               all.size == 0 ? "; it has none" : "; it has:", text_string(&all));
    }
    text_free(&all);
    return fits ? 0 : 2;
}

/* A row is a field row=NUMBER:VALUE, its values separated by \036. Calls `use` for each until one returns false. */
typedef bool (*cell_fn)(struct plan *plan, const struct numbers *given, uint64_t number, const char *value);
static bool each_of_row(struct plan *plan, const struct numbers *given, const char *row, cell_fn use) {
    for (const char *from = row;; ++from) {
        const size_t size = strcspn(from, "\036");
        const char *const colon = strchr(from, ':');
        char *const value = strndup(colon + 1, (size_t)(from + size - colon - 1));
        const bool goes_on = use(plan, given, strtoull(from, NULL, 10), value);
        free(value);
        from += size;
        if (!goes_on || *from == '\0') return goes_on;
    }
}

static bool was_given(const struct numbers *given, uint64_t number) {
    for (size_t at = 0; at < given->count; ++at) {
        if (given->items[at] == number) return true;
    }
    return false;
}

static bool fits(struct plan *plan, const struct numbers *given, uint64_t number, const char *value) {
    char key[32];
    snprintf(key, sizeof key, "p=%" PRIu64 ":", number);
    for (size_t at = 1; at < plan->fields.count && was_given(given, number); ++at) {
        const char *const field = plan->fields.items[at];
        if (strncmp(field, key, strlen(key)) == 0) return strcmp(field + strlen(key), value) == 0;
    }
    return true;
}

static bool take(struct plan *plan, const struct numbers *given, uint64_t number, const char *value) {
    char head[32];
    snprintf(head, sizeof head, "p=%" PRIu64 ":", number);
    if (!was_given(given, number)) set_field(plan, head, value);
    return true;
}

static struct clamh_text rows_there; /* of ParamRows, for a complaint */
static bool add_cell(struct plan *plan, const struct numbers *given, uint64_t number, const char *value) {
    (void)plan, (void)given;
    text_print(&rows_there, " %s=%s", find_param(number)->name, value);
    return true;
}

static const char *missing; /* the first param of a row that -p does not give */
static bool find_missing(struct plan *plan, const struct numbers *given, uint64_t number, const char *value) {
    (void)plan, (void)value;
    if (was_given(given, number)) return true;
    missing = find_param(number)->name;
    return false;
}

/* Params of ParamRows that -p leaves out are those of the first row that has what it gives, as in a run. */
int complete_rows(struct plan *plan, const struct numbers *given) {
    const char *first = NULL;
    for (size_t at = 1; at < plan->fields.count; ++at) {
        if (strncmp(plan->fields.items[at], "row=", 4) != 0) continue;
        const char *const row = plan->fields.items[at] + 4;
        if (first == NULL) first = row;
        if (each_of_row(plan, given, row, fits)) return each_of_row(plan, given, row, take), 0;
        text_print(&rows_there, "\n ");
        each_of_row(plan, given, row, add_cell);
    }
    if (first == NULL || each_of_row(plan, given, first, find_missing)) return 0;
    return refuse("no row has what -p gives, and it does not give %s; there are:%s", missing, text_string(&rows_there));
}
