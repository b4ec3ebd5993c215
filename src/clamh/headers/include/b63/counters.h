/* The counters that a run asks for: names in a list become objects. */
#ifndef B63_COUNTERS_H
#define B63_COUNTERS_H

#include "clock.h"

/* A factory calls this before it returns NULL, and read() when it cannot count any longer. */
B63_FUNCTION B63_PRINTF(1, 2) void b63_explain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(b63_program.problem, sizeof b63_program.problem, format, arguments);
    va_end(arguments);
}

struct b63_counter_list {
    struct b63_counter counters[B63_MOST_COUNTERS];
    int count;
    char *names; /* the list, with zeros for commas */
    char problems[4 * B63_TEXT_BYTES]; /* the counters that this machine lacks, a line each */
    int lacking;
};

/* Adds a counter that cannot count to the problems, with the reason that b63_explain() was given. */
B63_FUNCTION void b63_add_problem(struct b63_counter_list *list, const char *name) {
    const size_t used = strlen(list->problems);
    snprintf(list->problems + used, sizeof list->problems - used, "%s%s: %s", used == 0 ? "" : "\n", name,
             b63_program.problem[0] == '\0' ? "this counter cannot be made" : b63_program.problem);
    b63_program.problem[0] = '\0';
}

B63_FUNCTION const struct b63_counter_type *b63_find_type(const char *name) {
    const size_t size = strcspn(name, ":");
    if (strcmp(name, "time") == 0) return b63_time_type();
    for (const struct b63_counter_type *type = b63_program.types; type != NULL; type = type->next) {
        const int whole = type->factory == NULL || name[size] == '\0';
        if (whole ? strcmp(type->name, name) == 0 : strlen(type->name) == size && strncmp(type->name, name, size) == 0) return type;
    }
    return NULL;
}

/* The counters of this program, for a message. */
B63_FUNCTION void b63_list_types(char *text, size_t size) {
    snprintf(text, size, "time");
    for (const struct b63_counter_type *type = b63_program.types; type != NULL; type = type->next) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, ", %s", type->name);
    }
}

/* Makes the counters of a list. Returns 0 and explains if the list is wrong; a counter that the machine lacks goes to `problems`. */
B63_FUNCTION int b63_make_counters(const char *list, struct b63_counter_list *made) {
    const size_t bytes = strlen(list) + 1;
    char types[B63_TEXT_BYTES / 2];
    memset(made, 0, sizeof *made);
    made->names = (char *)malloc(bytes);
    if (made->names == NULL) return b63_explain("out of memory"), 0;
    memcpy(made->names, list, bytes);
    for (char *name = made->names, *end; name != NULL; name = end == NULL ? NULL : end + 1) {
        end = strchr(name, ',');
        if (end != NULL) *end = '\0';
        const struct b63_counter_type *const type = b63_find_type(name);
        b63_list_types(types, sizeof types);
        if (type == NULL) {
            b63_explain(*name == '\0' ? "the list of counters '%s' has an empty name; this program has the counters %s"
                                      : "unknown counter '%s'; this program has the counters %s; include the header of any other counter",
                        *name == '\0' ? list : name, types);
            return 0;
        }
        if (made->count == B63_MOST_COUNTERS) return b63_explain("more than %d counters", (int)B63_MOST_COUNTERS), 0;
        struct b63_counter *const counter = &made->counters[made->count];
        counter->type = type;
        counter->name = name;
        b63_program.problem[0] = '\0';
        b63_program.part = "";
        if (type->factory != NULL && (counter->impl = type->factory(name)) == NULL) {
            b63_add_problem(made, name);
            ++made->lacking;
            continue;
        }
        counter->part = b63_program.part;
        ++made->count;
    }
    b63_program.problem[0] = '\0';
    return 1;
}

B63_FUNCTION void b63_drop_counter(const struct b63_counter *counter) {
    if (counter->type->cleanup != NULL) counter->type->cleanup(counter->impl);
}

B63_FUNCTION void b63_drop_counters(struct b63_counter_list *made) {
    for (int at = 0; at < made->count; ++at) b63_drop_counter(&made->counters[at]);
    free(made->names);
    made->names = NULL;
    made->count = 0;
}

#endif
