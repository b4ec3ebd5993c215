/* -p of --solo, and the rows of ParamRows. */
#include "solo.h"

#include <errno.h>

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

/* -p NAME=VALUE; a field given=NUMBER: remembers that the param was given. */
int apply_param(struct fields *plan, const char *value) {
    const char *const equals = strchr(value, '=');
    if (equals == NULL) return refuse("-p %s: not PARAM=VALUE", value);
    const size_t size = (size_t)(equals - value);
    const struct clamh_param *only = NULL;
    struct clamh_text all = {0};
    int found = 0;
    for (size_t at = 1; at < plan->count; ++at) {
        if (strncmp(plan->items[at], "p=", 2) != 0) continue;
        const struct clamh_param *const param = find_param(strtoull(plan->items[at] + 2, NULL, 10));
        if (param == NULL) continue;
        text_print(&all, "\n  %s", param->name);
        if (!is_named(param->name, strlen(param->name), value, size)) continue;
        only = param, ++found;
        if (strlen(param->name) == size) break; /* a full name is nothing else's short name */
    }
    if (only != NULL && strlen(only->name) == size) found = 1;
    const bool fits = found == 1 && is_value(only, equals + 1);
    if (found == 1 && !fits) {
        refuse("-p %s: %s is of type %s and cannot be \"%s\"", value, only->name, only->type, equals + 1);
    } else if (found == 1) {
        char head[32];
        snprintf(head, sizeof head, "p=%" PRIu32 ":", only->number);
        set_field(plan, head, equals + 1);
        snprintf(head, sizeof head, "given=%" PRIu32 ":", only->number);
        set_field(plan, head, "1");
    } else {
        refuse("-p %s: %s%s%s", value, found == 0 ? "not one of its params" : "several params are called that",
               all.size == 0 ? "; it has none" : "; it has:", text_string(&all));
    }
    text_free(&all);
    return fits ? 0 : 2;
}

/* A row is a field row=NUMBER:VALUE, its values separated by \036. The next of them; false at the end. */
static bool next_cell(const char **row, uint64_t *number, struct clamh_text *value) {
    if (**row == '\0') return false;
    const char *const text = strchr(*row, ':') + 1, *const end = text + strcspn(text, "\036");
    *number = strtoull(*row, NULL, 10);
    text_clear(value);
    clamh_add(value, text, (size_t)(end - text));
    *row = end + (*end != '\0');
    if (find_param(*number) == NULL) return next_cell(row, number, value); /* only what is compiled in */
    return spell_integer(find_param(*number), value), true;
}

static bool was_given(const struct fields *plan, uint64_t number) {
    char head[32];
    snprintf(head, sizeof head, "given=%" PRIu64 ":", number);
    return *get(plan, head) != '\0';
}

/* Params of ParamRows that -p leaves out are those of the first row that has what it gives, as in a run. */
int complete_rows(struct fields *plan) {
    struct clamh_text rows = {0}, value = {0};
    const char *missing = NULL; /* the first param that -p does not give */
    char head[32];
    uint64_t number;
    for (size_t at = 1; at < plan->count; ++at) {
        if (strncmp(plan->items[at], "row=", 4) != 0) continue;
        const char *const row = plan->items[at] + 4;
        bool fits = true;
        text_print(&rows, "\n ");
        for (const char *rest = row; next_cell(&rest, &number, &value);) {
            text_print(&rows, " %s=%s", find_param(number)->name, text_string(&value));
            snprintf(head, sizeof head, "p=%" PRIu64 ":", number);
            if (was_given(plan, number)) fits = fits && strcmp(get(plan, head), text_string(&value)) == 0;
            else if (missing == NULL) missing = find_param(number)->name;
        }
        for (const char *rest = row; fits && next_cell(&rest, &number, &value);) {
            snprintf(head, sizeof head, "p=%" PRIu64 ":", number);
            if (!was_given(plan, number)) set_field(plan, head, text_string(&value));
        }
        if (fits) missing = NULL;
        if (fits) break;
    }
    if (missing != NULL) refuse("no row has what -p gives, and it does not give %s; there are:%s", missing, text_string(&rows));
    text_free(&rows), text_free(&value);
    return missing == NULL ? 0 : 2;
}
